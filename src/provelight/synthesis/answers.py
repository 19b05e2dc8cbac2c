"""What the assistant says once the calls of a turn are made: short, and only what results tell.

A server may word the answers of its tools (`answers` in phrases.yaml); this file tells the others
from the schema: the figures that were asked for, the entries of a list, what a write has changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from provelight.records import Json
from provelight.synthesis.goals import Goal
from provelight.synthesis.sightings import Sighting, objects
from provelight.synthesis.signatures import Field, Shape, Signature
from provelight.synthesis.wording import join, plain, words

_MOST_ENTRIES = 3
_MOST_FACTS = 4
_SLOT = re.compile(r"\{([^}]+)\}")


def check_slots(
    templates: Mapping[str, str | Sequence[str]], signatures: Mapping[str, Signature]
) -> None:
    """Raises ValueError, naming it, for an unknown tool or a slot that can never have a value."""
    columns = {
        f"{entity}.{name}"
        for signature in signatures.values()
        for shape in signature.shapes
        for entity in signature.entities()
        for name in (shape.fields if shape.about(entity) else ())
    }
    for tool, given in templates.items():
        if tool not in signatures:
            raise ValueError(f"answers for tool {tool!r}, which there is not")
        known = _own_slots(signatures[tool])
        for slot in _SLOT.findall(given if isinstance(given, str) else " ".join(given)):
            if slot not in known and slot.rpartition(":")[2] not in columns:
                raise ValueError(
                    f"answer of {tool}: slot {slot!r} is neither one of {sorted(known)} nor "
                    "entity.column of a look-up"
                )


def _own_slots(signature: Signature) -> set[str]:
    fields = {n for s in signature.shapes if not s.in_list for n in s.fields}
    lists = {s.path[-1] for s in signature.shapes if s.in_list and s.path}
    return fields | lists | {p.name for p in signature.params.values() if p.entity is None}


class Answers:
    """Words results.

    Args:
        templates: tool (bare) -> sentence or sentences with slots: a field or list of the result, a
            parameter, or what is known of an entity (`account.name`). Of those whose slots all have
            a value the one is taken whose slots are most like the words of the request.
    """

    def __init__(self, templates: Mapping[str, str | Sequence[str]]) -> None:
        self._templates = {
            tool: [given] if isinstance(given, str) else list(given)
            for tool, given in templates.items()
        }

    def answer(self, goal: Goal, signature: Signature, result: Json, now: datetime) -> str:
        """Returns the answer to a goal whose last call gave `result`."""
        values = _values(goal, signature, result, now)
        fitting = [
            template
            for template in self._templates.get(signature.name, ())
            if all(slot in values for slot in _SLOT.findall(template))
        ]
        if fitting:
            best = _most_like(goal.phrase.text, fitting)
            said = _SLOT.sub(lambda slot: values[slot.group(1)], best)
            return said[:1].upper() + said[1:]
        if not signature.is_read:
            return _done(goal, signature, result, now)
        lists = _lists(signature, result, now)
        return _listed(lists) if lists else _told(goal, signature, result, now)


def _most_like(request: str, templates: Sequence[str]) -> str:
    """Returns the template whose slots are most like a request, the shortest of them.

    The first where none is: "tell me all about it" asks for no field in particular.
    """
    asked = _words(_SLOT.sub("", request))
    slots = {template: _SLOT.findall(template) for template in templates}
    alike = {t: len(asked & _words(" ".join(found))) for t, found in slots.items()}
    if not any(alike.values()):
        return templates[0]
    return max(templates, key=lambda t: (alike[t], -len(slots[t])))


def _values(goal: Goal, signature: Signature, result: Json, now: datetime) -> dict[str, str]:
    """Returns slot -> text: arguments, what is told of entities, and the fields of the result."""
    texts: dict[str, str] = {}
    lists = _lists(signature, result, now)
    for name, value in goal.target.arguments.items():
        if signature.params[name].entity is None:
            texts[name] = plain(value, signature.params[name].format, now)
    for key, referent in goal.referents.items():
        for column, value in referent.sighting.columns.items():
            text = plain(value, referent.sighting.fields[column].format, now)
            texts[f"{referent.entity}.{column}"] = texts[f"{key}:{referent.entity}.{column}"] = text
    texts |= {slot: plain(value, format, now) for slot, (value, format) in goal.said.items()}
    for shape, found in objects(signature, result):
        if not shape.in_list:
            texts |= {n: plain(v, shape.fields[n].format, now) for n, v in found.items()}
    return texts | {name: _enumerated(shown, total) for name, shown, total in lists}


def _told(goal: Goal, signature: Signature, result: Json, now: datetime) -> str:
    facts = [
        (f, value)
        for shape, found in objects(signature, result)
        for f, value in ((shape.fields[name], value) for name, value in found.items())
        if f.entity is None and f.label_of is None and not isinstance(value, bool)
    ]
    asked = _words(_SLOT.sub("", goal.phrase.text))
    wanted = [pair for pair in facts if asked & _words(pair[0].name)] or facts[:_MOST_FACTS]
    said = [f"the {_name(f)} is {plain(value, f.format, now).rstrip('.')}" for f, value in wanted]
    subject = _subject(goal, signature, result)
    return f"{subject}: {join(said)}." if subject else f"{join(said).capitalize()}."


def _lists(signature: Signature, result: Json, now: datetime) -> list[tuple[str, list[str], int]]:
    """Returns the lists of a result that hold something: name, entries as text, how many in all."""
    entries: dict[str, list[str]] = {}
    for shape, found in objects(signature, result):
        if shape.in_list and shape.path:
            entries.setdefault(shape.path[-1], []).append(_entry(shape, found, now))
    total = result.get("total") if isinstance(result, dict) and len(entries) == 1 else None
    return [(n, e, total if isinstance(total, int) else len(e)) for n, e in entries.items()]


def _listed(lists: list[tuple[str, list[str], int]]) -> str:
    name, entries, total = lists[0]
    noun = words(name).removesuffix("s") if total == 1 else words(name)
    return f"Here {'is' if total == 1 else 'are'} {total} {noun}: {_enumerated(entries, total)}."


def _enumerated(entries: list[str], total: int) -> str:
    shown = entries[:_MOST_ENTRIES]
    rest = f"; and {total - len(shown)} more" if total > len(shown) else ""
    return "; ".join(shown) + rest


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


def _words(text: str) -> set[str]:
    """Returns the longer words by their beginnings, so that "spending" is like "spent"."""
    return {word[:4] for word in re.findall(r"[a-z]{4,}", text.lower())} - {"cent"}


def _name(field: Field) -> str:
    return field.name.removesuffix("_cents").replace("_", " ")


def _clause(field: Field) -> str:
    return field.description.rstrip(".") or _name(field)
