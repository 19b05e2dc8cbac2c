"""Train mode without dropout: what gradient checkpointing asks for and GRPO needs (T9)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from torch import nn


@contextmanager
def training_without_dropout(model: nn.Module) -> Iterator[None]:
    """Puts `model` in train mode with every dropout off; restores the modes after.

    Sampling, reference and policy passes then compute the same function: ratio 1 and KL 0 at the
    first step, whatever `lora_dropout` says. Train mode itself is needed because transformers only
    checkpoints activations in it and bitsandbytes repacks weights outside it.
    """
    before = [(module, module.training) for module in model.modules()]
    model.train()
    for module in model.modules():
        if isinstance(module, nn.modules.dropout._DropoutNd):
            module.eval()
    try:
        yield
    finally:
        for module, mode in before:
            module.training = mode
