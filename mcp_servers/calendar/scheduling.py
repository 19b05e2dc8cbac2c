"""Tools that make events and change when they are: single ones and whole series."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Annotated

from mcp_servers.calendar import recurrence
from mcp_servers.calendar.agenda import Agenda
from mcp_servers.calendar.failures import (
    OffPattern,
    SamePattern,
    SeriesKeepsDays,
    TimePassed,
    UntilTooEarly,
)
from mcp_servers.calendar.guards import (
    label,
    require_ahead,
    require_free,
    require_future,
    require_mine,
    require_room,
    require_writable,
)
from mcp_servers.calendar.lookups import EventId, EventOut, StartOut, conflict_titles
from mcp_servers.calendar.state import CalendarState, Event, Repeat
from mcp_servers.calendar.zones import at_home, instant, require_zone
from mcp_servers.core.fields import Output, arg, out

Title = Annotated[str, out("Title of the event.", label_of="event")]
AllowConflict = Annotated[bool, arg("true: although you have something else then.")]


class EventReport(Output):
    """Result of create_event."""

    event_id: EventOut
    title: Title
    start: StartOut
    end: Annotated[str, out("When it ends.", format="datetime")]
    calendar: Annotated[str, out("Which calendar it is in.")]


class RepeatReport(Output):
    """Result of repeat_event."""

    event_id: EventOut
    title: Title
    repeats: Annotated[str, out("How it repeats now.")]
    rrule: Annotated[str, out("The same as RFC 5545 writes it.")]
    next_start: Annotated[str, out("When it is next.", format="datetime")]
    conflicts: Annotated[str | None, out("What you have at the same time.")] = None


class MoveReport(Output):
    """Result of reschedule_event."""

    event_id: EventOut
    title: Title
    start: Annotated[str, out("When it is next, on your clock.", format="datetime")]
    asked_again: Annotated[int | None, out("How many were asked again, if any.")] = None
    conflicts: Annotated[str | None, out("What you have at the same time.")] = None


def create_event(
    state: CalendarState,
    calendar_id: Annotated[str, arg("Id of the calendar.", entity="calendar")],
    title: Annotated[
        str,
        arg(
            "Its title.",
            format="text",
            examples=("Lunch with the team", "Call the bank", "Prepare slides", "Haircut"),
            min_length=1,
            max_length=80,
        ),
    ],
    start: Annotated[str, arg("Local time, YYYY-MM-DDTHH:MM.", format="datetime")],
    minutes: Annotated[int, arg("How long.", ge=5, le=720, examples=(15, 30, 45, 60, 90))],
    location: Annotated[
        str | None,
        arg("Place.", format="text", examples=("Cafe Luna", "Main office", "online")),
    ] = None,
    time_zone: Annotated[
        str | None, arg("IANA zone of start; yours by default.", examples=("Asia/Tokyo",))
    ] = None,
    allow_conflict: AllowConflict = False,
) -> EventReport:
    """Creates a single event. Use repeat_event, invite_person and book_room on it afterwards."""
    calendar = state.calendars.require(calendar_id)
    zone = require_zone(time_zone) if time_zone else state.home_zone
    begins = instant(start, zone)
    ends = begins + timedelta(minutes=minutes)
    require_writable(state, calendar)
    require_future(state, begins)
    if not allow_conflict:
        require_free(state, Agenda(state), (begins, ends), but="")
    event = state.events.insert(
        Event(
            id=state.new_id("events"),
            calendar_id=calendar.id,
            title=title,
            start=start[:16],
            minutes=minutes,
            time_zone=zone,
            organizer_id=state.me_id,
            location=location,
        )
    )
    return EventReport(
        event_id=event.id,
        title=title,
        start=at_home(state, begins),
        end=at_home(state, ends),
        calendar=calendar.name,
    )


def repeat_event(
    state: CalendarState,
    event_id: EventId,
    repeat: Annotated[Repeat, arg("Pattern; weekly is on the weekday of its start.")],
    every: Annotated[int, arg("2 with weekly: every other week.", ge=1, le=12)] = 1,
    until: Annotated[str | None, arg("Last day; none: without end.", format="date")] = None,
) -> RepeatReport:
    """Makes an event of yours a series, or gives a series another pattern or end. Dates that
    were moved or cancelled by themselves follow the new pattern."""
    event = state.events.require(event_id)
    agenda = Agenda(state)
    require_mine(state, event)
    require_ahead(state, agenda, event)
    changed = replace(event, repeat=repeat, every=every, until=until)
    _require_pattern(event, changed)
    tried = state.copy()
    _set_pattern(tried, changed)
    later = Agenda(tried)
    if later.is_over(changed):
        raise UntilTooEarly(
            f"{label(event)} begins at {event.start}: until {until} nothing of it would be ahead. "
            "Give a later day, or none."
        )
    require_room(tried, later, changed, event.room_id, later.bookings(changed))
    _set_pattern(state, changed)
    return RepeatReport(
        event_id=event.id,
        title=event.title,
        repeats=recurrence.in_words(changed) or "",
        rrule=recurrence.rrule_text(changed) or "",
        next_start=at_home(state, later.shown_time(changed)),
        conflicts=conflict_titles(state, later, changed),
    )


def reschedule_event(
    state: CalendarState,
    event_id: EventId,
    start_time: Annotated[
        str,
        arg("HH:MM in the zone of the event.", format="time", examples=("09:00", "13:30", "16:00")),
    ],
    new_date: Annotated[
        str | None, arg("Another day; for single events only.", format="date")
    ] = None,
    allow_conflict: AllowConflict = False,
) -> MoveReport:
    """Moves an event of yours, or a whole series, to another time of day; a single event also to
    another day. All who are invited are asked again; use move_occurrence for one date of a
    series."""
    event = state.events.require(event_id)
    agenda = Agenda(state)
    require_mine(state, event)
    require_ahead(state, agenda, event)
    if event.repeat is not None and new_date is not None:
        raise SeriesKeepsDays(
            f"{label(event)} is a series ({recurrence.in_words(event)}) and keeps its days: give "
            "start_time alone, or move one date with move_occurrence."
        )
    changed = replace(event, start=f"{new_date or event.start[:10]}T{start_time[:5]}")
    tried = state.copy()
    asked = _set_start(tried, changed)
    later = Agenda(tried)
    if event.repeat is None:
        _require_single(state, agenda, changed, allow_conflict)
    elif later.is_over(changed):
        raise TimePassed(
            f"At {start_time} the last date of {label(event)} would have passed already; give a "
            "later time, or extend the series with repeat_event."
        )
    require_room(tried, later, changed, event.room_id, later.bookings(changed))
    _set_start(state, changed)
    return MoveReport(
        event_id=event.id,
        title=event.title,
        start=at_home(state, later.shown_time(changed)),
        asked_again=asked or None,
        conflicts=conflict_titles(state, later, changed),
    )


def _require_pattern(event: Event, changed: Event) -> None:
    """Checks that a pattern is another one, and one that the event lies on.

    Raises:
        SamePattern, OffPattern: saying what would do.
    """
    if _pattern(event) == _pattern(changed):
        raise SamePattern(
            f"{label(event)} repeats {recurrence.in_words(event)} already; give another pattern, "
            "number or end."
        )
    if not recurrence.on_pattern(event.start, changed.repeat):
        raise OffPattern(
            f"{label(event)} begins on a weekend ({event.start[:10]}), which 'weekdays' leaves "
            "out; use daily or weekly, or reschedule_event to a weekday first."
        )


def _require_single(
    state: CalendarState, agenda: Agenda, changed: Event, allow_conflict: bool
) -> None:
    begins = instant(changed.start, changed.time_zone)
    require_future(state, begins)
    if not allow_conflict:
        span = (begins, begins + timedelta(minutes=changed.minutes))
        require_free(state, agenda, span, but=changed.id)


def _pattern(event: Event) -> tuple[Repeat | None, int, str | None]:
    return event.repeat, event.every, event.until


def _set_pattern(state: CalendarState, changed: Event) -> None:
    """Gives an event its pattern; of its deviations, cancelled dates that still occur are kept."""
    state.events.update(changed.id, repeat=changed.repeat, every=changed.every, until=changed.until)
    for deviation in state.deviations.where(event_id=changed.id):
        kept = deviation.start is None and recurrence.is_at(state, changed, deviation.original)
        if not kept:
            state.deviations.delete(deviation.id)


def _set_start(state: CalendarState, changed: Event) -> int:
    """Moves an event and asks all who are invited again; returns how many those are.

    Dates of a series that were cancelled stay so, those that were moved follow the series.
    """
    state.events.update(changed.id, start=changed.start)
    for deviation in state.deviations.where(event_id=changed.id):
        if deviation.start is not None:
            state.deviations.delete(deviation.id)
    invited = state.attendees.where(event_id=changed.id)
    for attendee in invited:
        state.attendees.update(attendee.id, answer="needs_action")
    return len(invited)
