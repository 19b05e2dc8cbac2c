"""The tables of one person's mailbox, and what always holds of them.

Times are ISO strings to the minute, sizes of files whole kilobytes. People are rows of the address
book; in `sender`, `to`, `cc` and `bcc` the owner of the mailbox stands as `OWNER`.
Invariants, in every world and after every call:

1. Append-only: a message that was sent or received never changes and never vanishes, nor do its
   files; moving, marking and labelling touch its thread alone.
2. A sent message is its draft: same recipients, text and files; the draft is gone then.
3. All messages of a thread lie in one folder and come one after the other; each answer is to an
   earlier message of the same thread. A thread in the inbox or in spam holds something received.
4. Nobody is named twice in to, cc and bcc of one message or draft, the sender is not named at all;
   nobody but the owner uses bcc.
5. Only received messages are unread.
6. A draft has at most `MOST_RECIPIENTS` recipients and at most `MOST_KB` of files, none of a
   blocked type and none from a confidential message. A message has at most one draft that answers
   it.
7. A thread has at most `MOST_LABELS` labels, none of them twice.
8. Within any `LIMIT_HOURS` the owner's mail goes to at most `MOST_SENT` recipients, none of them an
   address that bounces or takes no mail.
9. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

OWNER = "me"
MOST_RECIPIENTS = 10
MOST_SENT = 20
LIMIT_HOURS = 24
MOST_KB = 25_000
MOST_LABELS = 4
BLOCKED_TYPES = (".exe", ".js", ".iso")

Folder = Literal["inbox", "archive", "spam", "trash"]
Role = Literal["to", "cc", "bcc"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """An address that the mailbox knows; one person may have several.

    Attributes:
        automated: a machine writes from there and nobody reads what comes back.
        bounces: mail to it came back undeliverable.
        away_until: date until which each mail to it is answered automatically.
    """

    id: str
    name: str
    address: str
    company: str | None = None
    automated: bool = False
    bounces: bool = False
    away_until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A conversation under one subject."""

    id: str
    subject: str
    folder: Folder
    starred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something sent or received. A confidential one must not be passed on."""

    id: str
    thread_id: str
    sender: str
    to: frozenset[str]
    sent_at: str
    body: str
    cc: frozenset[str] = frozenset()
    bcc: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    answers: str | None = None
    confidential: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file, which came with one message and may have been passed on with others."""

    id: str
    message_id: str
    name: str
    size_kb: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """Says that a message is unread; its id is the message's."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A message in the making; `answers` is the message that it replies to."""

    id: str
    subject: str
    body: str
    saved_at: str
    to: frozenset[str] = frozenset()
    cc: frozenset[str] = frozenset()
    bcc: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    answers: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A label that threads can have."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelling:
    """A label on a thread; its id is made of theirs."""

    id: str
    thread_id: str
    label_id: str


@dataclass
class EmailState(State):
    """Everything in the mailbox."""

    owner_name: str = ""
    contacts: Table[Contact] = table(Contact, "CON")
    threads: Table[Thread] = table(Thread, "THR")
    messages: Table[Message] = table(Message, "MSG")
    files: Table[File] = table(File, "ATT", noun="attachment")
    unread: Table[Unread] = table(Unread, None)
    drafts: Table[Draft] = table(Draft, "DRF")
    labels: Table[Label] = table(Label, "LAB")
    labellings: Table[Labelling] = table(Labelling, None)
