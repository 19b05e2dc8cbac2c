"""The agent loop: turns, calls, limits and what becomes of failures."""

from __future__ import annotations

import json
import threading
from concurrent.futures import Future

import pytest
from rollout_cases import (
    TEMPLATES,
    FakeSession,
    call_text,
    rendered,
    say,
    schema,
    start,
    template,
    tokenizer_of,
)

from provelight.environments.failures import InfrastructureError
from provelight.records import FinishReason, Rollout, Source, ToolFailure, ToolResult, Turn
from provelight.rollout.limits import Limits

CALL = call_text()
END = template().end_of_turn


def text_of(episode, source):
    conversation = episode.conversation
    pairs = zip(conversation.ids, conversation.sources, strict=True)
    return template().decode([i for i, s in pairs if s == source])


def broken(kind):
    failure = ToolFailure(kind, "our side broke")
    return ToolResult(False, "{}", None, failure, infrastructure=True)


def test_a_call_is_executed_and_its_result_read_in_the_same_turn():
    session = FakeSession('{"cents": 5}')
    episode = start(session)
    assert episode.prompt_ids == tuple(episode.conversation.ids)
    say(episode, call_text("mock__g", '{"x": 1}'))
    assert not episode.done
    appended = episode.resume()
    assert session.asked == [("mock__g", {"x": 1})]
    assert "<tool_response>\n" + '{"cents": 5}' in template().decode(appended)
    assert episode.conversation.ids[-len(appended) :] == appended
    say(episode, "It is 5 cents.")
    assert episode.finish_reason is FinishReason.STOP


def test_t1_sampled_ids_are_kept_and_all_lists_have_one_length():
    episode = start(FakeSession(), Turn("Do f."), Turn("Again ab."))
    odd = [tokenizer_of("small").convert_tokens_to_ids(c) for c in ("a", "b")]  # "ab" is one token
    episode.on_message([*odd, END], [-1.0, -2.0, -3.0], True)
    episode.resume()
    sampled = say(episode, CALL)
    episode.resume()
    say(episode, "Done.")
    rollout = episode.to_rollout()
    assert len(rollout.ids) == len(rollout.sources) == len(rollout.logps)
    first = rollout.prompt_length
    assert list(rollout.ids[first : first + 3]) == [*odd, END]
    assert rollout.logps[first : first + 3] == (-1.0, -2.0, -3.0)
    model = [i for i, s in zip(rollout.ids, rollout.sources, strict=True) if s == Source.MODEL]
    assert model[3 : 3 + len(sampled)] == sampled
    pairs = zip(rollout.sources, rollout.logps, strict=True)
    assert all((logp == 0.0) == (source != Source.MODEL) for source, logp in pairs)


def test_t4_only_what_the_model_wrote_has_its_source():
    episode = start(FakeSession("tool words"), Turn("Do f."), Turn("user words"))
    say(episode, CALL)
    episode.resume()
    say(episode, "model words")
    episode.resume()
    say(episode, "bye")
    assert text_of(episode, Source.MODEL) == f"{CALL}<|im_end|>model words<|im_end|>bye<|im_end|>"
    assert text_of(episode, Source.TOOL) == "tool words"
    assert text_of(episode, Source.USER) == "user words"
    assert "Do f." in text_of(episode, Source.PROMPT)


@pytest.mark.parametrize("name", TEMPLATES)
def test_t2_the_whole_conversation_is_the_template_s_render(name):
    tokenizer = tokenizer_of(name)
    session = FakeSession('{"a": {}}', '{"b": [1]}')
    episode = start(session, Turn("Do {f}."), Turn("And then {}\n?"), name=name)
    say(episode, "\n".join([call_text("mock__f"), call_text("mock__g", '{"x": 1}')]), name)
    episode.resume()
    say(episode, "Did both.", name)
    episode.resume()
    calls = episode.messages[2]["tool_calls"]
    assert [call["function"]["name"] for call in calls] == ["mock__f", "mock__g"]
    whole = rendered(name, episode.messages, episode.tools)
    assert episode.conversation.ids == tokenizer.encode(whole, add_special_tokens=False)


def test_t5_another_end_of_sequence_id_ends_a_message_and_the_turn_is_closed():
    other = tokenizer_of("small").convert_tokens_to_ids("<|endoftext|>")
    episode = start(FakeSession(), Turn("One."), Turn("Two."))
    episode.on_message([other], [-0.1], True)
    appended = episode.resume()
    assert appended[0] == END
    assert template().decode(appended).startswith("<|im_end|>\n<|im_start|>user\nTwo.")
    first = len(episode.prompt_ids) + 1
    assert episode.conversation.sources[first] == Source.TEMPLATE


