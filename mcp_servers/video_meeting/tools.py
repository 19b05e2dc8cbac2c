"""The tools of the video meetings: which there are, which of them write, and how each may fail.

One session is one person in a company. The functions stand in planning.py, people.py, running.py
and recordings.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.video_meeting import clock, people, planning, recordings, running
from mcp_servers.video_meeting.failures import (
    AlreadyInvited,
    AlreadySo,
    ExternalNotAllowed,
    HostBusy,
    HostProtected,
    MeetingFull,
    MeetingLocked,
    MeetingNotLive,
    MeetingNotScheduled,
    MeetingOver,
    NotHost,
    NotPresent,
    NotWaiting,
    ParticipantRemoved,
    PlanLacksCohosts,
    PlanLacksRecording,
    RecordingBusy,
    RecordingProtected,
    StartsInPast,
    StorageFull,
    TooLong,
    TooManyLive,
)
from mcp_servers.video_meeting.state import MeetingState
from mcp_servers.video_meeting.world import make_world

server = ToolServer(
    "video_meeting",
    title="Video meetings",
    instructions=(
        "The video meetings of one company, for one of its people. Look up the ids of meetings, "
        "participants, contacts and recordings before you use them."
    ),
    state=MeetingState,
    make_world=make_world,
)

server.read(planning.list_meetings)
server.write(raises=(StartsInPast, TooLong, HostBusy))(planning.schedule_meeting)
server.write(
    raises=(NotHost, MeetingNotScheduled, TooManyLive, MeetingNotLive, AlreadySo),
)(running.run_meeting)

server.read(people.search_contacts)
server.read(people.list_participants)
server.write(
    raises=(
        NotHost,
        MeetingOver,
        AlreadyInvited,
        ParticipantRemoved,
        ExternalNotAllowed,
        MeetingFull,
    )
)(people.invite_participant)
server.write(
    raises=(
        NotHost,
        MeetingNotLive,
        NotWaiting,
        MeetingLocked,
        NotPresent,
        HostProtected,
        PlanLacksCohosts,
        AlreadySo,
    )
)(running.manage_participant)

server.read(recordings.list_recordings)
server.write(
    raises=(NotHost, MeetingNotLive, AlreadySo, PlanLacksRecording, StorageFull),
)(recordings.set_recording)
server.write(destructive=True, raises=(NotHost, RecordingBusy, RecordingProtected))(
    recordings.delete_recording
)

server.debug(clock.advance_clock)
server.debug(clock.come_or_go)
