"""Whether two JSON values mean the same argument, under the schema of that argument."""

from __future__ import annotations

import json
import re

from provelight.records import Json

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")


def same_value(sent: Json, truth: Json, schema: Json) -> bool:
    """Returns whether `sent` and `truth` are equal JSON values once read as `schema` says.

    1 and 1.0 are equal, "1" and 1 only where the schema says which of the two is meant, and true
    and 1 never. Strings are compared letter by letter. Never raises.
    """
    # Equal as they are is equal under any schema, and spares most of the work.
    return _equal(sent, truth) or _equal(_coerced(sent, schema), _coerced(truth, schema))


def _equal(a: Json, b: Json) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b  # Python holds True == 1
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_equal(item, b[key]) for key, item in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_equal, a, b))
    return bool(a == b)


def _coerced(value: Json, schema: Json) -> Json:
    kind, schema = _meaning(schema)
    if kind == "array" and isinstance(value, list):
        return [_coerced(item, schema.get("items")) for item in value]
    if kind == "object" and isinstance(value, dict):
        properties = schema.get("properties") or {}
        others = schema.get("additionalProperties")
        return {key: _coerced(item, properties.get(key, others)) for key, item in value.items()}
    if kind == "string" and isinstance(value, bool | int | float):
        return _as_text(value)
    if isinstance(value, str) and kind in ("integer", "number", "boolean"):
        return _read(value, kind)
    return value


def _meaning(schema: Json) -> tuple[str | None, dict[str, Json]]:
    """Returns the one type that `schema` means beside null, None where it leaves a choice."""
    if not isinstance(schema, dict):
        return None, {}
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if alternatives:
        others = [one for one in alternatives if not _is_null(one)]
        return _meaning(others[0]) if len(others) == 1 else (None, {})
    names = schema.get("type")
    kinds = [name for name in (names if isinstance(names, list) else [names]) if name != "null"]
    return (kinds[0] if len(kinds) == 1 else None), schema


def _is_null(schema: Json) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "null"


def _as_text(value: bool | int | float) -> str:
    whole = isinstance(value, float) and value.is_integer()
    return json.dumps(int(value) if whole else value)


def _read(text: str, kind: str) -> Json:
    if kind == "boolean":
        return {"true": True, "false": False}.get(text, text)
    number = _NUMBER.fullmatch(text)
    if not number:
        return text
    try:
        return float(text) if number[1] or number[2] else int(text)
    except ValueError:  # more digits than Python reads: nobody's argument, so it stays a text
        return text
