"""The alignment that eq. 1 and eq. 4 read: best in lexicographic order, against brute force."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reward_cases import (
    ANY_TOOLS,
    FIND,
    PAY,
    TOOLS,
    call,
    call_lists,
    due,
    ground_truths,
)

from provelight.records import GroundTruthCall
from provelight.rewards import align
from provelight.rewards.argument import agreeing
from provelight.rewards.calls import offered_tools
from provelight.rewards.coverage import coverage

OFFERED = offered_tools(TOOLS)
ANY_OFFERED = offered_tools(ANY_TOOLS)


def positions(calls, ground_truth, **options):
    return align(calls, ground_truth, OFFERED, **options).positions


def quality(calls, ground_truth, mu):
    """Returns the four things that assignments are compared by, in their order."""
    pairs = [(calls[at], g) for g, at in zip(ground_truth, mu, strict=True) if at is not None]
    agreement = sum(
        Fraction(agreeing(c, g, ANY_OFFERED), len(g.arguments)) if g.arguments else 1
        for c, g in pairs
    )
    earliness = tuple(len(calls) if at is None else at for at in mu)
    covered = round(coverage(ground_truth, mu) * len(ground_truth))
    return covered, len(pairs), agreement, tuple(-at for at in earliness)


def brute_force(calls, ground_truth):
    places = [
        [
            None,
            *(
                i
                for i, c in enumerate(calls)
                if c.name == g.name and set(g.arguments) <= set(c.arguments)
            ),
        ]
        for g in ground_truth
    ]
    injective = (
        mu
        for mu in product(*places)
        if len(used := [at for at in mu if at is not None]) == len(set(used))
    )
    return max(injective, key=lambda mu: quality(calls, ground_truth, mu))


@given(call_lists(), ground_truths())
@settings(deadline=None, max_examples=300)
def test_equals_brute_force(calls, ground_truth):
    found = align(calls, ground_truth, ANY_OFFERED)
    assert found.exact
    assert found.positions == brute_force(calls, ground_truth)


def test_coverage_comes_before_agreement():
    """The right payment came before the search that it depends on; a wrong one after it counts."""
    truth = [due("a", FIND), due("b", PAY, ("a",), account="A1")]
    calls = [call(PAY, account="A1"), call(FIND), call(PAY, account="A2")]
    assert positions(calls, truth) == (1, 2)


def test_coverage_comes_before_matched_pairs():
    """Only call 0 has the key of b, and a can go to call 0 or to call 3.

    a at 0 leaves b without a call: a, c and d are covered, 3 pairs. b at 0 and a at 3 make 4
    pairs, but c and d come before a then: only a and b are covered.
    """
    truth = [
        due("a", FIND),
        due("b", FIND, query="x"),
        due("c", PAY, ("a",)),
        due("d", "bank__close", ("c", "a")),
    ]
    calls = [call(FIND, query="x"), call(PAY), call("bank__close"), call(FIND)]
    assert positions(calls, truth) == (0, None, 1, 2)


def test_matched_pairs_come_before_agreement():
    """z is never called, so that neither a nor b can be covered, and only pairs and values tell.

    b needs the key that only call 0 has, so a goes to call 1, though call 0 has its value:
    2 pairs with agreement 0 + 0 against 1 pair with agreement 1.
    """
    truth = [
        due("z", FIND),
        due("a", PAY, ("z",), cents=1),
        due("b", PAY, ("z",), cents=2, account="A"),
    ]
    calls = [call(PAY, cents=1, account="B"), call(PAY, cents=9)]
    assert positions(calls, truth) == (None, 1, 0)


def test_agreement_comes_before_position():
    truth = [due("a", PAY, cents=2)]
    assert positions([call(PAY, cents=1), call(PAY, cents=2)], truth) == (1,)


def test_the_summed_agreement_counts_not_that_of_the_first():
    """a agrees with both calls, b only with the first: (1, 0) sums to 2, (0, 1) to 1."""
    truth = [due("a", PAY, cents=1), due("b", PAY, cents=1, account="A")]
    calls = [call(PAY, cents=1, account="A"), call(PAY, cents=1, account="B")]
    assert positions(calls, truth) == (1, 0)


def test_the_earliest_positions_break_ties():
    assert positions([call(PAY)] * 3, [due("a", PAY), due("b", PAY)]) == (0, 1)


def test_a_call_is_matched_once():
    assert positions([call(PAY)], [due("a", PAY), due("b", PAY)]) == (0, None)


def test_names_and_argument_keys_decide_what_can_be_matched():
    truth = [due("a", PAY, account="A1", cents=5)]
    assert positions([call(FIND, account="A1", cents=5)], truth) == (None,)
    assert positions([call(PAY, account="A1")], truth) == (None,)
    assert positions([call(None, account="A1", cents=5)], truth) == (None,)
    assert positions([call(PAY, account="?", cents="?", memo="m")], truth) == (0,)


def test_a_failed_call_is_matched_all_the_same():
    assert positions([call(PAY, False)], [due("a", PAY)]) == (0,)


@pytest.mark.parametrize("seed", range(20))
def test_sizes_that_occur_are_exact(seed):
    """15 due calls of 8 tools, 32 calls: retries with wrong values, then the right one."""
    rng = random.Random(seed)
    truth = [
        due(f"g{i}", f"s__t{rng.randrange(8)}", (f"g{i - 1}",) if i % 5 else (), x=i % 4, y=i)
        for i in range(15)
    ]
    right = [call(g.name, **g.arguments) for g in truth]
    retries = [(rng.randrange(15), rng.randrange(9)) for _ in range(17)]
    calls = right.copy()
    for place, value in retries:
        calls.insert(rng.randrange(len(calls) + 1), call(truth[place].name, x=value, y=value))
    found = align(calls, truth, {})
    assert found.exact
    assert coverage(truth, found.positions) == 1.0


def test_many_equal_calls_are_no_puzzle():
    truth = [due(f"g{i}", PAY, cents=1) for i in range(15)]
    found = align([call(PAY, cents=1)] * 32, truth, OFFERED)
    assert found.exact
    assert found.positions == tuple(range(15))


def test_calls_that_are_missing_are_no_puzzle():
    """Three times as many look-ups are due as were made: which are left out is found at once."""
    truth = [due(f"g{i}", f"s__t{i % 5}", x=i) for i in range(15)]
    found = align([call(f"s__t{i % 5}", x=i) for i in (3, 14, 0, 7, 11)], truth, {}, work=100)
    assert found.exact
    assert {i: at for i, at in enumerate(found.positions) if at is not None} == {
        3: 0,
        14: 1,
        0: 2,
        7: 3,
        11: 4,
    }


def test_beyond_the_work_budget_it_is_greedy_and_says_so():
    """Greedy goes in topological order (a, then b) though the list has b first."""
    truth = [due("b", PAY, ("a",), cents=2), due("a", FIND)]
    calls = [call(PAY, cents=2), call(FIND), call(PAY, cents=1), call(PAY, cents=2)]
    found = align(calls, truth, OFFERED, work=0)
    assert not found.exact
    assert found.positions == (3, 1)


@given(call_lists(), ground_truths())
@settings(deadline=None)
def test_greedy_is_valid_and_never_better_than_exact(calls, ground_truth):
    greedy = align(calls, ground_truth, ANY_OFFERED, work=0).positions
    used = [at for at in greedy if at is not None]
    assert len(used) == len(set(used))
    best = align(calls, ground_truth, ANY_OFFERED).positions
    assert quality(calls, ground_truth, greedy) <= quality(calls, ground_truth, best)


@given(call_lists(), ground_truths(), st.randoms())
@settings(deadline=None)
def test_the_order_of_the_list_does_not_change_what_is_won(calls, ground_truth, rng):
    shuffled = rng.sample(ground_truth, len(ground_truth))
    one, other = (
        quality(calls, g, align(calls, g, ANY_OFFERED).positions)[:3]
        for g in (ground_truth, shuffled)
    )
    assert one == other


def test_a_circle_is_named():
    circle = [due("a", PAY, ("c",)), due("b", PAY, ("a",)), due("c", PAY, ("b",)), due("d", PAY)]
    with pytest.raises(ValueError, match="circle") as caught:
        align([], circle, OFFERED)
    assert all(repr(name) in str(caught.value) for name in "abc")
    assert "'d'" not in str(caught.value)


def test_a_call_after_itself_is_a_circle():
    with pytest.raises(ValueError, match="circle: 'a' after 'a'"):
        align([], [due("a", PAY, ("a",))], OFFERED)


def test_a_circle_is_told_in_the_direction_of_after():
    with pytest.raises(ValueError, match="circle") as caught:
        align([], [due("a", PAY, ("c",)), due("b", PAY, ("a",)), due("c", PAY, ("b",))], OFFERED)
    told = str(caught.value).split(": ")[1].replace("'", "").split(" after ")
    edges = {("a", "c"), ("b", "a"), ("c", "b")}
    assert set(pairwise(told)) == edges


def test_dangling_ids_are_named():
    with pytest.raises(ValueError, match=r"'b' after 'x', 'b' after 'y'; ids there: \['a', 'b'\]"):
        align([], [due("a", PAY), due("b", PAY, ("x", "a", "y"))], OFFERED)


def test_doubled_ids_are_named():
    with pytest.raises(ValueError, match=r"occur twice: \['a'\]"):
        align([], [due("a", PAY), due("b", PAY), GroundTruthCall("a", FIND)], OFFERED)