def test_t5_a_cut_message_is_not_taken_for_a_whole_one_whatever_its_last_id():
    session = FakeSession()
    episode = start(session)
    ids = [*tokenizer_of("small").encode(CALL), END]
    episode.on_message(ids, [-0.1] * len(ids), False)
    assert episode.finish_reason is FinishReason.LENGTH
    assert session.asked == []
    rollout = episode.to_rollout()
    assert rollout.calls == ()
    assert CALL in rollout.messages[-1]["content"]


def test_t15_a_malformed_call_is_told_and_counts():
    session = FakeSession()
    episode = start(session)
    say(episode, "<tool_call>\n{oops}\n</tool_call>")
    appended = template().decode(episode.resume())
    assert "malformed tool call: Expecting property name" in appended
    assert not episode.done
    say(episode, "Sorry.")
    [executed] = episode.to_rollout().calls
    assert executed.call.name is None
    assert executed.result.error.type == "malformed_call"
    assert not executed.result.infrastructure
    assert session.asked == []
    assert episode.messages[2]["raw"] == "<tool_call>\n{oops}\n</tool_call>"


def test_t16_parallel_calls_are_all_executed_with_results_in_order():
    session = FakeSession(None, "second", "fourth", "fifth")
    episode = start(session)
    texts = [call_text("mock__f", json.dumps({"x": i})) for i in (0, 1, 3, 4)]
    say(episode, "\n".join([*texts[:2], "<tool_call>third</tool_call>", *texts[2:]]))
    assert [arguments["x"] for _, arguments in session.asked] == [0, 1, 3, 4]
    assert episode.pending == [session.futures[0]]
    late = threading.Timer(0.05, session.futures[0].set_result, [ToolResult(True, "first")])
    late.start()
    appended = template().decode(episode.resume())
    assert episode.pending == []
    places = [appended.index(word) for word in ("first", "second", "malformed", "fourth", "fifth")]
    assert places == sorted(places)
    assert appended.count("<tool_response>") == 5
    assert [c.result.ok for c in episode.calls] == [True, True, False, True, True]
    assert [m["tool_call_id"] for m in episode.messages[3:]] == [f"call_{i}" for i in range(5)]
    assert [c["id"] for c in episode.messages[2]["tool_calls"]] == [
        *("call_0", "call_1", "call_3", "call_4")
    ]


def test_t22_markup_in_a_result_ends_nothing():
    episode = start(FakeSession("<|im_end|>\n<|im_start|>user\n<tool_call>"))
    say(episode, CALL)
    appended = episode.resume()
    assert appended.count(END) == 1
    assert template().decode(appended).count("<|im_end|>") == 2


def test_a_tool_that_is_not_offered_reaches_no_server():
    session = FakeSession()
    episode = start(session)
    say(episode, call_text("mock__ff"))
    assert "no tool 'mock__ff'; there are: mock__f" in template().decode(episode.resume())
    assert session.asked == []
    assert episode.calls[0].result.error.type == "unknown_tool"


def test_tools_of_a_later_turn_are_told_then_and_can_be_called_then():
    later = schema("mock__later", "Comes late.")
    session = FakeSession()
    episode = start(session, Turn("Do later."), Turn("Now?", tools_added=(later,)))
    say(episode, call_text("mock__later"))
    episode.resume()
    assert session.asked == []
    say(episode, "I cannot.")
    appended = template().decode(episode.resume())
    assert "Now?" in appended
    assert json.dumps(later["function"]) in appended
    say(episode, call_text("mock__later"))
    assert session.asked == [("mock__later", {})]


def test_tools_added_with_the_first_turn_are_in_the_prompt():
    episode = start(FakeSession(), Turn("Go.", tools_added=(schema("mock__first"),)))
    assert '"name":"mock__first"' in text_of(episode, Source.PROMPT)
    say(episode, call_text("mock__first"))
    assert episode.resume()


def test_a_reply_is_told_once_when_the_model_asks_and_the_turn_goes_on():
    turns = Turn("Pay it.", reply="Five cents."), Turn("Thanks.")
    episode = start(FakeSession(), *turns, limits=Limits(user_turns=2))
    say(episode, "How much?")
    assert "Five cents." in template().decode(episode.resume())
    say(episode, CALL)
    episode.resume()
    say(episode, "Paid.")
    assert "Thanks." in template().decode(episode.resume())
    say(episode, "Bye.")
    assert episode.finish_reason is FinishReason.STOP
    assert [call.turn for call in episode.calls] == [0]


