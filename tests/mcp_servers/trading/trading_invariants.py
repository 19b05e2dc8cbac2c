"""The invariants that the state of the exchange declares, as assertions on one state."""

from __future__ import annotations

from collections import Counter, defaultdict

from mcp_servers.trading import account, hours
from mcp_servers.trading.matching import is_reached
from mcp_servers.trading.state import WATCHLIST_SIZE, Order, TradingState


def check_invariants(state: TradingState) -> None:
    """Asserts every invariant of mcp_servers/trading/state.py that one state can show."""
    _cash_and_shares_follow_from_fills(state)
    _reserves_are_covered(state)
    _fills_sum_and_keep_the_limit(state)
    _book_is_sound(state)
    _own_rows_match_orders(state)
    _stops_are_not_reached(state)
    _orders_end_in_time(state)
    for watchlist in state.watchlists:
        assert len(watchlist.symbols) <= WATCHLIST_SIZE
        assert all(symbol in state.instruments for symbol in watchlist.symbols)


def sign(order: Order) -> int:
    """Returns 1 for an order to buy, -1 for one to sell."""
    return 1 if order.side == "buy" else -1


def _cash_and_shares_follow_from_fills(state: TradingState) -> None:
    spent, shares = 0, Counter[str]()
    for fill in state.fills:
        order = state.orders.require(fill.order_id)
        spent += sign(order) * fill.quantity * fill.price_cents
        shares[order.symbol] += sign(order) * fill.quantity
    assert state.cash_cents == state.opening_cents - spent
    assert {p.id: p.quantity for p in state.positions} == {s: n for s, n in shares.items() if n}
    assert all(p.quantity > 0 and p.cost_cents > 0 for p in state.positions)


def _reserves_are_covered(state: TradingState) -> None:
    assert 0 <= account.reserved_cents(state) <= state.cash_cents
    for symbol in {order.symbol for order in account.open_orders(state)}:
        offered = sum(order.remaining for order in account.selling(state, symbol))
        assert offered <= account.held(state, symbol)


def _fills_sum_and_keep_the_limit(state: TradingState) -> None:
    traded: Counter[str] = Counter()
    for fill in state.fills:
        order = state.orders.require(fill.order_id)
        traded[order.id] += fill.quantity
        assert fill.quantity > 0
        if order.limit_cents is not None and order.status == "filled":
            assert sign(order) * (order.limit_cents - fill.price_cents) >= 0
    for order in state.orders:
        assert traded[order.id] == order.filled <= order.quantity
        assert (order.status == "filled") == (order.remaining == 0)


def _book_is_sound(state: TradingState) -> None:
    prices: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row in state.book:
        assert row.quantity > 0
        assert row.price_cents % state.instruments.require(row.symbol).tick_cents == 0
        prices[row.symbol, row.side].append(row.price_cents)
    for symbol in state.instruments.ids():
        bids, asks = prices[symbol, "buy"], prices[symbol, "sell"]
        assert not bids or not asks or max(bids) < min(asks)


def _own_rows_match_orders(state: TradingState) -> None:
    rows = {row.order_id: row for row in state.book if row.order_id is not None}
    assert len(rows) == sum(row.order_id is not None for row in state.book)
    assert rows.keys() == {order.id for order in state.orders.where(status="working")}
    for order_id, row in rows.items():
        order = state.orders.require(order_id)
        assert (row.symbol, row.side, row.price_cents, row.quantity) == (
            order.symbol,
            order.side,
            order.limit_cents,
            order.remaining,
        )


def _stops_are_not_reached(state: TradingState) -> None:
    for order in state.orders.where(status="waiting"):
        assert order.kind in ("stop", "stop_limit")
        assert not is_reached(order, state.instruments.require(order.symbol).last_cents)


def _orders_end_in_time(state: TradingState) -> None:
    today = state.now.date().isoformat()
    for order in account.open_orders(state):
        assert order.expires_on is None or order.expires_on >= today
        assert order.symbol in state.instruments
    if hours.is_open(state):
        assert not state.orders.where(status="queued")
