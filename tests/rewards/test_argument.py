"""Argument (PROVE §3.3, eq. 4)."""

from __future__ import annotations

import pytest
from reward_cases import FIND, PAY, TOOLS, call, due

from provelight.rewards.argument import argument
from provelight.rewards.calls import offered_tools

OFFERED = offered_tools(TOOLS)
GROUND_TRUTH = [due("a", FIND), due("b", PAY, account="A1", cents=500), due("c", PAY, cents=1)]


def test_worked_example():
    """Pair (call 0, a): no arguments, 1. Pair (call 1, b): account right, cents wrong, 1/2.
    c is not matched and does not count: (1 + 1/2) / 2 = 0.75."""
    calls = [call(FIND, query="x"), call(PAY, account="A1", cents=400)]
    assert argument(calls, GROUND_TRUTH, [0, 1, None], OFFERED) == 0.75


def test_the_denominator_is_the_due_call_not_what_was_sent():
    calls = [call(PAY, cents=1, account="A9", memo="x")]
    assert argument(calls, GROUND_TRUTH, [None, None, 0], OFFERED) == 1.0


def test_a_pair_out_of_order_counts():
    """b after a, and the model paid first: coverage gives b nothing, eq. 4 still reads its pair."""
    ordered = [due("a", FIND), due("b", PAY, ("a",), cents=5)]
    assert argument([call(PAY, cents=4), call(FIND)], ordered, [1, 0], OFFERED) == 0.5


def test_no_pair_is_zero():
    assert argument([call(FIND)], GROUND_TRUTH, [None] * 3, OFFERED) == 0.0


@pytest.mark.parametrize(("sent", "share"), [("500", 1.0), (500.0, 1.0), (True, 0.0)])
def test_values_are_read_as_the_schema_says(sent, share):
    pay = [due("b", PAY, cents=500)]
    assert argument([call(PAY, cents=sent)], pay, [0], OFFERED) == share


def test_values_of_a_tool_that_was_not_offered_compare_as_they_are():
    hidden = [due("a", "bank__hidden", n=1)]
    assert argument([call("bank__hidden", n=1.0)], hidden, [0], OFFERED) == 1.0
    assert argument([call("bank__hidden", n="1")], hidden, [0], OFFERED) == 0.0
