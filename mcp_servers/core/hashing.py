"""Hashes of a state, and the difference between two.

The *state hash* covers everything. The *effect hash* covers what a task is about: it leaves out
counters and cursors and renames generated ids by order of content (canonical.py), so that two
right solutions agree.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time
from enum import Enum
from functools import cache
from typing import Any

from mcp_servers.core.canonical import SET, canonical_rows
from mcp_servers.core.state import State
from mcp_servers.core.tables import Table
from provelight.records import Json


def state_hash(state: State) -> str:
    """Returns 32 hex digits over all of the state: rows in order, scalars, counters."""
    lines = [_dump([state.scalars(), state.counters])]
    for name, rows in state.tables():
        lines += [name, *rows.texts(_dump).values()]
    return _digest("\n".join(lines))  # JSON has no line breaks of its own


def effect_hash(state: State, base_counters: Mapping[str, int]) -> str:
    """Returns 32 hex digits over what was brought about.

    Args:
        state: the state at the end.
        base_counters: the counters of the world as it was made; ids counted later were generated
            by the calls, and their numbers depend on the order of the calls.
    """
    cursors = state.cursors()
    scalars = {name: v for name, v in state.scalars().items() if name not in cursors}
    rows = {name: rows.texts(_dump) for name, rows in state.tables() if not rows.cursor}
    rows[""] = {"": _dump(scalars)}
    return _digest(_dump(canonical_rows(rows, _generated(state, base_counters))))


def diff(before: State, after: State) -> dict[str, Json]:
    """Returns what changed, for people: tables and scalars, counters left out.

    Returns:
        `{table: {"added": {id: row}, "removed": {id: row}, "changed": {id: {field: [old, new]}}}}`
        with empty parts left out, and `{"state": {"changed": {scalar: [old, new]}}}`.
    """
    others = dict(after.tables())
    changes = {name: _table_diff(rows, others[name]) for name, rows in before.tables()}
    changes["state"] = _part("changed", _changes(before.scalars(), after.scalars()))
    return {name: change for name, change in changes.items() if change}


def to_plain(value: Any) -> Json:
    """Returns an immutable value of a state as JSON."""
    return json.loads(_dump(value))


def _generated(state: State, base_counters: Mapping[str, int]) -> dict[str, str]:
    """Maps each id given out since the world was made to its table, deleted rows included."""
    return {
        f"{rows.prefix}-{number:04d}": name
        for name, rows in state.tables()
        for number in range(base_counters.get(name, 0) + 1, state.counters.get(name, 0) + 1)
    }


def _table_diff(before: Table[Any], after: Table[Any]) -> dict[str, Json]:
    added = {row.id: to_plain(row) for row in after if row.id not in before}
    removed = {row.id: to_plain(row) for row in before if row.id not in after}
    changed = {}
    for row in after:
        old = before.get(row.id)
        if old is not None and old is not row and old != row:
            changed[row.id] = _changes(_fields(old), _fields(row))
    return _part("added", added) | _part("removed", removed) | _part("changed", changed)


def _part(name: str, content: dict[str, Json]) -> dict[str, Json]:
    return {name: content} if content else {}


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Json]:
    return {k: [to_plain(old[k]), to_plain(new[k])] for k in old if old[k] != new[k]}


def _fields(row: Any) -> dict[str, Any]:
    kind: Any = type(row)
    return {name: getattr(row, name) for name in _names(kind)}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _default(value: Any) -> Json:
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, frozenset):
        # Sorted, so that the text does not depend on the hash seed of the process.
        return {SET: sorted((to_plain(v) for v in value), key=_dump)}
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"a state cannot hold {type(value).__name__}: {value!r}")


def _dump(value: Any) -> str:
    return _ENCODER.encode(value)


_ENCODER = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=_default
)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
