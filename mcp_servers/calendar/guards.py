"""Checks that several tools make before the first change, and the words of their refusals."""

from __future__ import annotations

from datetime import datetime, timedelta

from mcp_servers.calendar.agenda import Agenda, Occurrence, Span
from mcp_servers.calendar.failures import (
    CalendarReadOnly,
    EventCancelled,
    EventOver,
    NotOrganizer,
    RoomTaken,
    RoomTooSmall,
    TimeConflict,
    TimePassed,
)
from mcp_servers.calendar.state import Calendar, CalendarState, Event, Room
from mcp_servers.calendar.zones import at_home, present
from mcp_servers.core.wording import listed

CONFLICT_DAYS = 28
"""How far ahead the dates of a series are held against other events of one's own."""


def require_writable(state: CalendarState, calendar: Calendar) -> None:
    """Raises CalendarReadOnly for a calendar that is only read, naming one's own."""
    if calendar.subscribed:
        own = listed(f"{c.name} ({c.id})" for c in state.calendars.where(subscribed=False))
        raise CalendarReadOnly(
            f"{calendar.name} ({calendar.id}) is a subscribed calendar and only read. Calendars "
            f"that can be changed: {own}."
        )


def require_mine(state: CalendarState, event: Event) -> None:
    """Checks that an event is one's own to change.

    Raises:
        CalendarReadOnly, NotOrganizer, EventCancelled: saying what would do instead.
    """
    require_writable(state, state.calendars.require(event.calendar_id))
    if event.organizer_id != state.me_id:
        organizer = state.people.require(event.organizer_id)
        raise NotOrganizer(
            f"{label(event)} is organised by {organizer.name}, who alone can change it; "
            "answer_invitation accepts or declines it."
        )
    require_confirmed(event)


def require_confirmed(event: Event) -> None:
    """Raises EventCancelled for an event that has been cancelled."""
    if event.status == "cancelled":
        raise EventCancelled(
            f"{label(event)} has been cancelled for good; create_event makes another one."
        )


def require_ahead(state: CalendarState, agenda: Agenda, event: Event) -> None:
    """Raises EventOver where nothing of an event is still to come."""
    if agenda.is_over(event):
        last = max(agenda.of_series(event), key=lambda o: o.end, default=None)
        when = at_home(state, last.end) if last else event.until or event.start
        raise EventOver(
            f"{label(event)} was over at {when}; now it is {at_home(state, present(state))}. "
            "create_event makes another one."
        )


def require_future(state: CalendarState, start: datetime) -> None:
    """Raises TimePassed for an instant that is not ahead."""
    if start <= present(state):
        raise TimePassed(
            f"{at_home(state, start)} has passed: now it is {at_home(state, present(state))} "
            f"({state.home_zone}). Give a later time."
        )


def require_free(state: CalendarState, agenda: Agenda, span: Span, but: str) -> None:
    """Raises TimeConflict where one is busy in a time with another event than `but`."""
    clashing = agenda.clashes(*span, but=but)
    if clashing:
        met = listed((told(state, other) for other in clashing), 3)
        raise TimeConflict(
            f"{at_home(state, span[0])} meets {met}. Give a time that is free, or "
            "allow_conflict=true to have both."
        )


def require_room(
    state: CalendarState, agenda: Agenda, event: Event, room_id: str | None, spans: list[Span]
) -> None:
    """Raises RoomTaken where a room is booked by others in one of the spans."""
    if room_id is None:
        return
    taken = agenda.room_free(room_id, spans, event.id)
    if taken is not None:
        room = state.rooms.require(room_id)
        fits = [
            f"{r.name} ({r.id})"
            for r in state.rooms
            if r.capacity >= seats(state, event.id)
            and agenda.room_free(r.id, spans, event.id) is None
        ]
        raise RoomTaken(
            f"{room.name} ({room.id}) is booked from {at_home(state, taken[0])} to "
            f"{at_home(state, taken[1])}. Free and large enough: {listed(fits)}."
        )


def require_seats(state: CalendarState, event: Event, room: Room, people: int) -> None:
    """Raises RoomTooSmall where a room does not hold so many people."""
    if people > room.capacity:
        larger = [f"{r.name} ({r.id})" for r in state.rooms if r.capacity >= people]
        raise RoomTooSmall(
            f"{room.name} ({room.id}) holds {room.capacity}, {label(event)} would have {people}. "
            f"Large enough: {listed(larger)}."
        )


def seats(state: CalendarState, event_id: str) -> int:
    """Returns how many people an event has, its organiser included."""
    return 1 + len(state.attendees.where(event_id=event_id))


def conflicts(state: CalendarState, agenda: Agenda, event: Event) -> list[Occurrence]:
    """Returns what keeps one busy at the occurrences of an event in the next weeks."""
    now = present(state)
    last = now + timedelta(days=CONFLICT_DAYS)
    own = agenda.occurrences([event], now, last)
    others = agenda.clashes(now, last, but=event.id) if own else []
    return [o for o in others if any(o.start < mine.end and mine.start < o.end for mine in own)]


def label(event: Event) -> str:
    """Returns what a message calls an event."""
    return f"{event.title!r} ({event.id})"


def told(state: CalendarState, occurrence: Occurrence) -> str:
    """Returns what a message says of an occurrence."""
    start, end = at_home(state, occurrence.start), at_home(state, occurrence.end)
    return f"{label(occurrence.event)} from {start} to {end[11:]}"
