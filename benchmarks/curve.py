"""Draws the reward over the steps of runs, from their TensorBoard events."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

_SMOOTH = 3


def draw_curves(folders: Sequence[Path], path: Path) -> None:
    """Writes one picture: training reward (thin: each step, thick: mean of three) by run."""
    figure, axes = plt.subplots(figsize=(7, 3.2))
    for folder in folders:
        steps, values = scalars(folder, "reward")
        (line,) = axes.plot(steps, values, linewidth=0.8, alpha=0.4)
        smooth = [
            sum(part) / len(part)
            for i in range(len(values))
            if (part := values[max(0, i - _SMOOTH + 1) : i + 1])
        ]
        axes.plot(steps, smooth, linewidth=2, color=line.get_color(), label=folder.name)
    axes.set(xlabel="GRPO step", ylabel="mean reward (maximum 1.3)", ylim=(0, 1.35))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    plt.close(figure)


def scalars(folder: Path, tag: str) -> tuple[list[int], list[float]]:
    """Returns steps and values of one metric of a run."""
    events = EventAccumulator(str(folder))
    events.Reload()
    points = events.Scalars(tag)
    return [point.step for point in points], [point.value for point in points]
