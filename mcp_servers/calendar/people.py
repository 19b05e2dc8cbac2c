"""Tools about people: who they are, when they are busy, inviting them, answering them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from mcp_servers.calendar.agenda import Agenda
from mcp_servers.calendar.failures import AlreadyInvited, NotInvited, OwnEvent, SameAnswer
from mcp_servers.calendar.guards import (
    label,
    require_ahead,
    require_confirmed,
    require_mine,
    require_seats,
    seats,
)
from mcp_servers.calendar.lookups import EventId, EventOut, StartOut, conflict_titles, organizer_of
from mcp_servers.calendar.state import Attendee, CalendarState, Person
from mcp_servers.calendar.zones import at_home, day_at_home, instant, local_time
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page

PersonId = Annotated[str, arg("Id of the person.", entity="person")]
PersonOut = Annotated[str, out("Id of the person.", entity="person")]
NameOut = Annotated[str, out("Name of the person.", label_of="person")]


class PersonRow(Output):
    """A person in a list."""

    person_id: PersonOut
    name: NameOut
    email: Annotated[str, out("Address of the person.")]
    time_zone: Annotated[str, out("Where the person works.")]


class People(Page):
    """Result of search_people."""

    people: Annotated[list[PersonRow], out("Those that fit, by name.")]


class BusyRow(Output):
    """A time at which a person is busy."""

    start: StartOut
    end: Annotated[str, out("When it ends.", format="datetime")]


class Busy(Output):
    """Result of get_free_busy."""

    name: NameOut
    date: Annotated[str, out("The day.", format="date")]
    works_from: Annotated[str, out("Start of work, on your clock.", format="datetime")]
    works_until: Annotated[str, out("End of work, on your clock.", format="datetime")]
    time_zone: Annotated[str, out("Where the person works.")]
    busy: Annotated[list[BusyRow], out("When the person is busy, on your clock.")]


class InviteReport(Output):
    """Result of invite_person."""

    event_id: EventOut
    title: Annotated[str, out("Title of the event.", label_of="event")]
    name: NameOut
    start: Annotated[str, out("When the event is next, on your clock.", format="datetime")]
    their_time: Annotated[str, out("The same on the clock of the invited.", format="datetime")]
    busy_then: Annotated[bool, out("true where the person has something else then.")]
    invited: Annotated[int, out("How many are invited now.")]


class AnswerReport(Output):
    """Result of answer_invitation."""

    event_id: EventOut
    title: Annotated[str, out("Title of the event.", label_of="event")]
    organizer: Annotated[str, out("Who is told.")]
    start: StartOut
    conflicts: Annotated[str | None, out("What you have at the same time.")] = None


def search_people(
    state: CalendarState,
    query: Annotated[str, arg("Words of the name or address.", min_length=1)],
    offset: Offset = 0,
    limit: Limit = 5,
) -> People:
    """Finds people who can be invited, with their ids and time zones."""
    words = query.casefold().split()
    found = [
        person
        for person in state.people
        if person.id != state.me_id
        and all(word in f"{person.name} {person.email}".casefold() for word in words)
    ]
    found.sort(key=lambda person: (person.name, person.id))
    rows, next_offset = page(found, offset, limit)
    return People(
        people=[
            PersonRow(
                person_id=person.id,
                name=person.name,
                email=person.email,
                time_zone=person.time_zone,
            )
            for person in rows
        ],
        total=len(found),
        next_offset=next_offset,
    )


def get_free_busy(
    state: CalendarState,
    person_id: PersonId,
    on_date: Annotated[str | None, arg("The day; today by default.", format="date")] = None,
) -> Busy:
    """Tells when a person works and is busy on a day, on your clock and without details."""
    person = state.people.require(person_id)
    day = date.fromisoformat(on_date) if on_date else state.now.date()
    spans = Agenda(state).busy(person.id, *day_at_home(state, day))
    starts, ends = working_hours(person, day)
    return Busy(
        name=person.name,
        date=day.isoformat(),
        works_from=at_home(state, instant(starts, person.time_zone)),
        works_until=at_home(state, instant(ends, person.time_zone)),
        time_zone=person.time_zone,
        busy=[BusyRow(start=at_home(state, a), end=at_home(state, b)) for a, b in spans],
    )


def invite_person(state: CalendarState, event_id: EventId, person_id: PersonId) -> InviteReport:
    """Invites a person to an event or series that you organize, and tells whether she is busy
    then and what time that is for her."""
    event, person = state.events.require(event_id), state.people.require(person_id)
    agenda = Agenda(state)
    require_mine(state, event)
    require_ahead(state, agenda, event)
    answer = agenda.answers(event).get(person.id)
    if answer is not None or person.id == event.organizer_id:
        raise AlreadyInvited(
            f"{person.name} takes part in {label(event)} already (answer: {answer or 'organizer'});"
            " get_event shows who is invited."
        )
    people = seats(state, event.id) + 1
    if event.room_id is not None:
        require_seats(state, event, state.rooms.require(event.room_id), people)
    soon = agenda.next_of(event)[0]
    busy = agenda.busy(person.id, soon.start, soon.end)
    state.attendees.insert(
        Attendee(id=state.new_id("attendees"), event_id=event.id, person_id=person.id)
    )
    return InviteReport(
        event_id=event.id,
        title=event.title,
        name=person.name,
        start=at_home(state, soon.start),
        their_time=local_time(soon.start, person.time_zone),
        busy_then=bool(busy),
        invited=people - 1,
    )


def answer_invitation(
    state: CalendarState,
    event_id: EventId,
    answer: Annotated[Literal["accepted", "tentative", "declined"], arg("Your answer.")],
) -> AnswerReport:
    """Answers the invitation of somebody else, for a series as a whole; an answer can be changed.
    list_events with my_answer shows invitations."""
    event = state.events.require(event_id)
    agenda = Agenda(state)
    require_confirmed(event)
    if event.organizer_id == state.me_id:
        raise OwnEvent(
            f"{label(event)} is your own event; cancel_event calls it off for everybody."
        )
    mine = next(iter(state.attendees.where(event_id=event.id, person_id=state.me_id)), None)
    if mine is None:
        raise NotInvited(
            f"{label(event)} is in a calendar that is only read, and asks nobody for an answer; "
            "list_events with my_answer=needs_action shows what waits for one."
        )
    require_ahead(state, agenda, event)
    if mine.answer == answer:
        raise SameAnswer(f"You have {answer} {label(event)} already; give another answer or none.")
    clashing = None if answer == "declined" else conflict_titles(state, agenda, event)
    state.attendees.update(mine.id, answer=answer)
    return AnswerReport(
        event_id=event.id,
        title=event.title,
        organizer=organizer_of(state, event),
        start=at_home(state, agenda.shown_time(event)),
        conflicts=clashing,
    )


def working_hours(person: Person, day: date) -> tuple[str, str]:
    """Returns when a person begins and ends work on a day, local to her zone."""
    return f"{day}T{person.works_from}", f"{day}T{person.works_until}"
