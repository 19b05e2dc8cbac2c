"""One GRPO update from the scored groups of a batch: which groups count, loss, gradients."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from provelight.grpo.advantages import group_advantages, has_spread, most_spread
from provelight.grpo.loss import policy_loss, reverse_kl, token_weights
from provelight.grpo.packing import PackedGroup, pack, packed_logps, split
from provelight.grpo.settings import GRPOSettings
from provelight.models.reference import reference_adapter
from provelight.records import Rollout


@dataclass(slots=True)
class UpdateStats:
    """Sums over the trained tokens of one update; `means` divides by their number."""

    tokens: int = 0
    forward_tokens: int = 0
    loss: float = 0.0
    sums: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def add(self, **values: Tensor) -> None:
        """Adds per-token values."""
        for name, value in values.items():
            self.sums[name] += float(value.detach().double().sum())

    def means(self) -> dict[str, float]:
        """Returns the mean of each value over the trained tokens; 0 without any (T6)."""
        return {name: total / max(self.tokens, 1) for name, total in self.sums.items()}


def groups_to_train(
    groups: Sequence[Sequence[Rollout]], settings: GRPOSettings
) -> list[PackedGroup]:
    """Returns the packed groups whose rewards have spread; the others are never forwarded (T8).

    Excluded rollouts are left out before the baseline is taken (T18), and so are those that
    `trained_rows_per_group` leaves out.
    """
    packs = []
    for group in groups:
        counted = [rollout for rollout in group if not rollout.excluded]
        rewards = torch.tensor([_total(rollout) for rollout in counted], dtype=torch.float64)
        if has_spread(rewards):
            kept = most_spread(rewards, settings.trained_rows_per_group or len(counted))
            counted, rewards = [counted[i] for i in kept], rewards[kept]
            advantages = group_advantages(rewards, settings.advantage_scaling).tolist()
            packs.append(pack(counted, advantages))
    return [group for group in packs if group.trained_tokens]


def _total(rollout: Rollout) -> float:
    if rollout.reward is None:
        raise ValueError(f"rollout {rollout.task_id}/{rollout.row} has no reward")
    return rollout.reward.total


def accumulate_gradients(
    model: Any,
    packs: Sequence[PackedGroup],
    settings: GRPOSettings,
    temperature: float,
    backward: Callable[[Tensor], None],
) -> UpdateStats:
    """Runs forward and backward of all micro-batches; gradients add up in the parameters.

    The weight of a token comes from the whole batch, so any split gives the same gradient (T7).
    """
    stats = UpdateStats(tokens=sum(group.trained_tokens for group in packs))
    counts = [len(branch.trained) for group in packs for branch in group.branches]
    weights = iter(token_weights(counts, settings.aggregation))
    for group in packs:
        rows = settings.rows_per_micro_batch or len(group.branches)
        for piece in split(group, rows):
            per_token = [(next(weights), branch) for branch in piece.branches]
            weight = _spread([(w, len(b.trained)) for w, b in per_token])
            advantage = _spread([(b.advantage, len(b.trained)) for b in piece.branches])
            loss = _loss(model, piece, weight, advantage, settings, temperature, stats)
            stats.loss += float(loss.detach())
            stats.forward_tokens += piece.forward_tokens
            backward(loss)
    return stats


def _spread(values: Sequence[tuple[float, int]]) -> Tensor:
    return torch.cat([torch.full((count,), value) for value, count in values])


def _loss(
    model: Any,
    piece: PackedGroup,
    weight: Tensor,
    advantage: Tensor,
    settings: GRPOSettings,
    temperature: float,
    stats: UpdateStats,
) -> Tensor:
    reference = None
    if settings.kl_coefficient:
        with torch.no_grad(), reference_adapter(model):
            reference = packed_logps(model, piece, temperature, settings.logp_chunk_tokens)[0]
    logps, entropy = packed_logps(model, piece, temperature, settings.logp_chunk_tokens)
    old = logps.detach()
    weight, advantage = weight.to(logps.device), advantage.to(logps.device)
    losses, low, high = policy_loss(logps, old, advantage, settings.clip_low, settings.clip_high)
    sampled = torch.tensor([lp for b in piece.branches for lp in b.sampled_logps]).to(old)
    gap = (old - sampled).abs()
    if len(gap) and float(gap.mean()) > settings.correction_above:
        losses = losses * torch.exp(old - sampled).clamp(max=settings.correction_cap)
    if reference is not None:
        penalty = reverse_kl(logps, reference, old)
        losses = losses + settings.kl_coefficient * penalty
        stats.add(kl=penalty)
    stats.add(entropy=entropy, logprob_gap=gap, clip_low=low.float(), clip_high=high.float())
    return (losses * weight).sum()
