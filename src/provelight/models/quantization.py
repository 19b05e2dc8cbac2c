"""The 4-bit base: NF4 through bitsandbytes, on CUDA and on the CPU.

The cure. On a CPU with avx512_bf16, bitsandbytes repacks a `Linear4bit` for inference the first
time it runs in eval mode without gradients, and never back; gradients of later training forwards
are then wrong, with a loss that looks normal. Sampling before training does exactly that. So the
repacking is switched off on every layer (bitsandbytes issue 2078 tells of a relative).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import torch
from torch import nn
from transformers import BitsAndBytesConfig

from provelight.models.errors import ModelError

QuantizationKind = Literal["none", "nf4"]


@dataclass(frozen=True, slots=True)
class Quantization:
    """How the base model's weights are kept.

    Args:
        kind: `none`, or `nf4` for 4-bit weights in all linear layers but the output layer.
        double: quantise the scales too, which saves 0.4 bits a weight.

    Raises:
        ModelError: for another kind.
    """

    kind: QuantizationKind = "none"
    double: bool = True

    def __post_init__(self) -> None:
        kinds = get_args(QuantizationKind)
        if self.kind not in kinds:
            raise ModelError(f"quantization kind {self.kind!r}: choose one of {', '.join(kinds)}")

    @property
    def bits_per_weight(self) -> float | None:
        """Bits that a quantised weight takes, scales included; None where none is quantised."""
        if self.kind == "none":
            return None
        scales = 8 / 64 + 32 / (64 * 256) if self.double else 32 / 64
        return 4 + scales

    def to_transformers(self, compute_dtype: torch.dtype) -> BitsAndBytesConfig | None:
        """Returns the setting for `from_pretrained`; None where nothing is quantised."""
        if self.kind == "none":
            return None
        return BitsAndBytesConfig(  # type: ignore[no-untyped-call]
            load_in_4bit=True,
            bnb_4bit_quant_type="nf4",
            bnb_4bit_use_double_quant=self.double,
            bnb_4bit_compute_dtype=compute_dtype,
        )


def forbid_cpu_repacking(model: nn.Module) -> int:
    """Applies the cure to every 4-bit layer; call it before the first forward.

    Returns:
        The number of 4-bit layers.

    Raises:
        RuntimeError: where a layer has been repacked already, which cannot be undone exactly.
    """
    from bitsandbytes.nn.modules import Linear4bit

    layers = [(n, layer) for n, layer in model.named_modules() if isinstance(layer, Linear4bit)]
    for name, layer in layers:
        state = getattr(layer.weight, "quant_state", None)
        if getattr(state, "packing_format_for_cpu", False):
            raise RuntimeError(
                f"4-bit layer {name} was repacked by a forward; load the model again"
            )
        layer.support_avx512bf16_for_cpu = False
    return len(layers)
