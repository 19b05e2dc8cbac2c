"""Tools that change or end an order."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from mcp_servers.core.fields import arg
from mcp_servers.trading import hours, matching, rules
from mcp_servers.trading.failures import BelowFilled, NoLimitPrice, NothingToChange
from mcp_servers.trading.placing import OrderReport, report
from mcp_servers.trading.state import Order, TradingState

OrderId = Annotated[str, arg("Id of the order.", entity="order")]


def amend_order(
    state: TradingState,
    order_id: OrderId,
    limit_price_cents: Annotated[int, arg("New or same limit.", format="money", ge=1)],
    quantity: Annotated[int | None, arg("New total; default: as is.", ge=1, le=100_000)] = None,
) -> OrderReport:
    """Changes limit price and, if given, quantity of an open order."""
    order = state.orders.require(order_id)
    rules.require_open_order(state, order)
    changed = replace(
        order,
        limit_cents=limit_price_cents,
        quantity=order.quantity if quantity is None else quantity,
    )
    _require_change(state, order, changed)
    _apply(state, order, changed)
    return report(state, order.id)


def cancel_order(state: TradingState, order_id: OrderId) -> OrderReport:
    """Cancels what remains of an open order and frees its cash or shares."""
    order = state.orders.require(order_id)
    rules.require_open_order(state, order)
    matching.withdraw(state, order.id, "cancelled")
    return report(state, order.id)


def _require_change(state: TradingState, order: Order, changed: Order) -> None:
    instrument = state.instruments.require(order.symbol)
    if order.limit_cents is None:
        raise NoLimitPrice(
            f"{order.id} is a stop order without a limit and cannot be amended; cancel it and place"
            " another."
        )
    if changed == order:
        raise NothingToChange(f"{order.id} has that limit and quantity already; give others.")
    if changed.quantity <= order.filled:
        raise BelowFilled(
            f"{order.filled} shares of {order.id} are filled; give a quantity above that, or "
            "cancel what remains with cancel_order."
        )
    rules.require_trading(instrument)
    if changed.limit_cents is not None and changed.limit_cents != order.limit_cents:
        rules.require_price(instrument, changed.limit_cents)
        if order.status != "waiting":
            rules.require_no_own_opposite(state, order.symbol, order.side, changed.limit_cents)
    rules.require_cover(state, instrument, changed, order)


def _apply(state: TradingState, order: Order, changed: Order) -> None:
    row = matching.row_of(state, order.id)
    keeps_place = changed.limit_cents == order.limit_cents and changed.quantity < order.quantity
    if keeps_place:
        state.orders.update(order.id, quantity=changed.quantity)
        if row is not None:
            state.book.update(row.id, quantity=changed.remaining)
        return
    # The table is in order of entry: what loses its place goes to the end.
    state.orders.delete(order.id)
    state.orders.insert(changed)
    if row is not None:
        state.book.delete(row.id)
        if hours.is_open(state):
            matching.enter(state, order.id)
        else:
            state.orders.update(order.id, status="queued")
