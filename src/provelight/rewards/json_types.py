"""Whether a JSON value has the type that a schema asks for, and nothing more.

Leaves out on purpose what is not a type (enums, ranges, formats, required keys of nested objects):
the live call judges those. A full validator is 100 times slower and would judge them here.
"""

from __future__ import annotations

from collections.abc import Callable

from provelight.records import Json


def fits(value: Json, schema: Json) -> bool:
    """Returns whether `value`, as sent, has the JSON type of `schema`, at every depth.

    `type` may be a name or a list of names; `anyOf` and `oneOf` ask for one alternative; a schema
    that names no type, or one that JSON Schema does not know, takes anything. As in JSON Schema,
    12.0 is an integer and true is no number.
    """
    if not isinstance(schema, dict):
        return True  # `true`, or what no server should send
    alternatives = schema.get("anyOf") or schema.get("oneOf") or ()
    if alternatives and not any(fits(value, one) for one in alternatives):
        return False
    return _has_type(value, schema.get("type")) and _parts_fit(value, schema)


def _parts_fit(value: Json, schema: dict[str, Json]) -> bool:
    if isinstance(value, list):
        items = schema.get("items")
        return items is None or all(fits(item, items) for item in value)
    if isinstance(value, dict):
        return _properties_fit(value, schema)
    return True


def _properties_fit(value: dict[str, Json], schema: dict[str, Json]) -> bool:
    properties = schema.get("properties") or {}
    others = schema.get("additionalProperties")  # a schema, or a boolean that is not about types
    required = schema.get("required") or ()
    return all(
        # Flat schemas say `"type": "integer"` of an optional, and servers take null as left out.
        (item is None and key in properties and key not in required)
        or fits(item, properties.get(key, others))
        for key, item in value.items()
    )


def _has_type(value: Json, names: Json) -> bool:
    if names is None:
        return True
    allowed = names if isinstance(names, list) else (names,)
    return any(_CHECKS.get(name, _anything)(value) for name in allowed)


def _anything(_: Json) -> bool:
    return True


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: Json) -> bool:
    return _is_number(value) and (isinstance(value, int) or value.is_integer())


_CHECKS: dict[str, Callable[[Json], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "number": _is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
