"""The tables of one electric car, and what always holds of it.

Distances are integer metres, energy is integer watt-hours, pressures are kilopascals, temperatures
whole degrees Celsius. Places lie on a plane whose origin is where the car stands.

Invariants, in every world and after every call:

1. Out of park the car is on, every door is closed and locked, and no cable is connected; it moves
   only then.
2. The car is on for exactly one driver, whose key is inside, and off for none; the battery of a
   car that is on was not empty when it was started.
3. A door that is open is unlocked. Only doors with a window have it open, only rear doors have a
   child lock.
4. It charges only with the cable connected and below the limit.
5. In eco mode every temperature lies within `ECO_CELSIUS`; all zones run while the car is on.
6. Sport is for unrestricted drivers and a battery from `SPORT_PERCENT` on.
7. No place is twice on the route, which has `MOST_STOPS` at most, and every stop is reached with
   `RESERVE_PERCENT` left; a car that is off has no route.
8. While a valet drives, the boot is locked and no private place is on the route.
9. A calibration of the tyres was made with every pressure near to what its load asks for.
10. What the car only knows never changes: places, keys, pressures, positions.
11. References resolve; a call that fails leaves everything as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

RESERVE_PERCENT = 5
EMPTY_PERCENT = 3
STATION_PERCENT = 80
SPORT_PERCENT = 20
PRECONDITION_PERCENT = 20
ECO_CELSIUS = (18, 24)
MOST_STOPS = 5
TOLERANCE_KPA = 20

Gear = Literal["park", "reverse", "neutral", "drive"]
Mode = Literal["eco", "comfort", "sport", "snow"]
Profile = Literal["full", "young", "valet"]
Load = Literal["normal", "full"]
Category = Literal["private", "charger", "restaurant", "shop", "parking", "hotel", "sight"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """Somebody with a key; `usual_mode` and `celsius` are set when the car starts for her."""

    id: str
    name: str
    profile: Profile
    key_inside: bool
    usual_mode: Mode
    celsius: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A door or the boot; `powered` ones open and close by themselves."""

    id: str
    name: str
    row: Literal["front", "rear", "boot"]
    powered: bool
    is_open: bool = False
    locked: bool = True
    child_lock: bool = False
    window_percent: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A part of the cabin with a temperature of its own."""

    id: str
    name: str
    celsius: int
    cabin_celsius: int
    running: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tyre:
    """A tyre, and what it should have when the car is loaded normally and fully."""

    id: str
    name: str
    kpa: int
    normal_kpa: int
    full_kpa: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Somewhere to go, `x` and `y` metres away; chargers have power, stalls and a price."""

    id: str
    name: str
    category: Category
    street: str
    x: int
    y: int
    kw: int = 0
    free_stalls: int = 0
    cents_per_kwh: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A stop of the route; `position` counts from 1, and the last one is the destination."""

    id: str
    place_id: str
    position: int


@dataclass
class VehicleState(State):
    """One car; `charge_limit` is where charging at the cable ends."""

    model: str = ""
    driver_id: str | None = None
    gear: Gear = "park"
    speed_kmh: int = 0
    mode: Mode = "comfort"
    capacity_wh: int = 60_000
    charge_percent: int = 50
    charge_limit: int = 80
    plugged: bool = False
    charging: bool = False
    charger_kw: int = 11
    odometer_m: int = 0
    outside_celsius: int = 15
    calibrated_for: Load | None = None
    drivers: Table[Driver] = table(Driver, "DRV")
    doors: Table[Door] = table(Door, "DOR")
    zones: Table[Zone] = table(Zone, "ZON")
    tyres: Table[Tyre] = table(Tyre, "TYR")
    places: Table[Place] = table(Place, "PLC")
    stops: Table[Stop] = table(Stop, "STP")
