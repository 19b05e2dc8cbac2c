"""The clipped policy loss, the KL penalty and how tokens are averaged. Pure functions."""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor

Aggregation = Literal["token_mean", "sequence_mean"]


def policy_loss(
    logps: Tensor, old_logps: Tensor, advantages: Tensor, clip_low: float, clip_high: float
) -> tuple[Tensor, Tensor, Tensor]:
    """Returns the clipped surrogate of each token, and where each clip was active.

    Args:
        logps: (N,) of the policy, with gradient.
        old_logps: (N,) of the policy that the update starts from.
        advantages: (N,) of each token's rollout.
        clip_low: the ratio is held above 1 - clip_low.
        clip_high: the ratio is held below 1 + clip_high.

    Returns:
        (N,) losses; (N,) bool, clipped from below; (N,) bool, clipped from above.
    """
    ratio = torch.exp(logps - old_logps)
    clipped = ratio.clamp(1 - clip_low, 1 + clip_high)
    losses = -torch.minimum(ratio * advantages, clipped * advantages)
    low = (ratio < 1 - clip_low) & (advantages < 0)
    high = (ratio > 1 + clip_high) & (advantages > 0)
    return losses, low, high


def reverse_kl(logps: Tensor, ref_logps: Tensor, old_logps: Tensor) -> Tensor:
    """Returns for each token an estimate of KL(policy || reference) whose gradient is right (T13).

    The estimator k3 = exp(d) - d - 1, d = ref - policy, has the value of the reverse KL but, taken
    alone, the gradient of the forward one. Weighted by the live ratio its expected gradient is that
    of the reverse KL (trl#4637, trl#6503).

    Args:
        logps: (N,) of the policy, with gradient.
        ref_logps: (N,) of the reference.
        old_logps: (N,) of the policy that the update starts from.
    """
    difference = ref_logps - logps
    k3 = torch.exp(difference) - difference - 1
    return torch.exp(logps - old_logps) * k3


def token_weights(counts: list[int], aggregation: Aggregation) -> list[float]:
    """Returns the weight of each token of rollout i in the batch's loss.

    Weights come from the counts of the whole batch, so that any split into micro-batches gives the
    same gradient (T7), and an empty batch gives 0, not NaN (T6).

    Args:
        counts: trained tokens of each rollout.
        aggregation: `token_mean` weighs all tokens alike; `sequence_mean` all rollouts.
    """
    if aggregation == "token_mean":
        total = sum(counts)
        return [1.0 / total if total else 0.0] * len(counts)
    rows = sum(1 for count in counts if count)
    return [1.0 / (count * rows) if count else 0.0 for count in counts]
