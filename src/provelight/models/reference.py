"""Shows the reference model inside the one that trains, for a while, and always goes back.

The reference is the frozen copy of the adapter where there is one (`add_reference`), else the base
with the adapter switched off. PEFT's own switches set `requires_grad` on the way, which frees
gradients, wakes frozen weights and confuses optimisers; so the layers are told directly.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from torch import nn

from provelight.models.lora import REFERENCE, lora_layers


@contextmanager
def reference_adapter(model: nn.Module) -> Iterator[None]:
    """Inside, forwards of `model` are the reference's; after it, on an error too, as before.

    Changes neither `requires_grad` nor any weight. Evaluate under `torch.no_grad()`.

    Raises:
        ValueError: where the model has no adapter: it would be its own reference.
    """
    layers: list[Any] = lora_layers(model)
    if not layers:
        raise ValueError("the model has no adapter, so it has no reference; attach_lora first")
    before = [(layer._active_adapter, layer._disable_adapters) for layer in layers]
    try:
        for layer in layers:
            if REFERENCE in layer.lora_A:
                layer._active_adapter = [REFERENCE]
            else:
                layer._disable_adapters = True
        yield
    finally:
        for layer, (active, disabled) in zip(layers, before, strict=True):
            layer._active_adapter, layer._disable_adapters = active, disabled
