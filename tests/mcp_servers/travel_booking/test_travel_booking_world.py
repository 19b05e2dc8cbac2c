"""Generated worlds: sound, repeatable, with names that need a look and troubles to run into."""

from __future__ import annotations

from collections import Counter

import pytest
from travel_booking_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World
from mcp_servers.travel_booking.state import TravelState
from mcp_servers.travel_booking.tools import server
from mcp_servers.travel_booking.world import make_world

SEEDS = range(0, 1100, 44)


@pytest.fixture(scope="module")
def worlds() -> list[TravelState]:
    return [make_world(World(seed, "travel_booking")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)
        now = state.now.isoformat(timespec="minutes")
        assert all(b.booked_at <= now for b in state.bookings)
        for booking in state.bookings:
            assert booking.booked_at < state.flights.require(booking.flight_id).departs_at


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "travel_booking"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_sizes(worlds):
    for state in worlds:
        sizes = {name: len(rows) for name, rows in state.tables()}
        assert sizes["airports"] >= 11
        assert sizes["flights"] >= 90
        assert sizes["rooms"] >= 60
        assert sizes["bookings"] >= 24
        assert sizes["trips"] >= 14
        assert sizes["stays"] >= 8
        assert sizes["travellers"] == 12


def test_names_need_a_second_look(worlds):
    for state in worlds:
        assert max(Counter(a.city for a in state.airports).values()) == 2
        assert max(Counter((f.number, f.to_id) for f in state.flights).values()) >= 3
        assert max(Counter(h.name.split()[0] for h in state.hotels).values()) >= 2
        assert max(Counter(t.title.split()[0] for t in state.trips).values()) >= 2
        assert max(Counter(t.name.split()[0] for t in state.travellers).values()) == 2
        assert len({t.title for t in state.trips}) == len(state.trips)
        departures = Counter((f.from_id, f.to_id, f.departs_at) for f in state.flights)
        assert max(departures.values()) == 1


def test_look_ups_are_short(worlds):
    for state in worlds:
        pages = [("list_trips", {}), ("list_travellers", {})]
        pages += [("get_trip", {"trip_id": id}) for id in state.trips.ids()]
        pages += [("search_flights", {"to_airport_id": id}) for id in state.airports.ids()]
        pages += [("get_hotel", {"hotel_id": id}) for id in state.hotels.ids()]
        lengths = [len(to_text(server.tool(n).call(state, a))) for n, a in pages]
        assert sum(lengths) / len(lengths) < 800
        assert sum(length >= 1_500 for length in lengths) <= 0.05 * len(lengths)


def test_troubles_are_common(worlds):
    for find in (
        lambda s: s.bookings.where(status="cancelled"),
        lambda s: s.bookings.where(status="checked_in"),
        lambda s: s.flights.where(status="cancelled"),
        lambda s: s.stays.where(status="cancelled"),
        lambda s: s.hotels.where(free_cancel_days=None),
        lambda s: s.travellers.where(passport_expires=None),
        lambda s: [t for t in s.trips if t.title.endswith("Interview")],
        lambda s: [t for t in s.travellers if t.credit_cents > 0],
    ):
        assert sum(bool(find(state)) for state in worlds) / len(worlds) > 0.8


def test_everything_new_draws_all_names_from_the_held_out_pools():
    for seed in range(1000, 1010):
        state = make_world(World(seed, "travel_booking", everything_new=True))
        check_invariants(state)
        seen = {name for kind in ("first_name", "last_name") for name in pool(kind)}
        words = {word for t in state.travellers for word in t.name.split()}
        words |= {h.name.split()[0] for h in state.hotels}
        assert not words & seen
        assert not {a.city for a in state.airports} & set(pool("city"))
        assert not {a.country for a in state.airports} & set(pool("country"))
