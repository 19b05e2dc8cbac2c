"""The mock server's five tools: small, but with every feature that a server can have."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.tools import ToolServer
from mcp_servers.mock.state import AlreadyArchived, LabelFull, MockState, Note, Priority
from mcp_servers.mock.world import make_world

server = ToolServer(
    name="mock",
    title="Notes",
    instructions="Keeps notes under labels. Ids come from list_labels and search_notes.",
    state=MockState,
    make_world=make_world,
    hidden=True,
)


class LabelEntry(Output):
    """A label as `list_labels` gives it."""

    label_id: Annotated[str, out("Id of the label.", entity="label")]
    name: Annotated[str, out("Name of the label.", label_of="label")]
    notes: Annotated[int, out("How many notes it holds, archived ones not counted.")]
    capacity: Annotated[int, out("How many it may hold.")]


class LabelList(Output):
    """The result of `list_labels`."""

    labels: Annotated[list[LabelEntry], out("All labels.")]
    total: Annotated[int, out("How many there are.")]


class NoteEntry(Output):
    """A note as searches give it."""

    note_id: Annotated[str, out("Id of the note.", entity="note")]
    title: Annotated[str, out("Title of the note.", label_of="note")]
    archived: Annotated[bool, out("True where it is archived.")]


class NoteList(Output):
    """The result of `search_notes`."""

    notes: Annotated[list[NoteEntry], out("Matches, oldest first.")]
    total: Annotated[int, out("How many match, those beyond the limit included.")]


class FullNote(NoteEntry):
    """A note with everything that is known of it."""

    text: Annotated[str, out("What the note says.")]
    label_id: Annotated[str, out("The label it stands under.", entity="label")]
    priority: Annotated[Priority, out("How urgent it is.")]
    due_on: Annotated[str | None, out("Day it is due, if it has one.", format="date")] = None


@server.read
def list_labels(state: MockState) -> LabelList:
    """Lists all labels with their ids and how many notes each holds."""
    entries = [
        LabelEntry(
            label_id=label.id,
            name=label.name,
            notes=len(state.notes.where(label_id=label.id, archived=False)),
            capacity=label.capacity,
        )
        for label in state.labels
    ]
    return LabelList(labels=entries, total=len(entries))


@server.read
def search_notes(
    state: MockState,
    query: Annotated[
        str,
        arg(
            "Words to look for in titles and texts.",
            examples=["hotel", "gift", "our old address", "papers", "offer"],
            min_length=1,
        ),
    ],
    include_archived: Annotated[bool, arg("Whether archived notes are searched too.")] = False,
    limit: Annotated[int, arg("The most notes to return.", ge=1, le=50)] = 10,
) -> NoteList:
    """Finds the notes that contain all words of a query, in any order and letter case."""
    words = query.lower().split()
    found = [
        note
        for note in state.notes
        if (include_archived or not note.archived)
        and all(word in f"{note.title} {note.text}".lower() for word in words)
    ]
    return NoteList(notes=[_entry(note) for note in found[:limit]], total=len(found))


@server.read
def get_note(
    state: MockState,
    note_id: Annotated[str, arg("Id of the note, from search_notes.", entity="note")],
) -> FullNote:
    """Returns one note in full."""
    return _full(state.notes.require(note_id))


@server.write(raises=(LabelFull,))
def create_note(
    state: MockState,
    title: Annotated[str, arg("Title of the note.", format="text", min_length=1, max_length=80)],
    text: Annotated[str, arg("What the note says.", format="text", max_length=1000)],
    label_id: Annotated[str, arg("Id of the label, from list_labels.", entity="label")],
    priority: Annotated[Priority, arg("How urgent it is.")] = "normal",
    due_on: Annotated[
        str | None, arg("Day it is due, YYYY-MM-DD, today or later.", format="date")
    ] = None,
) -> FullNote:
    """Writes a new note under a label and returns it. Fails when the label is full."""
    label = state.labels.require(label_id)
    today = state.now.date().isoformat()
    if due_on is not None and due_on < today:
        raise InvalidArguments(f"due_on {due_on} is past; today is {today}, give that or later")
    if len(state.notes.where(label_id=label.id, archived=False)) >= label.capacity:
        raise LabelFull(
            f"{label.name} ({label.id}) holds {label.capacity} notes, the most it may;"
            " archive one of them or use another label"
        )
    note = Note(state.new_id("notes"), title, text, label.id, priority, due_on, archived=False)
    return _full(state.notes.insert(note))


@server.write(raises=(AlreadyArchived,))
def archive_note(
    state: MockState,
    note_id: Annotated[str, arg("Id of the note, from search_notes.", entity="note")],
) -> NoteEntry:
    """Archives a note, which makes room under its label."""
    note = state.notes.require(note_id)
    if note.archived:
        raise AlreadyArchived(f"{note.title!r} ({note.id}) is archived already; nothing to do")
    return _entry(state.notes.update(note.id, archived=True))


def _entry(note: Note) -> NoteEntry:
    return NoteEntry(note_id=note.id, title=note.title, archived=note.archived)


def _full(note: Note) -> FullNote:
    return FullNote(
        note_id=note.id,
        title=note.title,
        archived=note.archived,
        text=note.text,
        label_id=note.label_id,
        priority=note.priority,
        due_on=note.due_on,
    )
