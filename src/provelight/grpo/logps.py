"""Log-probabilities of given tokens, in chunks: the (tokens x vocabulary) matrix never exists."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from provelight.models.heads import logits_of


def token_logps(
    model: Any, hidden: Tensor, targets: Tensor, temperature: float = 1.0, chunk_size: int = 256
) -> tuple[Tensor, Tensor]:
    """Returns the log-probability of each target and the entropy where it was predicted.

    Args:
        model: gives the output layer.
        hidden: (N, H) last hidden states of the predicting positions.
        targets: (N,) token ids.
        temperature: divides the logits, as in sampling (T11).
        chunk_size: tokens a chunk; the backward recomputes a chunk's logits.

    Returns:
        (N,) float32 with gradient, and (N,) float32 without.
    """

    def chunk(states: Tensor, ids: Tensor) -> tuple[Tensor, Tensor]:
        logits = logits_of(model, states).float() / temperature
        normal = torch.log_softmax(logits, dim=-1)
        entropy = -(normal.detach().exp() * normal.detach()).sum(-1)
        return normal.gather(1, ids[:, None])[:, 0], entropy

    if not len(targets):
        empty = hidden.sum() * 0 + hidden.new_zeros(0, dtype=torch.float32)
        return empty, empty.detach()
    pieces = [
        checkpoint(chunk, states, ids, use_reentrant=False)
        if torch.is_grad_enabled()
        else chunk(states, ids)
        for states, ids in zip(
            torch.split(hidden, chunk_size), torch.split(targets, chunk_size), strict=True
        )
    ]
    return torch.cat([p[0] for p in pieces]), torch.cat([p[1] for p in pieces])
