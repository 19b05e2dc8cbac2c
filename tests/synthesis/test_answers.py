import json

import pytest

from mcp_servers.core import catalog
from provelight.synthesis.answers import Answers, check_slots


@pytest.fixture(scope="module")
def bank(signatures_of):
    return signatures_of("banking")


def kept_goals(banking, count=80):
    """Returns (goal, signature, result, now, answer) of the turns of some conversations."""
    kept = []
    converse = banking._converse
    banking._converse = lambda *a: kept.append(converse(*a)) or kept[-1]
    for index in range(count):
        banking.candidate(index, 9, "train")
    banking._converse = converse
    for conversation in kept:
        now = conversation.scene.now
        for goal, turn in zip(conversation.goals, conversation.turns, strict=True):
            signature = conversation.scene.signatures[goal.plan.target]
            yield (
                goal,
                signature,
                json.loads(turn.trace[-2]["content"]),
                now,
                turn.trace[-1]["content"],
            )


@pytest.fixture(scope="module")
def goals(banking):
    return list(kept_goals(banking))


def test_answers_are_short_and_without_slots_or_ids(goals):
    for _, _, _, _, answer in goals:
        assert len(answer) < 300
        assert "{" not in answer
        assert "None" not in answer
        assert answer[0].isupper() or answer[0] == "$"
        assert answer.endswith(".")


def test_what_is_asked_is_told(goals):
    found = 0
    for goal, signature, result, _, answer in goals:
        if signature.name == "get_account":
            cents = result["balance_cents"]
            assert f"{abs(cents) // 100:,}" in answer
            found += 1
        if signature.name == "replace_card":
            assert result["ending"] in answer
            found += 1
        if signature.name == "get_card" and "security code" in goal.phrase.text:
            assert result["security_code"] in answer
            found += 1
    assert found > 5


def test_without_templates_the_schema_is_enough(goals):
    bare = Answers({})
    for goal, signature, result, now, _ in goals:
        answer = bare.answer(goal, signature, result, now)
        assert answer.endswith(".")
        assert "None" not in answer
        if signature.name == "list_bills":
            assert result["bills"][0]["biller"] in answer


def test_the_template_most_like_the_request_is_taken(goals):
    goal, signature, result, now, _ = next(g for g in goals if g[1].name == "get_account")
    templates = {"get_account": ["All: {status}, {balance_cents}, {available_cents}.", "{status}"]}
    assert Answers(templates).answer(goal, signature, result, now).startswith("All:")


def test_a_template_that_lacks_a_value_is_passed_over(goals):
    goal, signature, result, now, _ = next(
        g for g in goals if g[1].name == "get_account" and "withdrawals_left" not in g[2]
    )
    templates = {"get_account": ["{withdrawals_left} left.", "It is {status}."]}
    assert Answers(templates).answer(goal, signature, result, now) == "It is open."


@pytest.mark.parametrize("server", ["banking", "mock"])
def test_the_answers_of_our_servers_have_known_slots(server, signatures_of):
    check_slots(catalog.phrases(server)["answers"], signatures_of(server))


@pytest.mark.parametrize(
    ("templates", "message"),
    [
        ({"fly": "x"}, "'fly', which there is not"),
        ({"get_account": "{balance}"}, "slot 'balance' is neither"),
        ({"get_account": ["{account.nickname}"]}, "slot 'account.nickname' is neither"),
    ],
)
def test_unknown_slots_are_named(bank, templates, message):
    with pytest.raises(ValueError, match=message):
        check_slots(templates, bank)
