"""Name (PROVE §3.3, eq. 3)."""

from __future__ import annotations

from reward_cases import FIND, PAY, call, due

from provelight.rewards.name import name

GROUND_TRUTH = [due("a", FIND, query="rent"), due("b", PAY, ("a",))]


def test_worked_example():
    """Four calls: two of the due tools, one of another tool, one that could not be read: 2/4."""
    calls = [call(FIND), call("bank__close"), call(PAY), call(None)]
    assert name(calls, GROUND_TRUTH) == 0.5


def test_arguments_outcome_and_repetition_do_not_matter():
    assert name([call(FIND, False, wrong=1), call(FIND), call(FIND)], GROUND_TRUTH) == 1.0


def test_no_calls_earn_nothing():
    assert name([], GROUND_TRUTH) == 0.0
