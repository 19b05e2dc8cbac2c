"""Arguments for any tool, drawn from its schema and against it, for Hypothesis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from mcp_servers.core.fields import ENTITY, FORMAT
from provelight.records import Json

ANY_TEXT = st.text(st.characters(), max_size=12)  # lone surrogates included
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=6,
)
_HUGE = 10**12


def fitting(schema: Mapping[str, Any], ids: Mapping[str, Sequence[str]]) -> st.SearchStrategy[Any]:
    """Returns values that fit a schema; ids are known ones for the most part."""
    if "const" in schema:
        return st.just(schema["const"])
    if ENTITY in schema and schema["type"] == "string":
        return _id(schema[ENTITY], ids)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "object":
            return _object(schema, ids)
        case "array":
            inner = {**schema["items"], **{k: schema[k] for k in (ENTITY,) if k in schema}}
            low = schema.get("minItems", 0)
            high = min(schema.get("maxItems", low + 3), low + 3)
            return st.lists(fitting(inner, ids), min_size=low, max_size=high)
        case "boolean":
            return st.booleans()
        case "integer":
            return _integer(schema)
        case "number":
            low, high = schema.get("minimum", -1e6), schema.get("maximum", 1e6)
            return st.floats(low, high)
        case _:
            return _text(schema)


def against(schema: Mapping[str, Any], ids: Mapping[str, Sequence[str]]) -> st.SearchStrategy[Any]:
    """Returns arguments with something wrong: a value of any kind, a key too many or missing."""

    @st.composite
    def spoilt(draw: st.DrawFn) -> Json:
        arguments = dict(draw(fitting(schema, ids)))
        names = [*schema.get("properties", {}), draw(ANY_TEXT)]
        name = draw(st.sampled_from(names))
        if name in arguments and draw(st.booleans()):
            del arguments[name]
        else:
            arguments[name] = draw(ANY_JSON)
        return arguments

    return spoilt() | ANY_JSON


def _object(schema: Mapping[str, Any], ids: Mapping[str, Sequence[str]]) -> st.SearchStrategy[Any]:
    required = schema.get("required", ())
    parts = {name: fitting(inner, ids) for name, inner in schema.get("properties", {}).items()}
    return st.fixed_dictionaries(
        {name: part for name, part in parts.items() if name in required},
        optional={name: part for name, part in parts.items() if name not in required},
    )


def _id(entity: str, ids: Mapping[str, Sequence[str]]) -> st.SearchStrategy[str]:
    known = ids.get(entity)
    return st.sampled_from([*known, "no-such-id"]) if known else st.just("no-such-id")


def _integer(schema: Mapping[str, Any]) -> st.SearchStrategy[int]:
    low = schema.get("minimum", schema.get("exclusiveMinimum", -_HUGE - 1) + 1)
    high = schema.get("maximum", schema.get("exclusiveMaximum", _HUGE + 1) - 1)
    return st.integers(low, min(high, low + 20)) | st.integers(low, high)


def _text(schema: Mapping[str, Any]) -> st.SearchStrategy[str]:
    formats: dict[str, st.SearchStrategy[str]] = {
        "date": st.dates().map(str),
        "time": st.times().map(lambda t: t.isoformat("minutes")),
        "datetime": st.datetimes().map(lambda t: t.isoformat("T", "minutes")),
    }
    if schema.get(FORMAT) in formats:
        return formats[schema[FORMAT]]
    if "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True)
    low, high = schema.get("minLength", 0), min(schema.get("maxLength", 40), 40)
    free = st.text(min_size=low, max_size=max(low, high))
    return st.sampled_from(schema["examples"]) | free if schema.get("examples") else free
