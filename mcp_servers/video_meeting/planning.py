"""Tools on the calendar: what is planned and live, and planning a new meeting."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import minute
from mcp_servers.video_meeting.failures import HostBusy, StartsInPast, TooLong
from mcp_servers.video_meeting.roster import (
    called,
    end_of,
    hosted_open,
    name_of,
    overlaps,
    plan_of,
    span,
)
from mcp_servers.video_meeting.state import Meeting, MeetingState, MeetingStatus, Participant, Role

_ORDER = {"live": 0, "scheduled": 1, "ended": 2, "cancelled": 3}


class MeetingRow(Output):
    """A meeting in a list."""

    meeting_id: Annotated[str, out("Id of the meeting.", entity="meeting")]
    topic: Annotated[str, out("What it is about.", label_of="meeting")]
    starts_at: Annotated[str, out("When it is planned.", label_of="meeting", format="datetime")]
    status: Annotated[str, out("scheduled, live, ended or cancelled.")]
    host: Annotated[str, out("Who hosts it.")]
    my_role: Annotated[str | None, out("Your role, if you take part.")] = None


class Meetings(Page):
    """Result of list_meetings."""

    meetings: Annotated[list[MeetingRow], out("Live ones, then those to come, then the past.")]


class ScheduledMeeting(Output):
    """Result of schedule_meeting."""

    meeting_id: Annotated[str, out("Id of the new meeting.", entity="meeting")]
    topic: Annotated[str, out("What it is about.", label_of="meeting")]
    starts_at: Annotated[str, out("When it begins.", format="datetime")]
    ends_at: Annotated[str, out("When it is over.", format="datetime")]
    seats: Annotated[int, out("How many people the plan lets in, you included.")]


def list_meetings(
    state: MeetingState,
    status: Annotated[MeetingStatus | None, arg("Only these.")] = None,
    host: Annotated[Literal["me", "others"] | None, arg("Who hosts.")] = None,
    offset: Offset = 0,
    limit: Limit = 7,
) -> Meetings:
    """Lists meetings with host and your role; gives the ids of meetings."""
    rows = [
        meeting
        for meeting in state.meetings
        if status in (None, meeting.status)
        and host in (None, "me" if meeting.host_id == state.me_id else "others")
    ]
    rows.sort(key=lambda meeting: (meeting.starts_at, meeting.id))
    past = [m for m in rows if m.status in ("ended", "cancelled")]
    ahead = [m for m in rows if m.status not in ("ended", "cancelled")]
    ahead.sort(key=lambda meeting: _ORDER[meeting.status])
    ordered = [*ahead, *reversed(past)]
    shown, next_offset = page(ordered, offset, limit)
    roles = {p.meeting_id: p.role for p in state.participants.where(contact_id=state.me_id)}
    return Meetings(
        meetings=[_row(state, meeting, roles.get(meeting.id)) for meeting in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def schedule_meeting(
    state: MeetingState,
    topic: Annotated[
        str,
        arg(
            "What it is about.",
            format="text",
            examples=("Roadmap", "Retrospective", "Kickoff", "Salary Talk", "Press Call", "Demo"),
            min_length=1,
            max_length=60,
        ),
    ],
    starts_at: Annotated[str, arg("YYYY-MM-DDTHH:MM.", format="datetime")],
    minutes: Annotated[int, arg("How long.", ge=5, le=600, examples=(15, 20, 30, 40, 60))],
    waiting_room: Annotated[Literal["on", "off"], arg("People wait to be admitted.")] = "on",
    internal: Annotated[Literal["yes", "no"], arg("Nobody from outside.")] = "no",
) -> ScheduledMeeting:
    """Plans a meeting that you host; then invite_participant adds people."""
    _require_possible(state, starts_at, minutes)
    meeting = state.meetings.insert(
        Meeting(
            id=state.new_id("meetings"),
            topic=topic.strip(),
            host_id=state.me_id,
            starts_at=starts_at,
            minutes=minutes,
            status="scheduled",
            waiting_room=waiting_room == "on",
            internal=internal == "yes",
        )
    )
    state.participants.insert(
        Participant(
            id=state.new_id("participants"),
            meeting_id=meeting.id,
            contact_id=state.me_id,
            role="host",
            presence="invited",
        )
    )
    return ScheduledMeeting(
        meeting_id=meeting.id,
        topic=meeting.topic,
        starts_at=starts_at,
        ends_at=end_of(starts_at, minutes),
        seats=plan_of(state).seats,
    )


def _require_possible(state: MeetingState, starts_at: str, minutes: int) -> None:
    """Checks that a meeting can be planned.

    Raises:
        StartsInPast, TooLong, HostBusy: saying which time or length would do.
    """
    now = minute(state.now)
    if starts_at < now:
        raise StartsInPast(f"{starts_at} has passed, it is {now}; choose a later time.")
    most = plan_of(state).minutes
    if minutes > most:
        raise TooLong(
            f"The {state.plan} plan allows {most} minutes, not {minutes}; plan a shorter meeting, "
            "or several."
        )
    wanted = starts_at, end_of(starts_at, minutes)
    for other in hosted_open(state, state.me_id):
        if overlaps(wanted, span(other)):
            raise HostBusy(
                f"You host {called(other)} until {span(other)[1]}; choose a time before or after."
            )


def _row(state: MeetingState, meeting: Meeting, role: Role | None) -> MeetingRow:
    return MeetingRow(
        meeting_id=meeting.id,
        topic=meeting.topic,
        starts_at=meeting.starts_at,
        status=meeting.status,
        host=name_of(state, meeting.host_id),
        my_role=role,
    )
