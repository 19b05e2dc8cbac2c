"""Who takes part in what, in which role, and what that allows: used by all tools."""

from __future__ import annotations

from datetime import datetime, timedelta

from mcp_servers.core.wording import minute
from mcp_servers.video_meeting.failures import MeetingNotLive, NotHost
from mcp_servers.video_meeting.state import (
    PLANS,
    SEATED,
    Meeting,
    MeetingState,
    Participant,
    Plan,
    Role,
)


def plan_of(state: MeetingState) -> Plan:
    """Returns the limits that the company pays for."""
    return PLANS[state.plan]


def name_of(state: MeetingState, contact_id: str) -> str:
    """Returns the name of a person."""
    return state.contacts.require(contact_id).name


def called(meeting: Meeting) -> str:
    """Returns a meeting as messages name it: `Budget Review (2026-03-18T10:30)`."""
    return f"{meeting.topic} ({meeting.starts_at})"


def my_role(state: MeetingState, meeting: Meeting) -> Role | None:
    """Returns the role of the person whose session this is, None where that takes no part."""
    mine = state.participants.where(meeting_id=meeting.id, contact_id=state.me_id)
    return mine[0].role if mine else None


def require_role(state: MeetingState, meeting: Meeting, *roles: Role) -> None:
    """Checks that the person whose session this is has one of the roles in a meeting.

    Raises:
        NotHost: naming the host.
    """
    role = my_role(state, meeting)
    if role not in roles:
        host = name_of(state, meeting.host_id)
        needed = "a co-host" if "cohost" in roles else "the host"
        raise NotHost(
            f"In {called(meeting)} you are {role or 'not taking part'}, and that takes {needed}; "
            f"ask {host}, who hosts it."
        )


def require_live(meeting: Meeting) -> None:
    """Checks that a meeting is live.

    Raises:
        MeetingNotLive: saying whether it can be started.
    """
    if meeting.status == "scheduled":
        raise MeetingNotLive(f"{called(meeting)} has not started; run_meeting can start it.")
    if meeting.status != "live":
        raise MeetingNotLive(
            f"{called(meeting)} is {meeting.status}; list_meetings shows what is live."
        )


def of_meeting(state: MeetingState, meeting_id: str, *presences: str) -> list[Participant]:
    """Returns who takes part in a meeting, only those of some presences where given."""
    everybody = state.participants.where(meeting_id=meeting_id)
    return [p for p in everybody if not presences or p.presence in presences]


def seats_left(state: MeetingState, meeting: Meeting) -> int:
    """Returns how many more people the plan has room for."""
    return plan_of(state).seats - len(of_meeting(state, meeting.id, *SEATED))


def span(meeting: Meeting) -> tuple[str, str]:
    """Returns begin and end as planned."""
    return meeting.starts_at, end_of(meeting.starts_at, meeting.minutes)


def end_of(starts_at: str, minutes: int) -> str:
    """Returns the time that lies some minutes after another."""
    return minute(datetime.fromisoformat(starts_at) + timedelta(minutes=minutes))


def overlaps(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Tells whether two spans of time share more than an end."""
    return one[0] < other[1] and other[0] < one[1]


def hosted_open(state: MeetingState, host_id: str) -> list[Meeting]:
    """Returns what a host has scheduled or live."""
    hosted = state.meetings.where(host_id=host_id)
    return [meeting for meeting in hosted if meeting.status in ("scheduled", "live")]
