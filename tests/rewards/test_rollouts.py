"""Scoring a rollout: the whole conversation, success, exclusion."""

from __future__ import annotations

from dataclasses import replace

import pytest
from reward_cases import FIND, PAY, TOOLS, due

from provelight.records import (
    ExecutedCall,
    FinishReason,
    Rollout,
    Task,
    ToolCall,
    ToolFailure,
    ToolResult,
    Turn,
)
from provelight.rewards import FunctionTerm, ProveReward

TASK = Task(
    id="0-train-3",
    kind="multi_turn",
    servers=("bank",),
    world_seed=0,
    now="2026-03-02T09:00:00",
    persona="brief",
    chain=(FIND, PAY),
    tools=(TOOLS[0],),
    turns=(
        Turn("Find the rent.", ground_truth=(due("a", FIND, query="rent"),)),
        Turn(
            "Pay it.",
            tools_added=(TOOLS[1],),
            ground_truth=(due("b", PAY, ("a",), account="A1", cents=500),),
        ),
    ),
    initial_state_hash="0",
    final_state_hash="1",
    final_effect_hash="paid",
)
ABSTAIN = replace(TASK, kind="abstention", turns=(Turn("Fly me to the moon."),))
REFUSED = ToolResult(ok=False, text="{}", error=ToolFailure("insufficient_funds", "too little"))
DONE = ToolResult(ok=True, text="{}", result={})


def executed(name, result=DONE, turn=0, /, **arguments):
    return ExecutedCall(ToolCall(name, arguments), result, turn)


FOUND = executed(FIND, query="rent")
PAID = executed(PAY, DONE, 1, account="A1", cents=500)


def rollout(*calls, effect_hash="paid", **changes):
    bare = Rollout(TASK.id, 0, (), (), (), (), tuple(calls), FinishReason.STOP, effect_hash)
    return replace(bare, **changes)


def scored(*calls, task=TASK, **changes):
    return ProveReward().score_rollout(rollout(*calls, **changes), task)


def test_the_whole_conversation_is_scored_with_tools_that_came_later():
    result = scored(FOUND, PAID)
    assert result.reward is not None
    assert result.reward.total == 1.3
    assert result.success is True
    assert result.calls == (FOUND, PAID)


def test_a_refused_call_loses_level_3():
    """find 3 of 3 levels, pay 2 of 3: 5/6; the state was not reached, so no success."""
    result = scored(FOUND, executed(PAY, REFUSED, 1, account="A1", cents=500), effect_hash="0")
    assert result.reward.validity == pytest.approx(5 / 6)
    assert result.reward.coverage == 1.0
    assert result.success is False


def test_an_unreadable_call_counts():
    unreadable = ExecutedCall(ToolCall(None, error="no JSON"), REFUSED, 0)
    result = scored(unreadable, FOUND, PAID)
    assert result.reward.validity == pytest.approx(2 / 3)
    assert result.reward.name == pytest.approx(2 / 3)


@pytest.mark.parametrize("effect_hash", ["other", None])
def test_success_needs_the_state(effect_hash):
    assert scored(FOUND, PAID, effect_hash=effect_hash).success is False


def test_success_needs_every_due_call():
    assert scored(PAID).success is False
    assert scored(PAID, FOUND).success is False


def test_a_task_without_ground_truth_succeeds_by_no_call():
    assert scored(task=ABSTAIN).success is True
    assert scored(task=ABSTAIN).reward.total == 1.0
    assert scored(FOUND, task=ABSTAIN).success is False


def test_an_excluded_rollout_is_neither_scored_nor_punished():
    result = scored(FOUND, excluded=True, effect_hash=None)
    assert result.reward is None
    assert result.success is None


def test_terms_see_the_rollout_and_the_task():
    seen = []
    reward = ProveReward(extra_terms={"spy": FunctionTerm(seen.append, 1.0)})
    one = rollout(FOUND)
    reward.score_rollout(one, TASK)
    assert [(case.rollout, case.task) for case in seen] == [(one, TASK)]


def test_a_rollout_of_another_task_is_refused():
    with pytest.raises(ValueError, match="task '9' cannot be scored as '0-train-3'"):
        scored(task_id="9")
