"""A small town made by hand, and calls on its map.

A --100-- B --100-- C       Oak Street (A-B-C), Elm Street is one-way from C to D,
|                   |       Hill Road leads from A to D, a highway from B to D,
+------- D ---------+       and Lake Path, for feet and bicycles only, from B to E.
"""

from __future__ import annotations

from datetime import datetime

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.maps.network import digest_of
from mcp_servers.maps.state import Junction, MapsState, Place, SavedList, Segment, Trip
from mcp_servers.maps.tools import server

WEDNESDAY = datetime(2026, 3, 18, 10, 30)
JUNCTIONS = {"A": (0, 100), "B": (100, 100), "C": (200, 100), "D": (100, 0), "E": (100, 200)}
SEGMENTS = (
    ("A", "B", "Oak Street", "residential", 100, False),
    ("B", "C", "Oak Street", "residential", 100, False),
    ("C", "D", "Elm Street", "residential", 141, True),
    ("A", "D", "Hill Road", "main", 141, False),
    ("B", "D", "Highway 9", "highway", 100, False),
    ("B", "E", "Lake Path", "path", 100, False),
)
PLACES = (
    ("Ott Cafe", "1 Oak Street", "SEG-0001", 20, "cafe"),
    ("Ott Museum", "18 Oak Street", "SEG-0002", 50, "museum"),
    ("Reed Gym", "3 Elm Street", "SEG-0003", 41, "gym"),
    ("Reed Bakery", "9 Hill Road", "SEG-0004", 100, "bakery"),
    ("Lake Kiosk", "2 Lake Path", "SEG-0006", 60, "cafe"),
    ("12 Oak Street", "12 Oak Street", "SEG-0001", 80, None),
    ("112 Oak Street", "112 Oak Street", "SEG-0002", 90, None),
)


@pytest.fixture
def town() -> MapsState:
    """Five junctions, seven places, two lists and two trips."""
    state = MapsState(now=WEDNESDAY)
    ids = {}
    for name, (x_m, y_m) in JUNCTIONS.items():
        ids[name] = state.new_id("junctions")
        state.junctions.insert(Junction(id=ids[name], x_m=x_m, y_m=y_m))
    for start, end, street, road, length_m, one_way in SEGMENTS:
        state.segments.insert(
            Segment(
                id=state.new_id("segments"),
                from_id=ids[start],
                to_id=ids[end],
                street=street,
                road=road,
                length_m=length_m,
                one_way=one_way,
            )
        )
    state.map_digest = digest_of(state)
    for name, address, segment_id, offset_m, category in PLACES:
        hours = {"opens_at": 540, "closes_at": 1_080, "closed_on": 0} if category else {}
        state.places.insert(
            Place(
                id=state.new_id("places"),
                name=name,
                address=address,
                segment_id=segment_id,
                offset_m=offset_m,
                category=category,
                **hours,
            )
        )
    for name, owner, access in (("Mine", "you", "owner"), ("Theirs", "Ana Cruz", "viewer")):
        row = SavedList(id=state.new_id("lists"), name=name, owner=owner, access=access)
        state.lists.insert(row)
    for name, day in (("Errands", "2026-03-18"), ("Old tour", "2026-03-17")):
        state.trips.insert(
            Trip(
                id=state.new_id("trips"),
                name=name,
                date=day,
                mode="walking",
                start_place_id="PLC-0006",
            )
        )
    return state


@pytest.fixture
def call(town: MapsState) -> Call:
    """Calls a tool and returns its result."""
    return caller(server, town)


@pytest.fixture
def refused(town: MapsState) -> Refused:
    """Makes a call that must be refused; returns the message."""
    return refuser(server, town)
