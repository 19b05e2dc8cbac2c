"""Tools that put threads in order: labels, folders, marks. No message is touched."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed
from mcp_servers.email import mail
from mcp_servers.email.failures import (
    AlreadyInFolder,
    AlreadyMarked,
    LabelAbsent,
    LabelPresent,
    NothingReceived,
    ThreadInSpam,
    TooManyLabels,
)
from mcp_servers.email.lookups import ThreadId
from mcp_servers.email.state import (
    MOST_LABELS,
    OWNER,
    EmailState,
    Folder,
    Label,
    Labelling,
    Message,
    Thread,
    Unread,
)

Mark = Literal["read", "unread", "starred", "unstarred"]


class SortedReport(Output):
    """Result of the tools that put threads in order."""

    thread_id: Annotated[str, out("Id of the thread.", entity="thread")]
    subject: Annotated[str, out("Its subject.", label_of="thread")]
    folder: Annotated[str, out("Where it is now.")]
    labels: Annotated[str | None, out("Names of its labels now.")] = None
    unread: Annotated[int, out("How many of its messages are unread now.")]


def label_thread(
    state: EmailState,
    thread_id: ThreadId,
    label_id: Annotated[str, arg("Id of the label.", entity="label")],
    action: Annotated[Literal["add", "remove"], arg("What to do.")] = "add",
) -> SortedReport:
    """Puts a label on a thread or takes it off."""
    thread, label = state.threads.require(thread_id), state.labels.require(label_id)
    mail.require_live(thread)
    id = f"{thread.id}/{label.id}"
    if action == "add":
        _require_room(state, thread, label, id)
        state.labellings.insert(Labelling(id=id, thread_id=thread.id, label_id=label.id))
    else:
        if id not in state.labellings:
            raise LabelAbsent(
                f"{_called(thread)} does not have the label {label.name}; it has: "
                f"{listed(_labels(state, thread))}."
            )
        state.labellings.delete(id)
    return _report(state, thread)


def move_thread(
    state: EmailState,
    thread_id: ThreadId,
    folder: Annotated[Folder, arg("Where to.")],
) -> SortedReport:
    """Moves a thread: archives it, throws it away, reports spam or brings it back to the inbox."""
    thread = state.threads.require(thread_id)
    if thread.folder == folder:
        others = [f for f in ("inbox", "archive", "spam", "trash") if f != folder]
        raise AlreadyInFolder(
            f"{_called(thread)} is in {folder} already; other folders: {', '.join(others)}."
        )
    if (thread.folder, folder) == ("spam", "archive"):
        raise ThreadInSpam(
            f"{_called(thread)} is in spam; move it to the inbox first if it is none, else to the "
            "trash."
        )
    if folder in ("inbox", "spam") and not _received(state, thread):
        raise NothingReceived(
            f"{_called(thread)} holds only what you sent, so it can go to the archive or the trash."
        )
    return _report(state, state.threads.update(thread.id, folder=folder))


def mark_thread(
    state: EmailState,
    thread_id: ThreadId,
    mark: Annotated[Mark, arg("Which mark.")],
) -> SortedReport:
    """Marks a thread as read, unread, starred or unstarred; unread concerns its last message."""
    thread = state.threads.require(thread_id)
    if mark in ("starred", "unstarred"):
        if thread.starred == (mark == "starred"):
            raise _marked(thread, mark)
        return _report(state, state.threads.update(thread.id, starred=mark == "starred"))
    unread = _unread(state, thread)
    if bool(unread) == (mark == "unread"):
        raise _marked(thread, mark)
    if mark == "unread":
        received = _received(state, thread)
        if not received:
            raise NothingReceived(
                f"{_called(thread)} holds only what you sent, which cannot be unread; mark it as "
                "starred instead."
            )
        state.unread.insert(Unread(id=received[-1].id))
    for id in unread:
        state.unread.delete(id)
    return _report(state, thread)


def _require_room(state: EmailState, thread: Thread, label: Label, id: str) -> None:
    if id in state.labellings:
        raise LabelPresent(f"{_called(thread)} has the label {label.name} already.")
    labels = _labels(state, thread)
    if len(labels) >= MOST_LABELS:
        raise TooManyLabels(
            f"{_called(thread)} has {MOST_LABELS} labels, the most it may; remove one of "
            f"{listed(labels)} first."
        )


def _marked(thread: Thread, mark: Mark) -> AlreadyMarked:
    opposite = {
        "read": "unread",
        "unread": "read",
        "starred": "unstarred",
        "unstarred": "starred",
    }
    return AlreadyMarked(f"{_called(thread)} is {mark} already; {opposite[mark]} would change it.")


def _called(thread: Thread) -> str:
    return f"{thread.subject!r} ({thread.id})"


def _received(state: EmailState, thread: Thread) -> list[Message]:
    return [m for m in mail.messages_of(state, thread.id) if m.sender != OWNER]


def _unread(state: EmailState, thread: Thread) -> list[str]:
    return [m.id for m in mail.messages_of(state, thread.id) if m.id in state.unread]


def _labels(state: EmailState, thread: Thread) -> list[str]:
    rows = state.labellings.where(thread_id=thread.id)
    return sorted(state.labels.require(row.label_id).name for row in rows)


def _report(state: EmailState, thread: Thread) -> SortedReport:
    return SortedReport(
        thread_id=thread.id,
        subject=thread.subject,
        folder=thread.folder,
        labels=", ".join(_labels(state, thread)) or None,
        unread=len(_unread(state, thread)),
    )
