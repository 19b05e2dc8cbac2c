"""What a conversation has shown so far: where an id may come from, and what is known already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from provelight.records import GroundTruthCall, Json
from provelight.synthesis.sightings import Sighting, ids, sightings
from provelight.synthesis.signatures import Signature

_SMALL = 100  # smaller numbers, and truth values, agree by chance under different names


@dataclass(frozen=True, slots=True)
class Delivered:
    """A successful call and its result, which everybody in the conversation has read."""

    call: GroundTruthCall
    signature: Signature
    result: Json = field(hash=False)


class Evidence:
    """The results of a conversation, in order."""

    def __init__(self) -> None:
        self._delivered: list[Delivered] = []

    def __len__(self) -> int:
        return len(self._delivered)

    def add(self, delivered: Delivered) -> None:
        """Takes a result in."""
        self._delivered.append(delivered)

    def cut(self, length: int) -> None:
        """Forgets all but the first `length` results: their turn was taken back."""
        del self._delivered[length:]

    def has(self, call: GroundTruthCall) -> bool:
        """True where the same call has been made before, whatever has changed since."""
        made = (d.call for d in self._delivered)
        return any((c.name, c.arguments) == (call.name, call.arguments) for c in made)

    def sightings(self) -> list[Sighting]:
        """Returns the entities that the results describe, in order."""
        return [s for d in self._delivered for s in sightings(d.signature, d.result)]

    def shows(self, entity: str, id: str, columns: Mapping[str, Json]) -> str | None:
        """Returns the first call whose result tells this entity, and no other, by the columns."""
        for delivered in self._delivered:
            seen = sightings(delivered.signature, delivered.result)
            told = {s.id for s in seen if s.entity == entity and s.tells(columns)}
            if told == {id}:
                return delivered.call.id
        return None

    def carries(self, entity: str, id: str, tool: str) -> str | None:
        """Returns the first call of `tool` (bare) whose only id of this type is `id`."""
        for delivered in self._delivered:
            signature = delivered.signature
            if signature.name == tool and ids(signature, delivered.result, entity) == [id]:
                return delivered.call.id
        return None

    def knows(self, signature: Signature, result: Json) -> bool:
        """True where a reader of the conversation learns nothing from one more read.

        So it is where every value has been seen, and where a write has reported one of the figures
        already: "the new balance is ..." answers the question for the balance.
        """
        seen = {pair for d in self._delivered for pair in leaves(d.result)}
        values = {value for _, value in seen if _tells_apart(value)}
        new = [(k, v) for k, v in leaves(result) if (k, v) not in seen and v not in values]
        return not new or bool(self._reported() & _figures(signature, result))

    def _reported(self) -> set[tuple[str, Json]]:
        writes = [d for d in self._delivered if not d.signature.is_read]
        return {figure for d in writes for figure in _figures(d.signature, d.result)}


def leaves(value: Json, key: str = "") -> Iterator[tuple[str, Json]]:
    """Yields every scalar in a JSON value with the key that it stands under."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, key)
    else:
        yield key, value


def is_empty(result: Json) -> bool:
    """True where a result has lists and nothing is in any of them."""
    lists = [v for v in result.values() if isinstance(v, list)] if isinstance(result, dict) else []
    return bool(lists) and not any(lists)


def _figures(signature: Signature, result: Json) -> set[tuple[str, Json]]:
    named = {f.name for shape in signature.shapes for f in shape.fields.values() if f.format}
    return {(key, value) for key, value in leaves(result) if key in named}


def _tells_apart(value: Json) -> bool:
    if isinstance(value, bool) or value is None:
        return False
    return not isinstance(value, int) or abs(value) >= _SMALL
