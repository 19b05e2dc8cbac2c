"""Sending a draft, what answers by itself, and mail that comes in."""

from __future__ import annotations

import re
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.email import mail
from mcp_servers.email.drafting import FORWARDED, ContactId
from mcp_servers.email.editing import DraftId
from mcp_servers.email.failures import (
    AttachmentForgotten,
    EmptyDraft,
    NoRecipients,
    RecipientBounces,
    SendingLimitReached,
)
from mcp_servers.email.state import (
    LIMIT_HOURS,
    MOST_SENT,
    OWNER,
    Contact,
    Draft,
    EmailState,
    Message,
    Thread,
    Unread,
)

_SPEAKS_OF_FILE = re.compile(r"\battach(?:ed|ment|ments)\b", re.IGNORECASE)


class SentReport(Output):
    """Result of send_draft."""

    message_id: Annotated[str, out("Id of the sent message.", entity="message")]
    thread_id: Annotated[str, out("Id of its thread.", entity="thread")]
    subject: Annotated[str, out("Its subject.", label_of="thread")]
    sent_to: Annotated[str | None, out("To whom, copies included.")] = None
    away: Annotated[str | None, out("Who is away, as automatic answers say.")] = None


class ReceivedReport(Output):
    """Result of receive_message."""

    message_id: Annotated[str, out("Id of the message.", entity="message")]
    thread_id: Annotated[str, out("Id of its thread.", entity="thread")]


def send_draft(state: EmailState, draft_id: DraftId) -> SentReport:
    """Sends a draft now; who is away answers automatically."""
    draft = state.drafts.require(draft_id)
    _require_complete(draft)
    people = [state.contacts.require(id) for id in sorted(mail.recipients(draft))]
    _require_deliverable(state, draft, people)
    thread_id = _thread_for(state, draft)
    message = _send(state, draft, thread_id)
    away = [contact for contact in people if contact.away_until]
    for contact in away:
        _answer_automatically(state, contact, message)
    return SentReport(
        message_id=message.id,
        thread_id=thread_id,
        subject=draft.subject,
        sent_to=mail.names(state, mail.recipients(draft)),
        away=mail.names(state, [contact.id for contact in away]),
    )


def receive_message(
    state: EmailState,
    contact_id: ContactId,
    body: Annotated[str, arg("Text.")],
    message_id: Annotated[str | None, arg("What it answers.", entity="message")] = None,
    subject: Annotated[str, arg("Subject of what answers nothing.")] = "Hello",
) -> ReceivedReport:
    """Lets mail come in, for people and tests."""
    sender = state.contacts.require(contact_id)
    answered = None if message_id is None else state.messages.require(message_id)
    if answered is not None:
        thread_id = answered.thread_id
    else:
        thread_id = state.new_id("threads")
        state.threads.insert(Thread(id=thread_id, subject=subject, folder="inbox"))
    message = _receive(state, sender, thread_id, body, answered)
    return ReceivedReport(message_id=message.id, thread_id=thread_id)


def _require_complete(draft: Draft) -> None:
    """Checks that a draft has what every message has.

    Raises:
        NoRecipients, EmptyDraft, AttachmentForgotten: saying which tool would mend it.
    """
    label = f"{draft.subject!r} ({draft.id})"
    if not mail.recipients(draft):
        raise NoRecipients(f"{label} has no recipient; add one with edit_draft and contact_id.")
    if not draft.body.strip():
        raise EmptyDraft(f"{label} has no text; write one with edit_draft and body.")
    own_words = draft.body.partition(FORWARDED)[0]
    if _SPEAKS_OF_FILE.search(own_words) and not draft.files:
        raise AttachmentForgotten(
            f"{label} speaks of an attachment and has none; add it with attach_file, or change the "
            "text with edit_draft."
        )


def _require_deliverable(state: EmailState, draft: Draft, people: list[Contact]) -> None:
    """Checks that a draft can go where it is to go.

    Raises:
        ThreadInTrash, ThreadInSpam, RecipientBounces, SendingLimitReached: saying what would do.
    """
    if draft.answers is not None:
        answered = state.messages.require(draft.answers)
        mail.require_live(state.threads.require(answered.thread_id))
    for contact in people:
        if contact.bounces:
            raise RecipientBounces(
                f"Mail to {mail.who(contact)} comes back, so {draft.id} is not sent. "
                f"{mail.other_address(state, contact)}"
            )
    left = MOST_SENT - mail.sent_lately(state)
    if len(people) > left:
        raise SendingLimitReached(
            f"{draft.id} has {len(people)} recipients; of {MOST_SENT} in {LIMIT_HOURS} hours "
            f"{left} are left. Send it tomorrow, or a draft with fewer recipients now."
        )


def _thread_for(state: EmailState, draft: Draft) -> str:
    """Returns the id of the thread of what is answered, or of a new one."""
    if draft.answers is not None:
        return state.messages.require(draft.answers).thread_id
    new = Thread(id=state.new_id("threads"), subject=draft.subject, folder="archive")
    return state.threads.insert(new).id


def _send(state: EmailState, draft: Draft, thread_id: str) -> Message:
    state.drafts.delete(draft.id)
    return state.messages.insert(
        Message(
            id=state.new_id("messages"),
            thread_id=thread_id,
            sender=OWNER,
            to=draft.to,
            cc=draft.cc,
            bcc=draft.bcc,
            sent_at=minute(state.now),
            body=draft.body,
            files=draft.files,
            answers=draft.answers,
        )
    )


def _answer_automatically(state: EmailState, contact: Contact, message: Message) -> None:
    body = f"I am out of the office until {contact.away_until} and will answer after that."
    _receive(state, contact, message.thread_id, body, message)


def _receive(
    state: EmailState, sender: Contact, thread_id: str, body: str, answered: Message | None
) -> Message:
    """Adds a message to the owner; its thread comes back to the inbox, unless it is spam."""
    if state.threads.require(thread_id).folder != "spam":
        state.threads.update(thread_id, folder="inbox")
    message = state.messages.insert(
        Message(
            id=state.new_id("messages"),
            thread_id=thread_id,
            sender=sender.id,
            to=frozenset({OWNER}),
            sent_at=minute(state.now),
            body=body,
            answers=answered.id if answered else None,
        )
    )
    state.unread.insert(Unread(id=message.id))
    return message
