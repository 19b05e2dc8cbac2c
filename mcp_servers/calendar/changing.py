"""Tools that change one date of a series, or call events off."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.calendar import recurrence
from mcp_servers.calendar.agenda import Agenda, Occurrence, Span, by_rule
from mcp_servers.calendar.failures import OccurrenceCancelled, OccurrenceOver, SkipsOccurrence
from mcp_servers.calendar.guards import (
    label,
    require_ahead,
    require_free,
    require_future,
    require_mine,
    require_room,
)
from mcp_servers.calendar.lookups import EventId, EventOut, StartOut
from mcp_servers.calendar.scheduling import AllowConflict, Title
from mcp_servers.calendar.state import CalendarState, Deviation
from mcp_servers.calendar.zones import at_home, instant, local_time, present
from mcp_servers.core.errors import NotFound
from mcp_servers.core.fields import Output, arg, out

OccurrenceId = Annotated[str, arg("Id of one date of a series.", entity="occurrence")]


class DateReport(Output):
    """Result of move_occurrence and cancel_occurrence."""

    event_id: EventOut
    title: Title
    was: Annotated[str, out("When this date was.", format="datetime")]
    start: Annotated[str | None, out("When it is now.", format="datetime")] = None
    next_start: Annotated[str | None, out("When the series is next.", format="datetime")] = None


class CancelReport(Output):
    """Result of cancel_event."""

    event_id: EventOut
    title: Title
    start: StartOut
    told: Annotated[int | None, out("How many were told, if anybody is invited.")] = None
    room: Annotated[str | None, out("Which room is free again.")] = None


def move_occurrence(
    state: CalendarState,
    occurrence_id: OccurrenceId,
    start: Annotated[str, arg("Your local time, YYYY-MM-DDTHH:MM.", format="datetime")],
    allow_conflict: AllowConflict = False,
) -> DateReport:
    """Moves one date of a series of yours and leaves the others; it may not pass the date before
    or after it. list_events and get_event show occurrence ids."""
    agenda = Agenda(state)
    occurrence = _require_occurrence(state, agenda, occurrence_id)
    event = occurrence.event
    begins = instant(start[:16], state.home_zone)
    span = (begins, begins + timedelta(minutes=event.minutes))
    require_future(state, begins)
    _require_order(state, agenda, occurrence, span)
    if not allow_conflict:
        require_free(state, agenda, span, but=event.id)
    require_room(state, agenda, event, event.room_id, [span])
    _deviate(state, occurrence, local_time(begins, event.time_zone))
    return DateReport(
        event_id=event.id,
        title=event.title,
        was=at_home(state, occurrence.start),
        start=at_home(state, begins),
    )


def cancel_occurrence(state: CalendarState, occurrence_id: OccurrenceId) -> DateReport:
    """Cancels one date of a series of yours and leaves the others."""
    occurrence = _require_occurrence(state, Agenda(state), occurrence_id)
    _deviate(state, occurrence, None)
    event = occurrence.event
    ahead = Agenda(state).next_of(event)
    return DateReport(
        event_id=event.id,
        title=event.title,
        was=at_home(state, occurrence.start),
        next_start=at_home(state, ahead[0].start) if ahead else None,
    )


def cancel_event(state: CalendarState, event_id: EventId) -> CancelReport:
    """Cancels an event or a whole series of yours for good, and tells all who are invited."""
    event = state.events.require(event_id)
    agenda = Agenda(state)
    require_mine(state, event)
    require_ahead(state, agenda, event)
    room = state.rooms.get(event.room_id or "")
    state.events.update(event.id, status="cancelled", room_id=None)
    return CancelReport(
        event_id=event.id,
        title=event.title,
        start=at_home(state, agenda.shown_time(event)),
        told=len(agenda.answers(event)) or None,
        room=room.name if room else None,
    )


def _require_occurrence(state: CalendarState, agenda: Agenda, occurrence_id: str) -> Occurrence:
    """Returns a date of a series that is one's own to change.

    Raises:
        NotFound: where the series has no such date.
        CalendarReadOnly, NotOrganizer, EventCancelled: of its event.
        OccurrenceCancelled, OccurrenceOver: naming the next date that could be changed.
    """
    event_id, _, original = occurrence_id.partition("@")
    event = state.events.require(event_id)
    if not recurrence.is_at(state, event, original):
        raise NotFound(
            f"{label(event)} has no date {occurrence_id!r}. get_event shows the ids of the next "
            "dates of a series; a single event has none."
        )
    require_mine(state, event)
    occurrence = agenda.original_of(event, original)
    ahead = agenda.next_of(event)
    hint = f"The next date is {at_home(state, ahead[0].start)} ({ahead[0].id})." if ahead else ""
    if occurrence is None:
        raise OccurrenceCancelled(
            f"{label(event)} does not take place on {original}: that date was cancelled. {hint}"
        )
    if occurrence.end <= present(state):
        raise OccurrenceOver(
            f"That date of {label(event)} was over at {at_home(state, occurrence.end)}. {hint}"
        )
    return occurrence


def _require_order(
    state: CalendarState, agenda: Agenda, occurrence: Occurrence, span: Span
) -> None:
    """Raises SkipsOccurrence where a date would pass, or meet, the one before or after it."""
    series = agenda.of_series(occurrence.event)
    place = next(i for i, o in enumerate(series) if o.original == occurrence.original)
    before, after = series[:place][-1:], series[place + 1 : place + 2]
    late = [o for o in after if span[1] > o.start]
    early = [o for o in before if span[0] < o.end]
    if early or late:
        bounds = [f"after {at_home(state, o.end)}" for o in before]
        bounds += [f"over before {at_home(state, o.start)}" for o in after]
        raise SkipsOccurrence(
            f"{label(occurrence.event)} has other dates around this one, which it may not pass: "
            f"give a time {' and '.join(bounds)}."
        )


def _deviate(state: CalendarState, occurrence: Occurrence, start: str | None) -> None:
    """Notes that one date is moved (`start` local to the event) or, without start, cancelled."""
    event_id, original = occurrence.event.id, occurrence.original
    known = state.deviations.where(event_id=event_id, original=original)
    in_place = start == by_rule(occurrence.event, original)
    if known and in_place:
        state.deviations.delete(known[0].id)
    elif known:
        state.deviations.update(known[0].id, start=start)
    elif not in_place:
        state.deviations.insert(
            Deviation(
                id=state.new_id("deviations"), event_id=event_id, original=original, start=start
            )
        )
