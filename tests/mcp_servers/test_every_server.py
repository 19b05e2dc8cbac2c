"""What holds of every server alike: what a model sees, how people ask, fuzz of every tool."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from mcp_servers.core import catalog
from mcp_servers.core.check_phrases import PHRASE_RULES
from mcp_servers.core.check_tools import TOOL_RULES
from mcp_servers.core.subject import Subject
from provelight.records import Json

ENTITY = "x-provelight-entity"
AVERAGE_SCHEMA, LONGEST_SCHEMA = 600, 1_400

pytestmark = pytest.mark.parametrize("name", catalog.names())


def objects(schema: dict[str, Json]) -> Iterator[dict[str, Json]]:
    """Yields the properties of an output schema, and of the objects inside it."""
    properties = schema.get("properties", {})
    if properties:
        yield properties
    for inner in (*properties.values(), schema.get("items")):
        if isinstance(inner, dict):
            yield from objects(inner)


def inputs(name: str, tool: str) -> set[str]:
    """Returns the types of entity that a tool asks for by their ids."""
    properties = catalog.load(name).tools[tool].spec.parameters["properties"].values()
    return {p[ENTITY] for p in properties if ENTITY in p}


def outputs(name: str, tool: str) -> set[str]:
    """Returns the types of entity whose ids a tool tells."""
    schema = catalog.load(name).tools[tool].spec.output_schema or {}
    return {p[ENTITY] for found in objects(schema) for p in found.values() if ENTITY in p}


def test_schemas_are_small(name: str):
    tools = catalog.load(name).tools.values()
    sizes = {t.spec.name: len(json.dumps(t.spec.to_openai())) for t in tools}
    assert sum(sizes.values()) / len(sizes) <= AVERAGE_SCHEMA
    assert max(sizes.values()) <= LONGEST_SCHEMA, sizes


def test_every_id_that_a_tool_takes_comes_out_of_a_look_up(name: str):
    tools = catalog.load(name).tools
    looked_up = {e for tool, t in tools.items() if t.is_read for e in outputs(name, tool)}
    assert {e for tool in tools for e in inputs(name, tool)} <= looked_up


def test_the_rules_on_declarations_and_phrases_hold(name: str):
    """The rules on calls take longer; `provelight servers check` has them all."""
    subject = Subject(catalog.load(name), catalog.phrases(name), ())
    assert [fault for rule in (*TOOL_RULES, *PHRASE_RULES) for fault in rule(subject)] == []


def test_some_look_up_tells_entities_apart(name: str):
    """People never say ids: beside the id of an entity that a tool takes stands something else."""
    tools = catalog.load(name).tools
    wanted = {e for tool in tools for e in inputs(name, tool)}
    told = set()
    for tool in tools.values():
        for found in objects(tool.spec.output_schema or {}) if tool.is_read else ():
            ids = {p[ENTITY] for p in found.values() if ENTITY in p}
            told |= ids if any(ENTITY not in p for p in found.values()) else set()
    assert wanted <= told


def test_nobody_says_an_id(name: str):
    for section in ("tools", "follow_ups"):
        for ways in catalog.phrases(name)[section].values():
            for text in ways:
                assert not re.search(r"_id\}|\b[A-Z]{2,4}-\d{4}", text), text


def test_answers_are_to_questions_that_are_asked(name: str):
    phrases = catalog.phrases(name)
    assert set(phrases["follow_ups"]) <= set(phrases["tools"])
    assert set(phrases["answers"]) <= set(phrases["tools"])


def test_every_failure_has_a_type_of_its_own(name: str):
    errors = {error for tool in catalog.load(name).tools.values() for error in tool.raises}
    assert len({error.type for error in errors}) == len(errors)
