"""The tables of one person's calendar application, and what always holds of them.

Times in rows are local to the time zone of their event (ISO, to the minute); `now` is local to
`home_zone`. A series is one event with a recurrence rule (RFC 5545) that has a day once at most;
what differs on one date is a deviation, which names the date in the rule.

Invariants, in every world and after every call:

1. A room is never double-booked: no two of its bookings within `BOOKING_DAYS` overlap, those of
   other teams included.
2. Whoever is invited and the organiser together fit into the room of their event.
3. A person is invited to an event at most once, and never to one that she organises.
4. The start of a series is its first occurrence, and it ends on that day or later.
5. Only a series has deviations, one for each date at most, each on a date of the rule; a moved
   occurrence stays between its neighbours.
6. Only its organiser changes an event: of what others organise only one's own answer changes, and
   nothing in a calendar that is subscribed to.
7. A cancelled event stays cancelled, and holds no room.
8. Where an event moves, all who are invited are asked again; one moved occurrence does not ask.
9. No single event or date is created at, or moved to, a time that has passed; nor to where it
   would meet another event of one's own, unless told so.
10. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

BOOKING_DAYS = 180
"""How far ahead a series is held against the bookings of a room."""
HORIZON_DAYS = 366
"""How far ahead the occurrences of a series without end are shown."""

Repeat = Literal["daily", "weekdays", "weekly", "monthly_by_date", "monthly_by_weekday", "yearly"]
Answer = Literal["needs_action", "accepted", "tentative", "declined"]
Equipment = Literal["none", "screen", "video"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """A calendar of one's own, or (`subscribed`) one that is only read and keeps nobody busy."""

    id: str
    name: str
    subscribed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who can be invited; working hours are local to her time zone."""

    id: str
    name: str
    email: str
    time_zone: str
    works_from: str
    works_until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A single event, or a series where `repeat` is set; `until` is the last day that it may have.

    The rule of a series follows from its start: weekly on that weekday, monthly on that date.
    """

    id: str
    calendar_id: str
    title: str
    start: str
    minutes: int
    time_zone: str
    organizer_id: str
    location: str | None = None
    repeat: Repeat | None = None
    every: int = 1
    until: str | None = None
    room_id: str | None = None
    status: Literal["confirmed", "cancelled"] = "confirmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """One date of a series, `original`, moved to the local time `start`; cancelled without one."""

    id: str
    event_id: str
    original: str
    start: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendee:
    """Somebody who is invited to an event, and what she answered."""

    id: str
    event_id: str
    person_id: str
    answer: Answer = "needs_action"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A meeting room."""

    id: str
    name: str
    capacity: int
    equipment: Equipment


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A time (UTC) at which a person or room is taken by what this calendar does not show."""

    id: str
    holder_id: str
    start: str
    minutes: int


@dataclass
class CalendarState(State):
    """Everything that the application knows; `me_id` is the person whose calendar it is."""

    home_zone: str = "UTC"
    me_id: str = ""
    calendars: Table[Calendar] = table(Calendar, "CAL")
    people: Table[Person] = table(Person, "PER")
    events: Table[Event] = table(Event, "EVT")
    deviations: Table[Deviation] = table(Deviation, "DEV")
    attendees: Table[Attendee] = table(Attendee, "ATT")
    rooms: Table[Room] = table(Room, "ROM")
    blocks: Table[Block] = table(Block, "BLK")
