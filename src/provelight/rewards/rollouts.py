"""From a rollout and its task to what the reward looks at, and whether the task was done."""

from __future__ import annotations

from provelight.records import Rollout, Task
from provelight.rewards.calls import ScoredCall
from provelight.rewards.terms import Case


def case_of(rollout: Rollout, task: Task) -> Case:
    """Returns the case to score: the whole conversation, with all tools that became available.

    Raises:
        ValueError: where `rollout` is not one of `task`.
    """
    if rollout.task_id != task.id:
        raise ValueError(f"rollout of task {rollout.task_id!r} cannot be scored as {task.id!r}")
    added = (tool for turn in task.turns for tool in turn.tools_added)
    calls = tuple(map(ScoredCall.of, rollout.calls))
    return Case(calls, task.ground_truth, (*task.tools, *added), rollout, task)


def is_success(rollout: Rollout, task: Task, coverage: float | None) -> bool:
    """Returns whether the servers ended as the task wants and every due call was covered.

    A task without ground truth succeeds by no call at all.
    """
    if not task.ground_truth:
        return not rollout.calls
    return rollout.effect_hash == task.final_effect_hash and coverage == 1.0
