"""Efficiency (PROVE §3.3, eq. 2)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provelight.rewards.efficiency import call_budget, efficiency


def test_worked_example():
    """4 due calls, beta 0.5: B = 4 + ceil(2) = 6. Up to 6 calls cost nothing; the 7th costs
    0.5 * 1 / 6 = 1/12; 12 calls, a budget too many, cost alpha = 0.5."""
    assert call_budget(4, 0.5) == 6
    assert [efficiency(n, 4) for n in (0, 4, 6)] == [0.0, 0.0, 0.0]
    assert efficiency(7, 4) == pytest.approx(-1 / 12)
    assert efficiency(12, 4) == -0.5


def test_flat_variant():
    """beta 0: B = 4, so that 6 calls cost 0.5 * 2 / 4 = 0.25."""
    assert call_budget(4, 0.0) == 4
    assert efficiency(6, 4, beta=0.0) == -0.25


@pytest.mark.parametrize(("n_gt", "budget"), [(1, 2), (2, 3), (3, 5), (5, 8)])
def test_room_is_rounded_up(n_gt, budget):
    assert call_budget(n_gt, 0.5) == budget


def test_binary_fractions_do_not_buy_a_call():
    """10 * 0.7 is 7, though 10 * 0.7 in floating point may lie above it; 3 * 0.1 rounds up to 1."""
    assert all(call_budget(10, tenths / 10) == 10 + tenths for tenths in range(11))
    assert call_budget(100, 0.07) == 107
    assert call_budget(3, 0.1) == 4


def test_no_cost_is_plain_zero():
    assert math.copysign(1, efficiency(2, 4)) == 1


@given(st.integers(0, 100), st.integers(1, 40), st.floats(0, 2), st.floats(0, 2))
@settings(deadline=None)
def test_one_more_call_never_helps(n_calls, n_gt, alpha, beta):
    more, fewer = (efficiency(n, n_gt, alpha, beta) for n in (n_calls + 1, n_calls))
    assert more <= fewer <= 0


def test_it_is_not_defined_without_ground_truth():
    with pytest.raises(ValueError, match="n_gt=0"):
        efficiency(3, 0)
