"""The recordings of a world."""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta

from mcp_servers.core.wording import minute
from mcp_servers.video_meeting.recordings import free_mb
from mcp_servers.video_meeting.roster import end_of, plan_of
from mcp_servers.video_meeting.state import (
    LEAST_FREE_MB,
    MB_PER_MINUTE,
    PROCESSING_MINUTES,
    Meeting,
    MeetingState,
    Recording,
)

KEPT = 2


class Archive:
    """Writes recordings of what has ended, and of some meetings that are live.

    Args:
        state: has the meetings.
        rng: the source of chance.
    """

    def __init__(self, state: MeetingState, rng: random.Random) -> None:
        self._state = state
        self._rng = rng

    def write(self) -> None:
        """Adds recordings as far as the storage goes, some of them protected."""
        ended = sorted(self._state.meetings.where(status="ended"), key=lambda m: m.starts_at)
        for meeting in ended:
            length = meeting.minutes
            if length * MB_PER_MINUTE <= free_mb(self._state) and self._rng.random() < 0.85:
                self._add(meeting, meeting.starts_at, length, length * MB_PER_MINUTE)
        old = [m for m in ended if self._is_old(m)]
        if self._rng.random() < 0.5:
            self._fill(old)
        mine = [r for r in self._state.recordings.where(status="ready") if self._is_mine(r)]
        for recording in self._rng.sample(mine, min(KEPT, len(mine))):
            until = self._state.now.date() + timedelta(days=self._rng.randrange(30, 300))
            self._state.recordings.update(recording.id, keep_until=until.isoformat())
        if plan_of(self._state).records:
            for meeting in self._state.meetings.where(status="live"):
                if self._rng.random() < 0.4:
                    self._begin(meeting)

    def _is_old(self, meeting: Meeting) -> bool:
        return date.fromisoformat(meeting.starts_at[:10]) < self._state.now.date()

    def _is_mine(self, recording: Recording) -> bool:
        meeting = self._state.meetings.require(recording.meeting_id)
        return meeting.host_id == self._state.me_id

    def _add(self, meeting: Meeting, started_at: str, minutes: int, size_mb: int) -> None:
        """Adds a recording; it is still being processed where it has ended just now."""
        ends = datetime.fromisoformat(end_of(started_at, minutes))
        ready_at = ends + timedelta(minutes=PROCESSING_MINUTES)
        ready = ready_at <= self._state.now
        self._state.recordings.insert(
            Recording(
                id=self._state.new_id("recordings"),
                meeting_id=meeting.id,
                started_at=started_at,
                minutes=minutes,
                size_mb=size_mb,
                status="ready" if ready else "processing",
                ready_at=None if ready else minute(ready_at),
            )
        )

    def _fill(self, meetings: list[Meeting]) -> None:
        """Adds second parts, recorded in better quality, until hardly any storage is left."""
        while (free := free_mb(self._state)) >= LEAST_FREE_MB:
            meeting = self._rng.choice(meetings)
            size = min(free - self._rng.randrange(LEAST_FREE_MB), self._rng.randrange(700, 1_100))
            later = end_of(meeting.starts_at, self._rng.randrange(1, 5))
            self._add(meeting, later, max(1, meeting.minutes - 5), max(1, size))

    def _begin(self, meeting: Meeting) -> None:
        self._state.recordings.insert(
            Recording(
                id=self._state.new_id("recordings"),
                meeting_id=meeting.id,
                started_at=end_of(meeting.started_at or meeting.starts_at, 2),
                minutes=0,
                size_mb=0,
                status="running",
            )
        )
