"""Whatever is called, in whatever order: the invariants hold."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from calendar_invariants import check_invariants
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule
from machine import MACHINE_SETTINGS, ServerMachine

from mcp_servers.calendar.agenda import Agenda
from mcp_servers.calendar.state import CalendarState, Event
from mcp_servers.calendar.tools import server
from mcp_servers.calendar.zones import instant, present
from mcp_servers.core.wording import minute
from provelight.records import Json

PICK = st.integers(0, 10_000)
MOVES = ("create_event", "reschedule_event", "move_occurrence")


class CalendarMachine(ServerMachine):
    """Aims at events of one's own, rooms and single dates; meddles with other people's, too."""

    server = server
    state: CalendarState

    @initialize(seed=st.sampled_from(range(0, 1100, 150)))
    def open(self, seed: int) -> None:
        super().open(seed)

    def check(self) -> None:
        check_invariants(self.state)

    def after(self, tool: str, arguments: dict[str, Json], result: Json, before: Any) -> None:
        self.only_own_events_changed(before)
        if tool in MOVES and not arguments.get("allow_conflict"):
            self.moved_to_where_it_is_free(result)
        if tool == "reschedule_event":
            asked = self.state.attendees.where(event_id=arguments["event_id"])
            assert {a.answer for a in asked} <= {"needs_action"}
            assert len(asked) == result.get("asked_again", 0)
        else:
            known = [a.id for a in before.attendees if a.person_id != before.me_id]
            rows = self.state.attendees
            assert [before.attendees.get(id) for id in known] == [rows.get(id) for id in known]

    def only_own_events_changed(self, before: CalendarState) -> None:
        for event in before.events:
            now = self.state.events.require(event.id)
            assert event.status == "confirmed" or now.status == "cancelled"
            if event.organizer_id != before.me_id:
                assert now == event
                assert self.deviations(self.state, event) == self.deviations(before, event)
            subscribed = before.calendars.require(event.calendar_id).subscribed
            assert not subscribed or now == event
        assert list(self.state.blocks) == list(before.blocks)

    def deviations(self, state: CalendarState, event: Event) -> list[Any]:
        return state.deviations.where(event_id=event.id)

    def moved_to_where_it_is_free(self, result: Json) -> None:
        event = self.state.events.require(result["event_id"])
        if event.repeat is None or "was" in result:
            start = instant(result["start"], self.state.home_zone)
            assert start > present(self.state)
            end = start + timedelta(minutes=event.minutes)
            assert not Agenda(self.state).clashes(start, end, but=event.id)

    def my_event(self, pick: int, series: bool = False) -> str:
        own = [
            e.id
            for e in self.state.events.where(organizer_id=self.state.me_id, status="confirmed")
            if series <= (e.repeat is not None)
        ]
        return own[pick % len(own)]

    def soon(self, days: int, hour: int) -> str:
        day = self.state.now.replace(hour=hour, minute=0) + timedelta(days=days)
        return minute(day)

    @rule(pick=PICK, room=PICK)
    def book(self, pick: int, room: int) -> None:
        event_id, room_id = self.my_event(pick), self.id_of("rooms", room)
        if self.call("book_room", event_id=event_id, room_id=room_id):
            assert self.state.events.require(event_id).room_id == room_id

    @rule(pick=PICK, person=PICK)
    def invite(self, pick: int, person: int) -> None:
        person_id = self.id_of("people", person)
        self.call("invite_person", event_id=self.my_event(pick), person_id=person_id)

    @rule(pick=PICK, days=st.integers(0, 20), hour=st.integers(7, 19), both=st.booleans())
    def move_single(self, pick: int, days: int, hour: int, both: bool) -> None:
        self.call(
            "reschedule_event",
            event_id=self.my_event(pick),
            start_time=f"{hour:02d}:00",
            new_date=self.soon(days, hour)[:10],
            allow_conflict=both,
        )

    @rule(pick=PICK, hour=st.integers(0, 23))
    def move_series(self, pick: int, hour: int) -> None:
        event_id = self.my_event(pick, series=True)
        self.call("reschedule_event", event_id=event_id, start_time=f"{hour:02d}:15")

    @rule(pick=PICK, nth=st.integers(0, 3), days=st.integers(-8, 8), hour=st.integers(0, 23))
    def move_date(self, pick: int, nth: int, days: int, hour: int) -> None:
        event = self.state.events.require(self.my_event(pick, series=True))
        dates = Agenda(self.state).next_of(event, 4)
        if dates:
            date = dates[nth % len(dates)]
            start = minute((date.start + timedelta(days=days)).replace(hour=hour))
            self.call("move_occurrence", occurrence_id=date.id, start=start, allow_conflict=True)

    @rule(pick=PICK, nth=st.integers(0, 3))
    def skip_date(self, pick: int, nth: int) -> None:
        event = self.state.events.require(self.my_event(pick, series=True))
        dates = Agenda(self.state).next_of(event, 4)
        if dates:
            report = self.call("cancel_occurrence", occurrence_id=dates[nth % len(dates)].id)
            ids = [d.id for d in Agenda(self.state).next_of(event, 5)]
            assert report is not None
            assert dates[nth % len(dates)].id not in ids

    @rule(
        pick=PICK,
        repeat=st.sampled_from(["daily", "weekdays", "weekly", "monthly_by_weekday"]),
        every=st.integers(1, 3),
        days=st.none() | st.integers(-5, 60),
    )
    def change_pattern(self, pick: int, repeat: str, every: int, days: int | None) -> None:
        until = None if days is None else self.soon(days, 9)[:10]
        event_id = self.my_event(pick)
        self.call("repeat_event", event_id=event_id, repeat=repeat, every=every, until=until)


TestCalendar = CalendarMachine.TestCase
TestCalendar.settings = settings(MACHINE_SETTINGS, stateful_step_count=20)
