"""What takes place when: occurrences with their deviations, and who is busy with them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from mcp_servers.calendar import recurrence
from mcp_servers.calendar.state import BOOKING_DAYS, CalendarState, Deviation, Event
from mcp_servers.calendar.zones import instant, present


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time at which an event takes place; `original` is the local date in its rule."""

    start: datetime
    end: datetime
    event: Event
    original: str
    moved: bool = False

    @property
    def id(self) -> str | None:
        """The id of an occurrence of a series, which stays when it is moved; else None."""
        return f"{self.event.id}@{self.original}" if self.event.repeat else None


Span = tuple[datetime, datetime]

_NEAR_AND_FAR_DAYS = (14, 10_000)


class Agenda:
    """One reading of the state, in which look-ups by event are quick.

    Args:
        state: is not changed while the reading is in use.
    """

    def __init__(self, state: CalendarState) -> None:
        self._state = state
        self._horizon = recurrence.horizon(state)
        self._answers: dict[str, dict[str, str]] = {}
        for attendee in state.attendees:
            answers = self._answers.setdefault(attendee.event_id, {})
            answers[attendee.person_id] = attendee.answer
        self._deviations: dict[str, dict[str, Deviation]] = {}
        for deviation in state.deviations:
            times = self._deviations.setdefault(deviation.event_id, {})
            times[deviation.original] = deviation
        self._quiet = {c.id for c in state.calendars if c.subscribed}

    def answers(self, event: Event) -> dict[str, str]:
        """Returns person id -> answer of all who are invited."""
        return self._answers.get(event.id, {})

    def my_answer(self, event: Event) -> str | None:
        """Returns one's own answer, None where one is not invited."""
        return self.answers(event).get(self._state.me_id)

    def occurrences(
        self, events: Iterable[Event], first: datetime, last: datetime
    ) -> list[Occurrence]:
        """Returns, in order of time, what of the events overlaps the time from `first` to `last`.

        Cancelled events and cancelled occurrences are left out.
        """
        found: list[Occurrence] = []
        for event in events:
            if event.status == "confirmed":
                self._collect(event, first, last, found)
        return sorted(found, key=lambda o: (o.start, o.event.id))

    def next_of(self, event: Event, count: int = 1) -> list[Occurrence]:
        """Returns the next occurrences of an event that are not over."""
        now = present(self._state)
        for days in _NEAR_AND_FAR_DAYS:
            found = self.occurrences([event], now, now + timedelta(days=days))
            if len(found) >= count:
                break
        return found[:count]

    def is_over(self, event: Event) -> bool:
        """True where no occurrence is still to end."""
        return not self.next_of(event)

    def shown_time(self, event: Event) -> datetime:
        """Returns when an event is next, or when it began where it is over or cancelled."""
        found = self.next_of(event)
        return found[0].start if found else instant(event.start, event.time_zone)

    def original_of(self, event: Event, original: str) -> Occurrence | None:
        """Returns the occurrence that the rule has on a date, None where it is cancelled."""
        deviation = self._deviations.get(event.id, {}).get(original)
        if deviation is not None and deviation.start is None:
            return None
        local = deviation.start if deviation and deviation.start else by_rule(event, original)
        return _at(event, instant(local, event.time_zone), original, deviation is not None)

    def of_series(self, event: Event) -> list[Occurrence]:
        """Returns all occurrences of an event up to the horizon, in the order of the rule."""
        line = recurrence.expanded(event, self._horizon)
        found = (self.original_of(event, original) for _, original in line)
        return [occurrence for occurrence in found if occurrence is not None]

    def mine(self) -> list[Event]:
        """Returns the events that keep one busy: neither declined nor of others' calendars."""
        return [
            event
            for event in self._state.events
            if event.calendar_id not in self._quiet and self.my_answer(event) != "declined"
        ]

    def clashes(self, first: datetime, last: datetime, but: str = "") -> list[Occurrence]:
        """Returns what keeps one busy in a time, the event `but` left out."""
        others = (event for event in self.mine() if event.id != but)
        return self.occurrences(others, first, last)

    def busy(self, person_id: str, first: datetime, last: datetime, but: str = "") -> list[Span]:
        """Returns when a person is busy, in order and without overlaps."""
        if person_id == self._state.me_id:
            events = self.mine()
        else:
            events = [e for e in self._state.events if self._takes_part(person_id, e)]
        others = [event for event in events if event.id != but]
        spans = [(o.start, o.end) for o in self.occurrences(others, first, last)]
        return _merged([*spans, *self._blocks(person_id, first, last)])

    def room_free(self, room_id: str, spans: Iterable[Span], but: str) -> Span | None:
        """Returns the first booking that stands in the way of an event in a room, if any."""
        wanted = sorted(spans)
        if not wanted:
            return None
        first, last = wanted[0][0], max(end for _, end in wanted)
        events = [e for e in self._state.events.where(room_id=room_id) if e.id != but]
        taken = [(o.start, o.end) for o in self.occurrences(events, first, last)]
        taken = sorted([*taken, *self._blocks(room_id, first, last)])
        clashing = (t for t in taken for w in wanted if t[0] < w[1] and w[0] < t[1])
        return next(clashing, None)

    def bookings(self, event: Event) -> list[Span]:
        """Returns the times for which an event needs a room: those to come that can be booked."""
        now = present(self._state)
        found = self.occurrences([event], now, now + timedelta(days=BOOKING_DAYS))
        return [(o.start, o.end) for o in found]

    def _collect(
        self, event: Event, first: datetime, last: datetime, found: list[Occurrence]
    ) -> None:
        length = timedelta(minutes=event.minutes)
        if event.repeat is None:
            start = instant(event.start, event.time_zone)
            if start < last and start + length > first:
                found.append(_at(event, start, event.start[:10], False))
            return
        deviations = self._deviations.get(event.id, {})
        line = recurrence.expanded(event, self._horizon)
        for moment, original in line[bisect_left(line, (first - length, "~")) :]:
            if moment >= last:
                break
            if original not in deviations:
                found.append(Occurrence(moment, moment + length, event, original))
        for original in deviations:
            moved = self.original_of(event, original)
            if moved is not None and moved.start < last and moved.end > first:
                found.append(moved)

    def _takes_part(self, person_id: str, event: Event) -> bool:
        answer = self.answers(event).get(person_id)
        return event.organizer_id == person_id or answer not in (None, "declined")

    def _blocks(self, holder_id: str, first: datetime, last: datetime) -> list[Span]:
        found = []
        for block in self._state.blocks.where(holder_id=holder_id):
            start = datetime.fromisoformat(block.start)
            end = start + timedelta(minutes=block.minutes)
            if start < last and end > first:
                found.append((start, end))
        return found


def by_rule(event: Event, original: str) -> str:
    """Returns the local time that the rule has on a date."""
    return original + event.start[10:]


def _at(event: Event, start: datetime, original: str, moved: bool) -> Occurrence:
    return Occurrence(start, start + timedelta(minutes=event.minutes), event, original, moved)


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
