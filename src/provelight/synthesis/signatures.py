"""What a tool takes and gives, read from its JSON schemas and their `x-provelight-*` keys.

Nothing else of a server is known to synthesis; what it does is found out by calling it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from provelight.records import Json, ToolSpec

_ENTITY = "x-provelight-entity"
_LABEL_OF = "x-provelight-label-of"
_FORMAT = "x-provelight-format"
_SENSITIVE = "x-provelight-sensitive"
_DEEPEST = 6  # an output schema may refer to itself: a folder of folders


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter of a tool.

    Attributes:
        entity: the type of entity whose id the value is, or whose ids it lists, or None for a
            plain value.
        format: how people word the value (`money`, `date`, ...), or None.
        schema: the JSON schema of the value.
    """

    name: str
    required: bool
    entity: str | None
    format: str | None
    sensitive: bool
    schema: Mapping[str, Json] = field(hash=False)

    @property
    def many(self) -> bool:
        """True where the value is a list: of ids, where there is an entity."""
        return self.schema.get("type") == "array"

    def holding(self, ids: Sequence[str]) -> Json:
        """Returns ids as the parameter takes them: as a list, or the one that there is."""
        return list(ids) if self.many else ids[0]

    @property
    def is_words(self) -> bool:
        """True for free text: no id, no date, nothing that has to be one of some values."""
        return (
            self.schema.get("type") == "string"
            and self.entity is None
            and self.format in (None, "text")
            and not self.schema.keys() & {"enum", "pattern"}
        )


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an object in a result: an id, what people call an entity, or a plain value."""

    name: str
    entity: str | None
    label_of: str | None
    format: str | None
    description: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """An object type somewhere in a result.

    Attributes:
        path: the keys that lead to it from the root; a list on the way adds no key.
        fields: its scalar fields by name.
        in_list: True where a result holds several of them.
    """

    path: tuple[str, ...]
    fields: Mapping[str, Field] = field(hash=False)
    in_list: bool

    def ids_of(self, entity: str) -> list[str]:
        """Returns the names of the fields that hold ids of this type."""
        return [f.name for f in self.fields.values() if f.entity == entity]

    def about(self, entity: str) -> bool:
        """True where the object describes one entity of this type, rather than refers to some.

        An object is about the types that it has a label for, and about the type of its first id.
        """
        if len(self.ids_of(entity)) != 1:
            return False
        first = next(f.entity for f in self.fields.values() if f.entity)
        return entity == first or any(f.label_of == entity for f in self.fields.values())


@dataclass(frozen=True, slots=True)
class Signature:
    """A tool as synthesis sees it; `name` is bare."""

    name: str
    is_read: bool
    params: Mapping[str, Param] = field(hash=False)
    shapes: tuple[Shape, ...]

    def required(self) -> list[Param]:
        """Returns the parameters that every call must have."""
        return [p for p in self.params.values() if p.required]

    def searches(self) -> list[Param]:
        """Returns the required parameters that take free words, as those of a search do."""
        return [p for p in self.required() if p.is_words]

    def labels_of(self, entity: str) -> tuple[str, ...]:
        """Returns the fields by which results name entities of this type."""
        labels = (f for s in self.shapes for f in s.fields.values() if f.label_of == entity)
        return tuple(dict.fromkeys(f.name for f in labels))

    def takes(self, entity: str) -> list[Param]:
        """Returns the parameters that want an id of this type."""
        return [p for p in self.params.values() if p.entity == entity]

    def entities(self) -> list[str]:
        """Returns the types of entities whose ids a result may hold."""
        every = (f.entity for shape in self.shapes for f in shape.fields.values())
        return list(dict.fromkeys(entity for entity in every if entity))

    def gives(self, entity: str) -> bool:
        """True where a result may hold ids of this type."""
        return any(shape.ids_of(entity) for shape in self.shapes)

    def describes(self, entity: str, columns: tuple[str, ...]) -> bool:
        """True where a result may tell, in one object, the id of an entity and these columns."""
        return any(s.about(entity) and set(columns) <= set(s.fields) for s in self.shapes)


def read_signature(spec: ToolSpec) -> Signature:
    """Returns the signature of a tool."""
    required = set(spec.parameters.get("required", ()))
    properties = spec.parameters.get("properties", {})
    params = {name: _param(name, name in required, schema) for name, schema in properties.items()}
    shapes = tuple(_shapes(spec.output_schema or {}, (), False, spec.output_schema or {}))
    return Signature(spec.name, spec.is_read, params, shapes)


def _param(name: str, required: bool, schema: Mapping[str, Json]) -> Param:
    return Param(
        name=name,
        required=required,
        entity=schema.get(_ENTITY),
        format=schema.get(_FORMAT),
        sensitive=bool(schema.get(_SENSITIVE, False)),
        schema=schema,
    )


def _shapes(
    schema: Mapping[str, Json], path: tuple[str, ...], in_list: bool, root: Mapping[str, Json]
) -> list[Shape]:
    schema = _resolve(schema, root)
    if schema.get("type") == "array":
        return _shapes(schema.get("items", {}), path, True, root)
    properties = schema.get("properties")
    if not properties or len(path) > _DEEPEST:
        return []
    fields: dict[str, Field] = {}
    nested: list[Shape] = []
    for name, value in properties.items():
        resolved = _resolve(value, root)
        if resolved.get("type") in ("object", "array"):
            nested += _shapes(resolved, (*path, name), in_list, root)
        else:
            fields[name] = _field(name, {**resolved, **value})
    return [Shape(path, fields, in_list), *nested]


def _field(name: str, schema: Mapping[str, Json]) -> Field:
    return Field(
        name,
        schema.get(_ENTITY),
        schema.get(_LABEL_OF),
        schema.get(_FORMAT),
        str(schema.get("description", "")),
    )


def _resolve(schema: Mapping[str, Json], root: Mapping[str, Json]) -> Mapping[str, Json]:
    """Follows a `$ref`, and the one branch of an `anyOf` that is not null."""
    while True:
        if "$ref" in schema:
            target: Json = root
            for key in str(schema["$ref"]).removeprefix("#/").split("/"):
                target = target[key]
            schema = {**target, **{k: v for k, v in schema.items() if k != "$ref"}}
            continue
        branches = [b for b in schema.get("anyOf", ()) if b.get("type") != "null"]
        if len(branches) != 1:
            return schema
        schema = {**branches[0], **{k: v for k, v in schema.items() if k != "anyOf"}}
