"""A small car made by hand, off and in park, and calls on it.

60 kWh, half full: 27 kWh above the reserve, which is 158 km in comfort and 180 km in eco mode.
"""

from __future__ import annotations

from datetime import datetime

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.vehicle.state import Door, Driver, Place, Tyre, VehicleState, Zone
from mcp_servers.vehicle.tools import server

DRIVERS = (
    ("Ana Reed", "full", True, "comfort", 26),
    ("Ben Reed", "young", True, "eco", 17),
    ("Cem Ott", "valet", True, "comfort", 20),
    ("Dora Reed", "full", False, "comfort", 20),
)
DOORS = (
    ("front left door", "front", False),
    ("front right door", "front", False),
    ("rear left door", "rear", True),
    ("rear right door", "rear", False),
    ("boot", "boot", True),
)
PLACES = (
    ("Home", "private", 10_000, 0),
    ("Reed Bakery", "shop", 0, 20_000),
    ("Voltway North", "charger", 0, 100_000),
    ("Voltway South", "charger", 0, -60_000),
    ("Castle", "sight", 0, 200_000),
    ("Museum", "sight", 1_000, 0),
    ("Inn", "hotel", 2_000, 0),
    ("Diner", "restaurant", 3_000, 0),
)


@pytest.fixture
def car() -> VehicleState:
    """The car, every door locked, the cable not connected."""
    state = VehicleState(now=datetime(2026, 3, 18, 10, 30), model="Kestrel City")
    for name, profile, key_inside, usual_mode, celsius in DRIVERS:
        state.drivers.insert(
            Driver(
                id=state.new_id("drivers"),
                name=name,
                profile=profile,
                key_inside=key_inside,
                usual_mode=usual_mode,
                celsius=celsius,
            )
        )
    for name, row, powered in DOORS:
        state.doors.insert(Door(id=state.new_id("doors"), name=name, row=row, powered=powered))
    for name in ("driver", "front passenger"):
        state.zones.insert(
            Zone(id=state.new_id("zones"), name=name, celsius=21, cabin_celsius=10, running=False)
        )
    for name in ("front left", "front right", "rear left", "rear right"):
        state.tyres.insert(
            Tyre(id=state.new_id("tyres"), name=name, kpa=250, normal_kpa=250, full_kpa=280)
        )
    for name, category, x, y in PLACES:
        state.places.insert(
            Place(
                id=state.new_id("places"),
                name=name,
                category=category,
                street="1 Main Street",
                x=x,
                y=y,
                kw=150 if category == "charger" else 0,
            )
        )
    return state


@pytest.fixture
def call(car: VehicleState) -> Call:
    return caller(server, car)


@pytest.fixture
def refused(car: VehicleState) -> Refused:
    return refuser(server, car)
