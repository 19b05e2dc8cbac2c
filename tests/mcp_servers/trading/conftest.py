"""A small exchange made by hand, a customer on it, and calls on both."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from mcp_servers.core.errors import StateError
from mcp_servers.core.hashing import state_hash
from mcp_servers.trading import account, matching
from mcp_servers.trading.state import (
    Fill,
    Holiday,
    Instrument,
    Order,
    TradingState,
    Watchlist,
)
from mcp_servers.trading.tools import server
from provelight.records import Json

WEDNESDAY = datetime(2026, 3, 18, 10, 30)
BOOK = (
    ("ENRG", "sell", 50_05, 100),
    ("ENRG", "sell", 50_02, 30),
    ("ENRG", "buy", 49_90, 200),
    ("ENRG", "sell", 50_02, 50),
    ("ENRG", "buy", 49_98, 40),
    ("ENRG", "sell", 56_00, 1_000),
    ("FOOD", "buy", 19_95, 100),
)


@pytest.fixture
def exchange() -> TradingState:
    """Three instruments, one halted and one that nobody sells; the customer holds 100 ENRG."""
    state = TradingState(now=WEDNESDAY, opening_cents=14_000_00, cash_cents=14_000_00)
    for symbol, name, cents, tick, status in (
        ("ENRG", "Fischer Energy", 50_00, 1, "trading"),
        ("FOOD", "Fischer Foods", 20_00, 5, "trading"),
        ("HALT", "Meza Media Class A", 80_00, 1, "halted"),
    ):
        state.instruments.insert(
            Instrument(
                id=symbol,
                name=name,
                sector=name.split()[1],
                last_cents=cents,
                previous_close_cents=cents - 1_00,
                volume=1_000,
                tick_cents=tick,
                status=status,
            )
        )
    for symbol, side, price, quantity in BOOK:
        matching.rest(state, symbol, side, price, quantity, None)
    _buy(state, "ENRG", 100, 40_00)
    state.holidays.insert(Holiday(id="2026-03-19", name="Founders' Day"))
    state.holidays.insert(Holiday(id="2026-03-20", name="Civic Day", closes_at="13:00"))
    for title, symbols in (("Growth Ideas", {"ENRG"}), ("Growth Picks", set())):
        state.watchlists.insert(
            Watchlist(id=state.new_id("watchlists"), name=title, symbols=frozenset(symbols))
        )
    return state


def _buy(state: TradingState, symbol: str, quantity: int, price_cents: int) -> None:
    order = state.orders.insert(
        Order(
            id=state.new_id("orders"),
            symbol=symbol,
            side="buy",
            kind="limit",
            quantity=quantity,
            time_in_force="day",
            status="filled",
            placed_at="2026-03-02T11:00",
            filled=quantity,
            limit_cents=price_cents,
            expires_on="2026-03-02",
        )
    )
    account.settle(state, order, quantity, price_cents)
    state.fills.insert(
        Fill(
            id=state.new_id("fills"),
            order_id=order.id,
            price_cents=price_cents,
            quantity=quantity,
            at="2026-03-02T11:00",
        )
    )


@pytest.fixture
def call(exchange: TradingState) -> Callable[..., Json]:
    """Calls a tool, the clock's included, on the small exchange and returns its result."""
    return lambda tool, **arguments: server.tool(tool, debug=True).call(exchange, arguments)


@pytest.fixture
def limit(call: Callable[..., Json]) -> Callable[..., Json]:
    """Places a limit order on ENRG and returns the report."""

    def place(side: str, quantity: int, cents: int, **more: Json) -> Json:
        return call(
            "place_limit_order",
            symbol="ENRG",
            side=side,
            quantity=quantity,
            limit_price_cents=cents,
            **more,
        )

    return place


@pytest.fixture
def refused(exchange: TradingState) -> Callable[..., str]:
    """Calls a tool that must be refused with the type; returns the message.

    The tool works on the state itself, without the rollback of a session, so this also shows that
    every check comes before the first change.
    """

    def refused_with(type: str, tool: str, **arguments: Json) -> str:
        before = state_hash(exchange)
        with pytest.raises(StateError) as caught:
            server.tool(tool).call(exchange, arguments)
        assert caught.value.type == type
        assert caught.type in server.tool(tool).raises
        assert state_hash(exchange) == before
        return caught.value.message

    return refused_with
