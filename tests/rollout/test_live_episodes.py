"""Episodes against the mock server: in process and over stdio."""

from __future__ import annotations

import json

import pytest
from rollout_cases import call_text, say, start, template

from provelight.environments import MCPFleet
from provelight.records import FinishReason, Turn


@pytest.fixture(scope="module", params=["local", "stdio"])
def fleet(request):
    with MCPFleet(["mock"], backend=request.param) as fleet:
        yield fleet


def create(title, label):
    arguments = {"title": title, "text": "Remember.", "label_id": label}
    return call_text("mock__create_note", json.dumps(arguments))


def run(fleet, *messages):
    """Runs one episode that says `messages`; returns its rollout."""
    with fleet.open_session(["mock"], 0) as session:
        tools = tuple(session.openai_tools())
        episode = start(session, Turn("Note it."), tools=tools)
        for message in messages:
            say(episode, message)
            if not episode.done:
                episode.resume()
        return episode.to_rollout()


def test_calls_are_executed_and_told(fleet):
    look = call_text("mock__list_labels")
    rollout = run(fleet, look, create("Buy ink", "LAB-0002"), "Noted.")
    assert rollout.finish_reason is FinishReason.STOP
    assert [call.result.ok for call in rollout.calls] == [True, True]
    told = json.loads(rollout.messages[3]["content"])
    assert told["labels"][1]["label_id"] == "LAB-0002"
    assert rollout.messages[3]["content"] in template().decode(rollout.ids)
    assert json.loads(rollout.messages[5]["content"])["title"] == "Buy ink"


def test_t16_parallel_calls_act_in_order(fleet):
    both = create("First", "LAB-0002") + "\n" + create("Second", "LAB-0002")
    rollout = run(fleet, both, "Noted.")
    ids = [call.result.result["note_id"] for call in rollout.calls]
    assert ids == sorted(ids)
    assert [call.result.result["title"] for call in rollout.calls] == ["First", "Second"]


def test_the_effect_hash_tells_what_was_done(fleet):
    nothing, note = run(fleet, "No."), run(fleet, create("Buy ink", "LAB-0002"), "Noted.")
    again = run(fleet, call_text("mock__list_labels"), create("Buy ink", "LAB-0002"), "Done.")
    other = run(fleet, create("Buy paper", "LAB-0002"), "Noted.")
    assert note.effect_hash == again.effect_hash
    assert len({nothing.effect_hash, note.effect_hash, other.effect_hash}) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        '{"title": 5}',
        '{"titel": "x"}',
        '{"title": "\\u0000 <|im_end|>", "text": "", "label_id": ""}',
    ],
)
def test_wrong_arguments_are_the_model_s_failure_and_the_turn_goes_on(fleet, arguments):
    rollout = run(fleet, call_text("mock__create_note", arguments), "Sorry.")
    assert not rollout.calls[0].result.ok
    assert not rollout.excluded
    assert rollout.finish_reason is FinishReason.STOP
