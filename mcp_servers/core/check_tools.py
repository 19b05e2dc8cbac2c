"""Rules on the tools as they are declared: counts, names, descriptions, schemas, hints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mcp_servers.core.catalog import TOOL_COUNTS
from mcp_servers.core.shares import failing, on_explicit_edges, writing
from mcp_servers.core.subject import Fault, Listed, Subject

_NOT_FLAT = frozenset({"$ref", "$defs", "anyOf", "oneOf", "allOf", "not"})
_HINTS = frozenset({"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"})
_SENTENCE_END = re.compile(r"[.!?](?=\s+[A-Z]|$)")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LONGEST_NAME = 64
_LEAST_WRITES = 0.30
_LEAST_FAILING = 1 / 3
LEAST_ON_EDGES = 0.60


def tool_count(subject: Subject) -> Iterator[Fault]:
    """The server has as many tools as in the paper, or is none of the paper's."""
    due, have = TOOL_COUNTS.get(subject.server.name), len(subject.server.tools)
    if due is not None and have != due:
        yield Fault(f"{have} tools; the paper has {due} (PROVE §3.1, Table 2)")


def names(subject: Subject) -> Iterator[Fault]:
    """Tool names are lower case with underscores and fit into 64 characters as server__tool."""
    for name in subject.server.tools:
        full = f"{subject.server.name}__{name}"
        if not _NAME.fullmatch(name) or len(full) > _LONGEST_NAME:
            yield Fault(f"{full!r}: use a-z, 0-9 and _, at most {_LONGEST_NAME} in all", name)


def write_share(subject: Subject) -> Iterator[Fault]:
    """At least 30% of the tools write."""
    tools, writes = len(subject.server.tools), len(writing(subject))
    if writes < _LEAST_WRITES * tools:
        yield Fault(f"{writes} of {tools} tools write; at least {_LEAST_WRITES:.0%} must")


def failing_write_share(subject: Subject) -> Iterator[Fault]:
    """At least a third of the writes declare an error that depends on the state."""
    writes, fail = len(writing(subject)), len(failing(subject))
    if fail < _LEAST_FAILING * writes:
        yield Fault(
            f"{fail} of {writes} writes declare a StateError in `raises=`; at least a third must"
        )


def edge_share(subject: Subject) -> Iterator[Fault]:
    """At least 60% of the tools give a required id to another tool, or take one from it."""
    tools, joined = subject.server.tools, on_explicit_edges(subject)
    if len(joined) < LEAST_ON_EDGES * len(tools):
        alone = sorted(set(tools) - {tool.spec.name for tool in joined})
        yield Fault(
            f"{len(joined)} of {len(tools)} tools lie on an explicit edge; at least "
            f"{LEAST_ON_EDGES:.0%} must. These do not: {', '.join(alone)}"
        )


def error_types(subject: Subject) -> Iterator[Fault]:
    """Every declared error has a type of its own."""
    for name, tool in subject.server.tools.items():
        for error in tool.raises:
            if "type" not in vars(error):
                yield Fault(f"{error.__name__} needs a `type` of its own", name)


def descriptions(subject: Listed) -> Iterator[Fault]:
    """Every tool is described in one to three sentences."""
    for name, tool in subject.server.tools.items():
        sentences = len(_SENTENCE_END.findall(tool.spec.description))
        if not 1 <= sentences <= 3:
            yield Fault(f"{sentences} sentences; write 1 to 3, each with a full stop", name)


def parameter_descriptions(subject: Listed) -> Iterator[Fault]:
    """Every parameter and every field of a result is described, nested ones included."""
    for name, tool in subject.server.tools.items():
        for schema in (tool.spec.parameters, tool.spec.output_schema or {}):
            for path, inner in _properties(schema):
                if not inner.get("description"):
                    yield Fault(f"{path!r} has no description", name)


def flat_schemas(subject: Listed) -> Iterator[Fault]:
    """Schemas are flat: no references, no unions, no further properties."""
    for name, tool in subject.server.tools.items():
        schema = tool.spec.parameters
        if used := _NOT_FLAT & _keywords(schema):
            yield Fault(f"the schema uses {sorted(used)}; write plain types in their place", name)
        if schema.get("additionalProperties") is not False:
            yield Fault("the schema lacks additionalProperties: false", name)


def output_schemas(subject: Listed) -> Iterator[Fault]:
    """Every tool says what its result holds, as an object with properties."""
    for name, tool in subject.server.tools.items():
        output = tool.spec.output_schema
        if not output or output.get("type") != "object" or not output.get("properties"):
            yield Fault("there is no output schema of an object with at least one field", name)


def hints(subject: Listed) -> Iterator[Fault]:
    """Every tool has the four hints, and they agree with one another."""
    for name, tool in subject.server.tools.items():
        given = tool.spec.annotations
        if missing := sorted(_HINTS - given.keys()):
            yield Fault(f"hints are missing: {missing}", name)
        elif given["readOnlyHint"] and given["destructiveHint"]:
            yield Fault("a read cannot be destructive", name)


def entities_found(subject: Subject) -> Iterator[Fault]:
    """Every type of entity that a parameter asks for is given by the result of some tool."""
    tools = subject.server.tools
    given = {
        inner.get("x-provelight-entity")
        for tool in tools.values()
        for _, inner in _properties(tool.spec.output_schema or {})
    }
    for name, tool in tools.items():
        for path, inner in _properties(tool.spec.parameters):
            entity = inner.get("x-provelight-entity")
            if entity is not None and entity not in given:
                yield Fault(f"no result has an id of a {entity!r}, which {path!r} asks for", name)


TOOL_RULES = (
    tool_count,
    names,
    write_share,
    failing_write_share,
    edge_share,
    error_types,
    descriptions,
    parameter_descriptions,
    flat_schemas,
    output_schemas,
    hints,
    entities_found,
)


def _properties(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for name, inner in schema.get("properties", {}).items():
        yield f"{path}{name}", inner
        yield from _properties(inner, f"{path}{name}.")
    if isinstance(schema.get("items"), dict):
        yield from _properties(schema["items"], path)


def _keywords(schema: Any) -> set[str]:
    """Returns the keys of a schema at all depths, names of properties left out."""
    if not isinstance(schema, dict):
        return set()
    inner = [*schema.get("properties", {}).values(), schema.get("items")]
    return set(schema).union(*map(_keywords, inner))
