"""A rollout as a chat."""

from __future__ import annotations

from provelight.records import Rollout
from provelight.reporting.conversation import Called, Said, conversation
from tests.reporting.conftest import CALL, asked, rollout


def chat(**changes):
    return list(conversation(Rollout.from_json(rollout(**changes))))


def test_calls_stand_where_they_were_made():
    assert chat() == [
        Said("user", "Pay it."),
        Called("ok", "banking__pay", '{"amount_cents": 4550}', '{"paid": true}'),
        Said("assistant", "Paid."),
    ]


def test_a_call_that_could_not_be_read_shows_the_message_as_sampled():
    error = {"type": "malformed_call", "message": "not JSON"}
    said, called = chat(
        messages=[
            {"role": "assistant", "content": "", "raw": "<tool_call>{"},
            {"role": "tool", "content": "no"},
        ],
        calls=[
            {
                "call": {"name": None, "error": "not JSON"},
                "result": {"ok": False, "text": "no", "error": error},
                "turn": 0,
            }
        ],
    )
    assert said == Said("assistant", "", "<tool_call>{")
    assert called == Called("failed", None, "{}", "no", "malformed_call")


def test_a_call_beyond_the_limit_is_shown_as_not_executed():
    asked_twice = {"role": "assistant", "content": "", "tool_calls": [asked(0), asked(1, "b__x")]}
    statuses = [
        (item.status, item.name)
        for item in chat(messages=[asked_twice, {"role": "tool", "content": "x"}])
        if isinstance(item, Called)
    ]
    assert sorted(statuses) == [("ok", "banking__pay"), ("skipped", "b__x")]


def test_a_failure_of_ours_is_no_failure_of_the_models():
    broken = {**CALL, "result": {"ok": False, "text": "t", "infrastructure": True}}
    assert chat(calls=[broken])[1].status == "broken"


def test_a_call_whose_result_nobody_read_is_shown_last():
    assert chat(calls=[CALL, CALL])[-1].kind == "called"


def test_an_empty_message_is_shown_but_not_beside_calls():
    assert chat(messages=[{"role": "assistant", "content": ""}], calls=[]) == [
        Said("assistant", "")
    ]
