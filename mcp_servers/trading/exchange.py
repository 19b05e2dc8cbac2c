"""The exchange that a world starts with: instruments, the orders of other people, holidays.

This file leaves out the customer, whose orders history.py puts among the others.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import timedelta

from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.trading import hours
from mcp_servers.trading.state import Arrival, Holiday, Instrument, Resting, Side, TradingState

SECTORS = (
    "Energy",
    "Software",
    "Foods",
    "Media",
    "Health",
    "Mining",
    "Rail",
    "Retail",
    "Chemicals",
    "Robotics",
)
HOLIDAYS = ("Founders' Day", "Harvest Day", "Spring Holiday", "Remembrance Day", "Civic Day")
SIDES: tuple[Side, ...] = ("buy", "sell")
ARRIVALS = 40
LEVELS = 5


@dataclass(frozen=True, slots=True)
class Offer:
    """A row of the book to be, before rows are put in order of time."""

    symbol: str
    side: Side
    price_cents: int
    quantity: int
    order_id: str | None = None


def add_holidays(state: TradingState, rng: random.Random) -> None:
    """Adds a day off and a short day ahead, a day off behind, and in some worlds one today."""
    days = [rng.randrange(1, 6), rng.randrange(6, 18), -rng.randrange(4, 30)]
    today = state.now.date()
    if rng.random() < 0.15:
        days.append(0)
    for name, ahead in zip(rng.sample(HOLIDAYS, len(days)), days, strict=True):
        day = today + timedelta(days=ahead)
        early = ahead > 5 or (ahead == 0 and rng.random() < 0.5)
        state.holidays.insert(
            Holiday(id=day.isoformat(), name=name, closes_at="13:00" if early else None)
        )


def add_instruments(state: TradingState, world: World) -> None:
    """Adds 22: pairs of one family name, pairs of share classes, two halted; the first is sound."""
    rng = world.rng
    names = _names(world)
    rng.shuffle(names)
    halted = rng.sample(range(1, len(names)), 2)
    prices: dict[str, int] = {}
    for i, (name, sector) in enumerate(names):
        tick = 5 if rng.random() < 0.2 else 1
        # Two classes of one share are worth about the same.
        share = name.partition(" Class ")[0]
        worth = prices.setdefault(share, rng.randrange(9_00, 96_00))
        last = tick * (worth * rng.randrange(97, 104) // 100 // tick)
        steps = last // 30 // tick
        instrument = Instrument(
            id=_symbol(state, name, sector, rng),
            name=name,
            sector=sector,
            last_cents=last,
            previous_close_cents=last + tick * rng.randrange(-steps, steps),
            volume=10 * rng.randrange(200, 9_000) if hours.is_open(state) else 0,
            tick_cents=tick,
        )
        state.instruments.insert(
            replace(instrument, status="halted") if i in halted else instrument
        )


def _names(world: World) -> list[tuple[str, str]]:
    """Returns names with their sectors; no two are equal, many alike."""
    rng = world.rng
    last = world.sample("last_name", 16)
    names = []
    for family in last[:4]:
        names += [(f"{family} {sector}", sector) for sector in rng.sample(SECTORS, 2)]
    for family in last[4:6]:
        sector = rng.choice(SECTORS)
        names += [(f"{family} {sector} Class {letter}", sector) for letter in "AB"]
    for family in last[6:]:
        sector = rng.choice(SECTORS)
        names.append((f"{family} {sector}", sector))
    return names


def _symbol(state: TradingState, name: str, sector: str, rng: random.Random) -> str:
    """Returns a symbol of four letters that no other instrument has; not to be guessed."""
    letters = [c for c in name.split()[0].upper() if c.isascii() and c.isalpha()]
    while True:
        middle: str = rng.choice((*letters[1:], *"KXZ")) + rng.choice("BDFGHKLMNPRSTVWXZ")
        symbol = letters[0] + middle + sector[0]
        if symbol not in state.instruments:
            return symbol


def offers(state: TradingState, rng: random.Random) -> list[Offer]:
    """Returns what other people offer, both sides of all books; two have an empty side.

    The last price lies between the best bid and the best ask, or at one of them.
    """
    made: list[Offer] = []
    instruments = list(state.instruments)
    thin = {i.id: rng.choice(SIDES) for i in rng.sample(instruments[1:], 2)}
    for instrument in instruments:
        tick = instrument.tick_cents
        gap = rng.randrange(3)
        for side, sign, away in zip(SIDES, (-1, 1), (gap, rng.randrange(1, 4)), strict=True):
            if thin.get(instrument.id) == side:
                continue
            price = instrument.last_cents + sign * away * tick
            for _ in range(LEVELS):
                made += [
                    Offer(instrument.id, side, price, 10 * rng.randrange(1, 30))
                    for _ in range(rng.randrange(1, 4))
                ]
                price += sign * tick * rng.randrange(1, 9)
    return made


def fill_book(state: TradingState, offered: list[Offer], rng: random.Random) -> None:
    """Puts rows into the book in an order of time that has nothing to do with price."""
    rng.shuffle(offered)
    for offer in offered:
        state.book.insert(
            Resting(
                id=state.new_id("book"),
                symbol=offer.symbol,
                side=offer.side,
                price_cents=offer.price_cents,
                quantity=offer.quantity,
                order_id=offer.order_id,
            )
        )


def add_arrivals(state: TradingState, rng: random.Random) -> None:
    """Adds orders that will come in during the next session, some of which will trade."""
    session = hours.current_or_next(state)
    start = max(session.opens, state.now)
    span = int((session.closes - start).total_seconds()) // 60
    trading = state.instruments.where(status="trading")
    for after in sorted(rng.choices(range(1, max(2, span)), k=ARRIVALS)):
        instrument = rng.choice(trading)
        state.arrivals.insert(
            Arrival(
                id=state.new_id("arrivals"),
                at=minute(start + timedelta(minutes=after)),
                symbol=instrument.id,
                side=rng.choice(SIDES),
                price_cents=instrument.last_cents + instrument.tick_cents * rng.randrange(-12, 13),
                quantity=10 * rng.randrange(1, 60),
            )
        )
