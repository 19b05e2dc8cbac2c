"""The Hermes format: what is read, what is malformed, and that no text makes it raise."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from provelight.records import ToolCall
from provelight.rollout.formats import FORMATS, HermesFormat, get_format

parse = HermesFormat().parse


def block(body):
    return f"<tool_call>\n{body}\n</tool_call>"


def test_several_calls_with_text_around():
    first, second = block('{"name": "a", "arguments": {"x": 1}}'), block('{"name": "b"}')
    parsed = parse(f"Let me see.\n{first}\n{second}\nThen we go on. ")
    assert parsed.calls == (ToolCall("a", {"x": 1}), ToolCall("b", {}))
    assert parsed.content == "Let me see.\n\n\nThen we go on."
    assert parsed.errors == ()


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"a": {"b": [{"c": "}"}, "{", "\\"]}, "d": None, "e": True, "f": -1.5e3},
        {"text": "</tool_call> and <tool_call>", "é😀": "ÄΩ中\u2028"},
        {"long": 10**40},
    ],
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_arguments_come_back_as_sent(arguments, ascii_only):
    call = {"arguments": arguments, "name": "banking__f"}
    parsed = parse(block(json.dumps(call, ensure_ascii=ascii_only)))
    assert parsed.calls == (ToolCall("banking__f", arguments),)
    assert parsed.content == ""


def test_white_space_is_free():
    assert parse('<tool_call>{"name":"a"}</tool_call>').calls == (ToolCall("a"),)
    assert parse('<tool_call> \r\n\t{"name":"a"} \n\n</tool_call>').calls == (ToolCall("a"),)


def test_arguments_as_a_string_that_holds_an_object():
    body = json.dumps({"name": "a", "arguments": ' {"x": {"y": 2}}\n'})
    assert parse(block(body)).calls == (ToolCall("a", {"x": {"y": 2}}),)


def test_text_without_calls_is_content():
    text = 'It is {"name": "a", "arguments": {}} & <tool_response>'
    assert parse(f" {text}\n").content == text
    assert parse(text).calls == ()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("", "Expecting value"),
        ("get_balance()", "Expecting value at character 0, before 'get_balance()"),
        ("{'name': 'a'}", "double quotes"),
        ('{"name": "a", "arguments": {"x": 1}', "Expecting ',' delimiter"),
        ('{"name": "a", "arguments": {}}}', "'}' follows the JSON object"),
        ('{"name": "a"}\n{"name": "b"}', "write one object in each block"),
        ('{"name": "a", "name": "b"}', "the key 'name' occurs twice"),
        ('{"name": "a", "arguments": {"x": 1, "x": 1}}', "the key 'x' occurs twice"),
        ('{"name": "a", "arguments": {"x": NaN}}', "NaN is not a JSON value"),
        ('{"name": "a", "arguments": {"x": -Infinity}}', "-Infinity is not a JSON value"),
        ('{"name": "a", "arguments": {"x": 1e999}}', "1e999 is too large"),
        ('{"name": "a", "arguments": {"x": ' + "9" * 5000 + "}}", "a number is too long"),
        ('{"name": "a", "arguments": ' + "[" * 100_000, "nested too deeply"),
        ('{"name": "a", "arguments": {"x": ' + "[" * 64 + "]" * 64 + "}}", "nested too deeply"),
        ('{"name": "a", "arguments": {"x": "\\ud83d"}}', "surrogate pair"),
        ('{"name": "a", "arguments": {"\\ud83d": 1}}', "surrogate pair"),
        ('{"name": "a", "arguments": {"x": "\n"}}', "Invalid control character"),
        ('{"name": "a", "arguments": [1]}', "arguments is a list, not an object"),
        ('{"name": "a", "arguments": null}', "arguments is null, not an object"),
        ('{"name": "a", "arguments": 5}', "arguments is a number, not an object"),
        ('{"name": "a", "arguments": false}', "arguments is a boolean, not an object"),
        ('{"name": "a", "arguments": "x=1"}', "a string and not JSON inside: Expecting value"),
        ('{"name": "a", "arguments": "{} {}"}', "a string with ' {}' after its object"),
        ('{"name": "a", "arguments": "\\"{}\\""}', "arguments is a string, not an object"),
        ('{"name": "a", "parameters": {}}', "no arguments; its keys are: name, parameters"),
        ('{"arguments": {}}', "no name; its keys are: arguments"),
        ("{}", "no name; its keys are: none"),
        ('{"name": null, "arguments": {}}', "no name"),
        ('{"name": "", "arguments": {}}', "no name"),
        ('[{"name": "a", "arguments": {}}]', "the call is a list, not an object"),
        ('"a"', "the call is a string, not an object"),
    ],
)
def test_a_malformed_block_says_what_is_wrong_and_leaves_the_next(body, told):
    parsed = parse(block(body) + "between" + block('{"name": "b"}'))
    broken, whole = parsed.calls
    assert broken.name is None
    assert broken.arguments == {}
    assert told in (broken.error or "")
    assert broken.error.startswith("malformed tool call: ")
    assert whole == ToolCall("b")
    assert parsed.errors == (broken.error,)
    assert parsed.content == "between"


@pytest.mark.parametrize(
    ("text", "told", "calls"),
    [
        ('<tool_call>\n{"name": "a"}', "not closed by </tool_call>", 1),
        ('<tool_call>\n{"name": "a"}\n</tool_c', "not closed by </tool_call>", 1),
        ('<tool_call>\n{"name": "a"}\n<tool_call>\n{"name": "b"}\n</tool_call>', "not closed", 2),
        ('<tool_call>\n{"name": "a", "argu', "Unterminated string", 1),
        ('<tool_call>\n{"name": "a", ', "but the text ends there", 1),
        ("<tool_call>", "but the text ends there", 1),
        ('{"name": "a"}\n</tool_call>', "</tool_call> without <tool_call> before it", 1),
    ],
)
def test_blocks_that_do_not_open_or_close(text, told, calls):
    parsed = parse(text)
    assert told in parsed.errors[0]
    assert len(parsed.calls) == calls
    assert len(parsed.errors) == 1


def test_every_error_shows_how_to_write_a_call():
    assert (
        '<tool_call>\n{"name": "...", "arguments": {...}}\n</tool_call>'
        in parse("<tool_call>").errors[0]
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
CALLS = st.lists(
    st.tuples(
        st.text(st.characters(codec="utf-8"), min_size=1),
        st.dictionaries(st.text(st.characters(codec="utf-8")), JSON, max_size=3),
    ),
    min_size=1,
    max_size=3,
)


def write(calls):
    return "\n".join(block(json.dumps({"name": n, "arguments": a})) for n, a in calls)


@settings(deadline=None)
@given(CALLS)
def test_what_was_written_is_read(calls):
    assert parse(write(calls)).calls == tuple(ToolCall(name, args) for name, args in calls)


@settings(deadline=None)
@given(CALLS, st.data())
def test_a_text_cut_anywhere_gives_the_whole_calls_and_at_most_one_error(calls, data):
    text = write(calls)
    cut = data.draw(st.integers(0, len(text) - 1))
    parsed = parse(text[:cut])
    whole = [call for call in parsed.calls if call.error is None]
    assert whole == [ToolCall(name, args) for name, args in calls[: len(whole)]]
    assert len(whole) < len(calls)
    assert len(parsed.errors) <= 1


PIECES = st.sampled_from(
    ["<tool_call>", "</tool_call>", '{"name": "a"', ', "arguments": ', "{", "}", '"', "\\", "\n"]
)


@settings(max_examples=300, deadline=None)
@given(st.text() | st.lists(PIECES | st.text(max_size=3), max_size=12).map("".join))
@example("<tool_call>\ud800</tool_call>")
@example("<tool_call>" * 3000)
@example('<tool_call>["' * 300)
def test_no_text_makes_it_raise(text):
    parsed = parse(text)
    for call in parsed.calls:
        assert (call.name is None) == (call.error is not None)
        json.dumps(call.arguments, ensure_ascii=False, allow_nan=False).encode()


def test_formats_are_found_by_name():
    assert isinstance(get_format("hermes"), HermesFormat)
    with pytest.raises(ValueError, match="no tool-call format 'xml'; there are: hermes"):
        get_format("xml")
    assert set(FORMATS) == {"hermes"}
