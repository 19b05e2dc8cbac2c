"""Seeded worlds: an exchange of 22 instruments, and one customer with some weeks of trades.

Every world has names that need a look to tell apart (two share classes, two companies of one
family), and rows on which calls fail: halted instruments, books with an empty side, orders that are
filled or gone, a full watchlist, own orders in the way. A third of the worlds are outside trading
hours, some on a holiday. The first instrument is sound and held.
"""

from __future__ import annotations

from mcp_servers.core.worlds import World
from mcp_servers.trading import exchange
from mcp_servers.trading.history import History
from mcp_servers.trading.state import WATCHLIST_SIZE, TradingState, Watchlist

NEAR_TITLES = (
    ("Growth Ideas", "Growth Picks"),
    ("Long Term", "Long Shots"),
    ("Dividend Payers", "Dividend Hopes"),
    ("Watch Closely", "Watch Later"),
)
OTHER_TITLES = ("Turnarounds", "Small Companies", "{first}'s Tips")


def make_world(world: World) -> TradingState:
    """Returns exchange and account, the same for the same world."""
    state = TradingState(now=world.now)
    exchange.add_holidays(state, world.rng)
    exchange.add_instruments(state, world)
    state.cash_cents = world.rng.randrange(15_000_00, 30_000_00)
    offered = exchange.offers(state, world.rng)
    offered = History(state, world.rng).write(offered)
    exchange.fill_book(state, offered, world.rng)
    exchange.add_arrivals(state, world.rng)
    _add_watchlists(state, world)
    return state


def _add_watchlists(state: TradingState, world: World) -> None:
    """Adds three: two of like names, and one of them all full."""
    rng = world.rng
    (first,) = world.sample("first_name", 1)
    titles = [*rng.choice(NEAR_TITLES), rng.choice(OTHER_TITLES).format(first=first)]
    rng.shuffle(titles)
    full = rng.randrange(1, len(titles))
    for i, title in enumerate(titles):
        size = WATCHLIST_SIZE if i == full else rng.randrange(2, 5)
        symbols = rng.sample(state.instruments.ids(), size)
        state.watchlists.insert(
            Watchlist(id=state.new_id("watchlists"), name=title, symbols=frozenset(symbols))
        )
