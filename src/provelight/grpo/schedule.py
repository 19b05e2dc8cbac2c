"""How the learning rate moves over the steps of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Schedule:
    """Linear warm-up, then constant or linear decay to a share of the rate.

    Attributes:
        warmup_steps: steps until the full rate.
        total_steps: steps of the run, where the decay ends.
        final_share: share of the rate at the end; 1 keeps it constant.
    """

    warmup_steps: int = 0
    total_steps: int = 1
    final_share: float = 1.0

    def __post_init__(self) -> None:
        if self.warmup_steps < 0 or self.total_steps < 1:
            raise ValueError(
                f"schedule.warmup_steps={self.warmup_steps}, total_steps={self.total_steps}: "
                "give 0 or more and 1 or more"
            )
        if not 0 <= self.final_share <= 1:
            raise ValueError(f"schedule.final_share is {self.final_share}; give 0 to 1")

    def __call__(self, step: int) -> float:
        """Returns the factor on the learning rate at a step, counted from 0."""
        if step < self.warmup_steps:
            return (step + 1) / (self.warmup_steps + 1)
        span = max(self.total_steps - self.warmup_steps, 1)
        done = min((step - self.warmup_steps) / span, 1.0)
        return 1.0 - (1.0 - self.final_share) * done


def set_rate(optimizer: Any, schedule: Callable[[int], float] | None, step: int) -> float:
    """Sets the learning rate of a step, counted from 0, and returns it.

    Args:
        optimizer: its groups get the rate that they were made with, times the factor.
        schedule: factor for each step; None keeps the rate.
        step: of the run, so that a resumed one goes on where it was.
    """
    factor = 1.0 if schedule is None else schedule(step)
    for group in optimizer.param_groups:
        group["lr"] = group.setdefault("initial_lr", group["lr"]) * factor
    return float(optimizer.param_groups[0]["lr"])
