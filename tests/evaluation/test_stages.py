from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.table import Table

from provelight.evaluation.scores import (
    TaskScore,
    gain_of,
    interval_of,
    paired,
    read_stages,
    stage_table,
    task_groups,
    write_stages,
)
from provelight.evaluation.stages import evaluate
from provelight.records import FinishReason, GroundTruthCall, Rollout, Source, Task, Turn
from provelight.rewards.total import ProveReward
from provelight.rollout.sampling import SamplingParams


def score(task_id: str, reward: float, **changes: Any) -> TaskScore:
    fields: dict[str, Any] = {
        "task_id": task_id,
        "writes": False,
        "everything_new": False,
        "reward": reward,
        "success": reward > 1,
        **dict.fromkeys(("validity", "coverage", "efficiency", "name", "argument"), 0.5),
        "calls_per_ground_truth": 2.0,
        **changes,
    }
    return TaskScore(**fields)


SCORES = [
    score("a", 0.2),
    score("b", 1.2, writes=True),
    score("c", 0.6, everything_new=True, writes=True),
]


def rows(table: Table) -> list[tuple[Any, ...]]:
    return list(zip(*(column.cells for column in table.columns), strict=True))


def test_the_table_sets_writes_and_everything_new_apart() -> None:
    found = rows(stage_table({"base": SCORES[:1], "grpo": SCORES}, "title"))
    assert [row[:3] for row in found] == [
        ("base", "new worlds", "1"),
        ("grpo", "new worlds", "2"),
        ("grpo", "new worlds, writes", "1"),
        ("grpo", "everything new", "1"),
    ]
    assert found[1][3].startswith("0.700 [")
    assert found[1][4:9] == ("0.50",) * 5
    assert found[2][9] == "1.000 [1.000, 1.000]"
    assert found[3][10] == "2.00"


def test_what_applies_to_no_task_is_left_open() -> None:
    idle = score("a", 0.1, coverage=None)
    assert interval_of([idle], "coverage") is None
    assert interval_of([idle, SCORES[0]], "coverage").count == 1  # type: ignore[union-attr]
    assert rows(stage_table({"base": [idle]}, ""))[0][5] == "-"


def test_groups_without_tasks_are_left_out() -> None:
    assert list(task_groups(SCORES[:1])) == ["new worlds"]


def test_stages_are_paired_by_task_whatever_their_order() -> None:
    before = [score("b", 1.0), score("x", 9.0), score("a", 0.1)]
    pairs = paired(SCORES, before)
    assert [(a.task_id, b.task_id) for a, b in pairs] == [("a", "a"), ("b", "b")]
    gain = gain_of(pairs)
    assert gain.mean == pytest.approx(0.15)
    assert gain.count == 2
    assert gain_of(pairs, "success").mean == 0.5


def test_scores_survive_their_file() -> None:
    assert [TaskScore.from_json(s.to_json()) for s in SCORES] == SCORES


def task(name: str, **knobs: Any) -> Task:
    due = GroundTruthCall("1", "mock__f")
    return Task(
        id=name,
        kind="multi_turn",
        servers=("mock",),
        world_seed=0,
        now="2026-03-03T10:00:00",
        persona="plain",
        chain=("mock__f",),
        tools=({"type": "function", "function": {"name": "mock__f", "parameters": {}}},),
        knobs=knobs,
        turns=(Turn("Do f.", ground_truth=(due,)),),
        initial_state_hash="s",
        final_state_hash="s" if name == "read" else "f",
        final_effect_hash="e",
    )


class Runner:
    """Leaves every task undone; our servers fail on the one called broken."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def run(
        self, tasks: list[Task], size: int, sampling: SamplingParams, step: int, on_done: Any
    ) -> list[list[Rollout]]:
        assert (size, sampling.temperature) == (1, 0.0)
        self.batches.append(step)
        return [[self._rollout(task, on_done)] for task in tasks]

    def _rollout(self, task: Task, on_done: Any) -> Rollout:
        broken = task.id == "broken"
        rollout = Rollout(
            task_id=task.id,
            row=0,
            ids=(1, 2),
            sources=(Source.PROMPT, Source.MODEL),
            logps=(0.0, -1.0),
            messages=(),
            calls=(),
            finish_reason=FinishReason.ERROR if broken else FinishReason.STOP,
            effect_hash=None if broken else "s",
            excluded=broken,
        )
        on_done(rollout)
        return rollout


def test_evaluation_is_greedy_batched_and_leaves_excluded_rollouts_out() -> None:
    tasks = [task("read"), task("broken"), task("new", everything_new=True)]
    runner, ended = Runner(), []
    scores, rollouts = evaluate(
        runner,  # type: ignore[arg-type]
        ProveReward(),
        tasks,
        max_message_tokens=8,
        batch_size=2,
        on_done=lambda: ended.append(1),
    )
    assert runner.batches == [0, 2]
    assert len(ended) == len(rollouts) == 3
    assert [(s.task_id, s.writes, s.everything_new) for s in scores] == [
        ("read", False, False),
        ("new", True, True),
    ]
    assert all(not s.success and s.calls_per_ground_truth == 0.0 for s in scores)


def test_scores_are_read_as_they_were_written(tmp_path: Path) -> None:
    stages = {"base": [score("a", 0.0)], "grpo": [score("a", 1.3), score("b", 0.5)]}
    assert read_stages(tmp_path) == {}
    write_stages(tmp_path, stages)
    assert read_stages(tmp_path) == stages


def test_reports_of_scores_import_nothing_heavy() -> None:
    code = "import sys, provelight.reporting.page; print({'torch', 'lightning'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
