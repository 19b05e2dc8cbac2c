"""The tables of a company's video meetings as one of its people sees them, and what always holds.

Sizes are megabytes, lengths minutes, times ISO strings to the minute. Invariants, in every world
and after every call:

1. A meeting goes from scheduled to live to ended, or from scheduled to cancelled, and no other way.
2. Every meeting has exactly one host, and nobody takes part in a meeting twice.
3. While a meeting is live its host or a co-host is in it; in others nobody is. People wait only for
   what is live or about to start.
4. A meeting that is not over keeps a seat for everybody who is in it, waits or is invited; there
   are at most as many seats as the plan has.
5. Planned times of the meetings that one host has open do not overlap, and no host has more live at
   a time than the plan allows.
6. Whoever was removed from a meeting does not come back to it.
7. People from outside are in no internal meeting; there are co-hosts only where the plan has them.
8. A recording runs only while its meeting is live, one at a time, and only where the plan records;
   all of them together fit into the storage.
9. Only live meetings are locked, only people in a meeting are muted.
10. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

MB_PER_MINUTE = 10
LEAST_FREE_MB = 100
"""Less is too little to begin a recording."""
PROCESSING_MINUTES = 30

PlanName = Literal["basic", "pro", "business"]
MeetingStatus = Literal["scheduled", "live", "ended", "cancelled"]
Role = Literal["host", "cohost", "attendee"]
Presence = Literal["invited", "waiting", "in", "left", "removed", "declined"]
RecordingStatus = Literal["running", "processing", "ready"]

SEATED = ("invited", "waiting", "in")
"""Presences that keep a seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What the company pays for: the limits of each of its meetings."""

    seats: int
    minutes: int
    live: int
    storage_mb: int
    records: bool
    cohosts: bool


PLANS: dict[PlanName, Plan] = {
    "basic": Plan(seats=8, minutes=40, live=1, storage_mb=3_000, records=False, cohosts=False),
    "pro": Plan(seats=12, minutes=240, live=1, storage_mb=6_000, records=True, cohosts=True),
    "business": Plan(seats=20, minutes=480, live=2, storage_mb=8_000, records=True, cohosts=True),
}
"""`live` is how many meetings a host may run at a time. Basic keeps recordings, but makes none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Somebody who can be invited; external people are of other companies."""

    id: str
    name: str
    email: str
    external: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A meeting; `starts_at` and `minutes` are planned, `started_at` is when it was started."""

    id: str
    topic: str
    host_id: str
    starts_at: str
    minutes: int
    status: MeetingStatus
    waiting_room: bool = True
    internal: bool = False
    locked: bool = False
    started_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """Somebody's part in one meeting."""

    id: str
    meeting_id: str
    contact_id: str
    role: Role
    presence: Presence
    muted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A recording of a meeting; while it runs its length and size are 0."""

    id: str
    meeting_id: str
    started_at: str
    minutes: int
    size_mb: int
    status: RecordingStatus
    ready_at: str | None = None
    keep_until: str | None = None


@dataclass
class MeetingState(State):
    """Everything that the meeting service knows of the company."""

    plan: PlanName = "pro"
    me_id: str = ""
    contacts: Table[Contact] = table(Contact, "CON")
    meetings: Table[Meeting] = table(Meeting, "MTG")
    participants: Table[Participant] = table(Participant, "PAR")
    recordings: Table[Recording] = table(Recording, "REC")
