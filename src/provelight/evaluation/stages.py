"""The greedy evaluation of one stage of a model, and the table that compares stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rich.table import Table

from provelight.evaluation.bootstrap import Interval, bootstrap_mean, paired_gain
from provelight.records import Record, RewardBreakdown, Rollout, Task
from provelight.rewards.total import ProveReward
from provelight.rollout.runner import RolloutRunner
from provelight.rollout.sampling import SamplingParams


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


def evaluate(
    runner: RolloutRunner,
    reward: ProveReward,
    tasks: Sequence[Task],
    max_message_tokens: int,
    batch_size: int = 16,
    on_done: Callable[[], None] | None = None,
) -> tuple[list[TaskScore], list[Rollout]]:
    """Returns the score and the rollout of each task, one greedy attempt each.

    Args:
        runner: opens sessions and samples.
        reward: scores.
        tasks: what to try.
        max_message_tokens: longest message.
        batch_size: tasks rolled out together.
        on_done: told of each rollout that ends, for progress.
    """
    greedy = SamplingParams(temperature=0.0, max_message_tokens=max_message_tokens)
    rollouts: list[Rollout] = []
    for start in range(0, len(tasks), batch_size):
        batch = tasks[start : start + batch_size]
        groups = runner.run(batch, 1, greedy, start, lambda _: on_done() if on_done else None)
        rollouts += [
            reward.score_rollout(group[0], task) for group, task in zip(groups, batch, strict=True)
        ]
    scores = [
        _score(task, rollout)
        for task, rollout in zip(tasks, rollouts, strict=True)
        if not rollout.excluded
    ]
    return scores, rollouts


def _score(task: Task, rollout: Rollout) -> TaskScore:
    reward = rollout.reward
    if reward is None:
        raise ValueError(f"rollout of {task.id} has not been scored")
    due = len(task.ground_truth)
    parts = {part: getattr(reward, part) for part in RewardBreakdown.PARTS}
    return TaskScore(
        task_id=task.id,
        writes=task.final_state_hash != task.initial_state_hash,
        everything_new=bool(task.knobs.get("everything_new", False)),
        reward=reward.total,
        success=bool(rollout.success),
        calls_per_ground_truth=len(rollout.calls) / due if due else None,
        **parts,
    )


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