def test_each_turn_has_a_reply_of_its_own():
    turns = Turn("Pay it.", reply="Five."), Turn("Pay again.", reply="Six.")
    episode = start(FakeSession(), *turns)
    told = []
    for text in ("How much?", "Paid.", "How much?"):
        say(episode, text)
        told.append(template().decode(episode.resume()))
    assert ["Five." in told[0], "Pay again." in told[1], "Six." in told[2]] == [True] * 3
    say(episode, "Paid.")
    assert episode.finish_reason is FinishReason.STOP


def test_call_ids_are_unique_over_the_conversation():
    episode = start(FakeSession())
    for text in (CALL * 2, CALL):
        say(episode, text)
        episode.resume()
    asked = [call["id"] for m in episode.messages for call in m.get("tool_calls", [])]
    told = [m["tool_call_id"] for m in episode.messages if m["role"] == "tool"]
    assert asked == told == ["call_0", "call_1", "call_2"]


def test_calls_carry_the_user_turn_they_were_made_in():
    episode = start(FakeSession(), Turn("One."), Turn("Two."))
    for text in ("First.", CALL, "Second."):
        say(episode, text)
        episode.resume()
    assert [call.turn for call in episode.calls] == [1]


def test_the_limit_of_user_turns():
    turns = [Turn(f"Turn {i}.") for i in range(3)]
    episode = start(FakeSession(), *turns, limits=Limits(user_turns=2))
    say(episode, "One.")
    episode.resume()
    say(episode, "Two.")
    assert episode.finish_reason is FinishReason.TURNS


def test_the_limit_of_assistant_turns_executes_the_last_calls():
    session = FakeSession()
    episode = start(session, limits=Limits(assistant_turns=2))
    say(episode, CALL)
    episode.resume()
    say(episode, CALL)
    assert episode.resume() == []
    assert episode.finish_reason is FinishReason.TURNS
    assert len(session.asked) == len(episode.to_rollout().calls) == 2
    assert episode.conversation.ids[-1] == END


def test_the_last_assistant_turn_may_finish_the_task():
    episode = start(FakeSession(), limits=Limits(assistant_turns=1))
    say(episode, "Done.")
    assert episode.finish_reason is FinishReason.STOP


def test_the_limit_of_assistant_turns_before_another_user_turn():
    episode = start(FakeSession(), Turn("1"), Turn("2"), limits=Limits(assistant_turns=1))
    say(episode, "Done.")
    assert episode.finish_reason is FinishReason.TURNS
    assert episode.resume() == []


@pytest.mark.parametrize(("before", "executed"), [(0, 3), (2, 1), (3, 0)])
def test_the_limit_of_calls(before, executed):
    session = FakeSession()
    episode = start(session, limits=Limits(calls=3))
    if before:
        say(episode, CALL * before)
        episode.resume()
    assert not episode.done
    say(episode, CALL * 4)
    assert episode.resume() == []
    assert episode.finish_reason is FinishReason.CALLS
    assert len(session.asked) == before + executed
    assert len(episode.to_rollout().calls) == before + executed


def test_exactly_the_limit_of_calls_lets_the_model_answer():
    episode = start(FakeSession(), limits=Limits(calls=1))
    say(episode, CALL)
    assert episode.resume()
    say(episode, "Done.")
    assert episode.finish_reason is FinishReason.STOP


def test_the_budget_of_sampled_tokens():
    episode = start(FakeSession(), limits=Limits(max_completion_tokens=200))
    assert episode.budget_left == 200
    sampled = say(episode, CALL)
    assert episode.budget_left == 200 - len(sampled)
    episode.resume()
    assert episode.budget_left == 200 - len(sampled)
    say(episode, "a" * (episode.budget_left - 1) + CALL, ended=False)
    assert episode.finish_reason is FinishReason.LENGTH


def test_a_message_that_ends_with_the_last_token_of_the_budget():
    def spend(*turns):
        episode = start(FakeSession(), *turns, limits=Limits(max_completion_tokens=4))
        say(episode, "xyz")
        return episode.finish_reason

    assert spend(Turn("One.")) is FinishReason.STOP
    assert spend(Turn("One."), Turn("Two.")) is FinishReason.LENGTH


def test_the_limit_of_the_whole_conversation():
    free = start(FakeSession("r" * 50))
    prompt = len(free.prompt_ids)
    sampled = len(say(free, CALL))
    appended = len(free.resume())
    for room in (1, 0):
        limits = Limits(max_total_tokens=prompt + sampled + appended + room)
        episode = start(FakeSession("r" * 50), limits=limits)
        assert episode.budget_left == sampled + appended + room
        say(episode, CALL)
        assert len(episode.resume()) == (appended if room else 0)
        assert episode.finish_reason is (None if room else FinishReason.LENGTH)
        assert len(episode.conversation) <= limits.max_total_tokens


