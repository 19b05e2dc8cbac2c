"""Look-ups on people, labels and drafts."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.email import mail
from mcp_servers.email.state import Contact, Draft, EmailState


class ContactRow(Output):
    """An address."""

    contact_id: Annotated[str, out("Id of the contact.", entity="contact")]
    name: Annotated[str, out("Whose address it is.", label_of="contact")]
    address: Annotated[str, out("The address.")]
    company: Annotated[str | None, out("Where they work.")] = None
    bounces: Annotated[bool | None, out("true where mail to it came back.")] = None
    away_until: Annotated[str | None, out("Until when they are away.", format="date")] = None


class Contacts(Page):
    """Result of search_contacts."""

    contacts: Annotated[list[ContactRow], out("By name.")]


class LabelRow(Output):
    """A label."""

    label_id: Annotated[str, out("Id of the label.", entity="label")]
    name: Annotated[str, out("Its name.", label_of="label")]
    threads: Annotated[int, out("How many threads have it.")]


class Labels(Page):
    """Result of list_labels."""

    labels: Annotated[list[LabelRow], out("By name.")]


class DraftRow(Output):
    """A draft."""

    draft_id: Annotated[str, out("Id of the draft.", entity="draft")]
    subject: Annotated[str, out("Its subject.", label_of="draft")]
    to: Annotated[str | None, out("To whom, copies included.", label_of="draft")] = None
    begins: Annotated[str | None, out("How its text begins.")] = None
    is_reply: Annotated[bool | None, out("true where it answers a message.")] = None
    attachments: Annotated[str | None, out("Names of its files.")] = None


class Drafts(Page):
    """Result of list_drafts."""

    drafts: Annotated[list[DraftRow], out("Saved last first.")]


def search_contacts(
    state: EmailState,
    query: Annotated[str, arg("Words of the name, address or company.", min_length=1)],
    offset: Offset = 0,
    limit: Limit = 5,
) -> Contacts:
    """Finds people in the address book; one person may have two addresses."""
    words = query.casefold().split()
    rows = [c for c in state.contacts if all(word in _text(c) for word in words)]
    rows.sort(key=lambda c: (c.name, c.address))
    shown, next_offset = page(rows, offset, limit)
    return Contacts(
        contacts=[
            ContactRow(
                contact_id=contact.id,
                name=contact.name,
                address=contact.address,
                company=contact.company,
                bounces=contact.bounces or None,
                away_until=contact.away_until,
            )
            for contact in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def list_labels(state: EmailState, offset: Offset = 0, limit: Limit = 12) -> Labels:
    """Lists the labels and how many threads have each."""
    used: dict[str, int] = {}
    for row in state.labellings:
        used[row.label_id] = used.get(row.label_id, 0) + 1
    rows = sorted(state.labels, key=lambda label: label.name.casefold())
    shown, next_offset = page(rows, offset, limit)
    return Labels(
        labels=[LabelRow(label_id=r.id, name=r.name, threads=used.get(r.id, 0)) for r in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def list_drafts(state: EmailState, offset: Offset = 0, limit: Limit = 5) -> Drafts:
    """Lists what has been written and not sent."""
    rows = sorted(state.drafts, key=lambda draft: (draft.saved_at, draft.id), reverse=True)
    shown, next_offset = page(rows, offset, limit)
    return Drafts(
        drafts=[_draft(state, draft) for draft in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def _draft(state: EmailState, draft: Draft) -> DraftRow:
    return DraftRow(
        draft_id=draft.id,
        subject=draft.subject,
        to=mail.names(state, mail.recipients(draft), most=3),
        begins=mail.snippet(draft.body) or None,
        is_reply=draft.answers is not None or None,
        attachments=", ".join(file.name for file in mail.files_of(state, draft)) or None,
    )


def _text(contact: Contact) -> str:
    return f"{contact.name} {contact.address} {contact.company or ''}".casefold()
