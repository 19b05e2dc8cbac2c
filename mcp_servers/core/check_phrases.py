"""Rules on `phrases.yaml`: enough ways to ask, really different, with slots that mean something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from mcp_servers.core.fields import ENTITY
from mcp_servers.core.subject import Fault, Subject
from mcp_servers.core.tools import Tool

_FEWEST = 5
_MOST_SHARED = 0.5
_SECTIONS = ("tools", "follow_ups")
_SLOT = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def phrase_tools(subject: Subject) -> Iterator[Fault]:
    """Phrases are lists of texts for tools that exist, and some tool has phrases."""
    for section in _SECTIONS:
        for tool, texts in subject.phrases.get(section, {}).items():
            if tool not in subject.server.tools:
                yield Fault(f"{section} names {tool!r}, which is no tool of the server", tool)
            elif not (isinstance(texts, list) and all(isinstance(t, str) for t in texts)):
                yield Fault(f"{section}: must be a list of texts", tool)
    if not subject.phrases.get("tools"):
        yield Fault("phrases.yaml has no phrases; nobody can ask for anything")


def phrase_count(subject: Subject) -> Iterator[Fault]:
    """Each tool that people ask for has at least five phrases."""
    for tool, texts in subject.phrases.get("tools", {}).items():
        if len(texts) < _FEWEST:
            yield Fault(f"{len(texts)} phrases; write at least {_FEWEST}", tool)


def phrase_slots(subject: Subject) -> Iterator[Fault]:
    """Every slot is a plain parameter, or an entity by a column that some result shows."""
    columns = _columns(subject)
    for tool, text in _phrases(subject):
        for slot in _SLOT.findall(text):
            if wrong := _wrong_slot(slot, tool, columns):
                yield Fault(f"{{{slot}}} in {text!r}: {wrong}", tool.spec.name)


def phrase_required(subject: Subject) -> Iterator[Fault]:
    """Every phrase tells each required argument that is no id."""
    for tool, text in _phrases(subject):
        properties = tool.spec.parameters["properties"]
        for name in tool.spec.parameters.get("required", ()):
            if ENTITY not in properties[name] and name not in _SLOT.findall(text):
                yield Fault(f"{text!r} does not tell {name!r}; add {{{name}}}", tool.spec.name)


def phrase_variety(subject: Subject) -> Iterator[Fault]:
    """No two phrases of a tool share more than half of their words, slots left out."""
    for tool, texts in subject.phrases.get("tools", {}).items():
        for one, other in combinations(texts, 2):
            a, b = masked_words(one), masked_words(other)
            if 2 * len(a & b) > _MOST_SHARED * (len(a) + len(b)):
                yield Fault(f"share more than half their words: {one!r} and {other!r}", tool)


PHRASE_RULES = (phrase_tools, phrase_count, phrase_slots, phrase_required, phrase_variety)


def masked_words(phrase: str) -> frozenset[str]:
    """Returns the words of a phrase in lower case, without its slots and without numbers."""
    return frozenset(word.lower() for word in _WORD.findall(_SLOT.sub(" ", phrase)))


def _phrases(subject: Subject) -> Iterator[tuple[Tool, str]]:
    for section in _SECTIONS:
        for name, texts in subject.phrases.get(section, {}).items():
            if name in subject.server.tools:
                yield from ((subject.server.tools[name], text) for text in texts)


def _wrong_slot(slot: str, tool: Tool, columns: dict[str, set[str]]) -> str | None:
    properties = tool.spec.parameters["properties"]
    left, dot, column = slot.rpartition(".")
    if not dot:
        return _wrong_plain(slot, properties)
    parameter, _, entity = left.rpartition(":")
    if parameter and properties.get(parameter, {}).get(ENTITY) != entity:
        return f"{parameter!r} is no parameter for the id of a {entity!r}"
    takers = [name for name, inner in properties.items() if inner.get(ENTITY) == entity]
    if not parameter and len(takers) > 1:
        return f"{takers} take a {entity!r}; say which: {{{takers[0]}:{entity}.{column}}}"
    if column not in columns.get(entity, ()):
        shown = sorted(columns.get(entity, ()))
        return f"no result shows {column!r} beside the id of a {entity!r}; shown: {shown}"
    return None


def _wrong_plain(slot: str, properties: dict[str, Any]) -> str | None:
    plain = [name for name, inner in properties.items() if ENTITY not in inner]
    if slot in plain:
        return None
    if slot in properties:
        return f"people do not say ids; write {{{properties[slot][ENTITY]}.<column>}}"
    return f"no such parameter; plain ones are {plain}"


def _columns(subject: Subject) -> dict[str, set[str]]:
    """Returns entity type -> names of the fields that stand beside its id in some result."""
    found: dict[str, set[str]] = {}
    for tool in subject.server.tools.values():
        for fields in _objects(tool.spec.output_schema or {}):
            for inner in fields.values():
                if ENTITY in inner:
                    found.setdefault(inner[ENTITY], set()).update(fields)
    return found


def _objects(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    properties = schema.get("properties", {})
    if properties:
        yield properties
    for inner in (*properties.values(), schema.get("items")):
        if isinstance(inner, dict):
            yield from _objects(inner)
