"""M8: schemas are flat for the model and mean the same."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field
from tally_server import server

from mcp_servers.core.schemas import flatten
from provelight.records import strip_private


class Address(BaseModel):
    model_config = ConfigDict(extra="forbid")
    city: Annotated[str, Field(description="City.", min_length=1)]
    zone: Annotated[int | None, Field(description="Zone.", ge=1)] = None


class Order(BaseModel):
    model_config = ConfigDict(extra="forbid")
    title: Annotated[str, Field(description="Title.")]
    to: Annotated[Address, Field(description="Where to.")]
    stops: Annotated[list[Address], Field(description="Stops.", max_length=2)] = []
    speed: Annotated[Literal["slow", "fast"] | None, Field(description="Speed.")] = None


class Node(BaseModel):
    children: list[Node]


class Either(BaseModel):
    value: int | str


NESTED = Order.model_json_schema()
FLAT = flatten(NESTED)

ADDRESSES = st.dictionaries(
    st.sampled_from(["city", "zone", "other"]), st.sampled_from(["", "Rome", 0, 1, 2.5]), max_size=3
)
ORDERS = st.fixed_dictionaries(
    {"title": st.sampled_from(["t", 1])},
    optional={
        "to": ADDRESSES,
        "stops": st.lists(ADDRESSES, max_size=3),
        "speed": st.sampled_from(["slow", "fast", "medium", 3]),
        "extra": st.just(1),
    },
)


def keys(schema) -> set[str]:
    if isinstance(schema, dict):
        return set(schema).union(*map(keys, schema.values()))
    return set().union(*map(keys, schema)) if isinstance(schema, list) else set()


def test_m8_nothing_nested_is_left():
    assert {"$defs", "$ref", "anyOf"} <= keys(NESTED)
    assert not {"$defs", "$ref", "anyOf"} & keys(FLAT)


@given(ORDERS)
@settings(deadline=None, max_examples=150)
def test_m8_flat_and_nested_schema_accept_the_same(order):
    verdicts = [Draft202012Validator(schema).is_valid(order) for schema in (NESTED, FLAT)]
    assert verdicts[0] == verdicts[1]


def test_m8_valid_orders_do_occur():
    order = {"title": "t", "to": {"city": "Rome"}, "stops": [{"city": "Oslo", "zone": 1}]}
    assert Draft202012Validator(FLAT).is_valid(order)


def test_a_property_named_title_survives():
    assert FLAT["properties"]["title"] == {"description": "Title.", "type": "string"}
    assert FLAT["required"] == ["title", "to"]


def test_the_description_of_the_use_wins_over_that_of_the_model():
    assert FLAT["properties"]["to"]["description"] == "Where to."


def test_recursion_and_unions_are_refused():
    with pytest.raises(TypeError, match="Node refers to itself"):
        flatten(Node.model_json_schema())
    with pytest.raises(TypeError, match="union of 2 types is not flat"):
        flatten(Either.model_json_schema())


def test_the_schema_of_a_tool_says_bounds_choices_defaults_and_private_keys():
    parameters = server.tools["typed"].spec.parameters
    assert parameters["properties"]["integer"] == {
        "description": "Integer.",
        "type": "integer",
        "minimum": 1,
        "maximum": 50,
        "default": 5,
    }
    assert parameters["properties"]["choice"]["enum"] == ["low", "high"]
    assert parameters["properties"]["day"] == {
        "description": "Day.",
        "type": "string",
        "x-provelight-format": "date",
    }
    assert "required" not in parameters
    assert parameters["additionalProperties"] is False
    assert "x-provelight-format" not in keys(strip_private(parameters))


def test_an_output_that_may_be_absent_is_not_required():
    assert server.tools["get_total"].spec.output_schema["required"] == ["total"]
