"""The first prompt: what stands in it, and what is dropped when it is too long."""

from __future__ import annotations

import json
import logging

import pytest
from rollout_cases import FakeSession, make_task, schema, start, template

from provelight.records import FinishReason, GroundTruthCall, Turn
from provelight.rollout.limits import Limits
from provelight.rollout.prompts import first_prompt, system_message, tool_name, user_message

LONG = "It does a lot of things. " * 8
TOOLS = (
    schema("mock__d1", LONG),
    schema("mock__f"),
    schema("mock__d2", LONG),
    schema("mock__truth"),
    schema("mock__d3", LONG),
)
TURN = Turn("Do it.", ground_truth=(GroundTruthCall("1", "mock__truth"),))


def prompt_of(max_tokens, turn=TURN, tools=TOOLS):
    return first_prompt(make_task(turn, tools=tools), template(), max_tokens)


def names(prompt):
    return [tool_name(tool) for tool in prompt.tools]


def test_the_system_message_is_one_line_and_now():
    assert system_message("2026-03-03T10:05:00", "Be brief.") == (
        "Be brief.\nNow: Tuesday, 2026-03-03 10:05"
    )


def test_tools_that_come_later_stand_under_the_user_s_words():
    later = schema("mock__é")
    assert user_message(Turn("Now?")) == "Now?"
    lines = user_message(Turn("Now?", tools_added=(later,))).splitlines()
    assert lines[0] == "Now?"
    assert json.loads(lines[-1]) == later["function"]
    assert "mock__é" in lines[-1]


def test_everything_is_shown_where_it_fits():
    prompt = prompt_of(10_000)
    assert prompt.tools == TOOLS
    assert prompt.fits
    text = template().decode(prompt.ids)
    assert "You help people by calling tools.\nNow: Tuesday" in text
    assert text.endswith("Do it.<|im_end|>\n<|im_start|>assistant\n")


def test_distractors_are_dropped_last_first_and_schemas_never_cut():
    whole = len(prompt_of(10_000).ids)
    one_less = prompt_of(whole - 1)
    assert names(one_less) == ["mock__d1", "mock__f", "mock__d2", "mock__truth"]
    assert len(one_less.ids) <= whole - 1
    least = prompt_of(len(prompt_of(10_000, tools=TOOLS[1::2]).ids))
    assert names(least) == ["mock__f", "mock__truth"]
    assert least.fits
    for tool in least.tools:
        assert json.dumps(tool["function"], separators=(",", ":")) in template().decode(least.ids)


def test_a_prompt_that_fits_at_no_length_says_so(caplog):
    with caplog.at_level(logging.WARNING):
        prompt = prompt_of(20)
    assert not prompt.fits
    assert names(prompt) == ["mock__f", "mock__truth"]
    assert "the limit is 20; raise max_prompt_tokens or give tasks fewer tools" in caplog.text


def test_one_tool_stays_where_none_is_needed():
    tools = tuple(schema(f"mock__d{i}", LONG) for i in range(3))
    prompt = prompt_of(20, Turn("Sing."), tools)
    assert names(prompt) == ["mock__d0"]


def test_an_episode_whose_prompt_does_not_fit_samples_nothing():
    episode = start(FakeSession(), limits=Limits(max_prompt_tokens=20))
    assert episode.finish_reason is FinishReason.LENGTH
    assert episode.to_rollout().calls == ()


def test_a_dropped_tool_is_not_offered():
    episode = start(FakeSession(), TURN, tools=TOOLS, limits=Limits(max_prompt_tokens=500))
    assert [tool_name(tool) for tool in episode.tools] == ["mock__f", "mock__truth"]


@pytest.mark.parametrize("field", ["user_turns", "calls", "max_prompt_tokens", "max_total_tokens"])
def test_a_limit_below_one_is_refused(field):
    with pytest.raises(ValueError, match=rf"rollout\.limits\.{field} is 0; give at least 1"):
        Limits(**{field: 0})
