"""Scores of the stages of a model: kept in the run folder, compared, shown as a table.

Imports nothing heavy, so that reports are quick; what makes the scores stands in stages.py.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from provelight.evaluation.bootstrap import Interval, bootstrap_mean, paired_gain
from provelight.records import Record, RewardBreakdown

_FILE = "evaluation.json"


@dataclass(frozen=True, slots=True)
class TaskScore(Record):
    """How one task went.

    Attributes:
        task_id: the task.
        writes: True where the ground truth changes the servers' state.
        everything_new: True where chains, phrases and names are held out too, not only the world.
    """

    task_id: str
    writes: bool
    everything_new: bool
    reward: float
    success: bool
    validity: float | None
    coverage: float | None
    efficiency: float | None
    name: float | None
    argument: float | None
    calls_per_ground_truth: float | None


def read_stages(folder: Path) -> dict[str, list[TaskScore]]:
    """Returns the scores of the stages of a run that have been evaluated so far."""
    path = folder / _FILE
    if not path.is_file():
        return {}
    stages = json.loads(path.read_text(encoding="utf-8"))
    return {name: [TaskScore.from_json(s) for s in part] for name, part in stages.items()}


def write_stages(folder: Path, stages: Mapping[str, Sequence[TaskScore]]) -> None:
    """Writes the scores of all stages of a run."""
    content = {name: [score.to_json() for score in part] for name, part in stages.items()}
    (folder / _FILE).write_text(json.dumps(content, indent=1), encoding="utf-8")


COLUMNS = ("reward", *RewardBreakdown.PARTS, "success", "calls_per_ground_truth")


def interval_of(scores: Sequence[TaskScore], column: str) -> Interval | None:
    """Returns the mean of a column with its interval; None where it applies to no task."""
    values = [float(v) for score in scores if (v := getattr(score, column)) is not None]
    return bootstrap_mean(values) if values else None


Pair = tuple[TaskScore, TaskScore]


def paired(after: Sequence[TaskScore], before: Sequence[TaskScore]) -> list[Pair]:
    """Returns (after, before) for each task that both stages have."""
    earlier = {score.task_id: score for score in before}
    return [(score, earlier[score.task_id]) for score in after if score.task_id in earlier]


def gain_of(pairs: Sequence[Pair], column: str = "reward") -> Interval:
    """Returns the paired gain in a column; a value that does not apply counts 0."""
    return paired_gain(
        [float(getattr(a, column) or 0.0) for a, _ in pairs],
        [float(getattr(b, column) or 0.0) for _, b in pairs],
    )


def stage_table(stages: Mapping[str, Sequence[TaskScore]], title: str) -> Table:
    """Returns one row a stage and group of tasks: all, those with writes, everything new."""
    table = Table(title=title, title_justify="left")
    table.add_column("stage")
    table.add_column("tasks")
    table.add_column("n", justify="right")
    for column in COLUMNS:
        table.add_column(column.replace("_", " "), justify="right")
    for stage, scores in stages.items():
        for name, part in task_groups(scores).items():
            cells = [interval_of(part, column) for column in COLUMNS]
            shown = [
                _cell(cell, full=column in ("reward", "success"))
                for cell, column in zip(cells, COLUMNS, strict=True)
            ]
            table.add_row(stage, name, str(len(part)), *shown)
    return table


def task_groups(scores: Sequence[TaskScore]) -> dict[str, list[TaskScore]]:
    """Returns the scores by kind of task; a kind without tasks is left out."""
    groups = {
        "new worlds": [s for s in scores if not s.everything_new],
        "new worlds, writes": [s for s in scores if not s.everything_new and s.writes],
        "everything new": [s for s in scores if s.everything_new],
    }
    return {name: group for name, group in groups.items() if group}


def _cell(interval: Interval | None, full: bool) -> str:
    if interval is None:
        return "-"
    return str(interval) if full else f"{interval.mean:.2f}"
