"""The places around a car: private ones, chargers by operator, shops and the like, near and far."""

from __future__ import annotations

from mcp_servers.core.worlds import World
from mcp_servers.vehicle.state import Category, Place, VehicleState

OPERATORS = ("Voltway", "Ampere Point", "Greenline", "Sparkhub")
CHARGERS = 16
KILOWATTS = (11, 22, 50, 50, 150, 150, 300)
KINDS: tuple[tuple[str, Category], ...] = (
    ("Bakery", "shop"),
    ("Supermarket", "shop"),
    ("Garden Centre", "shop"),
    ("Restaurant", "restaurant"),
    ("Diner", "restaurant"),
    ("Hotel", "hotel"),
    ("Inn", "hotel"),
    ("Museum", "sight"),
    ("Castle", "sight"),
    ("Car Park", "parking"),
    ("Garage", "parking"),
)
NAMESAKES = 7
SINGLES = 14
_NEAR_M, _FAR_M = (400, 25_000), (80_000, 420_000)
_FAR_SHARE = 0.2


def add_places(state: VehicleState, world: World) -> None:
    """Adds some fifty places."""
    for name in ("Home", "Work", *(f"{first}'s place" for first in world.sample("first_name", 3))):
        _add(state, world, name, "private")
    _add_chargers(state, world)
    names = world.sample("last_name", NAMESAKES + SINGLES)
    for name in names[:NAMESAKES]:
        for kind, category in world.rng.sample(KINDS, 2):
            _add(state, world, f"{name} {kind}", category)
    for name in names[NAMESAKES:]:
        kind, category = world.rng.choice(KINDS)
        _add(state, world, f"{name} {kind}", category)


def _add_chargers(state: VehicleState, world: World) -> None:
    rng = world.rng
    for town in world.sample("city", CHARGERS):
        _add(
            state,
            world,
            f"{rng.choice(OPERATORS)} {town}",
            "charger",
            kw=rng.choice(KILOWATTS),
            free_stalls=rng.choice((0, 1, 2, 4, 6)),
            cents_per_kwh=rng.randrange(29, 80),
        )


def _add(state: VehicleState, world: World, name: str, category: Category, **charger: int) -> None:
    """Adds a place on a street of its own; most are near, and the private ones all are."""
    rng = world.rng
    far = category != "private" and rng.random() < _FAR_SHARE
    low, high = _FAR_M if far else _NEAR_M
    number = rng.randrange(1, 120)
    state.places.insert(
        Place(
            id=state.new_id("places"),
            name=name,
            category=category,
            street=f"{number} {rng.choice(world.pool('street'))}",
            x=rng.choice((-1, 1)) * rng.randrange(low, high),
            y=rng.choice((-1, 1)) * rng.randrange(low, high),
            **charger,
        )
    )
