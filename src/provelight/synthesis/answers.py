"""What the assistant says once the calls of a turn are made: short, and only what results tell.

A server may word the answers of its tools (`answers` in phrases.yaml); this file tells the others
from the schema: the figures that were asked for, the entries of a list, what a write has changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from provelight.records import Json
from provelight.synthesis.goals import Goal
from provelight.synthesis.sightings import Sighting, objects
from provelight.synthesis.signatures import Field, Shape, Signature
from provelight.synthesis.wording import join, plain, words

_MOST_ENTRIES = 6
_MOST_FACTS = 4
_SLOT = re.compile(r"\{([^}]+)\}")


class Answers:
    """Words results.

    Args:
        templates: tool (bare) -> sentence with slots: a field of the result, a parameter, or what
            the phrase tells (`account.name`). A template that lacks a value is passed over.
    """

    def __init__(self, templates: Mapping[str, str]) -> None:
        self._templates = templates

    def answer(self, goal: Goal, signature: Signature, result: Json, now: datetime) -> str:
        """Returns the answer to a goal whose last call gave `result`."""
        template = self._templates.get(signature.name)
        worded = _filled(template, goal, signature, result, now) if template else None
        if worded is not None:
            return worded
        if not signature.is_read:
            return _done(goal, signature, result, now)
        entries = [(shape, o) for shape, o in objects(signature, result) if shape.in_list]
        if entries:
            return _listed(entries, result, now)
        return _told(goal, signature, result, now)


def _filled(
    template: str, goal: Goal, signature: Signature, result: Json, now: datetime
) -> str | None:
    values = _values(goal, signature, result, now)
    if any(slot not in values for slot in _SLOT.findall(template)):
        return None
    said = _SLOT.sub(lambda slot: values[slot.group(1)], template)
    return said[:1].upper() + said[1:]


def _values(goal: Goal, signature: Signature, result: Json, now: datetime) -> dict[str, str]:
    """Returns slot -> text: arguments, what is told of entities, and the fields of the result."""
    texts: dict[str, str] = {}
    for name, value in goal.target.arguments.items():
        if signature.params[name].entity is None:
            texts[name] = plain(value, signature.params[name].format, now)
    for key, referent in goal.referents.items():
        for column, value in referent.sighting.columns.items():
            text = plain(value, referent.sighting.fields[column].format, now)
            texts[f"{referent.entity}.{column}"] = texts[f"{key}:{referent.entity}.{column}"] = text
    for shape, found in objects(signature, result):
        if not shape.in_list:
            texts |= {n: plain(v, shape.fields[n].format, now) for n, v in found.items()}
    return texts


def _told(goal: Goal, signature: Signature, result: Json, now: datetime) -> str:
    facts = [
        (f, value)
        for shape, found in objects(signature, result)
        for f, value in ((shape.fields[name], value) for name, value in found.items())
        if f.entity is None and f.label_of is None
    ]
    asked = set(re.findall(r"[a-z]+", goal.phrase.text.lower()))
    wanted = [pair for pair in facts if asked & set(_name(pair[0]).split())] or facts[:_MOST_FACTS]
    said = [f"the {_name(f)} is {plain(value, f.format, now)}" for f, value in wanted]
    subject = _subject(goal, signature, result)
    return f"{subject}: {join(said)}." if subject else f"{join(said).capitalize()}."


def _listed(entries: list[tuple[Shape, dict[str, Json]]], result: Json, now: datetime) -> str:
    noun = words(entries[0][0].path[-1]) if entries[0][0].path else "entries"
    shown = [_entry(shape, found, now) for shape, found in entries[:_MOST_ENTRIES]]
    total = result.get("total", len(entries)) if isinstance(result, dict) else len(entries)
    count = f"{len(shown)} of {total}" if isinstance(total, int) and total > len(shown) else total
    noun = noun.removesuffix("s") if count == 1 else noun
    return f"Here {'is' if count == 1 else 'are'} {count} {noun}: {'; '.join(shown)}."


def _entry(shape: Shape, found: Mapping[str, Json], now: datetime) -> str:
    told = [
        plain(value, shape.fields[name].format, now)
        for name, value in found.items()
        if shape.fields[name].entity is None and not isinstance(value, bool)
    ]
    return ", ".join(told)


def _done(goal: Goal, signature: Signature, result: Json, now: datetime) -> str:
    labels = [str(v) for f, v in _labels(signature, result)] or [
        label for r in goal.referents.values() for label in _first_label(r.sighting)
    ]
    news = [
        f"{_clause(shape.fields[name])}: {plain(value, shape.fields[name].format, now)}"
        for shape, found in objects(signature, result)
        for name, value in found.items()
        if shape.fields[name].format in ("money", "date", "datetime")
    ]
    about = f": {', '.join(dict.fromkeys(labels))}" if labels else ""
    return " ".join([f"Done{about}.", *(f"{clause}." for clause in news[:_MOST_FACTS])])


def _labels(signature: Signature, result: Json) -> list[tuple[Field, Json]]:
    return [
        (shape.fields[name], value)
        for shape, found in objects(signature, result)
        for name, value in found.items()
        if shape.fields[name].label_of
    ]


def _first_label(sighting: Sighting) -> list[str]:
    labels = [n for n, f in sighting.fields.items() if f.label_of == sighting.entity]
    return [str(sighting.columns[name]) for name in labels if name in sighting.columns][:1]


def _subject(goal: Goal, signature: Signature, result: Json) -> str:
    labels = [str(value) for _, value in _labels(signature, result)]
    told = [label for r in goal.referents.values() for label in _first_label(r.sighting)]
    return (labels or told or [""])[0]


def _name(field: Field) -> str:
    return field.name.removesuffix("_cents").replace("_", " ")


def _clause(field: Field) -> str:
    return field.description.rstrip(".") or _name(field)
