"""Loading: the right classes, modes and names, and refusals that come before the weights."""

from __future__ import annotations

import json

import pytest
import torch
from safetensors.torch import load_file, save_file

from provelight.models import memory
from provelight.models.errors import ModelError
from provelight.models.loading import load_model
from provelight.models.quantization import Quantization
from provelight.models.tiny import ARCHITECTURES

NF4 = Quantization("nf4")


@pytest.mark.parametrize("quantization", [Quantization(), NF4], ids=["none", "nf4"])
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_every_architecture_loads_and_predicts(architecture, quantization, ids):
    loaded = load_model(f"tiny:{architecture}", quantization=quantization, device="cpu")
    logits = loaded.model(input_ids=ids).logits
    assert loaded.model.config.model_type == architecture
    assert logits.shape == (2, 12, 512)
    assert torch.isfinite(logits).all()
    assert logits.float().std() > 0


def test_a_tiny_model_is_the_same_each_time_and_leaves_the_generator_alone():
    torch.manual_seed(5)
    expected = torch.rand(3)
    first = load_model("tiny", dtype="float32", device="cpu").model.state_dict()
    torch.manual_seed(5)
    second = load_model("tiny:llama", dtype="float32", device="cpu").model.state_dict()
    assert torch.equal(torch.rand(3), expected)
    assert all(torch.equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize("quantization", [Quantization(), NF4], ids=["none", "nf4"])
def test_every_layer_is_in_train_mode(quantization):
    model = load_model("tiny", quantization=quantization, device="cpu").model
    assert all(module.training for module in model.modules())


def test_the_model_is_called_what_was_asked_for(folder):
    assert load_model("tiny:qwen3", device="cpu").model.name_or_path == "tiny:qwen3"
    assert load_model(str(folder), device="cpu").model.config._name_or_path == str(folder)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_weights_have_the_dtype_asked_for(dtype):
    model = load_model("tiny", dtype=dtype, device="cpu").model
    assert {p.dtype for p in model.parameters()} == {getattr(torch, dtype)}


def test_sampling_keeps_its_cache_under_gradient_checkpointing(ids):  # T20
    model = load_model("tiny", device="cpu").model
    model.gradient_checkpointing_enable()
    model.eval()
    with torch.no_grad():
        output = model(input_ids=ids, use_cache=True)
    assert output.past_key_values.get_seq_length() == ids.shape[1]


def test_weights_that_are_missing_are_refused(folder):
    weights = load_file(folder / "model.safetensors")
    del weights["model.layers.1.mlp.up_proj.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelError, match=r"lacks 1 .*layers\.1\.mlp\.up_proj\.weight"):
        load_model(str(folder), device="cpu")


def test_weights_of_another_shape_are_refused(folder):
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"intermediate_size": 96}))
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_model(str(folder), device="cpu")


def test_a_tokenizer_of_another_model_is_refused(folder):
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"vocab_size": 480}))
    weights = load_file(folder / "model.safetensors")
    weights["model.embed_tokens.weight"] = weights["model.embed_tokens.weight"][:480].clone()
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelError, match="embeds 480 tokens, its tokenizer has 483"):
        load_model(str(folder), device="cpu")


def test_a_corrupt_tokenizer_is_refused_before_the_weights(folder, monkeypatch):
    (folder / "tokenizer.json").write_text("{broken")
    monkeypatch.setattr("provelight.models.loading._load_weights", pytest.fail)
    with pytest.raises(ModelError, match=r"tokenizer of .* cannot be read"):
        load_model(str(folder), device="cpu")


def test_a_model_that_does_not_fit_is_refused_before_it_is_read(folder, monkeypatch):  # P1
    monkeypatch.setattr(memory, "free_bytes", lambda _: 1000)
    monkeypatch.setattr("provelight.models.loading._load_tokenizer", pytest.fail)
    with pytest.raises(ModelError, match=r"does not fit.*GiB free.*quantization=nf4"):
        load_model(str(folder), dtype="float32", device="cpu")


def test_an_unknown_architecture_is_refused_by_name(folder):
    (folder / "config.json").write_text(json.dumps({"model_type": "mamba9"}))
    with pytest.raises(ModelError, match="'mamba9'"):
        load_model(str(folder), device="cpu")


def test_the_small_real_model_answers(embedded):
    loaded = load_model(str(embedded), device="cpu")
    question = [{"role": "user", "content": "What is the capital of France?"}]
    prompt = loaded.tokenizer.apply_chat_template(
        question, add_generation_prompt=True, return_tensors="pt"
    )
    answer = loaded.model.eval().generate(**prompt, max_new_tokens=8, do_sample=False)
    assert "Paris" in loaded.tokenizer.decode(answer[0])
