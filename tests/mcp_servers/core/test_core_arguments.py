"""Arguments: strict types, optional values, and refusals that say what would do."""

from __future__ import annotations

import pytest
from tally_server import server

from mcp_servers.core.errors import InvalidArguments

TYPED = server.tools["typed"]
MAKE_ITEM = server.tools["make_item"]


def refusal(tool, **arguments) -> str:
    with pytest.raises(InvalidArguments) as caught:
        tool.parse(arguments)
    return caught.value.message


def test_m7_a_misspelt_argument_is_named_with_the_near_name():
    message = refusal(MAKE_ITEM, name="a", parrent_id="ITEM-0001")
    assert "unknown argument 'parrent_id' (did you mean 'parent_id'?)" in message
    assert "make_item takes: name, parent_id, tags" in message


def test_m7_an_unknown_argument_is_never_dropped():
    assert "unknown argument 'zzz'" in refusal(server.tools["get_total"], zzz=1)
    assert "no arguments" in refusal(server.tools["get_total"], zzz=1)


def test_a_missing_argument_is_named_with_its_description():
    assert "missing argument 'name' (Name of the thing.)" in refusal(MAKE_ITEM)


def test_all_faults_are_told_at_once():
    message = refusal(MAKE_ITEM, nmae="a", tags="b")
    assert all(part in message for part in ("'nmae'", "'name'", "'tags' must be an array"))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("integer", "12", 'must be an integer, got "12"'),
        ("integer", True, "must be an integer, got true"),
        ("integer", 12.5, "must be an integer, got 12.5"),
        ("integer", 0, "should be greater than or equal to 1, got 0"),
        ("integer", 51, "should be less than or equal to 50, got 51"),
        ("integer", [], "must be an integer, got an array"),
        ("number", "0.5", 'must be a number, got "0.5"'),
        ("number", False, "must be a number, got false"),
        ("number", float("nan"), "finite"),
        ("flag", 1, "must be true or false, got 1"),
        ("flag", "true", 'must be true or false, got "true"'),
        ("text", 5, "must be a string, got 5"),
        ("text", {"a": 1}, "must be a string, got an object"),
        ("choice", "medium", "must be 'low' or 'high', got \"medium\""),
        ("day", "2026-02-30", "not a date as YYYY-MM-DD: '2026-02-30'"),
        ("day", "tomorrow", "not a date as YYYY-MM-DD: 'tomorrow'"),
        ("moment", "2026-02-03", "the time of day is missing"),
        ("moment", "2026-02-03T10:00Z", "has a time zone"),
        ("hour", "25:00", "not a time as HH:MM"),
        ("lines", [{"name": "a"}, {"count": 1}], "missing argument 'lines.1.name'"),
        ("lines", [{"name": "a", "cuont": 1}], "'lines.0.cuont' (did you mean 'count'?)"),
        ("lines", [{"name": "a", "count": "1"}], "'lines.0.count' must be an integer"),
        ("weights", {"a": "1"}, "'weights.a' must be an integer"),
    ],
)
def test_types_and_bounds_are_strict(name, value, expected):
    assert expected in refusal(TYPED, **{name: value})


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("integer", 12.0, 12),
        ("number", 2, 2.0),
        ("day", "20260203", "2026-02-03"),
        ("moment", "2026-02-03 10:00:00", "2026-02-03T10:00"),
        ("moment", "2026-02-03T10:00:30", "2026-02-03T10:00:30"),
        ("hour", "09:30:00", "09:30"),
        ("weights", {"a": 3.0}, {"a": 3}),
        ("text", "\u2028\x00😀", "\u2028\x00😀"),
    ],
)
def test_what_means_the_same_arrives_in_one_form(name, value, expected):
    parsed = TYPED.parse({name: value})[name]
    assert parsed == expected
    assert type(parsed) is type(expected)


def test_an_integer_inside_a_list_of_objects_may_be_written_as_a_float():
    (line,) = TYPED.parse({"lines": [{"name": "a", "count": 2.0}]})["lines"]
    assert (line.count, type(line.count)) == (2, int)


def test_null_for_an_optional_means_omitted():
    assert TYPED.parse({"day": None, "integer": None, "lines": None}) == {}
    assert TYPED.parse({"lines": [{"name": "a", "count": None}]})["lines"][0].count == 1


def test_null_for_a_required_argument_is_refused():
    assert "'name' must be a string, got null" in refusal(MAKE_ITEM, name=None)


def test_the_callers_arguments_are_left_alone():
    arguments = {"integer": 3.0, "day": None}
    TYPED.parse(arguments)
    assert arguments == {"integer": 3.0, "day": None}
    assert isinstance(arguments["integer"], float)


@pytest.mark.parametrize("arguments", [None, [], "text", 3])
def test_arguments_must_be_an_object(arguments):
    with pytest.raises(InvalidArguments, match="must be an object"):
        TYPED.parse(arguments)


@pytest.mark.parametrize(
    "arguments", [{"text": "a\ud83d"}, {"weights": {"\udc00": 1}}, {"\ud83d": 1}]
)
def test_a_lone_surrogate_is_refused(arguments):
    with pytest.raises(InvalidArguments, match=r"unicode|surrogate"):
        TYPED.parse(arguments)


def test_a_long_value_is_quoted_in_part():
    message = refusal(TYPED, integer="x" * 10_000)
    assert len(message) < 400


def test_a_deep_value_is_refused_like_any_other():
    deep: list = []
    for _ in range(5000):
        deep = [deep]
    assert "'text' must be a string, got an array" in refusal(TYPED, text=deep)
