"""Recorded calls as `provelight score` reads them: JSON rows, checked field by field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from provelight.records import GroundTruthCall, Json
from provelight.rewards.calls import ScoredCall
from provelight.rewards.terms import Case

T = TypeVar("T")

_WORDS = {str: "a string", bool: "true or false", list: "a list", dict: "an object"}


@dataclass(frozen=True, slots=True)
class Row:
    """One row: what to score, and the `id` to print with the result, given back as it came."""

    id: Json
    case: Case


def read_row(value: Json) -> Row:
    """Returns the row of a JSON object with `id`, `tools`, `ground_truth` and `calls`.

    Other keys are ignored, so that rows may carry notes.

    Raises:
        ValueError: naming the first field that is missing or of a wrong type.
    """
    row = _typed(value, dict, "the row")
    if "id" not in row:
        raise ValueError("id is missing")
    calls = _field(row, "calls", list)
    due = _field(row, "ground_truth", list)
    case = Case(
        calls=[_read_call(call, f"calls[{i}]") for i, call in enumerate(calls)],
        ground_truth=[_read_due(call, f"ground_truth[{i}]") for i, call in enumerate(due)],
        tools=_field(row, "tools", list),
    )
    return Row(row["id"], case)


def _read_call(value: Json, where: str) -> ScoredCall:
    call = _typed(value, dict, where)
    if "name" in call and call["name"] is None:  # could not be read: nothing else in it counts
        return ScoredCall(None)
    return ScoredCall(
        _field(call, "name", str, where),
        _field(call, "arguments", dict, where),
        _field(call, "ok", bool, where),
    )


def _read_due(value: Json, where: str) -> GroundTruthCall:
    due = _typed(value, dict, where)
    after = _field({"after": [], **due}, "after", list, where)
    return GroundTruthCall(
        _field(due, "id", str, where),
        _field(due, "name", str, where),
        _field(due, "arguments", dict, where),
        tuple(_typed(one, str, f"{where}.after[{i}]") for i, one in enumerate(after)),
    )


def _field(record: dict[str, Json], key: str, kind: type[T], where: str = "") -> T:
    path = f"{where}.{key}" if where else key
    if key not in record:
        raise ValueError(f"{path} is missing; expected {_WORDS[kind]}")
    return _typed(record[key], kind, path)


def _typed(value: Json, kind: type[T], path: str) -> T:
    if not isinstance(value, kind):
        raise ValueError(f"{path} must be {_WORDS[kind]}, got {str(value)[:80]!r}")
    return value
