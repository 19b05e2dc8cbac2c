"""Tables of the mock server: notes, each under one label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.errors import StateError
from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

Priority = Literal["low", "normal", "high"]


@dataclass(frozen=True, slots=True)
class Label:
    """What notes are filed under; `capacity` bounds the notes that are not archived."""

    id: str
    name: str
    capacity: int


@dataclass(frozen=True, slots=True)
class Note:
    """A note; `due_on` is YYYY-MM-DD or None."""

    id: str
    title: str
    text: str
    label_id: str
    priority: Priority
    due_on: str | None
    archived: bool


@dataclass
class MockState(State):
    """Everything the mock server knows."""

    labels: Table[Label] = table(Label, "LAB")
    notes: Table[Note] = table(Note, "NOTE")


class LabelFull(StateError):
    """The label holds as many notes as it may."""

    type = "label_full"


class AlreadyArchived(StateError):
    """The note is archived already."""

    type = "already_archived"
