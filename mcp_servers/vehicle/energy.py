"""How far the battery takes the car: consumption by mode, distances by road, legs of a route."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from mcp_servers.core.wording import listed
from mcp_servers.vehicle.failures import OutOfRange
from mcp_servers.vehicle.state import RESERVE_PERCENT, STATION_PERCENT, Mode, Place, VehicleState

WH_PER_KM: dict[Mode, int] = {"eco": 150, "comfort": 170, "snow": 195, "sport": 220}
CITY_M = 15_000
_CITY_KMH, _COUNTRY_KMH = 35, 85
_ROAD_TENTHS = 13


@dataclass(frozen=True, slots=True)
class Leg:
    """The way from one stop to the next; `arrival_wh` is what the battery holds at its end."""

    place: Place
    meters: int
    minutes: int
    arrival_wh: int


def meters_between(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Returns the length of the road between two points, some more than the beeline."""
    beeline = isqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)
    return beeline * _ROAD_TENTHS // 10


def meters_to(place: Place) -> int:
    """Returns how far a place is from the car."""
    return meters_between((0, 0), (place.x, place.y))


def needed_wh(meters: int, mode: Mode) -> int:
    """Returns what a way takes out of the battery, rounded up."""
    return -(-meters * WH_PER_KM[mode] // 1_000)


def charge_wh(state: VehicleState) -> int:
    """Returns what the battery holds."""
    return state.capacity_wh * state.charge_percent // 100


def reserve_wh(state: VehicleState) -> int:
    """Returns what has to be left at every stop."""
    return state.capacity_wh * RESERVE_PERCENT // 100


def range_m(state: VehicleState) -> int:
    """Returns how far the car gets in its mode with the reserve left."""
    usable = max(0, charge_wh(state) - reserve_wh(state))
    return usable * 1_000 // WH_PER_KM[state.mode]


def percent(state: VehicleState, wh: int) -> int:
    """Returns an amount of energy in percent of the battery, rounded down."""
    return wh * 100 // state.capacity_wh


def legs(state: VehicleState, places: Sequence[Place], mode: Mode) -> list[Leg]:
    """Returns the legs of a route; at a charger the battery is filled to `STATION_PERCENT`."""
    found: list[Leg] = []
    here, wh = (0, 0), charge_wh(state)
    for place in places:
        meters = meters_between(here, (place.x, place.y))
        wh -= needed_wh(meters, mode)
        found.append(Leg(place, meters, _minutes(meters), wh))
        here = (place.x, place.y)
        if place.category == "charger":
            wh = max(wh, state.capacity_wh * STATION_PERCENT // 100)
    return found


def require_reach(state: VehicleState, places: Sequence[Place], mode: Mode) -> None:
    """Raises OutOfRange where a stop of a route would not be reached, naming chargers."""
    for leg in legs(state, places, mode):
        short = reserve_wh(state) - leg.arrival_wh
        if short > 0:
            raise OutOfRange(
                f"In {mode} mode the battery would be {short / 1_000:.1f} kWh short of reaching "
                f"{leg.place.name} ({leg.place.id}), {leg.meters / 1_000:.0f} km from the stop "
                f"before, with {RESERVE_PERCENT}% left. Chargers within range: "
                f"{listed(_reachable(state, mode), 4)}; a charger on the way fills the battery to "
                f"{STATION_PERCENT}%."
            )


def _reachable(state: VehicleState, mode: Mode) -> list[str]:
    usable = charge_wh(state) - reserve_wh(state)
    chargers = [
        place
        for place in state.places.where(category="charger")
        if needed_wh(meters_to(place), mode) <= usable
    ]
    chargers.sort(key=lambda place: (-meters_to(place), place.id))
    return [f"{place.name} ({place.id})" for place in chargers]


def _minutes(meters: int) -> int:
    """Returns how long a way takes: slowly in town, faster on what is beyond."""
    town, beyond = min(meters, CITY_M), max(0, meters - CITY_M)
    return -(-town * 60 // (_CITY_KMH * 1_000)) + beyond * 60 // (_COUNTRY_KMH * 1_000)
