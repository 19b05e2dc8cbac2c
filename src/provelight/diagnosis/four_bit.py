"""Whether gradients through 4-bit weights are right after sampling with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from provelight.models.quantization import Quantization, forbid_cpu_repacking

_INPUTS, _OUTPUTS, _ROWS = 128, 96, 4


def gradient_error(device: torch.device) -> float:
    """Returns the relative error of the input's gradient against the dequantised weight's."""
    from bitsandbytes.functional import dequantize_4bit
    from bitsandbytes.nn.modules import Linear4bit

    setting = Quantization("nf4").to_transformers(torch.float32)
    assert setting is not None
    layer: Any = Linear4bit(  # type: ignore[no-untyped-call]
        _INPUTS,
        _OUTPUTS,
        bias=False,
        compute_dtype=torch.float32,
        compress_statistics=setting.bnb_4bit_use_double_quant,
        quant_type=setting.bnb_4bit_quant_type,
    ).to(device)
    forbid_cpu_repacking(layer)
    weight = dequantize_4bit(layer.weight.data, layer.weight.quant_state).float()
    rows = torch.linspace(-1, 1, _ROWS * _INPUTS, device=device).view(_ROWS, _INPUTS)
    with torch.no_grad():
        layer.eval()(rows)
    found = _gradient(layer.train(), rows)
    expected = _gradient(lambda x: nn.functional.linear(x, weight), rows)
    return float((found - expected).norm() / expected.norm())


def _gradient(function: Callable[[Tensor], Tensor], rows: Tensor) -> Tensor:
    inputs = rows.clone().requires_grad_()
    [gradient] = torch.autograd.grad(function(inputs).square().sum(), inputs)
    return gradient
