"""The rollouts as they are browsed: steps, in them groups of one task, in them rollouts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from provelight.reporting.samples import Sample, mean_of


@dataclass(frozen=True, slots=True)
class Group:
    """The rollouts of one task at one step, the best first."""

    number: int
    task_id: str
    request: str
    mean: float | None
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """The groups of one step and the mean reward over them."""

    number: int
    mean: float | None
    groups: tuple[Group, ...]


def steps_of(samples: Mapping[int, list[Sample]]) -> list[Step]:
    """Returns the steps, the newest first."""
    return [
        Step(number, _mean(samples[number]), _groups(samples[number]))
        for number in sorted(samples, reverse=True)
    ]


def _groups(samples: list[Sample]) -> tuple[Group, ...]:
    by_number: dict[int, list[Sample]] = {}
    for sample in samples:
        by_number.setdefault(sample.group, []).append(sample)
    return tuple(_group(number, by_number[number]) for number in sorted(by_number))


def _group(number: int, samples: list[Sample]) -> Group:
    ordered = sorted(samples, key=_best_first)
    first = ordered[0].rollout
    said = (m.get("content") for m in first.messages if m.get("role") == "user")
    return Group(number, first.task_id, str(next(said, "")), _mean(samples), tuple(ordered))


def _best_first(sample: Sample) -> tuple[bool, float, int]:
    reward = sample.rollout.reward
    unscored = reward is None or sample.rollout.excluded
    return unscored, -reward.total if reward else 0.0, sample.rollout.row


def _mean(samples: list[Sample]) -> float | None:
    return mean_of(samples, lambda rollout: rollout.reward.total if rollout.reward else None)
