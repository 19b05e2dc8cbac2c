"""The greedy evaluation of one stage of a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from provelight.evaluation.scores import TaskScore
from provelight.records import RewardBreakdown, Rollout, Task
from provelight.rewards.total import ProveReward
from provelight.rollout.runner import RolloutRunner
from provelight.rollout.sampling import SamplingParams


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
