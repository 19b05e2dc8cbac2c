"""Values compare as JSON values after coercion to the schema's type."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provelight.rewards.json_values import same_value

INTEGER, NUMBER, STRING = {"type": "integer"}, {"type": "number"}, {"type": "string"}
BOOLEAN, UNTYPED = {"type": "boolean"}, {}


@pytest.mark.parametrize(
    ("sent", "truth", "schema", "same"),
    [
        # 1 and 1.0 are one JSON number, whatever the schema.
        (1, 1.0, UNTYPED, True),
        (1, 1.0, INTEGER, True),
        (1.0, 1, STRING, True),
        # "1" and 1 are equal only where the schema says which of them is meant.
        ("1", 1, UNTYPED, False),
        ("1", 1, {"type": ["string", "integer"]}, False),
        ("1", 1, {"anyOf": [INTEGER, STRING]}, False),
        ("1", 1, BOOLEAN, False),
        ("1", 1, INTEGER, True),
        ("1", 1, NUMBER, True),
        ("1.0", 1, INTEGER, True),
        ("1e2", 100, NUMBER, True),
        ("1", 1, {"type": ["integer", "null"]}, True),
        ("1", 1, {"anyOf": [INTEGER, {"type": "null", "title": "left out"}]}, True),
        (1, "1", STRING, True),
        (0.5, "0.5", STRING, True),
        # true is no number, and "true" is true only for a boolean.
        (True, 1, UNTYPED, False),
        (True, 1, INTEGER, False),
        (True, 1, STRING, False),
        (False, 0, NUMBER, False),
        ("true", True, BOOLEAN, True),
        ("true", True, UNTYPED, False),
        ("True", True, BOOLEAN, False),
        (1, True, BOOLEAN, False),
        # Strings by letter; what is no JSON number stays a string.
        ("Rent", "rent", STRING, False),
        (" 1", 1, INTEGER, False),
        ("01", 1, INTEGER, False),
        ("1_0", 10, INTEGER, False),
        ("nan", "nan", NUMBER, True),
        ("9" * 5000, 9, INTEGER, False),
        # null is itself only.
        (None, None, STRING, True),
        (None, "null", STRING, False),
        (None, 0, UNTYPED, False),
        (None, False, UNTYPED, False),
    ],
)
def test_scalars(sent, truth, schema, same):
    assert same_value(sent, truth, schema) is same
    assert same_value(truth, sent, schema) is same


def test_arrays_compare_in_order_and_by_their_items_schema():
    schema = {"type": "array", "items": INTEGER}
    assert same_value(["1", 2.0], [1, 2], schema)
    assert not same_value([2, 1], [1, 2], schema)
    assert not same_value([1], [1, 1], schema)
    assert not same_value(["1"], [1], {"type": "array"})
    assert not same_value([True], [1], schema)


def test_objects_compare_by_key_in_any_order():
    schema = {"type": "object", "properties": {"n": INTEGER, "to": {"type": "array"}}}
    assert same_value({"to": ["a"], "n": "1"}, {"n": 1, "to": ["a"]}, schema)
    assert not same_value({"n": 1}, {"n": 1, "to": []}, schema)
    assert not same_value({"n": 1, "m": "1"}, {"n": 1, "m": 1}, schema)


def test_free_keys_follow_the_schema_of_additional_properties():
    schema = {"type": "object", "additionalProperties": INTEGER}
    assert same_value({"a": "1"}, {"a": 1}, schema)
    assert not same_value({"a": "1"}, {"a": 1}, {"type": "object", "additionalProperties": True})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
any_schema = st.sampled_from([UNTYPED, INTEGER, NUMBER, STRING, BOOLEAN, {"type": "array"}])


@given(json_values, any_schema)
@settings(deadline=None)
def test_a_value_equals_its_own_round_trip(value, schema):
    assert same_value(json.loads(json.dumps(value)), value, schema)


@given(json_values, json_values, any_schema)
@settings(deadline=None)
def test_comparison_is_symmetric_and_never_raises(a, b, schema):
    assert same_value(a, b, schema) == same_value(b, a, schema)
