"""The settings of GRPO, checked when they are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from provelight.grpo.advantages import Scaling
from provelight.grpo.loss import Aggregation


@dataclass(frozen=True, slots=True)
class GRPOSettings:
    """What the paper leaves open follows verl's defaults (docs/paper_map.md).

    Attributes:
        kl_coefficient: weight of the KL penalty (PROVE §4.1: 0.01); 0 skips the reference pass.
        clip_low: lower clip of the ratio.
        clip_high: upper clip of the ratio.
        advantage_scaling: `group` divides by the group's standard deviation.
        aggregation: how tokens are averaged.
        max_grad_norm: gradients are scaled down to this norm.
        trained_rows_per_group: train only on so many rollouts of a group, those whose rewards are
            spread most (PODS, arXiv 2504.13818); null trains on all.
        rows_per_micro_batch: rollouts of a group in one forward and backward; null takes the whole
            group, so that its prompt is computed once.
        logp_chunk_tokens: tokens whose logits exist at a time.
        correction_above: mean gap of sampled and live log-probability above which the loss is
            corrected by the truncated ratio.
        correction_cap: largest such ratio.
    """

    kl_coefficient: float = 0.01
    clip_low: float = 0.2
    clip_high: float = 0.2
    advantage_scaling: Scaling = "group"
    aggregation: Aggregation = "token_mean"
    max_grad_norm: float = 1.0
    trained_rows_per_group: int | None = None
    rows_per_micro_batch: int | None = None
    logp_chunk_tokens: int = 256
    correction_above: float = 0.02
    correction_cap: float = 2.0

    def __post_init__(self) -> None:
        _at_least("kl_coefficient", self.kl_coefficient, 0.0)
        _at_least("correction_above", self.correction_above, 0.0)
        _at_least("correction_cap", self.correction_cap, 1.0)
        _at_least("logp_chunk_tokens", self.logp_chunk_tokens, 1)
        if self.trained_rows_per_group is not None:
            _at_least("trained_rows_per_group", self.trained_rows_per_group, 2)
        if self.rows_per_micro_batch is not None:
            _at_least("rows_per_micro_batch", self.rows_per_micro_batch, 1)
        if not 0 < self.clip_low < 1 or self.clip_high <= 0:
            raise ValueError(
                f"algorithm.clip_low={self.clip_low} and clip_high={self.clip_high}: "
                "give 0 < clip_low < 1 and clip_high > 0, for example 0.2 and 0.2"
            )
        if self.max_grad_norm <= 0:
            raise ValueError(f"algorithm.max_grad_norm is {self.max_grad_norm}; give more than 0")
        _one_of("advantage_scaling", self.advantage_scaling, get_args(Scaling))
        _one_of("aggregation", self.aggregation, get_args(Aggregation))


def _at_least(name: str, value: float, least: float) -> None:
    if value < least:
        raise ValueError(f"algorithm.{name} is {value}; give {least} or more")


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"algorithm.{name} is {value!r}; allowed: {', '.join(allowed)}")
