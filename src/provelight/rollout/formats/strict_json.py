"""JSON as the standard has it: what Python's parser lets through beyond that is refused.

Refused: duplicate keys (which one was meant?), NaN and infinities, strings that hold half of a
surrogate pair, which no UTF-8 file or pipe can carry, and nesting so deep that whoever walks the
value later would run out of stack.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from json import JSONDecodeError, JSONDecoder
from typing import NoReturn

from provelight.records import Json

_SNIPPET = 20
_MAX_DEPTH = 64


class NotJson(ValueError):
    """Says what is wrong with a text, in words that a model can act on."""


def read_value(text: str, start: int = 0) -> tuple[Json, int]:
    """Reads the JSON value that begins at `start`.

    Returns:
        The value, and the position after it.

    Raises:
        NotJson: saying what is wrong, and where.
    """
    try:
        value, end = _DECODER.raw_decode(text, start)
        _check_depth(value)
        json.dumps(value, ensure_ascii=False).encode()
    except JSONDecodeError as error:
        raise NotJson(_explain(error, start)) from error
    except UnicodeEncodeError as error:
        raise NotJson("half of a surrogate pair in a string; write the character itself") from error
    except RecursionError as error:
        raise NotJson("nested too deeply") from error
    except NotJson:
        raise
    except ValueError as error:  # an integer of more digits than Python converts
        raise NotJson("a number is too long") from error
    return value, end


def _explain(error: JSONDecodeError, start: int) -> str:
    found = error.doc[error.pos : error.pos + _SNIPPET]
    if not found.strip():
        return f"{error.msg}, but the text ends there"
    return f"{error.msg} at character {error.pos - start}, before {found!r}"


def _check_depth(value: Json) -> None:
    level = [value]
    for _ in range(_MAX_DEPTH):
        level = [item for held in level for item in _items(held)]
    if level:
        raise NotJson("nested too deeply")


def _items(value: Json) -> Iterable[Json]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _unique_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value: dict[str, Json] = {}
    for key, item in pairs:
        if key in value:
            raise NotJson(f"the key {key!r} occurs twice")
        value[key] = item
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is not a JSON value")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise NotJson(f"{digits} is too large a number")
    return value


_DECODER = JSONDecoder(
    object_pairs_hook=_unique_keys, parse_constant=_refuse_constant, parse_float=_finite
)
