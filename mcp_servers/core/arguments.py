"""Arguments as a model sends them: made ready for strict validation, and refused in plain words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from mcp_servers.core.errors import InvalidArguments, did_you_mean

_TYPES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
}
_EXCERPT = 60


def normalise(value: Any, schema: Mapping[str, Any]) -> Any:
    """Returns `value` with 12.0 as 12 where the schema wants an integer, and nulls of optional
    properties left out; what does not fit the schema stays, for the validator to refuse.

    Raises:
        InvalidArguments: for text with a lone surrogate, which no UTF-8 can carry.
    """
    if isinstance(value, str):
        _require_unicode(value)
    elif isinstance(value, float):
        if schema.get("type") == "integer" and value.is_integer():
            return int(value)
    elif isinstance(value, dict):
        return _normalise_object(value, schema)
    elif isinstance(value, list) and "items" in schema:
        return [normalise(item, schema["items"]) for item in value]
    return value


def explain(error: ValidationError, tool: str, schema: Mapping[str, Any]) -> InvalidArguments:
    """Returns the error that names each argument at fault and what would do."""
    problems = [_problem(e, schema) for e in error.errors(include_url=False)]
    known = ", ".join(schema["properties"]) or "no arguments"
    return InvalidArguments(f"{'; '.join(problems)}. {tool} takes: {known}.")


def _normalise_object(value: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties", {})
    required = schema.get("required", ())
    others = schema.get("additionalProperties")
    made = {}
    for key, item in value.items():
        inner = properties.get(key)
        if inner is None:
            _require_unicode(key)
            made[key] = normalise(item, others) if isinstance(others, dict) else item
        elif item is not None or key in required:
            made[key] = normalise(item, inner)
    return made


def _require_unicode(text: str) -> None:
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidArguments(
            f"text holds a lone surrogate ({text[error.start]!a}), which is no character;"
            " send the whole character"
        ) from error


def _problem(error: Any, schema: Mapping[str, Any]) -> str:
    path = ".".join(str(step) for step in error["loc"]) or "the arguments"
    here = _schema_at(schema, error["loc"])
    match error["type"]:
        case "extra_forbidden":
            siblings = _schema_at(schema, error["loc"][:-1]).get("properties", {})
            return f"unknown argument {path!r}{_near(error['loc'][-1], siblings)}"
        case "missing":
            return f"missing argument {path!r} ({here.get('description', 'required')})"
        case kind if kind.endswith("_type"):
            wanted = _TYPES.get(here.get("type", ""), "of another type")
            return f"{path!r} must be {wanted}, got {_shown(error['input'])}"
        case "literal_error":
            return f"{path!r} must be {error['ctx']['expected']}, got {_shown(error['input'])}"
        case "value_error":
            return f"{path!r}: {error['ctx']['error']}"
        case _:
            reason = error["msg"].removeprefix("Input ").removeprefix("String ")
            return f"{path!r} {reason}, got {_shown(error['input'])}"


def _near(name: Any, siblings: Mapping[str, Any]) -> str:
    hint = did_you_mean(str(name), siblings)
    return f" ({hint.strip().rstrip('?').lower()}?)" if hint else ""


def _schema_at(schema: Mapping[str, Any], loc: tuple[int | str, ...]) -> Mapping[str, Any]:
    for step in loc:
        inner = schema.get("items") if isinstance(step, int) else _property(schema, step)
        if not isinstance(inner, dict):
            return {}
        schema = inner
    return schema


def _property(schema: Mapping[str, Any], name: str) -> Any:
    return schema.get("properties", {}).get(name, schema.get("additionalProperties"))


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return _TYPES["object" if isinstance(value, dict) else "array"]
    text = json.dumps(value, default=repr)
    return text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}..."
