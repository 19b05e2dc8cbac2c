"""Tools that begin a draft: a new message, an answer, a message passed on."""

from __future__ import annotations

from typing import Annotated, Any

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.email import mail
from mcp_servers.email.failures import (
    FileTypeBlocked,
    ForwardingForbidden,
    ReplyDraftExists,
)
from mcp_servers.email.lookups import MessageId
from mcp_servers.email.state import BLOCKED_TYPES, OWNER, Draft, EmailState, File, Message

FORWARDED = "---- Forwarded message ----"

ContactId = Annotated[str, arg("Id of the contact.", entity="contact")]


class DraftReport(Output):
    """Result of the tools that write drafts."""

    draft_id: Annotated[str, out("Id of the draft.", entity="draft")]
    subject: Annotated[str, out("Its subject.", label_of="draft")]
    to: Annotated[str | None, out("To whom, copies included.", label_of="draft")] = None
    attachments: Annotated[str | None, out("Names of its files.")] = None


def create_draft(
    state: EmailState,
    contact_id: ContactId,
    subject: Annotated[
        str,
        arg(
            "Subject.",
            format="text",
            examples=("Lunch on Friday", "Question about the offer", "Notes from our call"),
            min_length=1,
        ),
    ],
    body: Annotated[
        str,
        arg(
            "Text.",
            format="text",
            examples=("Do you have ten minutes tomorrow?", "Please call me back."),
            min_length=1,
        ),
    ],
) -> DraftReport:
    """Drafts a new message to somebody; send_draft sends it."""
    contact = mail.require_reader(state.contacts.require(contact_id))
    return _insert(state, subject=subject, body=body, to=frozenset({contact.id}))


def draft_reply(
    state: EmailState,
    message_id: MessageId,
    body: Annotated[
        str,
        arg(
            "Text.",
            format="text",
            examples=(
                "That works for me.",
                "Let me think about it.",
                "Could you send the figures?",
            ),
            min_length=1,
        ),
    ],
    reply_all: Annotated[bool, arg("Also to all others on it.")] = False,
) -> DraftReport:
    """Drafts an answer to a message, to its sender or to everybody on it."""
    message = state.messages.require(message_id)
    thread = mail.require_live(state.threads.require(message.thread_id))
    existing = state.drafts.where(answers=message.id)
    if existing:
        raise ReplyDraftExists(
            f"{existing[0].id} answers {message.id} already; change it with edit_draft, send it or "
            "discard it."
        )
    to = message.to if message.sender == OWNER else frozenset({message.sender})
    for person in to:
        mail.require_reader(state.contacts.require(person))
    cc = (message.to | message.cc) - to - {OWNER} if reply_all else frozenset()
    cc = frozenset(person for person in cc if not state.contacts.require(person).automated)
    return _insert(state, subject=thread.subject, body=body, to=to, cc=cc, answers=message.id)


def draft_forward(
    state: EmailState,
    message_id: MessageId,
    contact_id: ContactId,
    note: Annotated[
        str | None,
        arg("Text above it.", format="text", examples=("For your information.", "Can you help?")),
    ] = None,
) -> DraftReport:
    """Drafts passing a message on to somebody, its attachments included."""
    message = state.messages.require(message_id)
    contact = mail.require_reader(state.contacts.require(contact_id))
    thread = mail.require_live(state.threads.require(message.thread_id))
    require_open(state, message)
    for file in mail.files_of(state, message):
        require_sendable(file)
    return _insert(
        state,
        subject=f"Fwd: {thread.subject}",
        body=_passed_on(state, message, note),
        to=frozenset({contact.id}),
        files=message.files,
    )


def report(state: EmailState, draft: Draft) -> DraftReport:
    """Returns how a draft stands."""
    return DraftReport(
        draft_id=draft.id,
        subject=draft.subject,
        to=mail.names(state, mail.recipients(draft)),
        attachments=", ".join(file.name for file in mail.files_of(state, draft)) or None,
    )


def require_open(state: EmailState, message: Message) -> None:
    """Checks that a message may be passed on.

    Raises:
        ForwardingForbidden: where it is confidential.
    """
    if message.confidential:
        sender = mail.name_of(state, message.sender)
        raise ForwardingForbidden(
            f"{sender} marked {message.id} as confidential: neither it nor its files may be passed "
            f"on. Ask {sender} with draft_reply, or write the gist with create_draft."
        )


def require_sendable(file: File) -> None:
    """Checks the type of a file.

    Raises:
        FileTypeBlocked: naming the types that are not sent.
    """
    if file.name.endswith(BLOCKED_TYPES):
        raise FileTypeBlocked(
            f"{file.name} ({file.id}) is not sent: files ending in {', '.join(BLOCKED_TYPES)} are "
            "blocked. Write with create_draft where it can be found instead."
        )


def _insert(state: EmailState, **content: Any) -> DraftReport:
    id, saved_at = state.new_id("drafts"), minute(state.now)
    return report(state, state.drafts.insert(Draft(id=id, saved_at=saved_at, **content)))


def _passed_on(state: EmailState, message: Message, note: str | None) -> str:
    head = f"{FORWARDED}\nFrom: {mail.name_of(state, message.sender)}\nDate: {message.sent_at}"
    own = f"{note}\n\n" if note else ""
    return f"{own}{head}\n\n{message.body}"
