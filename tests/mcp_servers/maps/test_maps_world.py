"""Generated worlds: sound, repeatable, small to read, with names that need a look."""

from __future__ import annotations

from time import process_time

import networkx as nx
import pytest
from maps_invariants import check_invariants, check_map, check_travel_times

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.worlds import World
from mcp_servers.maps.network import closed_roads
from mcp_servers.maps.state import MOST_SAVED, MOST_STOPS, MapsState
from mcp_servers.maps.world import make_world

SEEDS = range(0, 1100, 110)


@pytest.fixture(scope="module")
def worlds() -> list[MapsState]:
    return [make_world(World(seed, "maps")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_map(state)
        check_invariants(state)
        for trip in state.trips:
            check_travel_times(state, trip.id)


def test_same_seed_same_world():
    hashes = [state_hash(make_world(World(seed, "maps"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_world_is_made_fast():
    make_world(World(41, "maps"))
    begun = process_time()
    for seed in (42, 43):
        make_world(World(seed, "maps"))
    assert process_time() - begun < 2 * 0.2


def test_every_junction_can_be_reached_by_car_from_every_other(worlds):
    for state in worlds:
        graph = nx.DiGraph()
        for segment in state.segments:
            if segment.road != "path":
                graph.add_edge(segment.from_id, segment.to_id)
                if not segment.one_way:
                    graph.add_edge(segment.to_id, segment.from_id)
        assert nx.is_strongly_connected(graph)
        assert len(graph) == len(state.junctions)


def test_sizes(worlds):
    for state in worlds:
        assert len(state.junctions) > 90
        assert 120 < len(state.segments) < 250
        assert len(state.places) == 92
        assert len(state.lists) == 7
        assert len(state.trips) == 9


def test_some_names_need_a_second_look(worlds):
    for state in worlds:
        families = [p.name.split()[0] for p in state.places if p.category is not None]
        shared = [family for family in families if families.count(family) > 1]
        assert len(shared) >= 30
        streets = [p.address.split(" ", 1)[1] for p in state.places.where(category=None)]
        assert all(streets.count(street) >= 2 for street in streets)


def test_troubles_are_in_every_world(worlds):
    for state in worlds:
        assert state.places.where(gone=True)
        assert len(closed_roads(state)) == 2
        assert len([r for r in state.reports if r.mine_at]) == 2
        sizes = {row.id: len(state.saved.where(list_id=row.id)) for row in state.lists}
        assert MOST_SAVED in sizes.values()
        assert {row.access for row in state.lists} == {"owner", "editor", "viewer"}
        today = state.now.date().isoformat()
        assert sum(trip.date < today for trip in state.trips) == 3
        assert len(state.trips.where(date=today)) == 1
        on_paths = [p for p in state.places if state.segments.require(p.segment_id).road == "path"]
        assert len(on_paths) == 3
    full = [any(len(s.stops.where(trip_id=t.id)) == MOST_STOPS for t in s.trips) for s in worlds]
    assert sum(full) >= 0.9 * len(full)


def test_everything_new_draws_all_names_from_the_held_out_pools():
    families, streets = set(pool("last_name")), set(pool("street"))
    for seed in range(1000, 1005):
        state = make_world(World(seed, "maps", everything_new=True))
        check_map(state)
        businesses = [p.name for p in state.places if p.category is not None]
        assert not {name.split()[0] for name in businesses} & families
        assert not {segment.street for segment in state.segments} & streets
        owners = {row.owner.split()[-1] for row in state.lists.where(access="viewer")}
        assert not owners & families
