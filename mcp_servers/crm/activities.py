"""Activities: calls, meetings, e-mails and tasks about leads and deals."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Literal

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import minute
from mcp_servers.crm.deals import require_open
from mcp_servers.crm.failures import (
    ActivityDone,
    ContactOptedOut,
    DateNotAhead,
    LeadClosed,
    MeetingAhead,
    TimeTaken,
)
from mcp_servers.crm.rules import called, name_of, require_yours
from mcp_servers.crm.state import (
    OPEN_LEADS,
    SLOT_MINUTES,
    Activity,
    ActivityType,
    CrmState,
    Deal,
    Lead,
    Outcome,
)

_TIMED = ("call", "meeting")


class ActivityRow(Output):
    """An activity in a list."""

    activity_id: Annotated[str, out("Id of the activity.", entity="activity")]
    subject: Annotated[str, out("What it is.", label_of="activity")]
    about: Annotated[str, out("Lead, or deal and account.", label_of="activity")]
    type: Annotated[str, out("call, meeting, email or task.")]
    due_at: Annotated[str, out("When it is due.", format="datetime")]
    owner: Annotated[str, out("Who does it.")]
    lead_id: Annotated[str | None, out("Id of the lead.", entity="lead")] = None
    deal_id: Annotated[str | None, out("Id of the deal.", entity="deal")] = None
    outcome: Annotated[str | None, out("How it went, once done.")] = None


class Activities(Page):
    """Result of list_activities."""

    activities: Annotated[list[ActivityRow], out("The earliest first; done ones the latest first.")]


class ActivityReport(Output):
    """Result of schedule_activity and complete_activity."""

    activity_id: Annotated[str, out("Id of the activity.", entity="activity")]
    subject: Annotated[str, out("What it is.", label_of="activity")]
    about: Annotated[str, out("Lead, or deal and account.", label_of="activity")]
    due_at: Annotated[str, out("When it is due.", format="datetime")]
    outcome: Annotated[str | None, out("How it went, once done.")] = None


def list_activities(
    state: CrmState,
    due: Annotated[
        Literal["overdue", "today", "upcoming", "done"] | None, arg("Only these; else all open.")
    ] = None,
    type: Annotated[ActivityType | None, arg("Only these.")] = None,
    owner: Annotated[Literal["anybody", "me"], arg("Whose.")] = "me",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Activities:
    """Lists what is to do about leads and deals, or what has been done."""
    now = minute(state.now)
    rows = [
        activity
        for activity in state.activities
        if _is_shown(activity, due, now)
        and type in (None, activity.type)
        and (owner == "anybody" or activity.owner_id == state.me_id)
    ]
    rows.sort(key=lambda activity: (activity.due_at, activity.id), reverse=due == "done")
    shown, following = page(rows, offset, limit)
    return Activities(
        activities=[
            ActivityRow(
                activity_id=a.id,
                subject=a.subject,
                about=about(state, a),
                type=a.type,
                due_at=a.due_at,
                owner=name_of(state, a.owner_id),
                lead_id=a.lead_id,
                deal_id=a.deal_id,
                outcome=a.outcome,
            )
            for a in shown
        ],
        total=len(rows),
        next_offset=following,
    )


def schedule_activity(
    state: CrmState,
    type: Annotated[ActivityType, arg("What kind.")],
    subject: Annotated[
        str,
        arg(
            "What for.",
            min_length=3,
            max_length=80,
            examples=(
                "Go through the numbers",
                "Ask about the budget",
                "Agree on the next steps",
                "Clear up open questions",
            ),
        ),
    ],
    due_at: Annotated[str, arg("Local time.", format="datetime")],
    lead_id: Annotated[str | None, arg("The lead, or", entity="lead")] = None,
    deal_id: Annotated[str | None, arg("the deal that it is about.", entity="deal")] = None,
) -> ActivityReport:
    """Plans a call, meeting, e-mail or task about one lead or one deal of yours."""
    if (lead_id is None) == (deal_id is None):
        raise InvalidArguments("Give either lead_id or deal_id: an activity is about one of them.")
    if lead_id is not None:
        row: Lead | Deal = _require_lead(state, lead_id)
    else:
        row = _require_deal(state, deal_id or "", type)
    _require_time(state, row.owner_id, type, due_at)
    activity = state.activities.insert(
        Activity(
            id=state.new_id("activities"),
            type=type,
            subject=subject,
            due_at=due_at,
            owner_id=row.owner_id,
            lead_id=lead_id,
            deal_id=deal_id,
        )
    )
    return _report(state, activity)


def complete_activity(
    state: CrmState,
    activity_id: Annotated[str, arg("Id of the activity.", entity="activity")],
    outcome: Annotated[Outcome, arg("How it went.")] = "successful",
) -> ActivityReport:
    """Notes that an activity of yours is done, and how it went."""
    activity = state.activities.require(activity_id)
    require_yours(state, activity)
    what = f"{activity.subject} ({activity.id})"
    if activity.outcome is not None:
        raise ActivityDone(
            f"{what} was completed at {activity.done_at}, {activity.outcome}; list_activities shows"
            " what is open."
        )
    if activity.type == "meeting" and activity.due_at > minute(state.now):
        raise MeetingAhead(
            f"The meeting {what} begins at {activity.due_at}, it is {minute(state.now)}; complete "
            "it afterwards."
        )
    done = state.activities.update(activity.id, outcome=outcome, done_at=minute(state.now))
    return _report(state, done)


def about(state: CrmState, activity: Activity) -> str:
    """Returns what an activity is about as people call it."""
    if activity.deal_id is None:
        return state.leads.require(activity.lead_id or "").name
    deal = state.deals.require(activity.deal_id)
    return f"{deal.name}, {state.accounts.require(deal.account_id).name}"


def _report(state: CrmState, activity: Activity) -> ActivityReport:
    return ActivityReport(
        activity_id=activity.id,
        subject=activity.subject,
        about=about(state, activity),
        due_at=activity.due_at,
        outcome=activity.outcome,
    )


def _is_shown(activity: Activity, due: str | None, now: str) -> bool:
    if due == "done" or activity.outcome is not None:
        return due == "done" and activity.outcome is not None
    if due == "today":
        return activity.due_at[:10] == now[:10]
    return due is None or (due == "overdue") == (activity.due_at < now)


def _require_lead(state: CrmState, lead_id: str) -> Lead:
    lead = state.leads.require(lead_id)
    require_yours(state, lead)
    if lead.status not in OPEN_LEADS:
        raise LeadClosed(
            f"{called(lead)} is {lead.status}; plan it for a deal instead, or set a disqualified "
            "lead to working first."
        )
    return lead


def _require_deal(state: CrmState, deal_id: str, type: ActivityType) -> Deal:
    deal = state.deals.require(deal_id)
    require_open(state, deal)
    contact = state.contacts.get(deal.contact_id) if deal.contact_id else None
    if contact is not None and contact.opted_out and type in ("call", "email"):
        raise ContactOptedOut(
            f"{called(contact)}, the contact of {deal.name}, has opted out of calls and e-mails; "
            "plan a meeting or a task, or give the deal another contact with update_deal."
        )
    return deal


def _require_time(state: CrmState, owner_id: str, type: ActivityType, due_at: str) -> None:
    """Checks that the time lies ahead, and for a call or meeting that the owner is free.

    Raises:
        DateNotAhead, TimeTaken: saying what would do.
    """
    if due_at <= minute(state.now):
        raise DateNotAhead(f"It is {minute(state.now)}; {due_at} is not ahead, give a later time.")
    if type not in _TIMED:
        return
    moment, slot = datetime.fromisoformat(due_at), timedelta(minutes=SLOT_MINUTES)
    for other in state.activities.where(owner_id=owner_id, outcome=None):
        starts = datetime.fromisoformat(other.due_at)
        if other.type in _TIMED and abs(starts - moment) < slot:
            raise TimeTaken(
                f"{name_of(state, owner_id)} has the {other.type} {other.subject} ({other.id}) at "
                f"{other.due_at}; free again from {minute(starts + slot)}."
            )
