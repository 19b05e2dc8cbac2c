"""What is known of messages, threads and people: names, order, sizes, what may be written to.

This file leaves out who asks and what results look like.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from mcp_servers.core.wording import listed, minute
from mcp_servers.email.failures import NoReplyAddress, ThreadInSpam, ThreadInTrash
from mcp_servers.email.state import (
    LIMIT_HOURS,
    MOST_RECIPIENTS,
    OWNER,
    Contact,
    Draft,
    EmailState,
    File,
    Message,
    Thread,
)

_SNIPPET_CHARS = 60


def name_of(state: EmailState, person: str) -> str:
    """Returns what a sender or recipient is called; the owner is `me`."""
    return OWNER if person == OWNER else state.contacts.require(person).name


def names(state: EmailState, people: Iterable[str], most: int = MOST_RECIPIENTS + 1) -> str | None:
    """Returns the names of recipients, `most` of them, or None where there are none."""
    called = sorted(name_of(state, person) for person in people)
    return listed(called, most) if called else None


def messages_of(state: EmailState, thread_id: str) -> list[Message]:
    """Returns the messages of a thread, the oldest first: they are kept in that order."""
    return state.messages.where(thread_id=thread_id)


def by_thread(state: EmailState) -> dict[str, list[Message]]:
    """Returns the messages of all threads, each thread's as `messages_of` does."""
    found: dict[str, list[Message]] = {}
    for message in state.messages:
        found.setdefault(message.thread_id, []).append(message)
    return found


def recipients(row: Draft | Message) -> frozenset[str]:
    """Returns everybody that a draft or message is addressed to."""
    return row.to | row.cc | row.bcc


def files_of(state: EmailState, row: Draft | Message) -> list[File]:
    """Returns the files of a draft or message, by name."""
    return sorted((state.files.require(id) for id in row.files), key=lambda f: (f.name, f.id))


def size_kb(state: EmailState, row: Draft | Message) -> int:
    """Returns how large the files of a draft or message are together."""
    return sum(state.files.require(id).size_kb for id in row.files)


def snippet(body: str) -> str:
    """Returns how a text begins, on one line."""
    line = " ".join(body.split())
    if len(line) <= _SNIPPET_CHARS:
        return line
    return line[:_SNIPPET_CHARS].rsplit(" ", 1)[0] + " ..."


def sent_lately(state: EmailState) -> int:
    """Returns to how many recipients the owner's mail went in the last `LIMIT_HOURS`."""
    return sent_since(state, state.now - timedelta(hours=LIMIT_HOURS))


def sent_since(state: EmailState, moment: datetime) -> int:
    """Returns to how many recipients the owner's mail went after a moment."""
    since = minute(moment)
    return sum(len(recipients(m)) for m in state.messages.where(sender=OWNER) if m.sent_at > since)


def who(contact: Contact) -> str:
    """Returns how errors name an address."""
    return f"{contact.name} <{contact.address}> ({contact.id})"


def other_address(state: EmailState, contact: Contact) -> str:
    """Returns a hint at another address of the same person that works, or what else to do."""
    for other in state.contacts.where(name=contact.name):
        if not (other.bounces or other.automated):
            return f"Write to {who(other)} instead."
    return "No other address is known; search_contacts finds somebody else to write to."


def require_reader(contact: Contact) -> Contact:
    """Returns the contact once it is one that reads mail.

    Raises:
        NoReplyAddress: for a machine's address.
    """
    if contact.automated:
        raise NoReplyAddress(
            f"Nobody reads mail to {who(contact)}; search_contacts with "
            f"{contact.company or contact.name!r} may find a person there."
        )
    return contact


def require_live(thread: Thread) -> Thread:
    """Returns the thread once it is one that may be worked on.

    Raises:
        ThreadInTrash, ThreadInSpam: saying how to get it back.
    """
    label = f"{thread.subject!r} ({thread.id})"
    if thread.folder == "trash":
        raise ThreadInTrash(f"{label} is in the trash; bring it back with move_thread first.")
    if thread.folder == "spam":
        raise ThreadInSpam(f"{label} is in spam; if it is none, move_thread it to the inbox first.")
    return thread
