"""Which arguments can be sent: those that every front carries unchanged."""

from __future__ import annotations

import math
from typing import Final

from provelight.records import Json

MAX_DEPTH: Final = 64
"""Deeper nesting is refused: JSON parsers differ in how much of it they take."""

MAX_INTEGER_BITS: Final = 1024


def why_unsendable(arguments: Json) -> str | None:
    """Returns why arguments are no JSON object that travels, or None where they are one.

    Checked before any server is reached, so that one bad call cannot break a connection and every
    front answers it alike: lone surrogates, NaN and infinities, wrong types, bottomless nesting.
    """
    if not isinstance(arguments, dict):
        return f"arguments must be an object, got {type(arguments).__name__}"
    return _fault(arguments, 0)


def _fault(value: Json, depth: int) -> str | None:
    match value:
        case None | bool():
            return None
        case str():
            return _text_fault(value)
        case int():
            big = value.bit_length() > MAX_INTEGER_BITS
            return f"an integer has more than {MAX_INTEGER_BITS} bits" if big else None
        case float():
            return None if math.isfinite(value) else f"{value} is no JSON number"
        case dict() | list() if depth >= MAX_DEPTH:
            return f"arguments are nested deeper than {MAX_DEPTH} levels"
        case dict():
            return _first_fault([*value, *value.values()], depth) or _key_fault(value)
        case list():
            return _first_fault(value, depth)
    return f"{type(value).__name__} {value!r} is no JSON value"


def _first_fault(values: list[Json], depth: int) -> str | None:
    return next((f for item in values if (f := _fault(item, depth + 1)) is not None), None)


def _key_fault(value: dict[Json, Json]) -> str | None:
    wrong = next((key for key in value if not isinstance(key, str)), None)
    return None if wrong is None else f"the key {wrong!r} is no text"


def _text_fault(text: str) -> str | None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"{text!a} is no valid Unicode: lone surrogate at position {error.start}"
    return None
