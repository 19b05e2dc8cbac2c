"""Rooms, and times that suit everybody."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Annotated, Literal

from mcp_servers.calendar.agenda import Agenda, Span
from mcp_servers.calendar.failures import RoomHeldAlready
from mcp_servers.calendar.guards import (
    label,
    require_ahead,
    require_confirmed,
    require_mine,
    require_room,
    require_seats,
    seats,
)
from mcp_servers.calendar.lookups import EventId, EventOut, StartOut
from mcp_servers.calendar.people import working_hours
from mcp_servers.calendar.state import CalendarState, Event
from mcp_servers.calendar.zones import at_home, day_at_home, instant, present
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page

STEP_MINUTES = 30
SUGGESTED = 4

RoomName = Annotated[str, out("Name of the room.", label_of="room")]


class RoomRow(Output):
    """A room in a list."""

    room_id: Annotated[str, out("Id of the room.", entity="room")]
    name: RoomName
    capacity: Annotated[int, out("How many it holds.")]
    equipment: Annotated[str, out("none, screen or video.")]


class Rooms(Page):
    """Result of list_rooms."""

    rooms: Annotated[list[RoomRow], out("The smallest first.")]


class RoomReport(Output):
    """Result of book_room."""

    event_id: EventOut
    title: Annotated[str, out("Title of the event.", label_of="event")]
    room: Annotated[str, out("Name of the room.")]
    bookings: Annotated[int, out("For how many dates it is booked.")]
    given_back: Annotated[str | None, out("The room that it replaces.")] = None


class SlotRow(Output):
    """A time that suits everybody."""

    start: StartOut
    end: Annotated[str, out("When it ends.", format="datetime")]


class Slots(Output):
    """Result of suggest_times."""

    title: Annotated[str, out("Title of the event.", label_of="event")]
    slots: Annotated[list[SlotRow], out("The first times that suit everybody, on your clock.")]
    people: Annotated[int | None, out("How many take part, where not only you do.")] = None


def list_rooms(
    state: CalendarState,
    for_event_id: Annotated[
        str | None, arg("Only rooms free and large enough for this event.", entity="event")
    ] = None,
    min_capacity: Annotated[int, arg("At least so many seats.", ge=1, le=100)] = 1,
    equipment: Annotated[Literal["screen", "video"] | None, arg("With this.")] = None,
    offset: Offset = 0,
    limit: Limit = 6,
) -> Rooms:
    """Lists meeting rooms with their ids and sizes, the smallest first."""
    event = state.events.require(for_event_id) if for_event_id else None
    agenda = Agenda(state)
    found = [
        room
        for room in state.rooms
        if room.capacity >= max(min_capacity, seats(state, event.id) if event else 1)
        and equipment in (None, room.equipment)
        and (event is None or agenda.room_free(room.id, agenda.bookings(event), event.id) is None)
    ]
    found.sort(key=lambda room: (room.capacity, room.name))
    rows, next_offset = page(found, offset, limit)
    return Rooms(
        rooms=[
            RoomRow(room_id=r.id, name=r.name, capacity=r.capacity, equipment=r.equipment)
            for r in rows
        ],
        total=len(found),
        next_offset=next_offset,
    )


def book_room(
    state: CalendarState,
    event_id: EventId,
    room_id: Annotated[str, arg("Id of the room.", entity="room")],
) -> RoomReport:
    """Books a room for an event that you organize, for a series on all its dates; a room booked
    before is given back. list_rooms with for_event_id shows which are free."""
    event, room = state.events.require(event_id), state.rooms.require(room_id)
    agenda = Agenda(state)
    require_mine(state, event)
    require_ahead(state, agenda, event)
    if event.room_id == room.id:
        raise RoomHeldAlready(
            f"{label(event)} is in {room.name} already; list_rooms with for_event_id shows others "
            "that are free."
        )
    require_seats(state, event, room, seats(state, event.id))
    spans = agenda.bookings(event)
    require_room(state, agenda, event, room.id, spans)
    before = state.rooms.get(event.room_id or "")
    state.events.update(event.id, room_id=room.id)
    return RoomReport(
        event_id=event.id,
        title=event.title,
        room=room.name,
        bookings=len(spans),
        given_back=before.name if before else None,
    )


def suggest_times(
    state: CalendarState,
    event_id: EventId,
    from_date: Annotated[str | None, arg("First day; today by default.", format="date")] = None,
    days: Annotated[int, arg("How many days.", ge=1, le=14)] = 7,
) -> Slots:
    """Finds times for an event at which all who take part are free and at work, and its room is
    free too."""
    event = state.events.require(event_id)
    require_confirmed(event)
    agenda = Agenda(state)
    first = date.fromisoformat(from_date) if from_date else state.now.date()
    people = [event.organizer_id, *agenda.answers(event)]
    slots: list[Span] = []
    for day in (first + timedelta(days=n) for n in range(days)):
        if day.weekday() < 5 and len(slots) < SUGGESTED:
            slots += _free_on(state, agenda, event, people, day)
    return Slots(
        title=event.title,
        slots=[
            SlotRow(start=at_home(state, start), end=at_home(state, end))
            for start, end in slots[:SUGGESTED]
        ],
        people=len(people) if len(people) > 1 else None,
    )


def _free_on(
    state: CalendarState, agenda: Agenda, event: Event, people: list[str], day: date
) -> list[Span]:
    """Returns the times of one day, on the half hour, that suit all."""
    begins, ends = day_at_home(state, day)
    length, now = timedelta(minutes=event.minutes), present(state)
    busy = [span for id in people for span in agenda.busy(id, begins, ends, but=event.id)]
    found: list[Span] = []
    for start, latest in _common_hours(state, people, day):
        while start + length <= latest:
            span = (start, start + length)
            clear = all(end <= span[0] or span[1] <= at for at, end in busy)
            if start > now and clear and _room_is_free(agenda, event, span):
                found.append(span)
            start += timedelta(minutes=STEP_MINUTES)
    return found


def _room_is_free(agenda: Agenda, event: Event, span: Span) -> bool:
    return event.room_id is None or agenda.room_free(event.room_id, [span], event.id) is None


def _common_hours(state: CalendarState, people: list[str], day: date) -> list[Span]:
    """Returns the time of a day at which all are at work: one span, or none."""
    spans = []
    for person in map(state.people.require, people):
        hours = working_hours(person, day)
        spans.append((instant(hours[0], person.time_zone), instant(hours[1], person.time_zone)))
    latest: datetime = max(start for start, _ in spans)
    earliest: datetime = min(end for _, end in spans)
    return [(latest, earliest)] if latest < earliest else []
