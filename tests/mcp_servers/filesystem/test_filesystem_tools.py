"""What a model sees of the file system, and what synthesis needs to know of it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcp_servers.core.errors import StateError
from mcp_servers.filesystem.tools import server
from provelight.records import Json

ENTITY = "x-provelight-entity"
LABEL_OF = "x-provelight-label-of"


def inputs(name: str, required: bool = False) -> set[str]:
    schema = server.tools[name].spec.parameters
    wanted = schema.get("required", ()) if required else schema["properties"]
    return {p[ENTITY] for n, p in schema["properties"].items() if n in wanted and ENTITY in p}


def objects(schema: dict[str, Json]) -> Iterator[dict[str, Json]]:
    """Yields the properties of an output schema, and of the rows in its lists."""
    properties = schema.get("properties", {})
    yield properties
    for prop in properties.values():
        if prop.get("type") == "array":
            yield from objects(prop["items"])


def outputs(name: str) -> set[str]:
    schema = server.tools[name].spec.output_schema or {}
    return {p[ENTITY] for o in objects(schema) for p in o.values() if ENTITY in p}


def test_the_paper_has_forty_tools_here():
    assert len(server.tools) == 40


def test_half_of_the_tools_write():
    assert sum(not t.is_read for t in server.tools.values()) == 20


def test_every_write_can_fail_on_account_of_the_state():
    for tool in server.tools.values():
        assert tool.is_read or tool.raises
        assert all(issubclass(error, StateError) for error in tool.raises)
        assert len(set(tool.raises)) == len(tool.raises)


def test_failures_have_types_of_their_own():
    errors = {error for tool in server.tools.values() for error in tool.raises}
    assert len({error.type for error in errors}) == len(errors) == 22


def test_schemas_are_small():
    sizes = [len(json.dumps(t.spec.to_openai())) for t in server.tools.values()]
    assert sum(sizes) / len(sizes) <= 450
    assert max(sizes) <= 850


def test_every_id_that_a_tool_takes_comes_out_of_a_look_up():
    looked_up = {e for name, t in server.tools.items() if t.is_read for e in outputs(name)}
    taken = {e for name in server.tools for e in inputs(name)}
    assert taken == {"file", "directory", "archive", "trash_item", "user", "group"}
    assert taken <= looked_up


def test_nearly_all_tools_lie_on_explicit_edges():
    wanted = {e for name in server.tools for e in inputs(name, required=True)}
    lonely = {n for n in server.tools if not (inputs(n, required=True) or outputs(n) & wanted)}
    assert lonely == {"list_groups", "empty_trash"}


def test_look_ups_tell_what_people_call_the_thing():
    for name in (
        "ls",
        "tree",
        "find",
        "grep",
        "du",
        "df",
        "list_trash",
        "list_users",
        "list_groups",
    ):
        for properties in objects(server.tools[name].spec.output_schema or {}):
            first = next((p[ENTITY] for p in properties.values() if ENTITY in p), None)
            assert first is None or first in {p.get(LABEL_OF) for p in properties.values()}


def test_what_cannot_be_taken_back_is_called_destructive():
    destructive = {n for n, t in server.tools.items() if t.spec.annotations["destructiveHint"]}
    assert destructive == {"write", "replace", "truncate", "mv", "cp", "rm", "empty_trash"}
