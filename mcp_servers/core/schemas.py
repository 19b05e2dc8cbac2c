"""JSON schemas made flat for a model: no `$ref`, no `anyOf` for optionals, the same meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SCHEMA_VALUED = ("items", "additionalProperties")


def flatten(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a schema with definitions inlined, titles dropped and optionals not required.

    A property that may be null loses the null and is not required: null and absent mean the same
    to our tools.

    Raises:
        TypeError: for a recursive model, or a union that a flat schema cannot say.
    """
    flat: dict[str, Any] = _flat(schema, schema.get("$defs", {}), ())
    # MCP's models write `type` first; so do we, for every front to tell the same bytes.
    return {key: flat[key] for key in ("type", *flat) if key in flat}


def _flat(schema: Mapping[str, Any], defs: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    if "$ref" in schema:
        return _inlined(schema, defs, inside)
    for union in ("anyOf", "oneOf", "allOf"):
        if union in schema:
            rest = {key: value for key, value in schema.items() if key != union}
            return _flat({**_only_branch(schema[union]), **rest}, defs, inside)
    flat = {key: value for key, value in schema.items() if key not in ("$defs", "title")}
    if flat.get("default", ...) is None:
        del flat["default"]
    for key in _SCHEMA_VALUED:
        if isinstance(flat.get(key), dict):
            flat[key] = _flat(flat[key], defs, inside)
    if "properties" in flat:
        _flatten_properties(flat, defs, inside)
    return flat


def _inlined(schema: Mapping[str, Any], defs: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    name = schema["$ref"].rsplit("/", 1)[-1]
    if name in inside:
        raise TypeError(f"{name} refers to itself: a flat schema cannot say that; use ids instead")
    rest = {key: value for key, value in schema.items() if key != "$ref"}
    return _flat({**defs[name], **rest}, defs, (*inside, name))


def _only_branch(branches: list[dict[str, Any]]) -> dict[str, Any]:
    real = [branch for branch in branches if branch.get("type") != "null"]
    if len(real) != 1:
        raise TypeError(f"a union of {len(real)} types is not flat: {real}; give it one type")
    return real[0]


def _flatten_properties(
    schema: dict[str, Any], defs: Mapping[str, Any], inside: tuple[str, ...]
) -> None:
    properties = schema["properties"]
    nullable = {name for name, value in properties.items() if _may_be_null(value)}
    required = [name for name in schema.pop("required", []) if name not in nullable]
    schema["properties"] = {n: _flat(value, defs, inside) for n, value in properties.items()}
    if required:
        schema["required"] = required


def _may_be_null(schema: Mapping[str, Any]) -> bool:
    return any(branch.get("type") == "null" for branch in schema.get("anyOf", ()))
