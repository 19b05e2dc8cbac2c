"""Curves as the geometry of inline SVG: the template draws what is computed here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from provelight.records import RewardBreakdown
from provelight.reporting.samples import StepFigures

WIDTH, HEIGHT = 320, 150
LEFT, RIGHT, TOP, BOTTOM = 38, 10, 10, 22
NAMES = ("reward", "success", *RewardBreakdown.PARTS)


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a step and where it is drawn, in units of the view box."""

    step: int
    value: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve of means by step; `ticks` are the values of the grid lines and their heights."""

    name: str
    points: tuple[Point, ...]
    ticks: tuple[tuple[float, float], ...]

    @property
    def path(self) -> str:
        """The points of the SVG polyline."""
        return " ".join(f"{point.x},{point.y}" for point in self.points)


def curves(figures: Mapping[int, StepFigures]) -> list[Curve]:
    """Returns a curve for the reward, the success rate and each part that applies at all."""
    made = []
    for name in NAMES:
        means = {step: m for step, of in figures.items() if (m := of.mean(name)) is not None}
        if means:
            made.append(curve(name, means, min(figures), max(figures)))
    return made


def curve(name: str, means: Mapping[int, float], first: int, last: int) -> Curve:
    """Returns the curve of `means` by step; steps run from `first` to `last`.

    The vertical axis takes in 0 and 1, where most values lie, and more where a value does.
    """
    low, high = min(0.0, *means.values()), max(1.0, *means.values())
    scale = (HEIGHT - TOP - BOTTOM) / (high - low)

    def height(value: float) -> float:
        return round(TOP + (high - value) * scale, 1)

    def across(step: int) -> float:
        share = (step - first) / (last - first) if last > first else 0.5
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    points = (Point(step, value, across(step), height(value)) for step, value in means.items())
    ticks = sorted({low, 0.0, 0.5, 1.0, high})
    return Curve(name, tuple(points), tuple((tick, height(tick)) for tick in ticks))
