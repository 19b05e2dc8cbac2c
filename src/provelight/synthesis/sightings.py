"""Entities as results show them: which id stands in one object with which columns.

This is what grounds a task: a person names the columns, a look-up shows them beside the id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from provelight.records import Json
from provelight.synthesis.signatures import Field, Shape, Signature


@dataclass(frozen=True, slots=True)
class Sighting:
    """One object of a result that is about one entity.

    Attributes:
        entity: the type of the entity.
        id: its id.
        columns: the scalar fields of the object by name, the id included.
        fields: what the schema says of them.
    """

    entity: str
    id: str
    columns: Mapping[str, Json] = field(hash=False)
    fields: Mapping[str, Field] = field(hash=False, compare=False)

    def tells(self, columns: Mapping[str, Json]) -> bool:
        """True where the object shows all the given columns with equal values."""
        return all(self.columns.get(name) == value for name, value in columns.items())


def sightings(signature: Signature, result: Json) -> list[Sighting]:
    """Returns the entities that a result describes, in order."""
    return [
        Sighting(entity, values[shape.ids_of(entity)[0]], values, shape.fields)
        for shape, values in objects(signature, result)
        for entity in _subjects(shape)
        if isinstance(values.get(shape.ids_of(entity)[0]), str)
    ]


def ids(signature: Signature, result: Json, entity: str) -> list[str]:
    """Returns the ids of this type anywhere in a result, references included, each once."""
    found = [
        values[name]
        for shape, values in objects(signature, result)
        for name in shape.ids_of(entity)
        if isinstance(values.get(name), str)
    ]
    return list(dict.fromkeys(found))


def sole_id(signature: Signature, result: Json, entity: str) -> str | None:
    """Returns the only id of this type in a result, or None where there is none or a choice."""
    found = ids(signature, result, entity)
    return found[0] if len(found) == 1 else None


def listed(value: Json) -> list[Json]:
    """Returns the items of a list, and any other value as the only item."""
    return value if isinstance(value, list) else [value]


def objects(signature: Signature, result: Json) -> Iterator[tuple[Shape, dict[str, Json]]]:
    """Yields every object of a result with its shape; nested objects are left out of its values."""
    for shape in signature.shapes:
        for value in _follow(result, shape.path):
            scalars = {k: v for k, v in value.items() if k in shape.fields}
            yield shape, scalars


def _subjects(shape: Shape) -> list[str]:
    types = dict.fromkeys(f.entity for f in shape.fields.values() if f.entity)
    return [entity for entity in types if shape.about(entity)]


def _follow(value: Json, path: Sequence[str]) -> Iterator[dict[str, Json]]:
    if isinstance(value, list):
        for item in value:
            yield from _follow(item, path)
    elif isinstance(value, dict):
        if not path:
            yield value
        elif path[0] in value:
            yield from _follow(value[path[0]], path[1:])
