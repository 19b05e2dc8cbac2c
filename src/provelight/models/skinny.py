"""Faster products of a large weight with few rows, for decoding on a CPU in float32.

BLAS packs the larger operand for every product, which for a handful of rows costs more than the
product. Written as (W x^T)^T the weight is read as it lies: about a fifth of a decoding step at 16
to 32 rows (benchmarks/decode.py). The result differs by rounding only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import torch
from torch import Tensor, nn

_FEWEST, _MOST = 4, 48


def skinny_linear(layer: nn.Linear, inputs: Tensor) -> Tensor:
    """Returns what `layer(inputs)` does, by the order of operands that suits the number of rows."""
    rows = inputs.numel() // inputs.shape[-1]
    if not _FEWEST <= rows <= _MOST:
        return nn.functional.linear(inputs, layer.weight, layer.bias)
    product = torch.mm(layer.weight, inputs.reshape(rows, -1).t()).t()
    if layer.bias is not None:
        product = product + layer.bias
    return product.reshape(*inputs.shape[:-1], -1)


@contextmanager
def skinny_products(model: nn.Module) -> Iterator[None]:
    """Lets the float32 linear layers on the CPU take the fast way; restores them after."""
    layers = [
        layer
        for layer in model.modules()
        if type(layer) is nn.Linear
        and layer.weight.dtype == torch.float32
        and layer.weight.device.type == "cpu"
    ]
    for layer in layers:
        layer.forward = partial(skinny_linear, layer)  # type: ignore[method-assign]
    try:
        yield
    finally:
        for layer in layers:
            del layer.forward
