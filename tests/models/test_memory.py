"""What weights take, told without loading them, against what they take once loaded."""

from __future__ import annotations

import json

import pytest
import torch

from provelight.models.errors import ModelError
from provelight.models.loading import load_model
from provelight.models.memory import check_fits, weight_bytes
from provelight.models.quantization import Quantization

CPU = torch.device("cpu")


@pytest.fixture
def config(folder):
    return json.loads((folder / "config.json").read_text())


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_plain_weights_take_exactly_what_is_told(folder, config, dtype):
    name = str(dtype).removeprefix("torch.")
    model = load_model(str(folder), dtype=name, device="cpu").model
    taken = sum(p.numel() * p.element_size() for p in model.parameters())
    assert weight_bytes(config, dtype, Quantization()) == taken


@pytest.mark.parametrize("double", [True, False])
def test_nf4_weights_take_what_is_told(folder, config, double):
    quantization = Quantization("nf4", double=double)
    model = load_model(str(folder), dtype="float32", quantization=quantization, device="cpu").model
    taken = sum(p.numel() * p.element_size() for p in model.parameters())
    for module in model.modules():
        if hasattr(module, "quant_state"):
            state = module.weight.quant_state
            taken += state.absmax.numel() * state.absmax.element_size()
            if double:
                taken += state.state2.absmax.numel() * 4
    told = weight_bytes(config, torch.float32, quantization)
    assert told == pytest.approx(taken, rel=0.01)  # small layers round their scales up


def test_what_fits_passes_and_what_does_not_says_what_would(config, monkeypatch):
    check_fits("m", config, torch.float32, Quantization(), CPU)
    monkeypatch.setattr("provelight.models.memory.free_bytes", lambda _: 10)
    with pytest.raises(ModelError, match=r"'m' does not fit.*cpu has 0\.0 GiB free.*=nf4"):
        check_fits("m", config, torch.float32, Quantization(), CPU)
    with pytest.raises(ModelError, match=r"nf4 and float32.*take a smaller model$"):
        check_fits("m", config, torch.float32, Quantization("nf4"), CPU)
