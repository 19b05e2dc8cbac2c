"""A small mailbox made by hand, and rows to add to it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from mcp_servers.email.state import (
    OWNER,
    Contact,
    Draft,
    EmailState,
    File,
    Label,
    Labelling,
    Message,
    Thread,
    Unread,
)

NOW = datetime(2026, 3, 18, 10, 30)


def small_mailbox() -> EmailState:
    """Six contacts and five threads, one for each folder and one that holds only sent mail."""
    state = EmailState(now=NOW, owner_name="Olga Winter")
    for name, address, how in (
        ("Ann Reed", "ann@reed.example", {}),
        ("Tom Reed", "tom@reed.example", {"away_until": "2026-03-20"}),
        ("Eva Stone", "eva@old.example", {"bounces": True}),
        ("Eva Stone", "eva@home.example", {}),
        ("Shop Orders", "no-reply@shop.example", {"automated": True, "company": "Shop"}),
        ("Ben Hill", "ben@hill.example", {}),
    ):
        id = state.new_id("contacts")
        state.contacts.insert(Contact(id=id, name=name, address=address, **how))
    for subject, folder in (
        ("Site visit", "inbox"),
        ("Your order", "archive"),
        ("Old news", "trash"),
        ("You have won", "spam"),
        ("Any news?", "archive"),
    ):
        id = state.new_id("threads")
        state.threads.insert(Thread(id=id, subject=subject, folder=folder))
    write(state, "THR-0001", "CON-0001", "2026-03-10T09:00", "Shall we meet?", cc={"CON-0002"})
    write(state, "THR-0001", OWNER, "2026-03-10T12:00", "Gladly.", to={"CON-0001"}, answers=1)
    write(state, "THR-0001", "CON-0001", "2026-03-11T08:00", "Until then.", answers=2)
    write(state, "THR-0002", "CON-0005", "2026-03-12T08:00", "It is on its way.")
    write(state, "THR-0003", "CON-0006", "2026-03-13T08:00", "Nothing new.")
    write(state, "THR-0004", "CON-0006", "2026-03-14T08:00", "Open the file.")
    write(state, "THR-0005", OWNER, "2026-03-15T08:00", "Any news?", to={"CON-0006"})
    add_file(state, "MSG-0001", "plan.pdf", 900)
    add_file(state, "MSG-0001", "film.mp4", 15_000)
    add_file(state, "MSG-0003", "photos.zip", 10_001)
    state.unread.insert(Unread(id="MSG-0003"))
    for name in ("Clients", "Projects", "To do", "Travel", "Waiting"):
        state.labels.insert(Label(id=state.new_id("labels"), name=name))
    state.labellings.insert(
        Labelling(id="THR-0001/LAB-0003", thread_id="THR-0001", label_id="LAB-0003")
    )
    return state


def write(
    state: EmailState,
    thread_id: str,
    sender: str,
    at: str,
    body: str,
    to: set[str] | None = None,
    cc: set[str] | None = None,
    answers: int | None = None,
) -> None:
    """Adds a message, to the owner unless said otherwise."""
    state.messages.insert(
        Message(
            id=state.new_id("messages"),
            thread_id=thread_id,
            sender=sender,
            to=frozenset(to or {OWNER}),
            cc=frozenset(cc or ()),
            sent_at=at,
            body=body,
            answers=f"MSG-{answers:04d}" if answers else None,
        )
    )


def add_file(state: EmailState, message_id: str, name: str, size_kb: int) -> str:
    """Adds a file to a message and returns its id."""
    id = state.new_id("files")
    state.files.insert(File(id=id, message_id=message_id, name=name, size_kb=size_kb))
    files = state.messages.require(message_id).files | {id}
    state.messages.update(message_id, files=files)
    return id


def add_draft(state: EmailState, *to: str, **content: Any) -> str:
    """Adds a draft fit to be sent, unless said otherwise, and returns its id."""
    id = state.new_id("drafts")
    words = {"subject": "Plans", "body": "Let us talk.", "saved_at": "2026-03-18T09:00"}
    state.drafts.insert(Draft(id=id, **(words | {"to": frozenset(to)} | content)))
    return id
