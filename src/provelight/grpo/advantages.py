"""Advantages of the rollouts of a group, relative to each other."""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor

Scaling = Literal["group", "none"]

_EPSILON = 1e-4


def has_spread(rewards: Tensor, tolerance: float = 1e-6) -> bool:
    """Tells whether the rewards of a group differ by more than rounding (T8).

    A test on the range, not on the standard deviation: the latter of equal floats is not always 0.
    """
    return rewards.numel() > 1 and bool(rewards.max() - rewards.min() > tolerance)


def group_advantages(rewards: Tensor, scaling: Scaling = "group") -> Tensor:
    """Returns how much better each rollout did than its group (PROVE §4.1, GRPO).

    Args:
        rewards: (G,) total rewards of the rollouts that count.
        scaling: `group` divides by the group's standard deviation, `none` does not.

    Returns:
        (G,) float32; exactly 0 for a group without spread.
    """
    if not has_spread(rewards):
        return torch.zeros_like(rewards, dtype=torch.float32)
    centred = rewards.double() - rewards.double().mean()
    if scaling == "group":
        centred = centred / (rewards.double().std() + _EPSILON)
    return centred.float()


def most_spread(rewards: Tensor, count: int) -> list[int]:
    """Returns the `count` rollouts of a group whose rewards have the greatest variance.

    They are the best and the worst ones, so many of each as spread most; sampling is cheap beside
    training, and the middle teaches little (PODS, arXiv 2504.13818).

    Args:
        rewards: (G,) total rewards.
        count: how many to keep, 2 or more; all where there are no more.

    Returns:
        Indices in ascending order; of equal rewards the earlier rollout is taken.
    """
    if count >= rewards.numel():
        return list(range(rewards.numel()))
    order = rewards.double().sort(stable=True).indices
    choices = [torch.cat([order[:low], order[low - count :]]) for low in range(1, count)]
    spreads = torch.stack([rewards.double()[choice].var() for choice in choices])
    return sorted(choices[int(spreads.argmax())].tolist())
