"""A handful of people and meetings made by hand, and calls on them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.video_meeting.state import (
    Contact,
    Meeting,
    MeetingState,
    Participant,
    Recording,
)
from mcp_servers.video_meeting.tools import server

NOW = datetime(2026, 3, 18, 10, 30)
ME, BEN, CY, DEE, EVE = (f"CON-{number:04d}" for number in range(1, 6))
PEOPLE = ("Ana Cruz", "Ben Reed", "Cy Ott", "Dee Fox", "Eve Lim")
Cast = tuple[tuple[str, str, str], ...]
MEETINGS: tuple[tuple[dict[str, Any], Cast], ...] = (
    (
        {"topic": "Budget Review", "host_id": ME, "starts_at": "2026-03-18T10:30"}
        | {"status": "scheduled"},
        ((ME, "host", "invited"), (BEN, "attendee", "waiting"), (CY, "attendee", "invited")),
    ),
    (
        {"topic": "Demo", "host_id": ME, "starts_at": "2026-03-18T09:55", "status": "live"}
        | {"started_at": "2026-03-18T10:00"},
        (
            (ME, "host", "in"),
            (BEN, "attendee", "in"),
            (DEE, "attendee", "waiting"),
            (CY, "attendee", "invited"),
            (EVE, "attendee", "removed"),
        ),
    ),
    (
        {"topic": "Standup", "host_id": BEN, "starts_at": "2026-03-18T10:20", "status": "live"}
        | {"started_at": "2026-03-18T10:20"},
        ((BEN, "host", "in"), (ME, "cohost", "in"), (CY, "attendee", "in")),
    ),
    (
        {"topic": "Old Talk", "host_id": ME, "starts_at": "2026-03-17T09:00", "status": "ended"}
        | {"started_at": "2026-03-17T09:00"},
        ((ME, "host", "left"), (BEN, "attendee", "left")),
    ),
    (
        {"topic": "Board", "host_id": BEN, "starts_at": "2026-03-20T09:00", "internal": True}
        | {"status": "scheduled"},
        ((BEN, "host", "invited"), (ME, "attendee", "invited")),
    ),
)


@pytest.fixture
def office() -> MeetingState:
    """Own meetings that are due, live and over; another's that are live and to come."""
    state = MeetingState(now=NOW, plan="pro", me_id=ME)
    for name in PEOPLE:
        email = f"{name.lower().replace(' ', '.')}@firm.example"
        external = name == "Dee Fox"
        state.contacts.insert(
            Contact(id=state.new_id("contacts"), name=name, email=email, external=external)
        )
    for row, cast in MEETINGS:
        meeting = state.meetings.insert(Meeting(id=state.new_id("meetings"), minutes=30, **row))
        for contact_id, role, presence in cast:
            part = {"contact_id": contact_id, "role": role, "presence": presence}
            id = state.new_id("participants")
            state.participants.insert(Participant(id=id, meeting_id=meeting.id, **part))
    state.recordings.insert(
        Recording(
            id=state.new_id("recordings"),
            meeting_id="MTG-0004",
            started_at="2026-03-17T09:00",
            minutes=30,
            size_mb=300,
            status="ready",
        )
    )
    return state


@pytest.fixture
def call(office: MeetingState) -> Call:
    return caller(server, office)


@pytest.fixture
def refused(office: MeetingState) -> Refused:
    return refuser(server, office)
