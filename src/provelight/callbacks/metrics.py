"""What is logged about rollouts, under TRL's names so that curves compare."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

import torch

from provelight.grpo.advantages import has_spread
from provelight.records import FinishReason, RewardBreakdown, Rollout, Task


def rollout_metrics(groups: Sequence[Sequence[Rollout]], tasks: Sequence[Task]) -> dict[str, float]:
    """Returns the metrics of scored groups; excluded rollouts count in `rollout/excluded` only."""
    counted = [[r for r in group if not r.excluded] for group in groups]
    rollouts = [rollout for group in counted for rollout in group]
    excluded = sum(len(group) for group in groups) - len(rollouts)
    metrics = {"rollout/excluded": float(excluded)}
    if not rollouts:
        return metrics
    return {
        **metrics,
        **_reward_metrics(counted, rollouts),
        **_length_metrics(rollouts),
        **_tool_metrics(counted, tasks),
        "success": _mean(float(bool(r.success)) for r in rollouts),
    }


def _reward_metrics(
    groups: Sequence[Sequence[Rollout]], rollouts: Sequence[Rollout]
) -> dict[str, float]:
    totals = [[_reward(r).total for r in group] for group in groups if group]
    deviations = [statistics.stdev(group) if len(group) > 1 else 0.0 for group in totals]
    flat = [not has_spread(torch.tensor(group, dtype=torch.float64)) for group in totals]
    reward = _mean(total for group in totals for total in group)
    parts = {
        f"rewards/{part}/mean": _mean(values)
        for part in RewardBreakdown.PARTS
        if (values := [v for r in rollouts if (v := getattr(_reward(r), part)) is not None])
    }
    names = sorted({name for r in rollouts for name in _reward(r).extra})
    extra = {
        f"rewards/{name}/mean": _mean(_reward(r).extra.get(name, 0.0) for r in rollouts)
        for name in names
    }
    return {
        "reward": reward,
        "critic/score/mean": reward,  # the name in the paper's figure 3
        "reward_std": _mean(deviations),
        "frac_reward_zero_std": _mean(map(float, flat)),
        **parts,
        **extra,
    }


def _length_metrics(rollouts: Sequence[Rollout]) -> dict[str, float]:
    lengths = [float(rollout.completion_length) for rollout in rollouts]
    cut = [float(rollout.finish_reason == FinishReason.LENGTH) for rollout in rollouts]
    return {
        "completions/mean_length": _mean(lengths),
        "completions/min_length": min(lengths),
        "completions/max_length": max(lengths),
        "completions/clipped_ratio": _mean(cut),
    }


def _tool_metrics(groups: Sequence[Sequence[Rollout]], tasks: Sequence[Task]) -> dict[str, float]:
    rollouts = [rollout for group in groups for rollout in group]
    calls = [call for rollout in rollouts for call in rollout.calls]
    ratios = [
        len(rollout.calls) / len(task.ground_truth)
        for task, group in zip(tasks, groups, strict=True)
        for rollout in group
        if task.ground_truth
    ]
    metrics = {
        "tools/call_frequency": len(calls) / len(rollouts),
        "tools/failure_frequency": _mean(float(not call.result.ok) for call in calls),
    }
    return {**metrics, "calls_per_ground_truth": _mean(ratios)} if ratios else metrics


def _reward(rollout: Rollout) -> RewardBreakdown:
    if rollout.reward is None:
        raise ValueError(f"rollout {rollout.task_id}/{rollout.row} has not been scored")
    return rollout.reward


def _mean(values: Iterable[float]) -> float:
    values = list(values)
    return statistics.fmean(values) if values else 0.0
