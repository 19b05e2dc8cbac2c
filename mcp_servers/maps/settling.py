"""Seeded businesses and addresses along the streets of a town."""

from __future__ import annotations

from typing import Final

from mcp_servers.core.worlds import World
from mcp_servers.maps.state import Category, MapsState, Place, Segment

PAIRS: Final = 13
"""Families with two businesses of different kinds."""
CHAINS: Final = 5
"""Families with three branches of one kind."""
SINGLES: Final = 17
ADDRESSES: Final = 34
ADDRESS_STREETS: Final = 12
GONE: Final = 4
ON_PATHS: Final = 3
BRANCHES: Final = ("North", "South", "East", "West", "Central", "Riverside")

WORDS: Final[dict[Category, tuple[str, ...]]] = {
    "cafe": ("Cafe", "Coffee House"),
    "restaurant": ("Grill", "Kitchen", "Noodle Bar"),
    "bakery": ("Bakery",),
    "pharmacy": ("Pharmacy",),
    "supermarket": ("Market", "Grocery"),
    "museum": ("Museum", "Gallery"),
    "library": ("Library",),
    "gym": ("Fitness", "Gym"),
    "hotel": ("Hotel", "Inn"),
    "charging_station": ("Charging",),
}
HOURS: Final[dict[Category, tuple[int, int]]] = {
    "cafe": (7 * 60 + 30, 18 * 60),
    "restaurant": (11 * 60, 22 * 60 + 30),
    "bakery": (6 * 60, 15 * 60),
    "pharmacy": (8 * 60 + 30, 18 * 60 + 30),
    "supermarket": (8 * 60, 21 * 60),
    "museum": (10 * 60, 17 * 60),
    "library": (9 * 60, 19 * 60),
    "gym": (6 * 60, 22 * 60),
    "hotel": (0, 1_440),
    "charging_station": (0, 1_440),
}
_ALWAYS: Final = (0, 1_440)


class Settlers:
    """Adds places to a town.

    Args:
        state: with streets; gets the places.
        world: chance and names.
    """

    def __init__(self, state: MapsState, world: World) -> None:
        self._state = state
        self._world = world
        self._rng = world.rng
        roads = [s for s in state.segments if s.road in ("residential", "main")]
        self._roads = [s for s in roads if "Ramp" not in s.street]
        self._paths = state.segments.where(road="path")
        self._taken: set[str] = set()

    def settle(self) -> None:
        """Adds businesses, then addresses."""
        named = self._names()
        self._rng.shuffle(named)
        for i, (name, category) in enumerate(named):
            ground = self._paths if i < ON_PATHS else self._roads
            self._business(name, category, self._rng.choice(ground))
        for id in self._rng.sample(self._state.places.ids()[ON_PATHS:], GONE):
            self._state.places.update(id, gone=True)
        streets = self._rng.sample(sorted({s.street for s in self._roads}), ADDRESS_STREETS)
        for i in range(ADDRESSES):
            street = streets[i % ADDRESS_STREETS]
            self._address(self._rng.choice([s for s in self._roads if s.street == street]))

    def _names(self) -> list[tuple[str, Category]]:
        families = self._world.sample("last_name", PAIRS + CHAINS + SINGLES)
        categories = list(WORDS)
        named: list[tuple[str, Category]] = []
        for i, family in enumerate(families):
            if i < PAIRS:
                for category in self._rng.sample(categories, 2):
                    named.append((f"{family} {self._rng.choice(WORDS[category])}", category))
            elif i < PAIRS + CHAINS:
                category = self._rng.choice(categories)
                word = self._rng.choice(WORDS[category])
                for branch in self._rng.sample(BRANCHES, 3):
                    named.append((f"{family} {word} {branch}", category))
            else:
                category = self._rng.choice(categories)
                named.append((f"{family} {self._rng.choice(WORDS[category])}", category))
        return named

    def _business(self, name: str, category: Category, segment: Segment) -> None:
        opens, closes = HOURS[category]
        shift = 30 * self._rng.randrange(-1, 2) if (opens, closes) != _ALWAYS else 0
        rests = (opens, closes) != _ALWAYS and self._rng.random() < 0.5
        offset_m = self._rng.randrange(10, segment.length_m - 10)
        self._state.places.insert(
            Place(
                id=self._state.new_id("places"),
                name=name,
                address=self._house(segment, offset_m),
                segment_id=segment.id,
                offset_m=offset_m,
                category=category,
                opens_at=opens + shift,
                closes_at=closes + shift,
                closed_on=self._rng.choice((0, 6, 6)) if rests else None,
                rating_tenths=self._rng.randrange(28, 50),
                ratings=self._rng.randrange(3, 900),
            )
        )

    def _address(self, segment: Segment) -> None:
        offset_m = self._rng.randrange(10, segment.length_m - 10)
        address = self._house(segment, offset_m)
        self._state.places.insert(
            Place(
                id=self._state.new_id("places"),
                name=address,
                address=address,
                segment_id=segment.id,
                offset_m=offset_m,
            )
        )

    def _house(self, segment: Segment, offset_m: int) -> str:
        """Returns the next free address: numbers grow along a street, one for each ten metres."""
        start = self._state.junctions.require(segment.from_id)
        end = self._state.junctions.require(segment.to_id)
        number = (min(start.x_m + start.y_m, end.x_m + end.y_m) + offset_m) // 10
        while f"{number} {segment.street}" in self._taken:
            number += 1
        self._taken.add(f"{number} {segment.street}")
        return f"{number} {segment.street}"
