"""Tools that run meetings: starting, ending, locking, and what hosts do with participants."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed, minute
from mcp_servers.video_meeting import recordings
from mcp_servers.video_meeting.failures import (
    AlreadySo,
    HostProtected,
    MeetingLocked,
    MeetingNotScheduled,
    NotPresent,
    NotWaiting,
    PlanLacksCohosts,
    TooManyLive,
)
from mcp_servers.video_meeting.people import MeetingId
from mcp_servers.video_meeting.roster import (
    called,
    name_of,
    of_meeting,
    plan_of,
    require_live,
    require_role,
)
from mcp_servers.video_meeting.state import Meeting, MeetingState, Participant


class MeetingReport(Output):
    """Result of run_meeting."""

    meeting_id: Annotated[str, out("Id of the meeting.", entity="meeting")]
    topic: Annotated[str, out("What it is about.", label_of="meeting")]
    status: Annotated[str, out("scheduled, live, ended or cancelled.")]
    locked: Annotated[bool, out("true where nobody can enter.")]
    waiting: Annotated[int, out("How many are in the waiting room.")]
    recording_id: Annotated[
        str | None, out("Recording that this stopped, if any.", entity="recording")
    ] = None


class ParticipantReport(Output):
    """Result of manage_participant."""

    participant_id: Annotated[str, out("Id of the part.", entity="participant")]
    name: Annotated[str, out("Who it is.", label_of="participant")]
    role: Annotated[str, out("host, cohost or attendee.")]
    presence: Annotated[str, out("waiting, in or removed.")]
    muted: Annotated[bool, out("true where muted.")]


def run_meeting(
    state: MeetingState,
    meeting_id: MeetingId,
    action: Annotated[
        Literal["start", "end", "cancel", "lock", "unlock"],
        arg("end and cancel are for the host."),
    ],
) -> MeetingReport:
    """Starts or cancels a scheduled meeting; ends, locks or unlocks a live one.

    A locked meeting lets nobody in.
    """
    meeting = state.meetings.require(meeting_id)
    stopped = None
    match action:
        case "start":
            _start(state, meeting)
        case "cancel":
            _cancel(state, meeting)
        case "end":
            require_role(state, meeting, "host")
            require_live(meeting)
            stopped = end(state, meeting)
        case _:
            _lock(state, meeting, action == "lock")
    meeting = state.meetings.require(meeting_id)
    return MeetingReport(
        meeting_id=meeting.id,
        topic=meeting.topic,
        status=meeting.status,
        locked=meeting.locked,
        waiting=len(of_meeting(state, meeting.id, "waiting")),
        recording_id=stopped,
    )


def manage_participant(
    state: MeetingState,
    participant_id: Annotated[str, arg("Id of the part.", entity="participant")],
    action: Annotated[
        Literal["admit", "remove", "mute", "promote", "demote"],
        arg("promote to co-host and demote are for the host."),
    ],
) -> ParticipantReport:
    """Admits somebody who waits for a live meeting; removes for good, mutes, changes the role."""
    part = state.participants.require(participant_id)
    meeting = state.meetings.require(part.meeting_id)
    if action in ("promote", "demote"):
        require_role(state, meeting, "host")
    else:
        require_role(state, meeting, "host", "cohost")
    require_live(meeting)
    match action:
        case "admit":
            changed = _admit(state, meeting, part)
        case "remove":
            changed = _remove(state, meeting, part)
        case "mute":
            changed = _mute(state, meeting, part)
        case _:
            changed = _change_role(state, meeting, part, action == "promote")
    return ParticipantReport(
        participant_id=changed.id,
        name=name_of(state, changed.contact_id),
        role=changed.role,
        presence=changed.presence,
        muted=changed.muted,
    )


def end(state: MeetingState, meeting: Meeting) -> str | None:
    """Ends a live meeting: everybody leaves. Returns the id of the recording that ran, if any."""
    stopped = recordings.stop(state, meeting)
    for part in of_meeting(state, meeting.id, "in", "waiting"):
        state.participants.update(part.id, presence="left", muted=False)
    state.meetings.update(meeting.id, status="ended", locked=False)
    return stopped.id if stopped else None


def _start(state: MeetingState, meeting: Meeting) -> None:
    require_role(state, meeting, "host", "cohost")
    _require_scheduled(meeting)
    live = state.meetings.where(host_id=meeting.host_id, status="live")
    if len(live) >= plan_of(state).live:
        raise TooManyLive(
            f"The {state.plan} plan lets a host run {plan_of(state).live} at a time, and "
            f"{name_of(state, meeting.host_id)} runs {listed(map(called, live))}; end that first."
        )
    state.meetings.update(meeting.id, status="live", started_at=minute(state.now))
    for part in of_meeting(state, meeting.id):
        if part.contact_id == state.me_id:
            state.participants.update(part.id, presence="in")


def _cancel(state: MeetingState, meeting: Meeting) -> None:
    require_role(state, meeting, "host")
    _require_scheduled(meeting)
    for part in of_meeting(state, meeting.id, "waiting"):
        state.participants.update(part.id, presence="invited")
    state.meetings.update(meeting.id, status="cancelled")


def _lock(state: MeetingState, meeting: Meeting, locked: bool) -> None:
    require_role(state, meeting, "host", "cohost")
    require_live(meeting)
    if meeting.locked == locked:
        raise AlreadySo(
            f"{called(meeting)} is {'' if locked else 'not '}locked already; nothing was changed."
        )
    state.meetings.update(meeting.id, locked=locked)


def _require_scheduled(meeting: Meeting) -> None:
    if meeting.status != "scheduled":
        raise MeetingNotScheduled(
            f"{called(meeting)} is {meeting.status}; only a scheduled meeting can be started or "
            "cancelled, list_meetings shows those."
        )


def _admit(state: MeetingState, meeting: Meeting, part: Participant) -> Participant:
    name = name_of(state, part.contact_id)
    if part.presence != "waiting":
        raise NotWaiting(
            f"{name} is not in the waiting room of {called(meeting)} but {part.presence}; "
            f"waiting: {_names(state, meeting, 'waiting')}."
        )
    if meeting.locked:
        raise MeetingLocked(
            f"{called(meeting)} is locked and lets nobody in; unlock it with run_meeting first."
        )
    return state.participants.update(part.id, presence="in")


def _remove(state: MeetingState, meeting: Meeting, part: Participant) -> Participant:
    _require_other(state, part)
    if part.presence != "waiting":
        _require_in(state, meeting, part)
    return state.participants.update(part.id, presence="removed", muted=False)


def _mute(state: MeetingState, meeting: Meeting, part: Participant) -> Participant:
    _require_in(state, meeting, part)
    if part.muted:
        raise AlreadySo(f"{name_of(state, part.contact_id)} is muted already.")
    return state.participants.update(part.id, muted=True)


def _change_role(state: MeetingState, meeting: Meeting, part: Participant, up: bool) -> Participant:
    if up and not plan_of(state).cohosts:
        raise PlanLacksCohosts(
            f"The {state.plan} plan has no co-hosts; you have to run {called(meeting)} alone."
        )
    _require_other(state, part)
    _require_in(state, meeting, part)
    role = "cohost" if up else "attendee"
    if part.role == role:
        raise AlreadySo(
            f"{name_of(state, part.contact_id)} is {role} already; nothing was changed."
        )
    return state.participants.update(part.id, role=role)


def _require_other(state: MeetingState, part: Participant) -> None:
    if part.role == "host" or part.contact_id == state.me_id:
        raise HostProtected(
            f"{name_of(state, part.contact_id)} is the host or yourself, who stay as they are; "
            "choose somebody else, or end the meeting with run_meeting."
        )


def _require_in(state: MeetingState, meeting: Meeting, part: Participant) -> None:
    if part.presence != "in":
        raise NotPresent(
            f"{name_of(state, part.contact_id)} is not in {called(meeting)} but {part.presence}; "
            f"in it are {_names(state, meeting, 'in')}."
        )


def _names(state: MeetingState, meeting: Meeting, presence: str) -> str:
    parts = of_meeting(state, meeting.id, presence)
    return listed(name_of(state, part.contact_id) for part in parts)
