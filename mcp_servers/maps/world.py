"""Seeded worlds: a town, and what one person has saved and planned in it.

Every world has names that need a look to tell apart (branches of one chain, two businesses of one
family, addresses on one street), and rows on which calls fail: lists that can only be viewed, a
list and a trip that are full, businesses that closed for good or lie on a path, trips of the past
and one of today, closures that are confirmed or lack one report.
"""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Final

from mcp_servers.core.errors import StateError
from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.maps.hours import clock
from mcp_servers.maps.itinerary import require_open, require_time
from mcp_servers.maps.settling import Settlers
from mcp_servers.maps.state import (
    MOST_SAVED,
    MOST_STOPS,
    Access,
    MapsState,
    Mode,
    Report,
    ReportKind,
    Saved,
    SavedList,
    Stop,
    Trip,
)
from mcp_servers.maps.town import Town

LIST_NAMES: Final = (
    "Cafes to Try",
    "Restaurants to Try",
    "Weekend Breakfasts",
    "Weekend Museums",
    "Lunch Near Work",
    "Dinner with Clients",
    "Quiet Places to Read",
    "Quiet Places to Work",
    "Favourites in Town",
    "For Our Guests",
    "Rainy Day Ideas",
    "Sunday Walks",
)
ACCESS: Final[tuple[Access, ...]] = ("owner",) * 4 + ("editor", "viewer", "viewer")
NOTES: Final = ("best in town", "go early", "cash only", "recommended by a friend", "book ahead")
TRIP_NAMES: Final = (
    "Errands",
    "Client visits",
    "Family day",
    "Dentist and shopping",
    "Birthday preparations",
    "School holidays",
    "House hunting",
    "Tour with guests",
    "Rounds to suppliers",
    "Moving help",
    "Charity collection",
)
UPCOMING_DAYS: Final = (0, 1, 2, 4, 6, 9)
PAST_DAYS: Final = (-3, -9, -20)
MODES: Final[tuple[Mode, ...]] = ("driving", "driving", "cycling", "walking")
_TRIES = 60
REPORTERS: Final[tuple[tuple[ReportKind, int], ...]] = (
    ("road_closure", 4),
    ("road_closure", 3),
    ("road_closure", 2),
    ("road_closure", 2),
    ("road_closure", 2),
    ("accident", 1),
    ("roadworks", 5),
    ("roadworks", 1),
    ("flooding", 2),
)


def make_world(world: World) -> MapsState:
    """Returns a town and one person's maps of it, the same for the same world."""
    state = MapsState(now=world.now)
    Town(state, world).build()
    Settlers(state, world).settle()
    _add_lists(state, world)
    _add_trips(state, world.rng)
    _add_reports(state, world.rng)
    return state


def _add_lists(state: MapsState, world: World) -> None:
    """Adds lists of three to six places; the second is full."""
    rng, friends = world.rng, world.people(len(ACCESS))
    places = [place.id for place in state.places]
    for i, name in enumerate(rng.sample(LIST_NAMES, len(ACCESS))):
        owner = "you" if ACCESS[i] == "owner" else friends[i]
        row = state.lists.insert(
            SavedList(id=state.new_id("lists"), name=name, owner=owner, access=ACCESS[i])
        )
        for place_id in rng.sample(places, MOST_SAVED if i == 1 else rng.randrange(3, 7)):
            note = rng.choice(NOTES) if rng.random() < 0.3 else None
            state.saved.insert(
                Saved(id=state.new_id("saved"), list_id=row.id, place_id=place_id, note=note)
            )


def _add_trips(state: MapsState, rng: random.Random) -> None:
    """Adds trips of the past and for the coming days; the last but one is full."""
    days = (*PAST_DAYS, *UPCOMING_DAYS)
    starts = [place.id for place in state.places.where(category=None)]
    for i, name in enumerate(rng.sample(TRIP_NAMES, len(days))):
        full = i == len(days) - 2
        trip = state.trips.insert(
            Trip(
                id=state.new_id("trips"),
                name=name,
                date=(state.now.date() + timedelta(days=days[i])).isoformat(),
                mode="driving" if full else rng.choice(MODES),
                start_place_id=rng.choice(starts),
            )
        )
        _add_stops(state, rng, trip, MOST_STOPS if full else rng.randrange(1, 4))


def _add_stops(state: MapsState, rng: random.Random, trip: Trip, count: int) -> None:
    for _ in range(_TRIES):
        if len(state.stops.where(trip_id=trip.id)) == count:
            return
        place = state.places.require(rng.choice(state.places.ids()))
        arrive, stay = 15 * rng.randrange(32, 76), rng.choice((15, 30, 30, 45, 60))
        try:
            require_open(trip, place, arrive, stay)
            require_time(state, trip, place, arrive, stay)
        except StateError:
            continue  # such a stop could not be added by hand either
        state.stops.insert(
            Stop(
                id=state.new_id("stops"),
                trip_id=trip.id,
                place_id=place.id,
                arrive_at=clock(arrive),
                stay_minutes=stay,
            )
        )


def _add_reports(state: MapsState, rng: random.Random) -> None:
    """Adds reports in front of businesses; the person made one a while ago and one long ago."""
    fronts = [
        place.segment_id
        for place in state.places
        if place.category is not None and state.segments.require(place.segment_id).road != "path"
    ]
    segments = rng.sample(sorted(set(fronts)), len(REPORTERS))
    minutes_ago = {5: rng.randrange(5, 50), 7: rng.randrange(90, 600)}
    for i, (kind, reporters) in enumerate(REPORTERS):
        ago = minutes_ago.get(i)
        at = None if ago is None else minute(state.now - timedelta(minutes=ago))
        state.reports.insert(
            Report(
                id=state.new_id("reports"),
                segment_id=segments[i],
                kind=kind,
                reporters=reporters,
                mine_at=at,
            )
        )
