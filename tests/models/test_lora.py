"""Adapters: attached, saved, loaded, refused."""

from __future__ import annotations

import json

import pytest
import torch

from provelight.models.errors import ModelError
from provelight.models.loading import load_model
from provelight.models.lora import (
    POLICY,
    REFERENCE,
    Lora,
    adapter_state,
    add_reference,
    attach_lora,
    load_adapter,
    lora_layers,
    save_adapter,
)
from provelight.models.quantization import Quantization


def base(**settings):
    return load_model("tiny", **{"device": "cpu", "dtype": "float32"} | settings).model


def scramble(model):
    torch.manual_seed(0)
    for parameter in model.parameters():
        if parameter.requires_grad:
            parameter.data.normal_(std=0.1)
    return model


def logits(model, ids):
    with torch.no_grad():
        return model.eval()(input_ids=ids).logits


def test_a_fresh_adapter_changes_nothing(ids):
    model = base()
    before = logits(model, ids)
    assert torch.equal(logits(attach_lora(model, Lora()), ids), before)


@pytest.mark.parametrize("kind", ["none", "nf4"])
def test_only_the_adapter_is_trained_and_in_float32(kind):
    model = attach_lora(base(dtype="bfloat16", quantization=Quantization(kind)), Lora(rank=2))
    trained = {name: p for name, p in model.named_parameters() if p.requires_grad}
    assert set(trained) == set(adapter_state(model))
    assert {p.dtype for p in trained.values()} == {torch.float32}
    assert len(trained) == 2 * 7 * 2  # A and B of seven layers in two blocks
    assert all(module.training for module in model.modules())


def test_targets_can_be_named():
    model = attach_lora(base(), Lora(targets=["q_proj", "v_proj"]))
    assert len(adapter_state(model)) == 2 * 2 * 2


def test_rslora_scales_by_the_root_of_the_rank():
    plain, stabilised = (
        lora_layers(attach_lora(base(), Lora(rank=16, alpha=32, rslora=rslora)))[0].scaling[POLICY]
        for rslora in (False, True)
    )
    assert (plain, stabilised) == (2.0, 8.0)


@pytest.mark.parametrize("kind", ["none", "nf4"])
def test_a_saved_adapter_comes_back(kind, ids, tmp_path):
    quantization = Quantization(kind)
    model = scramble(attach_lora(base(quantization=quantization), Lora(rank=4)))
    add_reference(model)
    save_adapter(model, tmp_path)
    again = load_adapter(base(quantization=quantization), tmp_path)
    assert torch.equal(logits(again, ids), logits(model, ids))
    assert not (tmp_path / REFERENCE).exists()
    assert sum(p.requires_grad for p in again.parameters()) == 28


def test_an_adapter_of_another_model_is_refused(tmp_path):
    save_adapter(attach_lora(base(), Lora(targets=["gate_proj"])), tmp_path)
    config = json.loads((tmp_path / "adapter_config.json").read_text())
    (tmp_path / "adapter_config.json").write_text(json.dumps(config | {"target_modules": ["c_fc"]}))
    with pytest.raises(ModelError, match="not an adapter for this model"):
        load_adapter(base(), tmp_path)


def test_a_folder_without_adapter_or_with_half_of_one_is_refused(tmp_path):
    with pytest.raises(ModelError, match=r"no adapter_config.json"):
        load_adapter(base(), tmp_path)
    save_adapter(attach_lora(base(), Lora()), tmp_path)
    weights = tmp_path / "adapter_model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    with pytest.raises(ModelError, match=r"adapter_model\.safetensors: corrupt"):
        load_adapter(base(), tmp_path)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rank": 0}, r"lora\.rank=0"),
        ({"alpha": 0.0}, r"lora\.alpha=0\.0"),
        ({"dropout": 1.0}, r"lora\.dropout=1\.0"),
        ({"targets": []}, r"lora\.targets is empty"),
    ],
)
def test_values_that_cannot_be_are_refused(settings, message):
    with pytest.raises(ModelError, match=message):
        Lora(**settings)


@pytest.mark.parametrize("targets", [["q_prj"], "q_proj"])
def test_targets_that_are_not_there_are_refused(targets):
    with pytest.raises(ModelError, match=r"lora\.targets.*(q_proj|all-linear)"):
        attach_lora(base(), Lora(targets=targets))
