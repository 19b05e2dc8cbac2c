"""The total (PROVE §3.3, eq. 5) and what holds for it whatever the calls."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reward_cases import (
    ANY_TOOLS,
    FIND,
    PAY,
    TOOLS,
    Brevity,
    call,
    call_lists,
    due,
    ground_truths,
)

from provelight.records import RewardBreakdown
from provelight.rewards import ProveReward, ScoredCall, Weights
from provelight.rewards.total import total

GROUND_TRUTH = [due("a", FIND, query="rent"), due("b", PAY, ("a",), account="A1", cents=500)]
MAXIMUM = 1.3


def test_worked_example():
    """G: find rent (a), then pay A1 500 (b). The model pays 400 (executed), finds rent (executed),
    pays 500 (refused by the server), and writes one call that cannot be read. N = 4, B = 3.

    validity: (3 + 3 + 2 + 0) / 12 = 2/3. Coverage: a -> call 1, b -> call 2, in order: 1.
    efficiency: -0.5 * 1/3 = -1/6. Name: 3/4. Argument: both pairs agree: 1.
    R = 0.5 * 2/3 + 0.5 * 1 - 0.15 * 1/6 + 0.2 * 3/4 + 0.1 * 1 = 1.058333...
    """
    calls = [
        call(PAY, account="A1", cents=400),
        call(FIND, query="rent"),
        call(PAY, False, account="A1", cents=500),
        call(None),
    ]
    reward = ProveReward()(calls, GROUND_TRUTH, TOOLS)
    assert reward.validity == pytest.approx(2 / 3)
    assert reward.coverage == 1.0
    assert reward.efficiency == pytest.approx(-1 / 6)
    assert reward.name == 0.75
    assert reward.argument == 1.0
    assert reward.total == pytest.approx(1.0583333333)
    assert reward.extra == {}


def test_eq_5_is_the_weighted_sum():
    """0.5 * 1 + 0.5 * 0.5 + 0.15 * -1 + 0.2 * 0.25 + 0.1 * 0.2 = 0.67."""
    assert total(1.0, 0.5, -1.0, 0.25, 0.2, Weights()) == pytest.approx(0.67)
    assert total(1.0, 1.0, 1.0, 1.0, 1.0, Weights(1, 10, 100, 1000, 10000)) == 11111


def test_settings_reach_their_terms():
    """5 calls, 2 due, beta 0: B = 2, so that efficiency is -alpha * 3 / 2 = -3 with alpha 2."""
    calls = [call(FIND, query="rent")] * 5
    reward = ProveReward(w_val=0, w_cov=0, w_eff=1, w_name=0, w_arg=0, alpha=2, beta=0)(
        calls, GROUND_TRUTH, TOOLS
    )
    assert reward.total == reward.efficiency == -3
    assert reward.validity == 1.0  # reported, though it weighs nothing


def test_paid_for_nothing():
    """T21: no call on a task with ground truth earns 0 in every term, the user's own included."""
    reward = ProveReward(extra_terms={"brevity": Brevity(5)})([], GROUND_TRUTH, TOOLS)
    assert reward == RewardBreakdown(0.0, 0.0, 0.0, 0.0, 0.0, total=0.0, extra={"brevity": 0.0})


@pytest.mark.parametrize("bad", [-0.1, float("inf"), float("nan"), "0.5", None])
@pytest.mark.parametrize("key", ["w_val", "w_cov", "w_eff", "w_name", "w_arg", "alpha", "beta"])
def test_a_setting_that_is_no_weight_is_named(key, bad):
    with pytest.raises(ValueError, match=rf"reward\.{key} must be a finite number"):
        ProveReward(**{key: bad})


def test_greedy_alignments_are_counted(monkeypatch):
    monkeypatch.setattr("provelight.rewards.total.align.__defaults__", (0,))
    reward = ProveReward()
    assert reward.greedy_alignments == 0
    reward([call(FIND, query="rent")], GROUND_TRUTH, TOOLS)
    reward([call(FIND, query="rent")], GROUND_TRUTH, TOOLS)
    assert reward.greedy_alignments == 2


def score(calls, ground_truth):
    return ProveReward()(calls, ground_truth, ANY_TOOLS)


def perfect(ground_truth):
    """Returns calls that do what is due, in an order that respects every dependency."""
    calls, done = [], set()
    while len(done) < len(ground_truth):
        for one in ground_truth:
            if one.id not in done and done.issuperset(one.after):
                arguments = {"x": 0} | one.arguments  # "x" is required
                calls.append(ScoredCall(one.name, arguments, ok=True))
                done.add(one.id)
    return calls


@given(call_lists(), ground_truths())
@settings(deadline=None)
def test_every_term_keeps_its_bounds(calls, ground_truth):
    reward = score(calls, ground_truth)
    for part in (reward.validity, reward.coverage, reward.name, reward.argument):
        assert 0.0 <= part <= 1.0
    assert reward.efficiency <= 0.0
    assert reward.total <= MAXIMUM


well_typed = st.fixed_dictionaries({"x": st.integers(0, 2)}, optional={"z": st.sampled_from("ab")})


@given(ground_truths(), st.data())
@settings(deadline=None)
def test_what_is_due_in_order_earns_the_maximum(ground_truth, data):
    typed = [replace(one, arguments=data.draw(well_typed)) for one in ground_truth]
    assert score(perfect(typed), typed).total == MAXIMUM


@given(call_lists(min_size=1), ground_truths(), st.randoms())
@settings(deadline=None)
def test_the_order_of_the_ground_truth_list_does_not_matter(calls, ground_truth, rng):
    assert score(calls, rng.sample(ground_truth, len(ground_truth))) == score(calls, ground_truth)


@given(call_lists(min_size=1), ground_truths(), st.randoms())
@settings(deadline=None)
def test_the_order_of_the_calls_matters_to_coverage_and_argument_only(calls, ground_truth, rng):
    one, other = score(calls, ground_truth), score(rng.sample(calls, len(calls)), ground_truth)
    for part in ("validity", "efficiency", "name"):
        assert getattr(one, part) == getattr(other, part)


@given(call_lists(min_size=1), ground_truths(), st.randoms())
@settings(deadline=None)
def test_without_dependencies_the_order_of_the_calls_does_not_matter(calls, ground_truth, rng):
    free = [replace(one, after=()) for one in ground_truth]
    assert score(calls, free) == score(rng.sample(calls, len(calls)), free)


@given(ground_truths())
@settings(deadline=None)
def test_the_wrong_way_round_only_calls_that_wait_for_nothing_are_covered(ground_truth):
    distinct = [replace(g, name=f"t{i}", arguments={}) for i, g in enumerate(ground_truth)]
    waiting = sum(bool(one.after) for one in distinct)
    backwards = score(perfect(distinct)[::-1], distinct)
    assert backwards.coverage == pytest.approx(1 - waiting / len(distinct))


@given(call_lists(min_size=1), ground_truths(), st.data())
@settings(deadline=None)
def test_repeating_a_call_never_raises_efficiency_nor_lowers_coverage(calls, ground_truth, data):
    again = data.draw(st.sampled_from(calls))
    place = data.draw(st.integers(0, len(calls)))
    more = [*calls[:place], again, *calls[place:]]
    before, after = score(calls, ground_truth), score(more, ground_truth)
    assert after.efficiency <= before.efficiency
    assert after.coverage >= before.coverage
