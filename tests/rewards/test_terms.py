"""Reward terms of the user's own."""

from __future__ import annotations

import pytest
from hydra.utils import instantiate
from reward_cases import FIND, TOOLS, Brevity, brevity, call, due

from provelight.configuration.compose import compose_config
from provelight.configuration.targets import check_targets
from provelight.rewards import FunctionTerm, ProveReward

CALLS = [call(FIND, query="rent")] * 2
GROUND_TRUTH = [due("a", FIND, query="rent")]


def test_a_term_is_added_with_its_weight():
    """Two calls: brevity 1 - 0.2 = 0.8, weight 0.5: 0.4 on top of what the paper gives."""
    plain = ProveReward()(CALLS, GROUND_TRUTH, TOOLS)
    reward = ProveReward(extra_terms={"brevity": Brevity(0.5)})(CALLS, GROUND_TRUTH, TOOLS)
    assert reward.extra == {"brevity": pytest.approx(0.4)}
    assert reward.total == pytest.approx(plain.total + 0.4)
    assert reward.coverage == plain.coverage


def test_a_negative_weight_punishes():
    term = FunctionTerm(brevity, weight=-1)
    assert ProveReward(extra_terms={"long": term})(CALLS, GROUND_TRUTH, TOOLS).extra == {
        "long": pytest.approx(-0.8)
    }


def test_terms_are_asked_about_tasks_without_ground_truth():
    reward = ProveReward(extra_terms={"brevity": Brevity(0.5)})
    assert reward([], [], TOOLS).total == pytest.approx(1.5)
    assert reward(CALLS, [], TOOLS).total == pytest.approx(0.4)


def test_a_term_that_does_not_apply_is_left_out():
    reward = ProveReward(extra_terms={"none": FunctionTerm(lambda _: None, 1.0)})
    assert reward(CALLS, GROUND_TRUTH, TOOLS) == ProveReward()(CALLS, GROUND_TRUTH, TOOLS)


def test_terms_see_the_calls_the_ground_truth_and_the_tools():
    seen = []
    ProveReward(extra_terms={"spy": FunctionTerm(seen.append, 1.0)})(CALLS, GROUND_TRUTH, TOOLS)
    assert [(case.calls, case.ground_truth, case.tools) for case in seen] == [
        (CALLS, GROUND_TRUTH, TOOLS)
    ]


def test_terms_enter_by_target_from_the_command_line():
    function = "{_target_:hydra.utils.get_method,path:reward_cases.brevity}"
    config = compose_config(
        "train",
        [
            "reward.w_arg=0.0",
            "+reward.extra_terms.own._target_=reward_cases.Brevity",
            "+reward.extra_terms.own.weight=0.5",
            "+reward.extra_terms.function._target_=provelight.rewards.FunctionTerm",
            f"+reward.extra_terms.function.function={function}",
            "+reward.extra_terms.function.weight=2.0",
        ],
    )
    check_targets(config.reward)
    reward = instantiate(config.reward)
    assert reward(CALLS, GROUND_TRUTH, TOOLS).extra == pytest.approx({"own": 0.4, "function": 1.6})
    assert reward.weights.w_arg == 0.0


def test_a_term_may_not_take_the_name_of_one_of_the_paper():
    with pytest.raises(ValueError, match=r"extra_terms\.coverage: the name is taken"):
        ProveReward(extra_terms={"coverage": Brevity(1)})


@pytest.mark.parametrize("bad", [brevity, 0.3, Brevity("much"), Brevity(float("nan"))])
def test_what_is_no_term_is_refused_at_once(bad):
    with pytest.raises(ValueError, match=r"extra_terms\.own: expected .*FunctionTerm"):
        ProveReward(extra_terms={"own": bad})


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_value_that_is_not_finite_is_named(value):
    reward = ProveReward(extra_terms={"own": FunctionTerm(lambda _: value, 1.0)})
    with pytest.raises(ValueError, match=r"reward term 'own' gave (nan|inf)"):
        reward(CALLS, GROUND_TRUTH, TOOLS)
