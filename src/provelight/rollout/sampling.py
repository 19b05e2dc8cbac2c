"""Sampling of one token for each row, from uniforms that the caller draws.

Left out on purpose: top-p and top-k. They change the distribution that is sampled but not the one
that is trained (T11), so `SamplingParams` refuses them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import torch
from torch import Tensor

_BLOCK = 256


@dataclass(frozen=True, slots=True)
class SamplingParams:
    """How tokens are drawn.

    Attributes:
        temperature: 0 is greedy; sampling and training divide the logits by the same value (T11).
        max_message_tokens: longest assistant message, in tokens.
        seed: with step, group and row the key of each row's random numbers.
    """

    temperature: float = 1.0
    max_message_tokens: int = 512
    seed: int = 0
    top_p: float = 1.0
    top_k: int = 0

    def __post_init__(self) -> None:
        if self.temperature < 0:
            raise ValueError(f"rollout.temperature is {self.temperature}; it must be 0 or more")
        if self.max_message_tokens < 1:
            raise ValueError(f"max_message_tokens is {self.max_message_tokens}; give at least 1")
        if self.top_p != 1.0 or self.top_k != 0:
            raise ValueError(
                f"top_p={self.top_p}, top_k={self.top_k}: training assumes the full distribution; "
                "set top_p=1.0 and top_k=0, and shape sampling with temperature"
            )

    def generator(self, step: int, group: int, row: int) -> torch.Generator:
        """Returns the random numbers of one rollout, the same on every machine and schedule."""
        key = hashlib.sha256(f"{self.seed}/{step}/{group}/{row}".encode()).digest()
        return torch.Generator().manual_seed(int.from_bytes(key[:7], "big"))


def choose(logits: Tensor, temperature: float, uniforms: Tensor) -> tuple[Tensor, Tensor]:
    """Chooses one token a row by inverting the cumulative distribution.

    Args:
        logits: (B, V), any float type.
        temperature: 0 takes the largest logit.
        uniforms: (B,) float64 in [0, 1); not read when greedy.

    Returns:
        Token ids (B,) and their log-probabilities (B,) float32 at that temperature
        (at temperature 1 when greedy).
    """
    logps = torch.log_softmax(logits.float() / (temperature or 1.0), dim=-1)
    tokens = logps.argmax(-1) if temperature == 0 else _invert(logps.exp(), uniforms)
    return tokens, logps.gather(1, tokens[:, None])[:, 0]


def _invert(probs: Tensor, uniforms: Tensor) -> Tensor:
    """Inverts the cumulative sum in two levels, so that float32 keeps its precision over (B, V)."""
    rows, vocab = probs.shape
    blocks = torch.nn.functional.pad(probs, (0, -vocab % _BLOCK)).view(rows, -1, _BLOCK)
    ends = blocks.sum(-1).double().cumsum(-1)  # (B, V / block)
    target = uniforms.to(ends)[:, None] * ends[:, -1:]
    block = torch.searchsorted(ends, target, right=True).clamp(max=ends.shape[1] - 1)  # (B, 1)
    start = torch.where(block > 0, ends.gather(1, (block - 1).clamp(min=0)), 0.0)
    inside = blocks[torch.arange(rows, device=probs.device), block[:, 0]].double().cumsum(-1)
    offset = torch.searchsorted(inside, target - start, right=True)
    # Rounding may point past the last token that has any probability; step back onto it.
    last = (inside < inside[:, -1:]).sum(-1, keepdim=True)
    return (block * _BLOCK + torch.minimum(offset, last))[:, 0]
