"""The invariants that the state of the meetings declares, as assertions on one state."""

from __future__ import annotations

from itertools import combinations

from mcp_servers.video_meeting.recordings import used_mb
from mcp_servers.video_meeting.roster import overlaps, span
from mcp_servers.video_meeting.state import PLANS, Meeting, MeetingState

STEPS = {("scheduled", "live"), ("scheduled", "cancelled"), ("live", "ended")}


def check_invariants(state: MeetingState) -> None:
    """Asserts every invariant of mcp_servers/video_meeting/state.py that one state can show."""
    for meeting in state.meetings:
        _cast_is_sound(state, meeting)
        assert meeting.status == "live" or not meeting.locked
        assert (meeting.started_at is not None) == (meeting.status in ("live", "ended"))
    _hosts_are_in_one_place(state)
    _recordings_fit(state)
    for part in state.participants:
        assert part.presence == "in" or not part.muted
        assert part.meeting_id in state.meetings


def check_step(before: MeetingState, after: MeetingState) -> None:
    """Asserts what must hold between two states, however far apart the calls made them."""
    for meeting in before.meetings:
        now = after.meetings.require(meeting.id)
        assert now.status == meeting.status or (meeting.status, now.status) in STEPS
    for part in before.participants:
        now = after.participants.require(part.id)
        assert part.presence != "removed" or now.presence == "removed"
        assert (part.role == "host") == (now.role == "host")


def _cast_is_sound(state: MeetingState, meeting: Meeting) -> None:
    cast = state.participants.where(meeting_id=meeting.id)
    assert [p.contact_id for p in cast if p.role == "host"] == [meeting.host_id]
    assert len({p.contact_id for p in cast}) == len(cast)
    inside = [p for p in cast if p.presence == "in"]
    assert (meeting.status == "live") == bool(inside)
    assert not inside or any(p.role in ("host", "cohost") for p in inside)
    if meeting.status in ("ended", "cancelled"):
        assert not any(p.presence in ("in", "waiting") for p in cast)
    else:
        seated = [p for p in cast if p.presence in ("invited", "waiting", "in")]
        assert len(seated) <= PLANS[state.plan].seats
    if meeting.internal:
        assert not any(state.contacts.require(p.contact_id).external for p in cast)
    assert PLANS[state.plan].cohosts or not any(p.role == "cohost" for p in cast)


def _hosts_are_in_one_place(state: MeetingState) -> None:
    still_open = [m for m in state.meetings if m.status in ("scheduled", "live")]
    mine = [m for m in still_open if m.host_id == state.me_id]
    for one, other in combinations(mine, 2):
        both_live = one.status == other.status == "live"
        assert both_live or not overlaps(span(one), span(other)), (one, other)
    live = [m for m in mine if m.status == "live"]
    assert len(live) <= PLANS[state.plan].live


def _recordings_fit(state: MeetingState) -> None:
    assert used_mb(state) <= PLANS[state.plan].storage_mb
    running = state.recordings.where(status="running")
    assert len({r.meeting_id for r in running}) == len(running)
    assert PLANS[state.plan].records or not running
    for recording in state.recordings:
        meeting = state.meetings.require(recording.meeting_id)
        assert (recording.status == "running") <= (meeting.status == "live")
        assert (recording.status == "running") == (recording.minutes == 0)
        assert (recording.status == "processing") == (recording.ready_at is not None)
