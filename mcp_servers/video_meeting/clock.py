"""What happens by itself, for people and tests: time passes, people come and go.

No agent moves the clock of a session or speaks for somebody else.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Literal

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.video_meeting import running
from mcp_servers.video_meeting.roster import end_of, plan_of, seats_left
from mcp_servers.video_meeting.state import MeetingState


class Clock(Output):
    """Result of advance_clock."""

    now: Annotated[str, out("The new time.", format="datetime")]
    ended: Annotated[list[str], out("Meetings that the plan cut off.")]


class Event(Output):
    """Result of come_or_go."""

    presence: Annotated[str, out("Where the person is now.")]


def advance_clock(
    state: MeetingState,
    minutes: Annotated[int, arg("How far to move it.", ge=1, le=2 * 24 * 60)],
) -> Clock:
    """Moves the clock; meetings as long as the plan allows are cut off, recordings get ready."""
    goal = state.now + timedelta(minutes=minutes)
    ended = []
    for meeting in sorted(state.meetings.where(status="live"), key=lambda m: m.started_at or ""):
        limit = end_of(meeting.started_at or meeting.starts_at, plan_of(state).minutes)
        if limit <= minute(goal):
            state.now = max(state.now, datetime.fromisoformat(limit))
            running.end(state, meeting)
            ended.append(meeting.topic)
    state.now = goal
    for recording in state.recordings.where(status="processing"):
        if recording.ready_at is not None and recording.ready_at <= minute(state.now):
            state.recordings.update(recording.id, status="ready", ready_at=None)
    return Clock(now=minute(state.now), ended=ended)


def come_or_go(
    state: MeetingState,
    participant_id: Annotated[str, arg("Who.", entity="participant")],
    event: Annotated[Literal["come", "go"], arg("What the person does.")],
) -> Event:
    """Lets somebody who is invited come to a live meeting, or leave it."""
    part = state.participants.require(participant_id)
    meeting = state.meetings.require(part.meeting_id)
    came = part.presence in ("invited", "left") and event == "come"
    went = part.presence in ("in", "waiting") and event == "go" and part.role == "attendee"
    if meeting.status != "live" or not (went or (came and not meeting.locked)):
        raise InvalidArguments(f"{part.id} is {part.presence} in a {meeting.status} meeting")
    waits = meeting.waiting_room and part.role == "attendee"
    presence: Literal["waiting", "in", "left"] = "waiting" if waits else "in"
    if went:
        presence = "left"
    elif part.presence == "left" and seats_left(state, meeting) <= 0:
        raise InvalidArguments(f"{meeting.topic} is full")
    return Event(
        presence=state.participants.update(part.id, presence=presence, muted=False).presence
    )
