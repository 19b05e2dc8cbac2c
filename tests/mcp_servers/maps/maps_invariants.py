"""The invariants that the state of the map declares, as assertions on one state.

Fastest ways are judged by a search of their own (Bellman-Ford over halves of segments), which
shares nothing with the network but the paces.
"""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta
from itertools import pairwise

from mcp_servers.maps.network import PACE_CS_PER_M, digest_of
from mcp_servers.maps.state import (
    CLOSING_REPORTS,
    MOST_REPORTS,
    MOST_SAVED,
    MOST_STOPS,
    REPORT_WINDOW_MINUTES,
    MapsState,
    Mode,
    Place,
    Stop,
)

Arcs = list[tuple[str, str, int]]


def check_invariants(state: MapsState) -> None:
    """Asserts every invariant of mcp_servers/maps/state.py that one state shows cheaply."""
    _lists_hold_each_place_once(state)
    _trips_can_be_kept(state)
    _reports_are_counted(state)
    _references_resolve(state)


def check_map(state: MapsState) -> None:
    """Asserts what holds of roads and places, which no call changes."""
    assert state.map_digest == digest_of(state)
    for segment in state.segments:
        assert segment.from_id != segment.to_id
        assert {segment.from_id, segment.to_id} <= set(state.junctions.ids())
        assert segment.length_m > 0
    for place in state.places:
        assert 0 <= place.offset_m <= state.segments.require(place.segment_id).length_m
        assert (place.category is None) == (place.name == place.address)
    names = [place.name for place in state.places]
    assert len(set(names)) == len(names)


def fastest_cs(
    state: MapsState, start: Place, end: Place, mode: Mode, no_highways: bool = False
) -> int | None:
    """Returns how long the fastest way takes, by relaxing all arcs until nothing changes."""
    best = {start.id: 0}
    arcs = _arcs(state, (start, end), mode, no_highways)
    changed = True
    while changed:
        changed = False
        for a, b, cs in arcs:
            if a in best and best[a] + cs < best.get(b, 10**12):
                best[b] = best[a] + cs
                changed = True
    return best.get(end.id)


def _arcs(state: MapsState, spots: tuple[Place, Place], mode: Mode, no_highways: bool) -> Arcs:
    """Returns the arcs of the map with segments cut where the two places lie."""
    closed = {
        r.segment_id
        for r in state.reports.where(kind="road_closure")
        if r.reporters >= CLOSING_REPORTS
    }
    arcs: Arcs = []
    for segment in state.segments:
        pace = PACE_CS_PER_M[mode].get(segment.road)
        shut = mode == "driving" and segment.id in closed
        if pace is None or shut or (no_highways and segment.road == "highway"):
            continue
        cuts = [(p.offset_m, p.id) for p in spots if p.segment_id == segment.id]
        chain = sorted([(0, segment.from_id), *cuts, (segment.length_m, segment.to_id)])
        for (here_m, a), (there_m, b) in pairwise(chain):
            arcs.append((a, b, (there_m - here_m) * pace))
            if mode == "walking" or not segment.one_way:
                arcs.append((b, a, (there_m - here_m) * pace))
    return arcs


def _lists_hold_each_place_once(state: MapsState) -> None:
    held = Counter((saved.list_id, saved.place_id) for saved in state.saved)
    assert max(held.values(), default=1) == 1
    assert max(Counter(saved.list_id for saved in state.saved).values(), default=0) <= MOST_SAVED


def _trips_can_be_kept(state: MapsState) -> None:
    today = state.now.date().isoformat()
    names = [trip.name.casefold() for trip in state.trips if trip.date >= today]
    assert len(set(names)) == len(names)
    for trip in state.trips:
        stops = sorted(state.stops.where(trip_id=trip.id), key=lambda s: s.arrive_at)
        assert len(stops) <= MOST_STOPS
        for one, other in pairwise(stops):
            assert _minute(one) + one.stay_minutes <= _minute(other)
        for stop in stops:
            place = state.places.require(stop.place_id)
            assert not place.gone
            assert place.closed_on != date.fromisoformat(trip.date).weekday()
            assert place.opens_at <= _minute(stop)
            assert _minute(stop) + stop.stay_minutes <= place.closes_at


def check_travel_times(state: MapsState, trip_id: str) -> None:
    """Asserts that on open roads there is time to get from each stop of a trip to the next."""
    opened = state.copy()
    for report in opened.reports:
        opened.reports.delete(report.id)
    trip = state.trips.require(trip_id)
    stops = sorted(state.stops.where(trip_id=trip.id), key=lambda s: s.arrive_at)
    here, free_from = state.places.require(trip.start_place_id), 0
    for stop in stops:
        place = state.places.require(stop.place_id)
        needed = fastest_cs(opened, here, place, trip.mode) if place.id != here.id else 0
        assert needed is not None
        assert needed <= (_minute(stop) - free_from) * 6_000
        here, free_from = place, _minute(stop) + stop.stay_minutes


def _minute(stop: Stop) -> int:
    hours, minutes = stop.arrive_at.split(":")
    return 60 * int(hours) + int(minutes)


def _reports_are_counted(state: MapsState) -> None:
    pairs = Counter((report.segment_id, report.kind) for report in state.reports)
    assert max(pairs.values(), default=1) == 1
    since = state.now - timedelta(minutes=REPORT_WINDOW_MINUTES)
    mine = [datetime.fromisoformat(r.mine_at) for r in state.reports if r.mine_at]
    assert sum(at > since for at in mine) <= MOST_REPORTS
    assert all(report.reporters >= 1 for report in state.reports)
    assert all(state.segments.require(r.segment_id).road != "path" for r in state.reports)


def _references_resolve(state: MapsState) -> None:
    assert all(s.list_id in state.lists and s.place_id in state.places for s in state.saved)
    assert all(s.trip_id in state.trips and s.place_id in state.places for s in state.stops)
    assert all(trip.start_place_id in state.places for trip in state.trips)