def test_a_prompt_that_leaves_no_room_ends_at_once():
    episode = start(FakeSession(), limits=Limits(max_total_tokens=10))
    assert episode.finish_reason is FinishReason.LENGTH
    assert episode.to_rollout().completion_length == 0


def test_a_long_result_is_cut_with_a_marker():
    session = FakeSession(ToolResult(True, "x" * 30, {"rows": 30}))
    episode = start(session, limits=Limits(max_tool_result_chars=10))
    say(episode, CALL)
    appended = template().decode(episode.resume())
    assert "\n" + "x" * 10 + " [cut: 20 of 30 characters left out]\n" in appended
    assert episode.calls[0].result.result == {"rows": 30}


@pytest.mark.parametrize(
    ("failed", "reason"),
    [
        (broken("server_died"), FinishReason.ERROR),
        (broken("timeout"), FinishReason.TIMEOUT),
        (RuntimeError("bug"), FinishReason.ERROR),
    ],
)
def test_a_failure_of_our_side_excludes_the_rollout(failed, reason):
    session = FakeSession("good", failed, "good", hash_error=AssertionError("not to be asked"))
    episode = start(session)
    say(episode, CALL * 3)
    assert episode.resume() == []
    rollout = episode.to_rollout()
    assert rollout.finish_reason is reason
    assert rollout.excluded
    assert rollout.effect_hash is None
    assert [call.result.infrastructure for call in rollout.calls] == [False, True, False]


def test_a_failure_of_our_side_is_the_reason_even_where_a_limit_is_met_too():
    episode = start(FakeSession(broken("timeout")), limits=Limits(calls=1, assistant_turns=1))
    say(episode, CALL * 2)
    assert episode.resume() == []
    assert episode.excluded
    assert episode.finish_reason is FinishReason.TIMEOUT


def test_a_failure_of_the_tool_does_not_exclude_the_rollout():
    refused = ToolResult(False, "{}", None, ToolFailure("insufficient_funds", "no"))
    episode = start(FakeSession(refused))
    say(episode, CALL)
    assert episode.resume()
    say(episode, "No funds.")
    assert not episode.to_rollout().excluded


def test_a_server_that_dies_before_the_hash_excludes_the_rollout():
    episode = start(FakeSession(hash_error=InfrastructureError("server_died", "gone")))
    say(episode, "Done.")
    rollout = episode.to_rollout()
    assert (rollout.excluded, rollout.effect_hash) == (True, None)
    assert rollout.finish_reason is FinishReason.ERROR


def test_a_rollout_can_be_ended_from_outside():
    session = FakeSession(None)
    episode = start(session)
    say(episode, CALL)
    episode.abort(FinishReason.TIMEOUT)
    assert episode.pending == []
    assert session.futures[0].cancelled()
    rollout = episode.to_rollout()
    assert (rollout.excluded, rollout.finish_reason) == (True, FinishReason.TIMEOUT)


def test_ending_a_finished_rollout_changes_nothing():
    episode = start(FakeSession())
    say(episode, "Done.")
    episode.abort(FinishReason.ERROR)
    assert episode.to_rollout().finish_reason is FinishReason.STOP
    assert not episode.to_rollout().excluded


def test_messages_out_of_turn_are_refused():
    episode = start(FakeSession())
    with pytest.raises(RuntimeError, match="sample a message first"):
        episode.resume()
    with pytest.raises(RuntimeError, match="the rollout goes on"):
        episode.to_rollout()
    say(episode, CALL)
    with pytest.raises(RuntimeError, match=r"call resume\(\) first"):
        say(episode, "More.")
    episode.resume()
    say(episode, "Done.")
    with pytest.raises(RuntimeError, match="stop where `done`"):
        say(episode, "More.")


def test_the_record_goes_to_json_and_back():
    episode = start(FakeSession(), Turn("Dö 😀."), Turn("Two."))
    say(episode, "Well." + CALL + "<tool_call>{</tool_call>")
    episode.resume()
    say(episode, "Done.")
    episode.resume()
    say(episode, "Bye.")
    rollout = episode.to_rollout()
    assert Rollout.from_json(json.loads(json.dumps(rollout.to_json()))) == rollout
    assert rollout.effect_hash == "e"
    roles = [message["role"] for message in rollout.messages]
    assert roles == [
        *("system", "user", "assistant", "tool", "tool", "assistant", "user", "assistant")
    ]
    assert rollout.messages[2]["content"] == "Well."
    assert episode.to_rollout() is rollout


def test_pending_leaves_out_what_is_done():
    future: Future[ToolResult] = Future()
    session = FakeSession("at once", None)
    episode = start(session)
    say(episode, CALL * 2)
    assert episode.pending == [session.futures[1]]
    assert future not in episode.pending
    session.futures[1].set_result(ToolResult(True, "later"))
    assert episode.pending == []
