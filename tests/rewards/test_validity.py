"""Validity (PROVE §3.3)."""

from __future__ import annotations

import pytest
from reward_cases import FIND, PAY, TOOLS, call, tool

from provelight.rewards import ScoredCall
from provelight.rewards.calls import offered_tools
from provelight.rewards.validity import validity, validity_level

OFFERED = offered_tools(TOOLS)


def test_worked_example():
    """Four calls: right and executed (3 levels), refused by the server (2), a required parameter
    missing (1), a tool that does not exist (0): (3 + 2 + 1 + 0) / (3 * 4) = 0.5."""
    calls = [
        call(FIND, query="rent"),
        call(PAY, False, account="A1", cents=500),
        call(PAY, account="A1"),
        call("bank__steal"),
    ]
    assert [validity_level(c, OFFERED) for c in calls] == [3, 2, 1, 0]
    assert validity(calls, OFFERED) == 0.5


def test_no_calls_earn_nothing():
    assert validity([], OFFERED) == 0.0


def test_a_perfect_mean_is_exactly_one():
    assert validity([call(FIND, query="a")] * 7, OFFERED) == 1.0


def test_a_malformed_call_counts_and_passes_no_level():
    """One good call and one that could not be read: (3 + 0) / (3 * 2) = 0.5."""
    assert validity([call(FIND, query="a"), ScoredCall(None, {}, ok=True)], OFFERED) == 0.5


def test_a_level_needs_the_one_before():
    assert validity_level(call("bank__steal", True), OFFERED) == 0
    assert validity_level(call(PAY, True, account="A1", cents="500"), OFFERED) == 1


def test_types_are_checked_as_sent_without_coercion():
    assert validity_level(call(PAY, account="A1", cents="5"), OFFERED) == 1
    assert validity_level(call(PAY, account="A1", cents=5.0), OFFERED) == 3
    assert validity_level(call(PAY, account="A1", cents=True), OFFERED) == 1


def test_types_of_optional_parameters_count_when_sent():
    assert validity_level(call(FIND, query="a", limit="many"), OFFERED) == 1


@pytest.mark.parametrize(("optional", "level"), [("limit", 3), ("query", 1)])
def test_null_is_as_left_out_where_that_is_allowed(optional, level):
    arguments = {"query": "a", optional: None}
    assert validity_level(ScoredCall(FIND, arguments, ok=True), OFFERED) == level


def test_an_unknown_argument_is_a_matter_of_level_3():
    assert validity_level(call(FIND, False, query="a", colour="red"), OFFERED) == 2


def test_a_value_outside_an_enum_is_a_matter_of_level_3():
    offered = offered_tools([tool("t", ("unit",), unit={"type": "string", "enum": ["km", "mi"]})])
    assert validity_level(call("t", False, unit="ft"), offered) == 2


def test_a_tool_without_parameters_takes_none():
    offered = offered_tools([{"type": "function", "function": {"name": "t"}}])
    assert validity_level(call("t"), offered) == 3


@pytest.mark.parametrize(
    "bad",
    [
        {"name": "t", "parameters": {}},
        {"type": "function", "function": {"parameters": {}}},
        {"type": "function", "function": {"name": "t", "parameters": "none"}},
        {"type": "function", "function": {"name": "t", "parameters": {"required": 3}}},
        {"type": "function", "function": {"name": "t", "parameters": {"properties": ["a"]}}},
        "bank__find",
    ],
)
def test_what_is_no_schema_is_named_with_its_place(bad):
    with pytest.raises(ValueError, match=r"tools\[1\] is not an OpenAI function schema.*got"):
        offered_tools([TOOLS[0], bad])
