"""The phrases of a server: how people ask for its tools, with slots for what they tell.

`{amount_cents}` is a plain value. `{account.name}` names an entity by a column that a look-up shows
beside its id; `{to_account_id:account.name}` says which parameter it is for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from provelight.records import Json
from provelight.synthesis.signatures import Signature

_SLOT = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity that a phrase names.

    Attributes:
        key: the parameter that it is for; the entity type where the tool itself does not take it.
        entity: its type.
        columns: what the phrase tells of it.
    """

    key: str
    entity: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot: `text` as in the phrase; a mention's `key` and `column`, or a plain parameter."""

    text: str
    key: str
    column: str | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to ask for a tool.

    Attributes:
        tool: the bare name.
        text: with slots.
        follow_up: True where entities that it does not name are those of the turn before.
        slots: in order.
        mentions: the entities that it names.
        values: the plain parameters that it tells.
    """

    tool: str
    text: str
    follow_up: bool
    slots: tuple[Slot, ...]
    mentions: tuple[Mention, ...]
    values: tuple[str, ...]

    @property
    def outline(self) -> tuple[tuple[Mention, ...], tuple[str, ...], bool]:
        """What phrases of one tool have in common that are told apart by their words alone."""
        return tuple(sorted(self.mentions, key=lambda m: m.key)), self.values, self.follow_up


def read_phrases(words: Mapping[str, Json], signatures: Mapping[str, Signature]) -> list[Phrase]:
    """Returns all phrases of a server.

    Args:
        words: the parsed phrases.yaml.
        signatures: the tools of the server by bare name.

    Raises:
        ValueError: naming the phrase, for a tool or slot that the server does not have.
    """
    return [
        parse(_signature(tool, signatures), text, follow_up)
        for follow_up, section in ((False, "tools"), (True, "follow_ups"))
        for tool, texts in (words.get(section) or {}).items()
        for text in texts
    ]


def parse(signature: Signature, text: str, follow_up: bool = False) -> Phrase:
    """Reads one phrase for a tool.

    Raises:
        ValueError: for a slot that is neither a parameter nor `entity.column`.
    """
    slots: list[Slot] = []
    types: dict[str, str] = {}
    for slot in _SLOT.findall(text):
        left, _, column = slot.partition(".")
        if column:
            param, _, entity = left.rpartition(":")
            key = param or _only_taker(signature, entity, text)
            types[key] = entity
            slots.append(Slot(slot, key, column))
        else:
            slots.append(Slot(slot, _plain(signature, slot, text)))
    mentions = tuple(Mention(key, entity, _columns(slots, key)) for key, entity in types.items())
    values = tuple(dict.fromkeys(s.key for s in slots if s.column is None))
    return Phrase(signature.name, text, follow_up, tuple(slots), mentions, values)


def _columns(slots: list[Slot], key: str) -> tuple[str, ...]:
    return tuple(sorted({s.column for s in slots if s.key == key and s.column}))


def _only_taker(signature: Signature, entity: str, text: str) -> str:
    takers = [p.name for p in signature.takes(entity)]
    if len(takers) > 1:
        raise ValueError(
            f"phrase {text!r} of {signature.name}: {entity!r} fits {takers}; "
            f"write {{{takers[0]}:{entity}.column}}"
        )
    return takers[0] if takers else entity


def _plain(signature: Signature, slot: str, text: str) -> str:
    param = signature.params.get(slot)
    if param is None or param.entity is not None:
        plain = [p.name for p in signature.params.values() if p.entity is None]
        raise ValueError(
            f"phrase {text!r} of {signature.name}: slot {slot!r} is no plain parameter; "
            f"those are {plain}, and an entity is told by {{entity.column}}"
        )
    return slot


def _signature(tool: str, signatures: Mapping[str, Signature]) -> Signature:
    if tool not in signatures:
        raise ValueError(
            f"phrases for tool {tool!r}, which there is not; tools: {sorted(signatures)}"
        )
    return signatures[tool]
