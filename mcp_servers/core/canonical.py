"""Generated ids renamed by order of content (colour refinement).

Two right solutions may create the same rows in another order, and so under other ids. Each
generated id gets a colour: first its table, then, round by round, a digest of its own row and of
all the rows that mention it, with ids replaced by the colours of the round before. When no more
ids can be told apart, colours stand in for the ids and rows are sorted.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from provelight.records import Json

SET = "$set"
"""Key that marks an unordered collection, whose elements are sorted after the renaming."""

_SELF = "@self"


def canonical_rows(
    rows: Mapping[str, Mapping[str, str]], generated: Mapping[str, str]
) -> dict[str, list[str]]:
    """Returns the rows of each table, sorted, with generated ids renamed.

    Args:
        rows: table -> id -> row as canonical JSON text.
        generated: generated id -> table.
    """
    fixed: dict[str, list[str]] = {table: [] for table in rows}
    moving: dict[tuple[str, str], Json] = {}
    pattern = _pattern(generated)
    for table, content in rows.items():
        for key, text in content.items():
            if pattern is not None and any(id in generated for id in pattern.findall(text)):
                moving[table, key] = json.loads(text)
            else:
                fixed[table].append(text)
    for (table, _), text in _renamed(moving, generated, pattern).items():
        fixed[table].append(text)
    return {table: sorted(texts) for table, texts in fixed.items()}


def _renamed(
    moving: Mapping[tuple[str, str], Json],
    generated: Mapping[str, str],
    pattern: re.Pattern[str] | None,
) -> dict[tuple[str, str], str]:
    if pattern is None:
        return {}
    mentions = _mentions(moving, pattern)
    # Ids that no row mentions any more must not count: they would add rounds.
    colours = {key: f"<{generated[key]}>" for key in mentions if key in generated}
    classes = 0
    while len(set(colours.values())) > classes:
        classes = len(set(colours.values()))
        colours = {key: _colour(key, colours, mentions[key], moving, pattern) for key in colours}
    return {where: _text(row, colours, pattern) for where, row in moving.items()}


def _colour(
    key: str,
    colours: Mapping[str, str],
    places: Sequence[tuple[str, str]],
    moving: Mapping[tuple[str, str], Json],
    pattern: re.Pattern[str],
) -> str:
    # The id itself is told apart from others of its colour: in its own row and where mentioned.
    marked = {**colours, key: _SELF}
    seen = sorted(f"{table}{_text(moving[table, row], marked, pattern)}" for table, row in places)
    digest = hashlib.sha256("\n".join([colours[key], *seen]).encode()).hexdigest()
    return f"<{digest[:24]}>"


def _mentions(
    moving: Mapping[tuple[str, str], Json], pattern: re.Pattern[str]
) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for where, row in moving.items():
        for key in set(pattern.findall(_dump(row))):
            found.setdefault(key, []).append(where)
    return found


def _text(row: Json, names: Mapping[str, str], pattern: re.Pattern[str]) -> str:
    return _dump(_replace(row, names, pattern))


def _replace(value: Json, names: Mapping[str, str], pattern: re.Pattern[str]) -> Json:
    if isinstance(value, str):
        return pattern.sub(lambda match: names.get(match[0], match[0]), value)
    if isinstance(value, list):
        return [_replace(item, names, pattern) for item in value]
    if isinstance(value, dict):
        made = {key: _replace(item, names, pattern) for key, item in value.items()}
        if set(made) == {SET}:
            made[SET] = sorted(made[SET], key=_dump)
        return made
    return value


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _pattern(generated: Mapping[str, str]) -> re.Pattern[str] | None:
    if not generated:
        return None
    prefixes = {key.rpartition("-")[0] for key in generated}
    options = "|".join(re.escape(prefix) for prefix in sorted(prefixes, key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{options})-\d+")
