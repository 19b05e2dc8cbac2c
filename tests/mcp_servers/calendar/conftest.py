"""A small calendar made by hand, and calls on it.

Now is Wednesday, 18 March 2026, 10:30 in New York; Berlin changes its clocks on the 29th.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.calendar.state import (
    Attendee,
    Block,
    Calendar,
    CalendarState,
    Event,
    Person,
    Room,
)
from mcp_servers.calendar.tools import server

NOW = datetime(2026, 3, 18, 10, 30)
NEW_YORK, BERLIN = "America/New_York", "Europe/Berlin"

Add = Callable[..., str]


@pytest.fixture
def diary() -> CalendarState:
    """Me, three colleagues, two calendars, two rooms; no events."""
    state = CalendarState(now=NOW, home_zone=NEW_YORK, me_id="PER-0001")
    for name, zone in (
        ("Me Myself", NEW_YORK),
        ("Ana Reed", NEW_YORK),
        ("Ben Reed", BERLIN),
        ("Cem Ott", "Asia/Tokyo"),
    ):
        state.people.insert(
            Person(
                id=state.new_id("people"),
                name=name,
                email=f"{name.split()[0].lower()}@firm.example",
                time_zone=zone,
                works_from="09:00",
                works_until="17:00",
            )
        )
    for name, subscribed in (("Work", False), ("Holidays", True)):
        state.calendars.insert(
            Calendar(id=state.new_id("calendars"), name=name, subscribed=subscribed)
        )
    for name, capacity in (("Small", 2), ("Large", 9)):
        state.rooms.insert(
            Room(id=state.new_id("rooms"), name=name, capacity=capacity, equipment="screen")
        )
    return state


@pytest.fixture
def add(diary: CalendarState) -> Add:
    """Adds an event of an hour, by default one's own at work, and returns its id."""

    def add_event(start: str, title: str = "Talk", invited: str = "", **fields: Any) -> str:
        given = {
            "calendar_id": "CAL-0001",
            "minutes": 60,
            "time_zone": NEW_YORK,
            "organizer_id": diary.me_id,
        }
        event = diary.events.insert(
            Event(id=diary.new_id("events"), title=title, start=start, **(given | fields))
        )
        for person_id in invited.split():
            attendee_id = diary.new_id("attendees")
            diary.attendees.insert(
                Attendee(id=attendee_id, event_id=event.id, person_id=person_id, answer="accepted")
            )
        return event.id

    return add_event


@pytest.fixture
def block(diary: CalendarState) -> Callable[[str, str], None]:
    """Takes an hour (UTC) of a person or room."""

    def take(holder_id: str, start: str) -> None:
        row = Block(id=diary.new_id("blocks"), holder_id=holder_id, start=start, minutes=60)
        diary.blocks.insert(row)

    return take


@pytest.fixture
def call(diary: CalendarState) -> Call:
    return caller(server, diary)


@pytest.fixture
def refused(diary: CalendarState) -> Refused:
    return refuser(server, diary)
