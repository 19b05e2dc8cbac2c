from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from provelight.callbacks.metrics import rollout_metrics
from provelight.records import (
    ExecutedCall,
    FinishReason,
    GroundTruthCall,
    RewardBreakdown,
    Rollout,
    Source,
    Task,
    ToolCall,
    ToolResult,
    Turn,
)

NAMES = {
    "reward",
    "critic/score/mean",
    "reward_std",
    "frac_reward_zero_std",
    *(f"rewards/{p}/mean" for p in ("validity", "coverage", "efficiency", "name", "argument")),
    "completions/mean_length",
    "completions/min_length",
    "completions/max_length",
    "completions/clipped_ratio",
    "tools/call_frequency",
    "tools/failure_frequency",
    "calls_per_ground_truth",
    "rollout/excluded",
    "success",
}


def task(due: int = 2) -> Task:
    calls = tuple(GroundTruthCall(str(i), "mock__f") for i in range(due))
    return Task(
        id="t",
        kind="multi_turn",
        servers=("mock",),
        world_seed=0,
        now="2026-03-03T10:00:00",
        persona="plain",
        chain=(),
        tools=(),
        turns=(Turn("Do f.", ground_truth=calls),),
        initial_state_hash="s",
        final_state_hash="f",
        final_effect_hash="e",
    )


def rollout(total: float, oks: tuple[bool, ...] = (), tokens: int = 4, **changes: Any) -> Rollout:
    made = Rollout(
        task_id="t",
        row=0,
        ids=tuple(range(2 + tokens)),
        sources=(Source.PROMPT, Source.TOOL, *[Source.MODEL] * tokens),
        logps=(0.0,) * (2 + tokens),
        messages=(),
        calls=tuple(ExecutedCall(ToolCall("mock__f"), ToolResult(ok, ""), 0) for ok in oks),
        finish_reason=FinishReason.STOP,
        reward=RewardBreakdown(1.0, 0.5, 0.0, total, 1.0, total),
        success=total > 1,
    )
    return replace(made, **changes)


def test_worked_example() -> None:
    groups = [
        [rollout(1.3, (True, True)), rollout(0.3, (True, False, False, False), tokens=8)],
        [rollout(0.5), rollout(0.5, finish_reason=FinishReason.LENGTH, tokens=2)],
    ]
    metrics = rollout_metrics(groups, [task(), task()])
    assert set(metrics) == NAMES
    assert metrics["reward"] == metrics["critic/score/mean"] == pytest.approx(0.65)
    assert metrics["reward_std"] == pytest.approx(0.5**0.5 / 2)
    assert metrics["frac_reward_zero_std"] == 0.5
    assert metrics["rewards/coverage/mean"] == 0.5
    assert [metrics[f"completions/{n}_length"] for n in ("mean", "min", "max")] == [4.5, 2, 8]
    assert metrics["completions/clipped_ratio"] == 0.25
    assert metrics["tools/call_frequency"] == 1.5
    assert metrics["tools/failure_frequency"] == 0.5
    assert metrics["calls_per_ground_truth"] == 0.75
    assert metrics["success"] == 0.25


def test_t18_excluded_rollouts_are_counted_and_else_left_out() -> None:
    kept = [rollout(1.0, (True,)), rollout(0.0)]
    broken = rollout(9.0, (False,) * 9, excluded=True, reward=None, success=None)
    with_broken = rollout_metrics([[*kept, broken], [broken]], [task(), task()])
    without = rollout_metrics([kept, []], [task(), task()])
    assert with_broken == {**without, "rollout/excluded": 2.0}
    assert rollout_metrics([[broken]], [task()]) == {"rollout/excluded": 1.0}


def test_parts_that_do_not_apply_are_left_out_and_the_user_s_terms_stand_with_them() -> None:
    idle = RewardBreakdown(None, None, None, None, None, 1.0, extra={"brevity": 0.2})
    metrics = rollout_metrics([[rollout(1.0, reward=idle)] * 2], [task(due=0)])
    assert metrics["rewards/brevity/mean"] == pytest.approx(0.2)
    assert "rewards/coverage/mean" not in metrics
    assert "calls_per_ground_truth" not in metrics


def test_a_rollout_without_reward_is_refused() -> None:
    with pytest.raises(ValueError, match="t/0 has not been scored"):
        rollout_metrics([[rollout(1.0, reward=None)]], [task()])
