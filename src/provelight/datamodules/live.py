"""Tasks written on the fly: batch i of a run is a function of (seed, i)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal, Protocol

from provelight.datamodules.steps import StepDataModule
from provelight.grpo.batch import RolloutBatch
from provelight.records import Task
from provelight.rollout.templates import ChatTemplate
from provelight.sft.batch import SupervisedBatch
from provelight.sft.rows import SupervisedRow, TraceTooLong, supervised_row

Split = Literal["train", "development", "heldout"]

ATTEMPTS = 256
"""Candidates that belong to one place of the stream; the first that is accepted takes it.

As many as share a world (DESIGN: i // 256), so that each task of a stream has a world of its own
and a model cannot learn one world by heart.
"""


class Rejection(Protocol):
    """A candidate that did not become a task."""

    @property
    def reason(self) -> str:
        """Why, in words to count by."""
        ...


class TaskSource(Protocol):
    """What a stream needs of the synthesizer."""

    def candidate(self, index: int, seed: int, split: Split) -> Task | Rejection:
        """Returns a task or why there is none; a function of its arguments alone."""
        ...


class NoTaskError(RuntimeError):
    """No candidate of one place in the stream became a task."""


def task_at(
    source: TaskSource,
    place: int,
    seed: int,
    split: Split,
    accept: Callable[[Task], bool] = lambda _: True,
) -> Task:
    """Returns the task at one place of the stream, a function of (seed, split, place).

    Raises:
        NoTaskError: with the reasons why candidates were rejected.
    """
    reasons: dict[str, int] = {}
    for attempt in range(ATTEMPTS):
        found = source.candidate(place * ATTEMPTS + attempt, seed, split)
        if isinstance(found, Task):
            if accept(found):
                return found
            reasons["does not fit the limits"] = reasons.get("does not fit the limits", 0) + 1
        else:
            reasons[found.reason] = reasons.get(found.reason, 0) + 1
    raise NoTaskError(
        f"no task at place {place} of seed {seed}, split {split}, in {ATTEMPTS} candidates: "
        + "; ".join(f"{count} x {reason}" for reason, count in sorted(reasons.items()))
    )


def live_rollout_data(
    source: TaskSource,
    seed: int,
    prompts_per_step: int,
    development_tasks: int,
    validation_batch: int = 16,
) -> StepDataModule:
    """Returns the datamodule of GRPO: `prompts_per_step` fresh tasks a step.

    Args:
        source: writes tasks.
        seed: of the run.
        prompts_per_step: tasks, that is groups, a step.
        development_tasks: tasks of the validation loop, from development worlds.
        validation_batch: tasks rolled out together in validation.
    """
    if prompts_per_step < 1:
        raise ValueError(f"data.prompts_per_step is {prompts_per_step}; give at least 1")

    def make(step: int) -> RolloutBatch:
        started = time.perf_counter()
        first = step * prompts_per_step
        tasks = [task_at(source, first + i, seed, "train") for i in range(prompts_per_step)]
        return RolloutBatch(step, tasks, seconds={"synthesis": time.perf_counter() - started})

    return StepDataModule(
        make, lambda: development(source, seed, development_tasks), validation_batch
    )


def live_supervised_data(
    source: TaskSource,
    seed: int,
    rows_per_step: int,
    development_tasks: int,
    template: ChatTemplate,
    max_prompt_tokens: int,
    max_tokens: int,
    system_line: str,
    validation_batch: int = 16,
    offset: int = 500_000,
) -> StepDataModule:
    """Returns the datamodule of supervised fine-tuning: traces of fresh tasks.

    Args:
        offset: first place in the stream, so that the tasks are others than GRPO's.
    """
    if rows_per_step < 1:
        raise ValueError(f"data.rows_per_step is {rows_per_step}; give at least 1")

    def row_at(place: int) -> SupervisedRow:
        rows: list[SupervisedRow] = []

        def fits(task: Task) -> bool:
            try:
                rows.append(
                    supervised_row(task, template, max_prompt_tokens, max_tokens, system_line)
                )
            except TraceTooLong:
                return False
            return True

        task_at(source, place, seed, "train", fits)
        return rows[-1]

    def make(step: int) -> SupervisedBatch:
        first = offset + step * rows_per_step
        return SupervisedBatch(step, [row_at(first + i) for i in range(rows_per_step)])

    return StepDataModule(
        make, lambda: development(source, seed, development_tasks), validation_batch
    )


def development(source: TaskSource, seed: int, count: int) -> list[Task]:
    """Returns the tasks of the validation loop: development worlds, the same for a run."""
    return [task_at(source, place, seed, "development") for place in range(count)]
