"""Tools that change a draft: its words, whom it goes to, its files, and the throwing away of it."""

from __future__ import annotations

from typing import Annotated, Any

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.email import mail
from mcp_servers.email.drafting import DraftReport, report, require_open, require_sendable
from mcp_servers.email.failures import (
    AlreadyAttached,
    DraftTooLarge,
    RecipientListed,
    ReplyKeepsSubject,
    TooManyRecipients,
)
from mcp_servers.email.state import MOST_KB, MOST_RECIPIENTS, Draft, EmailState, File, Role

DraftId = Annotated[str, arg("Id of the draft.", entity="draft")]


class Discarded(Output):
    """Result of discard_draft."""

    subject: Annotated[str, out("Subject that it had.")]
    left: Annotated[int, out("How many drafts are left.")]


def edit_draft(
    state: EmailState,
    draft_id: DraftId,
    subject: Annotated[
        str | None,
        arg("New subject.", format="text", examples=("Change of plan", "Next steps"), min_length=1),
    ] = None,
    body: Annotated[
        str | None,
        arg(
            "New text.",
            format="text",
            examples=("I will call you on Monday.", "Please find the details below."),
            min_length=1,
        ),
    ] = None,
    contact_id: Annotated[
        str | None, arg("Somebody to add as recipient.", entity="contact")
    ] = None,
    add_as: Annotated[Role, arg("How to add them.")] = "to",
) -> DraftReport:
    """Changes the subject or text of a draft, or adds a recipient."""
    draft = state.drafts.require(draft_id)
    changes: dict[str, Any] = {}
    if subject is not None:
        changes["subject"] = _subject(draft, subject)
    if body is not None:
        changes["body"] = body
    if contact_id is not None:
        changes[add_as] = getattr(draft, add_as) | {_newcomer(state, draft, contact_id)}
    if not changes:
        raise InvalidArguments("give at least one of subject, body and contact_id")
    return report(state, state.drafts.update(draft.id, saved_at=minute(state.now), **changes))


def attach_file(
    state: EmailState,
    draft_id: DraftId,
    attachment_id: Annotated[str, arg("Id of the attachment.", entity="attachment")],
) -> DraftReport:
    """Attaches a file that came with some message to a draft. get_message shows attachments."""
    draft, file = state.drafts.require(draft_id), state.files.require(attachment_id)
    if file.id in draft.files:
        raise AlreadyAttached(
            f"{draft.id} has {file.name} ({file.id}) already; send_draft sends it as it is."
        )
    require_open(state, state.messages.require(file.message_id))
    require_sendable(file)
    _require_space(state, draft, file)
    files = draft.files | {file.id}
    return report(state, state.drafts.update(draft.id, saved_at=minute(state.now), files=files))


def discard_draft(state: EmailState, draft_id: DraftId) -> Discarded:
    """Throws a draft away for good."""
    draft = state.drafts.delete(draft_id)
    return Discarded(subject=draft.subject, left=len(state.drafts))


def _subject(draft: Draft, subject: str) -> str:
    if draft.answers is not None and subject != draft.subject:
        raise ReplyKeepsSubject(
            f"{draft.id} is a reply and keeps the subject {draft.subject!r}, or it would leave its "
            "thread; for another subject use create_draft."
        )
    return subject


def _newcomer(state: EmailState, draft: Draft, contact_id: str) -> str:
    """Returns the id of a contact that a draft can be sent to as well.

    Raises:
        NoReplyAddress, RecipientListed, TooManyRecipients: saying what would do.
    """
    contact = mail.require_reader(state.contacts.require(contact_id))
    listed = mail.recipients(draft)
    if contact.id in listed:
        role = next(r for r in ("to", "cc", "bcc") if contact.id in getattr(draft, r))
        raise RecipientListed(
            f"{draft.id} goes to {mail.who(contact)} already, as {role}; add somebody else, or "
            "leave contact_id out."
        )
    if len(listed) >= MOST_RECIPIENTS:
        raise TooManyRecipients(
            f"{draft.id} has {MOST_RECIPIENTS} recipients, the most it may; write to "
            f"{contact.name} by a create_draft of their own."
        )
    return contact.id


def _require_space(state: EmailState, draft: Draft, file: File) -> None:
    left = MOST_KB - mail.size_kb(state, draft)
    if file.size_kb > left:
        raise DraftTooLarge(
            f"{file.name} has {file.size_kb} KB, and {draft.id} has room for {left} KB of "
            f"{MOST_KB}; attach it to a draft of its own."
        )
