"""The adapter folded into the base for a while, so that sampling pays no side path.

Exact on the way back: the base weights are set aside, not recomputed. The sums differ from those of
the side path by rounding, which in float32 is far below what sampling can show; so only a float32
base that is not quantised is merged.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import nn

from provelight.models.lora import lora_layers


def can_merge(model: nn.Module) -> bool:
    """Tells whether every layer with an adapter is a plain float32 linear layer."""
    layers: list[Any] = lora_layers(model)
    return bool(layers) and all(
        type(layer.base_layer) is nn.Linear and layer.base_layer.weight.dtype == torch.float32
        for layer in layers
    )


@contextmanager
def merged_adapter(model: nn.Module) -> Iterator[None]:
    """Inside, the base layers hold base + adapter and the side paths rest; after it, as before.

    Takes the memory of the adapted base weights a second time. Use under `torch.no_grad()`.
    """
    layers: list[Any] = [layer for layer in lora_layers(model) if not layer.disable_adapters]
    originals = [layer.base_layer.weight.data for layer in layers]
    try:
        for layer in layers:
            delta = sum(layer.get_delta_weight(name) for name in layer.active_adapters)
            layer.base_layer.weight.data = layer.base_layer.weight.data + delta
            layer._disable_adapters = True
        yield
    finally:
        for layer, original in zip(layers, originals, strict=True):
            layer.base_layer.weight.data = original
            layer._disable_adapters = False
