"""Level 2 of validity: JSON types at every depth."""

from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provelight.rewards.json_types import fits

TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"]
MEMBERS = {
    "null": [None],
    "boolean": [True, False],
    "integer": [3, -1, 12.0],
    "number": [3, 0.5, 12.0],
    "string": ["", "3"],
    "array": [[], [1]],
    "object": [{}, {"a": 1}],
}


@pytest.mark.parametrize("name", TYPES)
def test_each_type_takes_its_own(name):
    assert all(fits(value, {"type": name}) for value in MEMBERS[name])


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (True, "integer"),
        (True, "number"),
        (1, "boolean"),
        ("1", "integer"),
        (0.5, "integer"),
        (float("inf"), "integer"),
        (float("nan"), "integer"),
        (1, "string"),
        (None, "string"),
        ({}, "array"),
        ([], "object"),
        (0, "null"),
    ],
)
def test_and_none_of_the_others(value, name):
    assert not fits(value, {"type": name})


def test_a_list_of_types_asks_for_one_of_them():
    schema = {"type": ["integer", "null"]}
    assert fits(3, schema)
    assert fits(None, schema)
    assert not fits("3", schema)


@pytest.mark.parametrize("word", ["anyOf", "oneOf"])
def test_alternatives_ask_for_one_of_them(word):
    schema = {word: [{"type": "integer"}, {"type": "array", "items": {"type": "string"}}]}
    assert fits(3, schema)
    assert fits(["a"], schema)
    assert not fits([3], schema)


def test_items_of_nested_arrays_are_checked():
    schema = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}
    assert fits([[1], [], [2, 3]], schema)
    assert not fits([[1], ["2"]], schema)
    assert not fits([1], schema)


def test_properties_of_nested_objects_are_checked():
    address = {"type": "object", "properties": {"zip": {"type": "string"}}, "required": ["zip"]}
    schema = {"type": "object", "properties": {"to": address}}
    assert fits({"to": {"zip": "10115"}}, schema)
    assert not fits({"to": {"zip": 10115}}, schema)
    assert not fits({"to": {"zip": None}}, schema)


def test_free_keys_are_checked_where_a_schema_says_how():
    schema = {"type": "object", "additionalProperties": {"type": "integer"}}
    assert fits({"a": 1}, schema)
    assert not fits({"a": "1"}, schema)
    assert not fits({"a": None}, schema)
    assert fits({"a": "1"}, {"type": "object", "additionalProperties": False})


@pytest.mark.parametrize("schema", [{}, True, None, {"type": "any"}, {"enum": [1]}])
def test_a_schema_without_a_type_takes_anything(schema):
    assert fits("x", schema)


scalars = (
    st.booleans() | st.integers(-3, 3) | st.sampled_from([0.5, 2.0]) | st.sampled_from(["", "1"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=6,
)
some_types = st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, unique=True)
schemas = st.recursive(
    st.builds(lambda t: {"type": t}, some_types),
    lambda inner: st.builds(
        lambda t, items, a, b: {"type": t, "items": items, "properties": {"a": a, "b": b}},
        some_types,
        inner,
        inner,
        inner,
    ),
    max_leaves=6,
)


@given(values, schemas)
@settings(deadline=None, max_examples=200)
def test_agrees_with_a_full_validator_where_only_types_are_asked(value, schema):
    assert fits(value, schema) == jsonschema.Draft202012Validator(schema).is_valid(value)
