"""Tools on recordings: making, listing and deleting them within the storage of the plan."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import minute
from mcp_servers.video_meeting.failures import (
    AlreadySo,
    PlanLacksRecording,
    RecordingBusy,
    RecordingProtected,
    StorageFull,
)
from mcp_servers.video_meeting.people import MeetingId
from mcp_servers.video_meeting.roster import called, plan_of, require_live, require_role
from mcp_servers.video_meeting.state import (
    LEAST_FREE_MB,
    MB_PER_MINUTE,
    PROCESSING_MINUTES,
    Meeting,
    MeetingState,
    Recording,
    RecordingStatus,
)


class RecordingRow(Output):
    """A recording in a list."""

    recording_id: Annotated[str, out("Id of the recording.", entity="recording")]
    topic: Annotated[str, out("Meeting that it is of.", label_of="recording")]
    recorded_on: Annotated[str, out("When it was made.", label_of="recording", format="date")]
    minutes: Annotated[int, out("How long it is.")]
    size_mb: Annotated[int, out("How large it is, in MB.")]
    status: Annotated[str, out("running, processing or ready.")]
    keep_until: Annotated[str | None, out("Until when it must be kept.", format="date")] = None


class Recordings(Page):
    """Result of list_recordings."""

    used_mb: Annotated[int, out("Storage in use, in MB.")]
    free_mb: Annotated[int, out("Storage that is free, in MB.")]
    recordings: Annotated[list[RecordingRow], out("Newest first, unless asked otherwise.")]


class RecordingReport(Output):
    """Result of set_recording."""

    recording_id: Annotated[str, out("Id of the recording.", entity="recording")]
    topic: Annotated[str, out("Meeting that it is of.", label_of="recording")]
    status: Annotated[str, out("running or processing.")]
    free_mb: Annotated[int, out("Storage that is free, in MB.")]


class DeletedRecording(Output):
    """Result of delete_recording."""

    topic: Annotated[str, out("Meeting that it was of.")]
    freed_mb: Annotated[int, out("Storage that this freed, in MB.")]
    free_mb: Annotated[int, out("Storage that is free now, in MB.")]


def list_recordings(
    state: MeetingState,
    meeting_id: Annotated[str | None, arg("Only of this meeting.", entity="meeting")] = None,
    status: Annotated[RecordingStatus | None, arg("Only these.")] = None,
    sort_by: Annotated[Literal["newest", "oldest", "largest"], arg("What comes first.")] = "newest",
    offset: Offset = 0,
    limit: Limit = 6,
) -> Recordings:
    """Lists recordings, and how much storage they take and leave."""
    if meeting_id is not None:
        state.meetings.require(meeting_id)
    rows = [
        r
        for r in state.recordings
        if meeting_id in (None, r.meeting_id) and status in (None, r.status)
    ]
    rows.sort(key=lambda r: (r.started_at, r.id), reverse=sort_by != "oldest")
    if sort_by == "largest":
        rows.sort(key=lambda r: -r.size_mb)
    shown, next_offset = page(rows, offset, limit)
    return Recordings(
        used_mb=used_mb(state),
        free_mb=free_mb(state),
        recordings=[
            RecordingRow(
                recording_id=r.id,
                topic=state.meetings.require(r.meeting_id).topic,
                recorded_on=r.started_at[:10],
                minutes=r.minutes,
                size_mb=r.size_mb,
                status=r.status,
                keep_until=r.keep_until,
            )
            for r in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def set_recording(
    state: MeetingState,
    meeting_id: MeetingId,
    recording: Annotated[Literal["on", "off"], arg("What to switch it to.")],
) -> RecordingReport:
    """Begins or stops recording a live meeting that you host or co-host."""
    meeting = state.meetings.require(meeting_id)
    require_role(state, meeting, "host", "cohost")
    require_live(meeting)
    running = state.recordings.where(meeting_id=meeting.id, status="running")
    if bool(running) == (recording == "on"):
        raise AlreadySo(
            f"Recording of {called(meeting)} is {recording} already; nothing was changed."
        )
    made = stop(state, meeting) or _begin(state, meeting)
    return RecordingReport(
        recording_id=made.id, topic=meeting.topic, status=made.status, free_mb=free_mb(state)
    )


def delete_recording(
    state: MeetingState,
    recording_id: Annotated[str, arg("Id of the recording.", entity="recording")],
) -> DeletedRecording:
    """Deletes a recording of a meeting that you hosted, which frees its storage."""
    recording = state.recordings.require(recording_id)
    meeting = state.meetings.require(recording.meeting_id)
    require_role(state, meeting, "host")
    if recording.status != "ready":
        until = f"it is ready at {recording.ready_at}" if recording.ready_at else "stop it first"
        raise RecordingBusy(
            f"The recording of {called(meeting)} is {recording.status} and cannot be deleted yet; "
            f"{until}."
        )
    if recording.keep_until is not None and recording.keep_until >= minute(state.now)[:10]:
        raise RecordingProtected(
            f"The recording of {called(meeting)} has to be kept until {recording.keep_until}; "
            "delete another one."
        )
    state.recordings.delete(recording.id)
    return DeletedRecording(topic=meeting.topic, freed_mb=recording.size_mb, free_mb=free_mb(state))


def stop(state: MeetingState, meeting: Meeting) -> Recording | None:
    """Stops the recording of a meeting and returns it, None where none runs.

    It takes no more room than there is: a recording that fills the storage is cut there.
    """
    for running in state.recordings.where(meeting_id=meeting.id, status="running"):
        taken = state.now - datetime.fromisoformat(running.started_at)
        minutes = max(1, int(taken.total_seconds()) // 60)
        ready = state.now + timedelta(minutes=PROCESSING_MINUTES)
        return state.recordings.update(
            running.id,
            minutes=minutes,
            size_mb=min(minutes * MB_PER_MINUTE, free_mb(state)),
            status="processing",
            ready_at=minute(ready),
        )
    return None


def used_mb(state: MeetingState) -> int:
    """Returns what all recordings take together."""
    return sum(recording.size_mb for recording in state.recordings)


def free_mb(state: MeetingState) -> int:
    """Returns what the plan leaves for more recordings."""
    return plan_of(state).storage_mb - used_mb(state)


def _begin(state: MeetingState, meeting: Meeting) -> Recording:
    """Begins a recording.

    Raises:
        PlanLacksRecording, StorageFull: saying what would do.
    """
    if not plan_of(state).records:
        raise PlanLacksRecording(
            f"The {state.plan} plan does not record; it only keeps older recordings."
        )
    if free_mb(state) < LEAST_FREE_MB:
        raise StorageFull(
            f"Only {free_mb(state)} MB of storage are free, a recording needs {LEAST_FREE_MB} MB; "
            "delete_recording some that are no longer needed."
        )
    return state.recordings.insert(
        Recording(
            id=state.new_id("recordings"),
            meeting_id=meeting.id,
            started_at=minute(state.now),
            minutes=0,
            size_mb=0,
            status="running",
        )
    )
