"""The invariants that the state of the calendar declares, as assertions on one state."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

from mcp_servers.calendar import recurrence
from mcp_servers.calendar.agenda import Agenda
from mcp_servers.calendar.state import CalendarState
from mcp_servers.calendar.zones import present


def check_invariants(state: CalendarState) -> None:
    """Asserts every invariant of mcp_servers/calendar/state.py that one state can show."""
    _no_room_is_double_booked(state)
    _rooms_hold_their_people(state)
    _people_are_invited_once(state)
    _series_begin_with_their_start(state)
    _deviations_lie_on_their_rule(state)
    _cancelled_events_hold_no_room(state)
    _references_resolve(state)


def _no_room_is_double_booked(state: CalendarState) -> None:
    agenda = Agenda(state)
    for room in state.rooms:
        spans = [
            (start, end, event.id)
            for event in state.events.where(room_id=room.id)
            for start, end in agenda.bookings(event)
        ]
        for block in state.blocks.where(holder_id=room.id):
            start = datetime.fromisoformat(block.start)
            spans.append((start, start + timedelta(minutes=block.minutes), block.id))
        spans.sort()
        for (_, end, one), (start, _, other) in pairwise(spans):
            # Two bookings by other teams are not this calendar's business.
            both_foreign = one in state.blocks and other in state.blocks
            assert end <= start or both_foreign


def _rooms_hold_their_people(state: CalendarState) -> None:
    for event in state.events:
        if event.room_id is not None:
            people = 1 + len(state.attendees.where(event_id=event.id))
            assert people <= state.rooms.require(event.room_id).capacity


def _people_are_invited_once(state: CalendarState) -> None:
    pairs = [(a.event_id, a.person_id) for a in state.attendees]
    assert len(set(pairs)) == len(pairs)
    organizers = {(event.id, event.organizer_id) for event in state.events}
    assert not organizers & set(pairs)


def _series_begin_with_their_start(state: CalendarState) -> None:
    for event in state.events:
        line = recurrence.timeline(state, event)
        assert event.repeat is not None or (event.every, event.until) == (1, None)
        if line:
            assert line[0][1] == event.start[:10]
        assert event.until is None or event.start[:10] <= event.until


def _deviations_lie_on_their_rule(state: CalendarState) -> None:
    pairs = [(d.event_id, d.original) for d in state.deviations]
    assert len(set(pairs)) == len(pairs)
    for deviation in state.deviations:
        event = state.events.require(deviation.event_id)
        assert recurrence.is_at(state, event, deviation.original)
    agenda, now = Agenda(state), present(state)
    first, last = now - timedelta(days=60), now + timedelta(days=200)
    for event_id in sorted({d.event_id for d in state.deviations if d.start}):
        dates = agenda.occurrences([state.events.require(event_id)], first, last)
        for before, after in pairwise(dates):
            assert before.end <= after.start
            assert before.original < after.original


def _cancelled_events_hold_no_room(state: CalendarState) -> None:
    assert all(event.room_id is None for event in state.events.where(status="cancelled"))


def _references_resolve(state: CalendarState) -> None:
    assert state.me_id in state.people
    for event in state.events:
        assert event.calendar_id in state.calendars
        assert event.organizer_id in state.people
        assert event.room_id is None or event.room_id in state.rooms
    assert all(a.event_id in state.events and a.person_id in state.people for a in state.attendees)
    assert all(b.holder_id in state.people or b.holder_id in state.rooms for b in state.blocks)
