"""Bootstrap intervals of means and of paired gains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_RESAMPLES = 10_000
_SEED = 20_260


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95% bootstrap interval; `count` values went in."""

    mean: float
    low: float
    high: float
    count: int

    def __format__(self, spec: str) -> str:
        """Returns `mean [low, high]`; the spec is a number's, three digits where it has none."""
        digits = spec if "." in spec else f"{spec}.3f"
        return f"{self.mean:{digits}} [{self.low:{digits}}, {self.high:{digits}}]"

    def __str__(self) -> str:
        return format(self)


def bootstrap_mean(values: Sequence[float]) -> Interval:
    """Returns the mean of `values` with its 95% percentile interval; the same for the same values.

    Raises:
        ValueError: without values.
    """
    if not values:
        raise ValueError("no values to average: evaluate at least one task")
    data = np.asarray(values, dtype=np.float64)
    draws = np.random.default_rng(_SEED).integers(0, len(data), (_RESAMPLES, len(data)))
    low, high = np.quantile(data[draws].mean(axis=1), [0.025, 0.975])
    return Interval(float(data.mean()), float(low), float(high), len(data))


def paired_gain(after: Sequence[float], before: Sequence[float]) -> Interval:
    """Returns the mean of `after - before`, task by task, with its 95% interval.

    Raises:
        ValueError: where the two were not measured on the same number of tasks.
    """
    if len(after) != len(before):
        raise ValueError(f"{len(after)} values after, {len(before)} before: pair the same tasks")
    return bootstrap_mean([a - b for a, b in zip(after, before, strict=True)])
