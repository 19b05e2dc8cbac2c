"""Look-ups on threads and messages."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed
from mcp_servers.email import mail
from mcp_servers.email.query import read_query
from mcp_servers.email.state import OWNER, EmailState, Folder, Message, Thread

ThreadId = Annotated[str, arg("Id of the thread.", entity="thread")]
MessageId = Annotated[str, arg("Id of the message.", entity="message")]


class FoundRow(Output):
    """A message that a search found."""

    message_id: Annotated[str, out("Id of the message.", entity="message")]
    sender: Annotated[str | None, out("Who wrote it.", label_of="message")] = None
    mine: Annotated[bool | None, out("true where the owner wrote it.")] = None
    subject: Annotated[str, out("Subject of its thread.", label_of="thread")]
    thread_id: Annotated[str, out("Id of its thread.", entity="thread")]
    sent_at: Annotated[str, out("When.", format="datetime")]
    unread: Annotated[bool | None, out("true where unread.")] = None


class Found(Page):
    """Result of search_messages."""

    messages: Annotated[list[FoundRow], out("Those that fit.")]


class ThreadRow(Output):
    """A thread in a list."""

    thread_id: Annotated[str, out("Id of the thread.", entity="thread")]
    subject: Annotated[str, out("Its subject.", label_of="thread")]
    last_sender: Annotated[str, out("Who wrote last; me for the owner.", label_of="thread")]
    last_at: Annotated[str, out("When.", format="datetime")]
    messages: Annotated[int, out("How many it holds.")]
    unread: Annotated[int | None, out("How many of them are unread.")] = None
    starred: Annotated[bool | None, out("true where starred.")] = None


class Threads(Page):
    """Result of list_threads."""

    threads: Annotated[list[ThreadRow], out("Those that fit.")]


class MessageRow(Output):
    """A message in its thread."""

    message_id: Annotated[str, out("Id of the message.", entity="message")]
    sender: Annotated[str | None, out("Who wrote it.", label_of="message")] = None
    mine: Annotated[bool | None, out("true where the owner wrote it.")] = None
    sent_at: Annotated[str, out("When.", label_of="message", format="datetime")]
    begins: Annotated[str, out("How its text begins.")]
    unread: Annotated[bool | None, out("true where unread.")] = None
    attachments: Annotated[int | None, out("How many it has.")] = None


class ThreadDetails(Page):
    """Result of get_thread."""

    thread_id: Annotated[str, out("Id of the thread.", entity="thread")]
    subject: Annotated[str, out("Its subject.", label_of="thread")]
    folder: Annotated[str, out("inbox, archive, spam or trash.")]
    starred: Annotated[bool | None, out("true where starred.")] = None
    labels: Annotated[str, out("Names of its labels, or none.")]
    messages: Annotated[list[MessageRow], out("Newest first.")]


class AttachmentRow(Output):
    """A file of a message."""

    attachment_id: Annotated[str, out("Id of the attachment.", entity="attachment")]
    name: Annotated[str, out("Name of the file.", label_of="attachment")]
    size_kb: Annotated[int, out("Size in KB.")]


class MessageDetails(Output):
    """Result of get_message."""

    message_id: Annotated[str, out("Id of the message.", entity="message")]
    thread_id: Annotated[str, out("Id of its thread.", entity="thread")]
    subject: Annotated[str, out("Subject of its thread.", label_of="thread")]
    sender: Annotated[str | None, out("Who wrote it.", label_of="message")] = None
    mine: Annotated[bool | None, out("true where the owner wrote it.")] = None
    contact_id: Annotated[str | None, out("Id of the sender.", entity="contact")] = None
    address: Annotated[str | None, out("Address of the sender.")] = None
    to: Annotated[str | None, out("To whom.")] = None
    cc: Annotated[str | None, out("Who got a copy.")] = None
    bcc: Annotated[str | None, out("Who got a copy unseen.")] = None
    sent_at: Annotated[str, out("When.", format="datetime")]
    body: Annotated[str, out("Its text.")]
    confidential: Annotated[bool | None, out("true where it must not be passed on.")] = None
    attachments: Annotated[list[AttachmentRow], out("Its files.")]


def search_messages(
    state: EmailState,
    query: Annotated[
        str,
        arg(
            "Words and operators from: to: subject: label: filename: before: after: has:attachment "
            "is:unread is:starred in:sent; minus negates.",
            examples=("is:unread has:attachment", "subject:invoice", "in:sent", "is:starred"),
            min_length=1,
        ),
    ],
    sort: Annotated[Literal["newest", "oldest"], arg("Which first.")] = "newest",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Found:
    """Finds messages in all folders but spam and trash, which in: can name."""
    wanted = read_query(query)
    rows = [message for message in state.messages if wanted.fits(state, message)]
    rows.sort(key=lambda m: (m.sent_at, m.id), reverse=sort == "newest")
    shown, next_offset = page(rows, offset, limit)
    return Found(
        messages=[_found(state, message) for message in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def list_threads(
    state: EmailState,
    folder: Annotated[Folder, arg("Where.")] = "inbox",
    label_id: Annotated[str | None, arg("Only with this label.", entity="label")] = None,
    unread_only: Annotated[bool, arg("Only with unread mail.")] = False,
    sort: Annotated[Literal["newest", "oldest", "subject"], arg("Which first.")] = "newest",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Threads:
    """Lists the threads of a folder; use it to see what is new."""
    kept = _labelled(state, label_id)
    messages = mail.by_thread(state)
    rows = [
        thread
        for thread in state.threads.where(folder=folder)
        if (kept is None or thread.id in kept)
        and not (unread_only and not any(m.id in state.unread for m in messages[thread.id]))
    ]
    rows.sort(key=lambda t: (messages[t.id][-1].sent_at, t.id), reverse=sort == "newest")
    if sort == "subject":
        rows.sort(key=lambda thread: thread.subject.casefold())
    shown, next_offset = page(rows, offset, limit)
    return Threads(
        threads=[_thread(state, thread, messages[thread.id]) for thread in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def get_thread(
    state: EmailState, thread_id: ThreadId, offset: Offset = 0, limit: Limit = 4
) -> ThreadDetails:
    """Gets a thread: its labels, and its messages with the beginnings of their texts."""
    thread = state.threads.require(thread_id)
    messages = mail.messages_of(state, thread.id)[::-1]
    shown, next_offset = page(messages, offset, limit)
    labels = [row.label_id for row in state.labellings.where(thread_id=thread.id)]
    return ThreadDetails(
        thread_id=thread.id,
        subject=thread.subject,
        folder=thread.folder,
        starred=thread.starred or None,
        labels=listed(sorted(state.labels.require(id).name for id in labels)),
        messages=[
            MessageRow(
                message_id=message.id,
                sender=_writer(state, message),
                mine=message.sender == OWNER or None,
                sent_at=message.sent_at,
                begins=mail.snippet(message.body),
                unread=message.id in state.unread or None,
                attachments=len(message.files) or None,
            )
            for message in shown
        ],
        total=len(messages),
        next_offset=next_offset,
    )


def get_message(state: EmailState, message_id: MessageId) -> MessageDetails:
    """Gets one message in full: recipients, text and attachments."""
    message = state.messages.require(message_id)
    sender = state.contacts.get(message.sender)
    return MessageDetails(
        message_id=message.id,
        thread_id=message.thread_id,
        subject=state.threads.require(message.thread_id).subject,
        sender=_writer(state, message),
        mine=message.sender == OWNER or None,
        contact_id=sender.id if sender else None,
        address=sender.address if sender else None,
        to=mail.names(state, message.to),
        cc=mail.names(state, message.cc),
        bcc=mail.names(state, message.bcc),
        sent_at=message.sent_at,
        body=message.body,
        confidential=message.confidential or None,
        attachments=[
            AttachmentRow(attachment_id=file.id, name=file.name, size_kb=file.size_kb)
            for file in mail.files_of(state, message)
        ],
    )


def _found(state: EmailState, message: Message) -> FoundRow:
    return FoundRow(
        message_id=message.id,
        sender=_writer(state, message),
        mine=message.sender == OWNER or None,
        subject=state.threads.require(message.thread_id).subject,
        thread_id=message.thread_id,
        sent_at=message.sent_at,
        unread=message.id in state.unread or None,
    )


def _writer(state: EmailState, message: Message) -> str | None:
    return None if message.sender == OWNER else mail.name_of(state, message.sender)


def _labelled(state: EmailState, label_id: str | None) -> set[str] | None:
    """Returns the ids of the threads with a label, None where none is given."""
    if label_id is None:
        return None
    label = state.labels.require(label_id)
    return {row.thread_id for row in state.labellings.where(label_id=label.id)}


def _thread(state: EmailState, thread: Thread, messages: list[Message]) -> ThreadRow:
    return ThreadRow(
        thread_id=thread.id,
        subject=thread.subject,
        last_sender=mail.name_of(state, messages[-1].sender),
        last_at=messages[-1].sent_at,
        messages=len(messages),
        unread=sum(message.id in state.unread for message in messages) or None,
        starred=thread.starred or None,
    )
