"""Generated worlds: sound, in every situation, with names that need a look."""

from __future__ import annotations

from collections import Counter

import pytest
from vehicle_invariants import check_invariants

from mcp_servers.core.pools import pool
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World
from mcp_servers.vehicle import energy
from mcp_servers.vehicle.state import VehicleState
from mcp_servers.vehicle.tools import server
from mcp_servers.vehicle.world import make_world

SEEDS = range(0, 1100, 10)


@pytest.fixture(scope="module")
def worlds() -> list[VehicleState]:
    return [make_world(World(seed, "vehicle")) for seed in SEEDS]


def test_worlds_are_sound_and_full(worlds):
    for state in worlds:
        check_invariants(state)
        assert len(state.places) >= 48
        assert len(state.drivers) == 7
        assert len({place.name for place in state.places}) == len(state.places)
        assert len({driver.name for driver in state.drivers}) == 7


def test_cars_are_found_in_every_situation(worlds):
    for find, least in (
        (lambda s: s.driver_id is None, 0.2),
        (lambda s: s.driver_id is not None and s.gear == "park", 0.25),
        (lambda s: s.gear == "drive" and not s.speed_kmh, 0.05),
        (lambda s: s.speed_kmh, 0.05),
        (lambda s: s.charging, 0.1),
        (lambda s: s.plugged and not s.charging, 0.1),
        (lambda s: len(s.stops), 0.15),
        (lambda s: s.doors.where(is_open=True), 0.1),
        (lambda s: s.doors.where(child_lock=True), 0.5),
        (lambda s: s.charge_percent < 20, 0.05),
    ):
        assert sum(bool(find(state)) for state in worlds) / len(worlds) >= least


def test_some_places_are_out_of_range_and_most_are_near(worlds):
    beyond = 0
    for state in worlds:
        reach = energy.range_m(state)
        beyond += any(energy.meters_to(place) > reach for place in state.places)
        assert sum(energy.meters_to(place) <= 50_000 for place in state.places) >= 30
    assert beyond / len(worlds) >= 0.8


def test_some_names_need_a_second_look(worlds):
    for state in worlds:
        families = Counter(driver.name.split()[-1] for driver in state.drivers)
        assert families.most_common(1)[0][1] >= 4
        words = Counter(place.name.split()[0] for place in state.places)
        assert sum(count > 1 for count in words.values()) >= 9


def test_look_ups_are_short(worlds):
    for state in worlds[::5]:
        for name, tool in server.tools.items():
            if tool.is_read:
                query = {"query": "e"} if name == "search_places" else {}
                assert len(to_text(tool.call(state, query))) <= 1_200, name


def test_everything_new_draws_all_names_from_the_held_out_pools():
    seen = set(pool("first_name")) | set(pool("last_name"))
    for seed in range(1000, 1030):
        state = make_world(World(seed, "vehicle", everything_new=True))
        check_invariants(state)
        assert not {word for driver in state.drivers for word in driver.name.split()} & seen
        chargers = {place.name.split()[-1] for place in state.places.where(category="charger")}
        assert not chargers & set(pool("city"))
