"""Leads: finding, adding and qualifying them."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed, minute
from mcp_servers.crm.failures import (
    DuplicateLead,
    LeadConverted,
    LeadNotContacted,
    LeadStepNotAllowed,
)
from mcp_servers.crm.rules import (
    LeadId,
    called,
    hand_over,
    name_of,
    require_nothing_to_do,
    require_receiver,
    require_room,
    require_yours,
    took_place,
)
from mcp_servers.crm.state import (
    OPEN_LEADS,
    CrmState,
    Lead,
    LeadStatus,
    Source,
)

NextStatus = Literal["working", "qualified", "disqualified"]
STEPS: dict[LeadStatus, tuple[NextStatus, ...]] = {
    "new": ("working", "disqualified"),
    "working": ("qualified", "disqualified"),
    "qualified": ("working", "disqualified"),
    "disqualified": ("working",),
    "converted": (),
}


class LeadRow(Output):
    """A lead in a list."""

    lead_id: Annotated[str, out("Id of the lead.", entity="lead")]
    name: Annotated[str, out("Name of the person.", label_of="lead")]
    company: Annotated[str, out("Where the person works.")]
    status: Annotated[str, out("new, working, qualified, disqualified or converted.")]
    source: Annotated[str, out("Where the lead came from.")]
    owner: Annotated[str, out("Whose lead it is.")]


class Leads(Page):
    """Result of search_leads."""

    leads: Annotated[list[LeadRow], out("By name.")]


class LeadReport(Output):
    """Result of create_lead and update_lead."""

    lead_id: Annotated[str, out("Id of the lead.", entity="lead")]
    name: Annotated[str, out("Name of the person.", label_of="lead")]
    status: Annotated[str, out("Where it stands now.")]
    owner: Annotated[str, out("Whose lead it is.")]


def search_leads(
    state: CrmState,
    query: Annotated[str, arg("Words of the person's name or company.", min_length=1)],
    status: Annotated[LeadStatus | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 5,
) -> Leads:
    """Finds leads, people who might buy and are no contacts yet."""
    rows = state.leads.where() if status is None else state.leads.where(status=status)
    for word in query.casefold().split():
        rows = [lead for lead in rows if word in f"{lead.name} {lead.company}".casefold()]
    rows.sort(key=lambda lead: (lead.name, lead.id))
    shown, following = page(rows, offset, limit)
    return Leads(
        leads=[
            LeadRow(
                lead_id=lead.id,
                name=lead.name,
                company=lead.company,
                status=lead.status,
                source=lead.source,
                owner=name_of(state, lead.owner_id),
            )
            for lead in shown
        ],
        total=len(rows),
        next_offset=following,
    )


def create_lead(
    state: CrmState,
    name: Annotated[
        str,
        arg(
            "First and last name.",
            min_length=3,
            max_length=60,
            examples=("Mara Lindqvist", "Tobias Okafor", "Ines Carvalho"),
        ),
    ],
    company: Annotated[
        str,
        arg(
            "Where the person works.",
            min_length=2,
            max_length=60,
            examples=("Bluefin Glass", "Nordlicht Lamps", "Palmetto Inns"),
        ),
    ],
    email: Annotated[
        str,
        arg(
            "E-mail address.",
            pattern=r"^[^@\s]+@[^@\s]+\.[a-z]+$",
            examples=("buying@mail.example", "info@office.example"),
        ),
    ],
    source: Annotated[Source, arg("Where the lead came from.")] = "website",
) -> LeadReport:
    """Adds a lead, which is yours and new."""
    require_room(state, state.users.require(state.me_id))
    for lead in state.leads.where(email=email.casefold()):
        if lead.status in OPEN_LEADS:
            raise DuplicateLead(
                f"{called(lead)} of {lead.company} has the address {email} and is {lead.status}; "
                "go on with that lead, or give another address."
            )
    lead = state.leads.insert(
        Lead(
            id=state.new_id("leads"),
            name=name,
            company=company,
            email=email.casefold(),
            source=source,
            status="new",
            owner_id=state.me_id,
            created_at=minute(state.now),
        )
    )
    return _report(state, lead)


def update_lead(
    state: CrmState,
    lead_id: LeadId,
    status: Annotated[NextStatus | None, arg("New status.")] = None,
    owner_id: Annotated[str | None, arg("Id of the new owner.", entity="user")] = None,
) -> LeadReport:
    """Sets the status of a lead of yours, or hands it over with its open activities, or both."""
    lead = state.leads.require(lead_id)
    owner = None if owner_id is None else state.users.require(owner_id)
    require_yours(state, lead)
    if lead.status == "converted":
        raise LeadConverted(converted(state, lead))
    if status is not None:
        _require_step(state, lead, status)
    if owner is not None:
        require_receiver(state, lead, owner)
    after = status or lead.status
    taken_up = lead.status not in OPEN_LEADS or owner is not None
    if after in OPEN_LEADS and taken_up:
        require_room(state, owner or state.users.require(lead.owner_id))
    if owner is not None:
        hand_over(state, lead, owner)
        lead = state.leads.update(lead.id, owner_id=owner.id)
    return _report(state, state.leads.update(lead.id, status=after))


def _report(state: CrmState, lead: Lead) -> LeadReport:
    return LeadReport(
        lead_id=lead.id, name=lead.name, status=lead.status, owner=name_of(state, lead.owner_id)
    )


def converted(state: CrmState, lead: Lead) -> str:
    """Returns what became of a lead that was converted."""
    account = state.accounts.get(lead.account_id or "")
    at = called(account) if account else "an account"
    return f"{called(lead)} was converted and is a contact of {at} now; work with that account."


def _require_step(state: CrmState, lead: Lead, status: NextStatus) -> None:
    """Checks that a lead may get a status.

    Raises:
        LeadStepNotAllowed, LeadNotContacted, DuplicateLead, OpenActivities: saying what would do.
    """
    if status not in STEPS[lead.status]:
        raise LeadStepNotAllowed(
            f"{called(lead)} is {lead.status}; from there it can become "
            f"{listed(STEPS[lead.status])}, not {status}."
        )
    if status == "qualified" and not took_place(state, lead, "call", "meeting"):
        raise LeadNotContacted(
            f"No call or meeting with {called(lead)} was successful yet; plan one with "
            "schedule_activity and complete it first."
        )
    if status == "disqualified":
        require_nothing_to_do(state, lead)
    if lead.status == "disqualified":
        _require_address(state, lead)


def _require_address(state: CrmState, lead: Lead) -> None:
    """Checks that no open lead has taken the address of one that is taken up again."""
    for other in state.leads.where(email=lead.email):
        if other.id != lead.id and other.status in OPEN_LEADS:
            raise DuplicateLead(
                f"{called(other)} has the address of {called(lead)}, {lead.email}, and is "
                f"{other.status}; go on with that one."
            )
