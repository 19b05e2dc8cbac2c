"""What `provelight servers check` counts of a server beside its faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mcp_servers.core.errors import StateError
from mcp_servers.core.exercise import Probe
from mcp_servers.core.fields import ENTITY
from mcp_servers.core.subject import Subject
from mcp_servers.core.tools import Tool

SHORT_SHARE = 0.95


def writing(subject: Subject) -> list[Tool]:
    """Returns the tools that write."""
    return [tool for tool in subject.server.tools.values() if not tool.is_read]


def failing(subject: Subject) -> list[Tool]:
    """Returns the tools that write and can fail on account of the state."""
    return [t for t in writing(subject) if any(issubclass(e, StateError) for e in t.raises)]


def on_explicit_edges(subject: Subject) -> list[Tool]:
    """Returns the tools that take an id which another one gives, or give one which another takes.

    Only ids that a tool cannot do without count (PROVE §3.2: a required input).
    """
    tools = subject.server.tools.values()
    given = {tool.spec.name: _given(tool.spec.output_schema or {}) for tool in tools}
    taken = {tool.spec.name: _required(tool.spec.parameters) for tool in tools}

    def meets(tool: Tool) -> bool:
        name = tool.spec.name
        others = [other for other in given if other != name]
        return any(given[other] & taken[name] or given[name] & taken[other] for other in others)

    return [tool for tool in tools if meets(tool)]


def default_reads(subject: Subject) -> Iterator[Probe]:
    """Yields the reads that succeeded without optional arguments."""
    for probe in (probe for episode in subject.episodes for probe in episode.probes):
        tool = subject.server.tools[probe.tool]
        required = set(tool.spec.parameters.get("required", ()))
        if tool.is_read and probe.result.ok and set(probe.arguments) == required:
            yield probe


def longest_usual_result(subject: Subject) -> int:
    """Returns the length in characters that 95% of the results of default reads do not exceed."""
    lengths = sorted(len(probe.result.text) for probe in default_reads(subject))
    return lengths[int(SHORT_SHARE * (len(lengths) - 1))] if lengths else 0


def _writes(subject: Subject) -> str:
    return f"{len(writing(subject))} of {len(subject.server.tools)} tools write"


def _failing_writes(subject: Subject) -> str:
    return f"{len(failing(subject))} of {len(writing(subject))} writes can fail by state"


def _edges(subject: Subject) -> str:
    return f"{len(on_explicit_edges(subject))} of {len(subject.server.tools)} tools on an id edge"


def _lengths(subject: Subject) -> str:
    return f"{SHORT_SHARE:.0%} of results up to {longest_usual_result(subject)} characters"


COUNTS: Mapping[str, Callable[[Subject], str]] = {
    "write_share": _writes,
    "failing_write_share": _failing_writes,
    "edge_share": _edges,
    "reads_short": _lengths,
}
"""What is counted for the rule of this name."""


def _given(schema: Mapping[str, Any]) -> set[str]:
    """Returns the types of entity whose ids stand anywhere in a result."""
    found = {schema[ENTITY]} if ENTITY in schema else set()
    for inner in (*schema.get("properties", {}).values(), schema.get("items")):
        if isinstance(inner, dict):
            found |= _given(inner)
    return found


def _required(schema: Mapping[str, Any]) -> set[str]:
    properties = schema.get("properties", {})
    required = {name: properties[name] for name in schema.get("required", ())}
    return {found for inner in required.values() for found in _given(inner)}
