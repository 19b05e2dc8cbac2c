"""Look-ups on calendars and events. Times are told as the clocks at home show them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from mcp_servers.calendar import recurrence
from mcp_servers.calendar.agenda import Agenda, Occurrence
from mcp_servers.calendar.guards import conflicts
from mcp_servers.calendar.state import Answer, CalendarState, Event
from mcp_servers.calendar.zones import at_home, day_at_home, present
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed

MOST_DAYS = 62
NEXT_SHOWN = 4
INVITED_SHOWN = 12
CONFLICTS_SHOWN = 3

EventId = Annotated[str, arg("Id of the event.", entity="event")]
EventOut = Annotated[str, out("Id of the event.", entity="event")]
StartOut = Annotated[str, out("When it begins.", format="datetime")]


class CalendarRow(Output):
    """A calendar in a list."""

    calendar_id: Annotated[str, out("Id of the calendar.", entity="calendar")]
    name: Annotated[str, out("Name of the calendar.", label_of="calendar")]
    events: Annotated[int, out("How many events and series are in it.")]
    subscribed: Annotated[bool | None, out("true where it is only read.")] = None


class Calendars(Output):
    """Result of list_calendars."""

    calendars: Annotated[list[CalendarRow], out("All calendars.")]
    local_time: Annotated[str, out("Date and time at home.", format="datetime")]
    home_zone: Annotated[str, out("Time zone in which times are told.")]


class AgendaRow(Output):
    """An occurrence in the agenda."""

    occurrence_id: Annotated[
        str | None, out("Of a series: id of this one date.", entity="occurrence")
    ] = None
    event_id: EventOut
    title: Annotated[str, out("Its title.", label_of="event")]
    start: Annotated[str, out("When it begins.", label_of="occurrence", format="datetime")]
    minutes: Annotated[int, out("How long it takes.")]
    my_answer: Annotated[str | None, out("Where others invite: your answer.")] = None


class AgendaPage(Page):
    """Result of list_events."""

    events: Annotated[list[AgendaRow], out("In order of time.")]


class FoundRow(Output):
    """An event or series that a search found."""

    event_id: EventOut
    title: Annotated[str, out("Its title.", label_of="event")]
    start: Annotated[str, out("When it is next, or was.", label_of="event", format="datetime")]
    repeats: Annotated[str | None, out("How a series repeats.")] = None
    calendar: Annotated[str, out("Which calendar it is in.")]
    cancelled: Annotated[bool | None, out("true where it has been cancelled.")] = None


class FoundPage(Page):
    """Result of search_events."""

    events: Annotated[list[FoundRow], out("What is ahead first, the soonest on top.")]


class DateRow(Output):
    """One date of a series."""

    occurrence_id: Annotated[str, out("Id of this one date.", entity="occurrence")]
    start: Annotated[str, out("When it begins.", label_of="occurrence", format="datetime")]
    moved: Annotated[bool | None, out("true where it was moved by itself.")] = None


class InvitedRow(Output):
    """Somebody who is invited."""

    person_id: Annotated[str, out("Id of the person.", entity="person")]
    name: Annotated[str, out("Name of the person.", label_of="person")]
    answer: Annotated[str, out("needs_action until answered.")]


class EventDetails(Output):
    """Result of get_event."""

    event_id: EventOut
    title: Annotated[str, out("Its title.", label_of="event")]
    start: Annotated[str, out("When it is next, or was.", format="datetime")]
    minutes: Annotated[int, out("How long it takes.")]
    time_zone: Annotated[str | None, out("Its zone where that is not home.")] = None
    organizer: Annotated[str, out("Who organises it; you, or a name.")]
    place: Annotated[str | None, out("Room or place.")] = None
    repeats: Annotated[str | None, out("How a series repeats.")] = None
    rrule: Annotated[str | None, out("The same as RFC 5545 writes it.")] = None
    dates: Annotated[list[DateRow] | None, out("The next dates of a series.")] = None
    invited: Annotated[list[InvitedRow], out("Who is invited, the organizer left out.")]
    conflicts: Annotated[str | None, out("What you have at the same time.")] = None
    cancelled: Annotated[bool | None, out("true where it has been cancelled.")] = None


def list_calendars(state: CalendarState) -> Calendars:
    """Lists the calendars with their ids, and tells the time and your time zone."""
    return Calendars(
        calendars=[
            CalendarRow(
                calendar_id=calendar.id,
                name=calendar.name,
                events=len(state.events.where(calendar_id=calendar.id, status="confirmed")),
                subscribed=calendar.subscribed or None,
            )
            for calendar in state.calendars
        ],
        local_time=at_home(state, present(state)),
        home_zone=state.home_zone,
    )


def list_events(
    state: CalendarState,
    from_date: Annotated[str | None, arg("First day; today by default.", format="date")] = None,
    days: Annotated[int, arg("How many days.", ge=1, le=MOST_DAYS)] = 7,
    calendar_id: Annotated[str | None, arg("Only this calendar.", entity="calendar")] = None,
    my_answer: Annotated[Answer | None, arg("Only invitations answered so.")] = None,
    offset: Offset = 0,
    limit: Limit = 5,
) -> AgendaPage:
    """Shows the agenda of some days, in order of time. Each date of a series has an
    occurrence_id; a single event has none."""
    if calendar_id is not None:
        state.calendars.require(calendar_id)
    agenda = Agenda(state)
    first = date.fromisoformat(from_date) if from_date else state.now.date()
    events = [
        event
        for event in state.events
        if calendar_id in (None, event.calendar_id) and my_answer in (None, agenda.my_answer(event))
    ]
    found = agenda.occurrences(events, *day_at_home(state, first, days))
    rows, next_offset = page(found, offset, limit)
    return AgendaPage(
        events=[_agenda_row(state, agenda, occurrence) for occurrence in rows],
        total=len(found),
        next_offset=next_offset,
    )


def search_events(
    state: CalendarState,
    query: Annotated[str, arg("Words of title, place or a name.", min_length=1)],
    when: Annotated[Literal["any", "ahead", "past"], arg("Which of them.")] = "any",
    offset: Offset = 0,
    limit: Limit = 5,
) -> FoundPage:
    """Finds events and series by words, cancelled and past ones too."""
    agenda, words, now = Agenda(state), query.casefold().split(), present(state)
    found = []
    for event in state.events:
        if all(word in _text(state, agenda, event) for word in words):
            time = agenda.shown_time(event)
            over = agenda.is_over(event)
            if when == "any" or (when == "past") == over:
                found.append((over, abs(time - now), event.id, time))
    found.sort()
    rows, next_offset = page(found, offset, limit)
    return FoundPage(
        events=[
            _found_row(state, state.events.require(id), at_home(state, t)) for *_, id, t in rows
        ],
        total=len(found),
        next_offset=next_offset,
    )


def get_event(state: CalendarState, event_id: EventId) -> EventDetails:
    """Gets all about one event: who is invited and what they answered, the next dates of a
    series with their ids, its rule, and what you have at the same time."""
    event = state.events.require(event_id)
    agenda = Agenda(state)
    room = state.rooms.get(event.room_id or "")
    answers = agenda.answers(event)
    return EventDetails(
        event_id=event.id,
        title=event.title,
        start=at_home(state, agenda.shown_time(event)),
        minutes=event.minutes,
        time_zone=event.time_zone if event.time_zone != state.home_zone else None,
        organizer=organizer_of(state, event),
        place=room.name if room else event.location,
        repeats=recurrence.in_words(event),
        rrule=recurrence.rrule_text(event),
        dates=_dates(state, agenda, event) or None,
        invited=[
            InvitedRow(person_id=id, name=state.people.require(id).name, answer=answer)
            for id, answer in list(answers.items())[:INVITED_SHOWN]
        ],
        conflicts=conflict_titles(state, agenda, event),
        cancelled=event.status == "cancelled" or None,
    )


def organizer_of(state: CalendarState, event: Event) -> str:
    """Returns the name of the organizer, or `you`."""
    return "you" if event.organizer_id == state.me_id else _name(state, event.organizer_id)


def conflict_titles(state: CalendarState, agenda: Agenda, event: Event) -> str | None:
    """Returns the titles of what one has at the same time, each once; None where that is free."""
    titles = dict.fromkeys(other.event.title for other in conflicts(state, agenda, event))
    return listed(titles, CONFLICTS_SHOWN) if titles else None


def _name(state: CalendarState, person_id: str) -> str:
    return state.people.require(person_id).name


def _text(state: CalendarState, agenda: Agenda, event: Event) -> str:
    room = state.rooms.get(event.room_id or "")
    names = [_name(state, id) for id in (event.organizer_id, *agenda.answers(event))]
    place = room.name if room else event.location or ""
    return " ".join((event.title, place, *names)).casefold()


def _agenda_row(state: CalendarState, agenda: Agenda, occurrence: Occurrence) -> AgendaRow:
    event = occurrence.event
    return AgendaRow(
        occurrence_id=occurrence.id,
        event_id=event.id,
        title=event.title,
        start=at_home(state, occurrence.start),
        minutes=event.minutes,
        my_answer=agenda.my_answer(event),
    )


def _found_row(state: CalendarState, event: Event, start: str) -> FoundRow:
    return FoundRow(
        event_id=event.id,
        title=event.title,
        start=start,
        repeats=recurrence.in_words(event),
        calendar=state.calendars.require(event.calendar_id).name,
        cancelled=event.status == "cancelled" or None,
    )


def _dates(state: CalendarState, agenda: Agenda, event: Event) -> list[DateRow]:
    if event.repeat is None:
        return []
    return [
        DateRow(
            occurrence_id=f"{event.id}@{occurrence.original}",
            start=at_home(state, occurrence.start),
            moved=occurrence.moved or None,
        )
        for occurrence in agenda.next_of(event, NEXT_SHOWN)
    ]
