"""Reads the rollouts of a run: a few figures of every step, all of the last steps.

Leaves out the token ids, so that a long run fits in memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from provelight.records import RewardBreakdown, Rollout
from provelight.reporting.errors import ReportError


@dataclass(frozen=True, slots=True)
class Sample:
    """A rollout and where in training it was made; `tokens` were sampled by the model."""

    step: int
    group: int
    tokens: int
    rollout: Rollout


@dataclass(slots=True)
class StepFigures:
    """What the curves show of one step: the values of its scored rollouts, by name."""

    rollouts: int = 0
    values: dict[str, list[float]] = field(default_factory=dict)

    def add(self, rollout: Rollout) -> None:
        """Counts a rollout; an excluded one and parts that do not apply give no value."""
        self.rollouts += 1
        reward = rollout.reward
        if rollout.excluded or reward is None:
            return
        shown = {"reward": reward.total, "success": rollout.success}
        shown |= {part: getattr(reward, part) for part in RewardBreakdown.PARTS}
        for name, value in shown.items():
            if value is not None:
                self.values.setdefault(name, []).append(float(value))

    def mean(self, name: str) -> float | None:
        """Returns the mean of a value over the step; None where no rollout has it."""
        values = self.values.get(name)
        return sum(values) / len(values) if values else None


@dataclass(frozen=True, slots=True)
class History:
    """All steps of a run in figures, the last ones in full; both by step, in order."""

    figures: dict[int, StepFigures]
    samples: dict[int, list[Sample]]

    @property
    def rollouts(self) -> int:
        """How many rollouts the run made."""
        return sum(step.rollouts for step in self.figures.values())

    @property
    def best(self) -> float:
        """The greatest reward of the run, at least 1: where the bars of rewards end."""
        return max(
            [1.0, *(v for step in self.figures.values() for v in step.values.get("reward", ()))]
        )

    @property
    def shown(self) -> int:
        """How many of them are there in full."""
        return sum(len(samples) for samples in self.samples.values())


def read_history(path: Path, last_steps: int) -> History:
    """Reads `rollouts.jsonl` and keeps the rollouts of the last `last_steps` steps.

    Raises:
        ReportError: where the file is missing, empty, or a line of it is no rollout.
    """
    figures: dict[int, StepFigures] = {}
    samples: dict[int, list[Sample]] = {}
    for sample in _samples(path):
        figures.setdefault(sample.step, StepFigures()).add(sample.rollout)
        samples.setdefault(sample.step, []).append(sample)
        if len(samples) > last_steps:
            del samples[min(samples)]
    if not figures:
        raise ReportError(f"{path} holds no rollouts; the first training step writes there")
    return History(dict(sorted(figures.items())), dict(sorted(samples.items())))


def _samples(path: Path) -> Iterator[Sample]:
    try:
        lines = open(path, "rb")  # noqa: SIM115 (closed below; apart, to know whose error it is)
    except OSError as error:
        raise ReportError(
            f"{path}: {error.strerror}; training writes it where callbacks.samples is on"
        ) from error
    with lines:
        for number, line in enumerate(lines, 1):
            sample = _sample(line, f"{path}:{number}")
            if sample is not None:
                yield sample


def _sample(line: bytes, place: str) -> Sample | None:
    """Reads a line; None for a blank one and for one that training is still writing."""
    if not line.strip():
        return None
    try:
        value = json.loads(line)
        rollout = Rollout.from_json(value["rollout"])
        step, group = int(value["step"]), int(value["group"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        if not line.endswith(b"\n"):
            return None
        raise ReportError(f'{place}: not {{"step", "group", "rollout"}}: {_told(error)}') from error
    bare = replace(rollout, ids=(), sources=(), logps=())
    return Sample(step, group, rollout.completion_length, bare)


def _told(error: Exception) -> str:
    """Returns an error in one line, with its kind where the text alone says nothing."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def mean_of(samples: list[Sample], value: Callable[[Rollout], float | None]) -> float | None:
    """Returns the mean of a value over rollouts that have it; None where none has."""
    values = [v for s in samples if not s.rollout.excluded and (v := value(s.rollout)) is not None]
    return sum(values) / len(values) if values else None
