"""The matching engine: price-time priority, partial fills, protection, stops.

This file leaves out what may be placed (rules.py) and when (clock.py): it takes an order to the
book and carries out what follows.
"""

from __future__ import annotations

from dataclasses import dataclass

from mcp_servers.core.wording import minute
from mcp_servers.trading.account import protected_cents, settle, worst_cents
from mcp_servers.trading.state import Fill, Order, OrderStatus, Resting, Side, TradingState

_OPPOSITE: dict[Side, Side] = {"buy": "sell", "sell": "buy"}


@dataclass(frozen=True, slots=True)
class Crossing:
    """What an order would meet in the book.

    Attributes:
        matches: rows and how much of each, the first to trade first.
        own: the customer's own row that stops the customer's order, if any.
    """

    matches: tuple[tuple[Resting, int], ...]
    own: Resting | None

    @property
    def quantity(self) -> int:
        """How many shares would trade."""
        return sum(quantity for _, quantity in self.matches)

    @property
    def cost_cents(self) -> int:
        """What they would cost in all."""
        return sum(row.price_cents * quantity for row, quantity in self.matches)


def by_priority(state: TradingState, symbol: str, side: Side) -> list[Resting]:
    """Returns one side of a book: the best price first, at one price the oldest row first."""
    rows = [row for row in state.book.where(symbol=symbol) if row.side == side]
    return sorted(rows, key=lambda row: -row.price_cents if side == "buy" else row.price_cents)


def crossing(
    state: TradingState, symbol: str, side: Side, quantity: int, worst: int, is_own: bool = True
) -> Crossing:
    """Returns what an incoming order would meet; changes nothing.

    Args:
        state: with the book.
        symbol: of the instrument.
        side: of the incoming order.
        quantity: of the incoming order.
        worst: the worst price in cents that it accepts.
        is_own: True for an order of the customer, which stops before an own row.
    """
    matches: list[tuple[Resting, int]] = []
    for row in by_priority(state, symbol, _OPPOSITE[side]):
        acceptable = row.price_cents <= worst if side == "buy" else row.price_cents >= worst
        if quantity == 0 or not acceptable:
            break
        if is_own and row.order_id is not None:
            return Crossing(tuple(matches), row)
        taken = min(quantity, row.quantity)
        matches.append((row, taken))
        quantity -= taken
    return Crossing(tuple(matches), None)


def enter(state: TradingState, order_id: str) -> None:
    """Takes an order to the book: it trades what it can, and the rest stays or is cancelled.

    The shares that it meets are taken at the prices that they are offered for. Stops that the
    trades reach are set off.
    """
    order = state.orders.require(order_id)
    last = state.instruments.require(order.symbol).last_cents
    is_market = order.kind == "market"
    worst = protected_cents(last, order.side) if is_market else worst_cents(order)
    met = crossing(state, order.symbol, order.side, order.remaining, worst)
    _trade(state, order.symbol, met, order_id)
    order = state.orders.require(order_id)
    if order.remaining > 0:
        lasts = order.time_in_force in ("day", "good_till_cancelled")
        if order.limit_cents is not None and lasts and met.own is None:
            rest(state, order.symbol, order.side, order.limit_cents, order.remaining, order_id)
            _set_status(state, order_id, "working")
        else:
            _set_status(state, order_id, "cancelled")
    _set_off_stops(state, order.symbol)


def enter_other(
    state: TradingState, symbol: str, side: Side, quantity: int, price_cents: int
) -> None:
    """Takes somebody else's limit order to the book, where its rest stays."""
    met = crossing(state, symbol, side, quantity, price_cents, is_own=False)
    _trade(state, symbol, met, None)
    if met.quantity < quantity:
        rest(state, symbol, side, price_cents, quantity - met.quantity, None)
    _set_off_stops(state, symbol)


def rest(
    state: TradingState,
    symbol: str,
    side: Side,
    price_cents: int,
    quantity: int,
    order_id: str | None,
) -> None:
    """Puts a row at the end of the book: behind all others of its price."""
    state.book.insert(
        Resting(
            id=state.new_id("book"),
            symbol=symbol,
            side=side,
            price_cents=price_cents,
            quantity=quantity,
            order_id=order_id,
        )
    )


def row_of(state: TradingState, order_id: str) -> Resting | None:
    """Returns the row that an order has in the book."""
    return next(iter(state.book.where(order_id=order_id)), None)


def withdraw(state: TradingState, order_id: str, status: OrderStatus) -> None:
    """Takes an open order out of the book, if it is there, and gives it another status."""
    row = row_of(state, order_id)
    if row is not None:
        state.book.delete(row.id)
    _set_status(state, order_id, status)


def _trade(state: TradingState, symbol: str, met: Crossing, taker_id: str | None) -> None:
    for row, quantity in met.matches:
        if quantity == row.quantity:
            state.book.delete(row.id)
        else:
            state.book.update(row.id, quantity=row.quantity - quantity)
        for order_id in (row.order_id, taker_id):
            if order_id is not None:
                _fill(state, order_id, quantity, row.price_cents)
        instrument = state.instruments.require(symbol)
        state.instruments.update(
            symbol, last_cents=row.price_cents, volume=instrument.volume + quantity
        )


def _fill(state: TradingState, order_id: str, quantity: int, price_cents: int) -> None:
    order = state.orders.require(order_id)
    settle(state, order, quantity, price_cents)
    status = "filled" if order.remaining == quantity else order.status
    state.orders.update(order_id, filled=order.filled + quantity, status=status)
    state.fills.insert(
        Fill(
            id=state.new_id("fills"),
            order_id=order_id,
            price_cents=price_cents,
            quantity=quantity,
            at=minute(state.now),
        )
    )


def _set_off_stops(state: TradingState, symbol: str) -> None:
    """Enters the stop orders that the last price has reached, the oldest first.

    Each may trade and so reach others: `enter` calls back, and the first pass then finds them gone.
    """
    for order in state.orders.where(symbol=symbol, status="waiting"):
        last = state.instruments.require(symbol).last_cents
        if state.orders.require(order.id).status == "waiting" and is_reached(order, last):
            _set_status(state, order.id, "working")
            enter(state, order.id)


def is_reached(order: Order, last_cents: int) -> bool:
    """True where a trade at this price sets off a stop order."""
    if order.stop_cents is None:
        return False
    if order.side == "buy":
        return last_cents >= order.stop_cents
    return last_cents <= order.stop_cents


def _set_status(state: TradingState, order_id: str, status: OrderStatus) -> None:
    state.orders.update(order_id, status=status)
