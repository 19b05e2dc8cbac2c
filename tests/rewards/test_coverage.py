"""Coverage (PROVE §3.3, eq. 1)."""

from __future__ import annotations

import pytest
from reward_cases import FIND, PAY, due

from provelight.rewards.coverage import coverage

CHAIN = [due("a", FIND), due("b", PAY, ("a",)), due("c", PAY, ("b",))]


def test_worked_example():
    """a, b after a, c after b; the model made b, then a, then c: mu = (1, 0, 2).

    a: m = 1 and nothing before it, 1. b: a came later, o = 0. c: b (0) came before it (2), 1.
    Coverage is (1 + 0 + 1) / 3.
    """
    assert coverage(CHAIN, [1, 0, 2]) == pytest.approx(2 / 3)


def test_an_unmatched_predecessor_takes_its_successor_along():
    """b is not matched, so m(b) = 0 and o(c) = 0: only a counts, 1/3."""
    assert coverage(CHAIN, [0, None, 2]) == pytest.approx(1 / 3)


def test_every_edge_has_to_hold():
    """c after a and b; b is late: o(c) = 1 * 0, so (1 + 1 + 0) / 3."""
    joined = [due("a", FIND), due("b", FIND), due("c", PAY, ("a", "b"))]
    assert coverage(joined, [0, 2, 1]) == pytest.approx(2 / 3)
    assert coverage(joined, [0, 1, 2]) == 1.0


def test_parallel_calls_may_come_in_any_order():
    assert coverage([due("a", FIND), due("b", PAY)], [1, 0]) == 1.0


def test_only_order_counts_not_distance():
    assert coverage(CHAIN, [3, 10, 31]) == 1.0


def test_nothing_matched_is_zero():
    assert coverage(CHAIN, [None, None, None]) == 0.0


def test_it_is_not_defined_without_ground_truth():
    with pytest.raises(ValueError, match="scored by abstention"):
        coverage([], [])
