"""Generated worlds: sound, large enough to choose from, with titles that need a look."""

from __future__ import annotations

from collections import Counter

import pytest
from calendar_invariants import check_invariants

from mcp_servers.calendar.agenda import Agenda
from mcp_servers.calendar.state import CalendarState
from mcp_servers.calendar.tools import server
from mcp_servers.calendar.world import make_world
from mcp_servers.core.pools import pool
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World

SEEDS = range(0, 1100, 100)


@pytest.fixture(scope="module")
def worlds() -> list[CalendarState]:
    return [make_world(World(seed, "calendar")) for seed in SEEDS]


def test_worlds_are_sound_and_full(worlds):
    for state in worlds:
        check_invariants(state)
        assert len(state.events) >= 50
        assert len(state.people) == 18
        assert len(state.rooms) == 12


def test_every_kind_of_event_is_there(worlds):
    for state in worlds:
        agenda = Agenda(state)
        ahead = [e for e in state.events if not agenda.is_over(e)]
        mine = [e for e in ahead if e.organizer_id == state.me_id]
        assert sum(e.repeat is None for e in mine) >= 8
        assert sum(e.repeat is not None for e in mine) >= 8
        assert sum(agenda.my_answer(e) == "needs_action" for e in ahead) >= 3
        assert len(state.events.where(status="cancelled")) == 3
        assert sum(agenda.is_over(e) for e in state.events if e.repeat) >= 2
        assert len({d.start is None for d in state.deviations}) == 2
        assert sum(e.room_id is not None for e in ahead) >= 4


def test_some_names_need_a_second_look(worlds):
    for state in worlds:
        titles = Counter(e.title for e in state.events)
        assert sum(count > 1 for count in titles.values()) >= 2
        families = Counter(p.name.split()[-1] for p in state.people)
        assert sum(count > 1 for count in families.values()) == 3


def test_people_work_in_several_zones(worlds):
    assert all(len({p.time_zone for p in state.people}) >= 3 for state in worlds)
    assert len({state.home_zone for state in worlds}) >= 2


def test_look_ups_are_short(worlds):
    for state in worlds:
        for name, arguments in (
            ("list_calendars", {}),
            ("list_events", {}),
            ("list_rooms", {}),
            ("search_events", {"query": "catch"}),
            ("search_people", {"query": "a"}),
        ):
            assert len(to_text(server.tool(name).call(state, arguments))) <= 1_000


def test_everything_new_draws_all_names_from_the_held_out_pools():
    seen = set(pool("first_name")) | set(pool("last_name"))
    for seed in range(1000, 1010):
        state = make_world(World(seed, "calendar", everything_new=True))
        check_invariants(state)
        assert not {word for person in state.people for word in person.name.split()} & seen
        assert not {room.name.rsplit(" ", 1)[0] for room in state.rooms} & set(pool("city"))
