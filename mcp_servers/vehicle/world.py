"""Seeded worlds of the vehicle: one car, its household, and some fifty places around.

A car is found off, on in park, standing in gear, or moving. Every world has names that need a look
to tell apart (a family, chargers of one operator, shops of one name), and what makes calls fail:
absent keys, restricted drivers, open doors, child locks, low tyres, places out of range.
"""

from __future__ import annotations

from mcp_servers.core.worlds import World
from mcp_servers.vehicle.energy import legs, reserve_wh
from mcp_servers.vehicle.places import add_places
from mcp_servers.vehicle.state import (
    ECO_CELSIUS,
    Door,
    Driver,
    Mode,
    Profile,
    Stop,
    Tyre,
    VehicleState,
    Zone,
)

MODELS = ("Aurelia E4", "Corvana Family", "Nordlys Touring", "Kestrel City", "Palisade EV")
BATTERIES_WH = (44_000, 58_000, 64_000, 77_000, 90_000)
PROFILES: tuple[Profile, ...] = ("full", "full", "full", "young", "young", "valet", "full")
USUAL_MODES: tuple[Mode, ...] = ("comfort", "comfort", "eco", "snow")
FAMILY = 4
CORNERS = ("front left", "front right", "rear left", "rear right")
ZONES = ("driver", "front passenger", "rear left", "rear right", "third row")
SITUATIONS = ("off", "off", "parked", "parked", "parked", "standing", "moving")


def make_world(world: World) -> VehicleState:
    """Returns one car, the same for the same world."""
    rng = world.rng
    state = VehicleState(
        now=world.now,
        model=rng.choice(MODELS),
        capacity_wh=rng.choice(BATTERIES_WH),
        charge_percent=2 if rng.random() < 0.09 else rng.choice((9, 12, 15, 18, *range(25, 96, 5))),
        charge_limit=rng.choice((80, 80, 90)),
        charger_kw=rng.choice((4, 7, 11, 22)),
        odometer_m=rng.randrange(3_000_000, 90_000_000),
        outside_celsius=rng.randrange(-6, 34),
        mode=rng.choice(USUAL_MODES),
    )
    _add_drivers(state, world)
    _add_doors(state, world)
    _add_zones(state, world)
    _add_tyres(state, world)
    add_places(state, world)
    _put_into_a_situation(state, world)
    return state


def _add_drivers(state: VehicleState, world: World) -> None:
    """Adds a family, a guest and a valet; the first key is inside."""
    rng = world.rng
    family, guest, *_ = world.sample("last_name", 3)
    names = [f"{first} {family}" for first in world.sample("first_name", FAMILY)]
    others = [f"{first} {guest}" for first in world.sample("first_name", 8) if first not in names]
    for name, profile in zip([*names, *others], PROFILES, strict=False):
        state.drivers.insert(
            Driver(
                id=state.new_id("drivers"),
                name=name,
                profile=profile,
                key_inside=len(state.drivers) == 0 or rng.random() < 0.6,
                usual_mode=rng.choice(USUAL_MODES),
                celsius=rng.randrange(17, 26),
            )
        )


def _add_doors(state: VehicleState, world: World) -> None:
    """Adds four doors and the boot; in a family car the rear doors slide by themselves."""
    rng = world.rng
    slides = rng.random() < 0.4
    for corner in CORNERS:
        rear = corner.startswith("rear")
        locked = rng.random() < 0.6
        state.doors.insert(
            Door(
                id=state.new_id("doors"),
                name=f"{corner} {'sliding door' if rear and slides else 'door'}",
                row="rear" if rear else "front",
                powered=rear and slides,
                is_open=not locked and rng.random() < 0.2,
                locked=locked,
                child_lock=rear and rng.random() < 0.5,
                window_percent=rng.choice((0, 0, 0, 20, 100)),
            )
        )
    locked = rng.random() < 0.6
    state.doors.insert(
        Door(
            id=state.new_id("doors"),
            name=rng.choice(("boot", "tailgate")),
            row="boot",
            powered=rng.random() < 0.7,
            is_open=not locked and rng.random() < 0.3,
            locked=locked,
        )
    )


def _add_zones(state: VehicleState, world: World) -> None:
    rng = world.rng
    low, high = ECO_CELSIUS
    for name in ZONES[: rng.choice((3, 4, 4, 5))]:
        state.zones.insert(
            Zone(
                id=state.new_id("zones"),
                name=name,
                celsius=rng.randrange(low, high + 1),
                cabin_celsius=state.outside_celsius + rng.randrange(0, 6),
                running=False,
            )
        )


def _add_tyres(state: VehicleState, world: World) -> None:
    """Adds four tyres; of some cars one is low, some are inflated for a full load."""
    rng = world.rng
    normal = rng.choice((230, 240, 250, 260))
    loaded = rng.random() < 0.3
    low = rng.choice(CORNERS) if rng.random() < 0.4 else None
    for corner in CORNERS:
        full = normal + (60 if corner.startswith("rear") else 30)
        near = (full if loaded else normal) + rng.randrange(-12, 13)
        state.tyres.insert(
            Tyre(
                id=state.new_id("tyres"),
                name=corner,
                kpa=near - 45 if corner == low else near,
                normal_kpa=normal,
                full_kpa=full,
            )
        )


def _put_into_a_situation(state: VehicleState, world: World) -> None:
    """Lets the car be off, on in park, standing in gear or moving; with a route, or at a cable."""
    rng = world.rng
    situation = rng.choice(SITUATIONS)
    if situation != "off" and state.charge_percent > 2:
        _start(state, world)
    if situation in ("standing", "moving") and state.driver_id is not None:
        state.gear = "drive"
        state.speed_kmh = rng.choice((30, 50, 80, 120)) if situation == "moving" else 0
        for door in state.doors:
            state.doors.update(door.id, is_open=False, locked=True)
    elif rng.random() < 0.5:
        state.plugged = True
        state.charging = state.charge_percent < state.charge_limit and rng.random() < 0.5


def _start(state: VehicleState, world: World) -> None:
    """Puts the car on for somebody whose key is inside, in half of the worlds with a route."""
    rng = world.rng
    driver = rng.choice(state.drivers.where(key_inside=True))
    state.driver_id = driver.id
    for zone in state.zones:
        state.zones.update(zone.id, running=True)
    if driver.profile == "valet":
        for door in state.doors.where(row="boot"):
            state.doors.update(door.id, is_open=False, locked=True)
    public = [place for place in state.places if place.category != "private"]
    wanted = rng.sample(public, rng.choice((1, 2)))
    reached = legs(state, wanted, state.mode)
    if rng.random() < 0.6 and all(leg.arrival_wh >= reserve_wh(state) for leg in reached):
        for position, place in enumerate(wanted, 1):
            stop_id = state.new_id("stops")
            state.stops.insert(Stop(id=stop_id, place_id=place.id, position=position))
