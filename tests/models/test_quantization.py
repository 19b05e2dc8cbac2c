"""4-bit weights: the gradient after generating, on any CPU.

The fault needs a CPU with avx512_bf16; bitsandbytes is told here that it has one, which makes it
repack the weights all the same.
"""

from __future__ import annotations

import pytest
import torch
from torch import nn

from provelight.models import loading
from provelight.models.errors import ModelError
from provelight.models.loading import load_model
from provelight.models.lora import Lora, attach_lora
from provelight.models.quantization import Quantization, forbid_cpu_repacking

NF4 = Quantization("nf4")


@pytest.fixture(autouse=True)
def _a_cpu_with_avx512_bf16(monkeypatch):
    monkeypatch.setattr("bitsandbytes.nn.modules.has_avx512bf16", lambda: True)


def quantized(path):
    model = load_model(path, dtype="float32", quantization=NF4, device="cpu").model
    return with_adapter(model)


def dequantized(path):
    """The twin with plain float32 layers that hold what the 4-bit layers stand for."""
    from bitsandbytes.functional import dequantize_4bit
    from bitsandbytes.nn.modules import Linear4bit

    model = load_model(path, dtype="float32", quantization=NF4, device="cpu").model
    for name, layer in list(model.named_modules()):
        if isinstance(layer, Linear4bit):
            plain = nn.Linear(layer.in_features, layer.out_features, bias=layer.bias is not None)
            weight = dequantize_4bit(layer.weight.data, layer.weight.quant_state).float()
            plain.weight = nn.Parameter(weight)
            if layer.bias is not None:
                plain.bias = layer.bias
            model.set_submodule(name, plain)
    return with_adapter(model)


def with_adapter(model):
    """LoRA whose update is not zero, so that gradients reach both of its halves."""
    wrapped = attach_lora(model, Lora(rank=4))
    generator = torch.Generator().manual_seed(1)
    for _, parameter in sorted(wrapped.named_parameters()):
        if parameter.requires_grad:
            parameter.data = torch.randn(parameter.shape, generator=generator) * 0.1
    return wrapped


def generate(model, ids):
    model.eval()
    model.generate(input_ids=ids, max_new_tokens=4, do_sample=False)
    model.train()


def gradient(model, ids):
    model(input_ids=ids, labels=ids).loss.backward()
    grads = [p.grad.flatten() for _, p in sorted(model.named_parameters()) if p.requires_grad]
    return torch.cat(grads)


@pytest.mark.parametrize("path", ["tiny:llama", "tiny:qwen2"])  # without and with biases
def test_the_gradient_after_generating_is_that_of_the_dequantized_model(path, ids):
    model, twin = quantized(path), dequantized(path)
    generate(model, ids)
    found, expected = gradient(model, ids), gradient(twin, ids)
    assert expected.norm() > 0
    assert (found - expected).norm() / expected.norm() < 1e-5


@pytest.mark.filterwarnings("ignore:bitsandbytes..gemv_4bit")
def test_without_the_cure_the_gradient_after_generating_is_wrong(monkeypatch, ids):
    monkeypatch.setattr(loading, "forbid_cpu_repacking", lambda _: 0)
    model, twin = quantized("tiny:llama"), dequantized("tiny:llama")
    generate(model, ids)
    found, expected = gradient(model, ids), gradient(twin, ids)
    assert (found - expected).norm() / expected.norm() > 0.1


def test_layers_that_were_repacked_already_are_refused(monkeypatch, ids):
    monkeypatch.setattr(loading, "forbid_cpu_repacking", lambda _: 0)
    model = quantized("tiny:llama")
    generate(model, ids)
    with pytest.raises(RuntimeError, match="repacked"):
        forbid_cpu_repacking(model)


def test_all_linear_layers_but_the_output_are_in_four_bits():
    from bitsandbytes.nn.modules import Linear4bit

    model = load_model("tiny:qwen3", quantization=NF4, device="cpu").model
    plain = [
        name
        for name, layer in model.named_modules()
        if isinstance(layer, nn.Linear) and not isinstance(layer, Linear4bit)
    ]
    assert plain == ["lm_head"]
    assert forbid_cpu_repacking(model) == 14


def test_a_kind_that_there_is_not_is_refused_with_the_choices():
    with pytest.raises(ModelError, match=r"'int8'.*none, nf4"):
        Quantization("int8")  # type: ignore[arg-type]
