"""What people sell on the marketplace: things with a maker, a year and a price range."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from mcp_servers.core.wording import minute
from mcp_servers.marketplace.state import Category, Condition, Kind, Listing, MarketState


@dataclass(frozen=True, slots=True)
class Ware:
    """A kind of thing: its noun, its goods, its lowest and highest value in dollars."""

    noun: str
    category: Category
    dollars: tuple[int, int]


WARES = (
    Ware("Camera", "cameras", (60, 320)),
    Ware("Lens", "cameras", (40, 280)),
    Ware("Guitar", "music", (80, 400)),
    Ware("Turntable", "music", (50, 260)),
    Ware("Road Bike", "bikes", (120, 500)),
    Ware("Kids Bike", "bikes", (30, 120)),
    Ware("Armchair", "furniture", (40, 300)),
    Ware("Sideboard", "furniture", (90, 420)),
    Ware("Wristwatch", "watches", (50, 450)),
    Ware("Wall Clock", "watches", (20, 140)),
    Ware("Pinball Machine", "games", (200, 600)),
    Ware("Chess Set", "games", (15, 110)),
)
COLOURS = ("Black", "Brown", "Silver", "Green", "Red", "White")
CONDITIONS: tuple[Condition, ...] = ("new", "used", "used", "used", "for_parts")


class Stall:
    """Puts up listings under titles that no other listing has.

    Args:
        state: where they go.
        brands: names of makers; few, so that titles look alike.
        rng: the source of chance.
    """

    def __init__(self, state: MarketState, brands: Sequence[str], rng: random.Random) -> None:
        self._state = state
        self._brands = brands
        self._rng = rng
        self._titles: set[str] = set()

    def put_up(self, ware: Ware, seller_id: str, kind: Kind) -> Listing:
        """Adds an active listing; an auction starts at a third of the value."""
        rng, value = self._rng, 100 * self._rng.randint(*ware.dollars)
        fixed = kind == "fixed_price"
        offers = fixed and rng.random() < 0.7
        return self._state.listings.insert(
            Listing(
                id=self._state.new_id("listings"),
                seller_id=seller_id,
                title=self._title(ware),
                category=ware.category,
                condition=rng.choice(CONDITIONS),
                kind=kind,
                price_cents=value - rng.choice((0, 1, 5))
                if fixed
                else max(1_00, value // 300 * 100),
                shipping_cents=rng.choice((0, 4_90, 6_50, 9_00, 12_50)),
                closes_at=self._closing(),
                takes_offers=offers,
                reserve_cents=None if fixed or rng.random() < 0.75 else value * 8 // 10,
                buy_now_cents=None if fixed or rng.random() < 0.5 else value * 12 // 10,
                accept_from_cents=value * 9 // 10 if offers and rng.random() < 0.5 else None,
                decline_below_cents=value * 6 // 10 if offers and rng.random() < 0.5 else None,
            )
        )

    def _title(self, ware: Ware) -> str:
        rng = self._rng
        while True:
            made = f"{rng.choice(self._brands)} {ware.noun} {rng.randrange(1958, 2019)}"
            title = f"{made} {rng.choice(COLOURS)}"
            if title not in self._titles:
                self._titles.add(title)
                return title

    def _closing(self) -> str:
        minutes = self._rng.choice((self._rng.randint(2, 600), self._rng.randint(60, 10_000)))
        return minute(self._state.now + timedelta(minutes=minutes))
