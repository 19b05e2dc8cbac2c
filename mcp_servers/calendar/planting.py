"""Fills the calendar of a world: events, invitations, rooms, and what others have on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from mcp_servers.calendar.agenda import Agenda
from mcp_servers.calendar.state import (
    Answer,
    Attendee,
    Block,
    CalendarState,
    Deviation,
    Event,
    Repeat,
)
from mcp_servers.calendar.zones import instant, present
from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World

TOPICS = (
    "Kickoff",
    "Planning",
    "Review",
    "Retrospective",
    "Demo",
    "Budget Talk",
    "Interview",
    "Design Session",
)
ERRANDS = ("Dentist", "Haircut", "Car Inspection", "Piano Lesson", "School Meeting", "Tax Adviser")
COMPANY = ("Town Hall", "Office Tour", "Benefits Questions", "Fire Drill")
ROUTINES: tuple[tuple[str, Repeat, int, int], ...] = (
    ("Standup", "weekdays", 1, 15),
    ("Team Lunch", "weekly", 1, 60),
    ("Sprint Planning", "weekly", 2, 90),
    ("Pipeline Review", "monthly_by_weekday", 1, 60),
    ("Expense Report", "monthly_by_date", 1, 30),
)
ANSWERS: tuple[Answer, ...] = ("accepted", "accepted", "accepted", "needs_action", "tentative")
LENGTHS = (15, 30, 30, 45, 60, 60, 90)
PROJECTS = 4
ROOM_SHARE = 0.5


class Planting:
    """Plants events around the present of a world.

    Args:
        state: has its people, calendars and rooms.
        world: the source of names and chance.
    """

    def __init__(self, state: CalendarState, world: World) -> None:
        self._state, self._world = state, world
        self._rng: random.Random = world.rng
        self._others = state.people.ids()[1:]
        work, personal, family, *read_only = state.calendars.ids()
        self._work, self._personal, self._family = work, personal, family
        self._read_only = read_only

    def plant(self) -> None:
        """Adds everything; rooms are booked last, where they are free."""
        self._block_others()
        self._add_routines()
        self._add_talks()
        self._add_projects()
        self._add_invitations()
        self._add_private()
        self._add_company()
        self._deviate()
        self._cancel()
        self._book_rooms()

    def _block_others(self) -> None:
        """Keeps people and rooms busy with what this calendar does not show."""
        holders = [(id, 7) for id in self._others] + [(id, 6) for id in self._state.rooms.ids()]
        for holder_id, count in holders:
            for day in self._rng.sample(range(1, 22), count):
                start = instant(self._at(day, self._rng.randrange(8, 17)), self._state.home_zone)
                self._state.blocks.insert(
                    Block(
                        id=self._state.new_id("blocks"),
                        holder_id=holder_id,
                        start=minute(start),
                        minutes=self._rng.choice((30, 60, 60, 120)),
                    )
                )

    def _add_routines(self) -> None:
        for title, repeat, every, minutes in ROUTINES:
            day = self._rng.randrange(-120, -30)
            event = self._event(title, day, self._work, repeat=repeat, every=every, minutes=minutes)
            self._invite(event, self._rng.sample(self._others, self._rng.randrange(2, 6)))
        for title, day, until in (("Onboarding Circle", -90, -8), ("Stretching Group", -70, -15)):
            event = self._event(
                title, day, self._work, repeat="weekly", until=self._day(until).isoformat()
            )
            self._invite(event, self._rng.sample(self._others, 2))

    def _add_talks(self) -> None:
        """Adds a regular talk with some colleagues, namesakes among them."""
        for person_id in [*self._others[:3], *self._others[-3:]]:
            name = self._state.people.require(person_id).name
            zone = self._state.people.require(person_id).time_zone
            if self._rng.random() < 0.5:
                zone = self._state.home_zone
            every = self._rng.choice((1, 2))
            day = self._rng.randrange(-60, -20)
            event = self._event(
                f"Catch-up with {name}",
                day,
                self._work,
                repeat="weekly",
                every=every,
                minutes=30,
                time_zone=zone,
            )
            self._invite(event, [person_id])

    def _add_projects(self) -> None:
        """Adds single events about a few projects, past and ahead; some have one title twice."""
        for project in self._world.sample("company", PROJECTS):
            for topic in self._rng.sample(TOPICS, 4):
                day = self._rng.choice((self._rng.randrange(-25, 0), self._rng.randrange(1, 40)))
                event = self._event(f"{project} {topic}", day, self._work)
                self._invite(event, self._rng.sample(self._others, self._rng.randrange(1, 5)))
        twice = self._rng.sample([e for e in self._state.events if e.repeat is None], 2)
        for event in twice:
            again = self._event(event.title, self._rng.randrange(3, 30), self._work)
            self._invite(again, self._rng.sample(self._others, 2))

    def _add_invitations(self) -> None:
        """Adds what others organise; the first waits for an answer, one series is among them."""
        me = self._state.me_id
        answers: tuple[Answer, ...] = ("needs_action",) * 3 + ("accepted",) * 3 + ("declined",) * 2
        for i, answer in enumerate(answers):
            organizer, guest = self._rng.sample(self._others, 2)
            name = self._state.people.require(organizer).name
            event = self._event(
                f"{self._rng.choice(TOPICS)} by {name}",
                -5 if i == 5 else self._rng.randrange(1, 25),
                self._work,
                organizer_id=organizer,
                repeat="weekly" if i in (2, 3) else None,
            )
            self._add_attendee(event, me, answer)
            self._add_attendee(event, guest, self._rng.choice(ANSWERS))

    def _add_private(self) -> None:
        for title in ERRANDS:
            for _ in range(self._rng.choice((1, 1, 2))):
                calendar_id = self._rng.choice((self._personal, self._family))
                day = self._rng.randrange(-10, 40)
                self._event(title, day, calendar_id, location=self._place())
        for title, repeat, hour in (("Yoga", "weekly", 18), ("Running", "weekly", 7)):
            self._event(title, -40, self._personal, repeat=repeat, hour=hour, weekends=True)
        for name in self._world.sample("first_name", 3):
            self._event(
                f"Birthday of {name}",
                self._rng.randrange(-330, -20),
                self._family,
                repeat="yearly",
                hour=19,
                weekends=True,
            )

    def _add_company(self) -> None:
        """Adds what the subscribed calendars publish, in the name of a colleague."""
        for i, title in enumerate(COMPANY):
            self._event(
                title,
                -6 if i == 3 else self._rng.randrange(1, 30),
                self._read_only[i % len(self._read_only)],
                organizer_id=self._others[4],
                repeat="monthly_by_weekday" if i == 0 else None,
            )

    def _deviate(self) -> None:
        """Cancels and moves single dates of some series, in the past and ahead."""
        agenda, now = Agenda(self._state), present(self._state)
        series = [e for e in self._state.events if e.repeat == "weekly" and e.until is None]
        for i, event in enumerate(self._rng.sample(series, 8)):
            ahead = agenda.next_of(event, 3)
            past = [o for o in agenda.of_series(event) if o.end <= now]
            occurrence = past[-1] if i == 0 and past else ahead[self._rng.randrange(len(ahead))]
            hour = self._rng.randrange(9, 17)
            moved = f"{occurrence.original}T{hour:02d}:45" if i % 2 else None
            self._state.deviations.insert(
                Deviation(
                    id=self._state.new_id("deviations"),
                    event_id=event.id,
                    original=occurrence.original,
                    start=moved,
                )
            )

    def _cancel(self) -> None:
        """Cancels two single events that are ahead and one series."""
        agenda = Agenda(self._state)
        mine = [
            e
            for e in self._state.events.where(organizer_id=self._state.me_id)
            if not agenda.is_over(e)
        ]
        single = [e for e in mine if e.repeat is None]
        series = [e for e in mine if e.title in ("Yoga", "Running", "Expense Report")]
        for event in (*self._rng.sample(single, 2), self._rng.choice(series)):
            self._state.events.update(event.id, status="cancelled")

    def _book_rooms(self) -> None:
        """Books rooms for events at work, where one is free and large enough."""
        for event in self._state.events.where(calendar_id=self._work, status="confirmed"):
            agenda = Agenda(self._state)
            people = 1 + len(agenda.answers(event))
            spans = agenda.bookings(event)
            free = [
                room.id
                for room in self._state.rooms
                if room.capacity >= people and agenda.room_free(room.id, spans, event.id) is None
            ]
            if free and self._rng.random() < ROOM_SHARE:
                self._state.events.update(event.id, room_id=self._rng.choice(free))

    def _event(self, title: str, day: int, calendar_id: str, **fields: Any) -> Event:
        """Adds an event of one's own, by default a single one on a working day at home."""
        hour = fields.pop("hour", None) or self._rng.randrange(8, 17)
        weekends = fields.pop("weekends", False)
        start = self._at(day, hour, self._rng.choice(("00", "00", "30")))
        while not weekends and self._day(day).weekday() >= 5:
            day += 1
            start = self._at(day, hour)
        given = {
            "minutes": self._rng.choice(LENGTHS),
            "time_zone": self._state.home_zone,
            "organizer_id": self._state.me_id,
        }
        return self._state.events.insert(
            Event(
                id=self._state.new_id("events"),
                calendar_id=calendar_id,
                title=title,
                start=start,
                **{**given, **fields},
            )
        )

    def _invite(self, event: Event, people: Sequence[str]) -> None:
        for person_id in people:
            answer = "declined" if self._rng.random() < 0.1 else self._rng.choice(ANSWERS)
            self._add_attendee(event, person_id, answer)

    def _add_attendee(self, event: Event, person_id: str, answer: Answer) -> None:
        self._state.attendees.insert(
            Attendee(
                id=self._state.new_id("attendees"),
                event_id=event.id,
                person_id=person_id,
                answer=answer,
            )
        )

    def _place(self) -> str | None:
        return self._rng.choice(self._world.pool("street")) if self._rng.random() < 0.6 else None

    def _day(self, days: int) -> date:
        return self._state.now.date() + timedelta(days=days)

    def _at(self, days: int, hour: int, minutes: str = "00") -> str:
        return f"{self._day(days)}T{hour:02d}:{minutes}"
