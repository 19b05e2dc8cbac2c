"""Look-ups on what the customer has: cash, positions, orders."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.trading import account
from mcp_servers.trading.changing import OrderId
from mcp_servers.trading.placing import average_cents
from mcp_servers.trading.state import Order, TradingState

POSITIONS_PAGE = 5
ORDERS_PAGE = 5

Offset = Annotated[int, arg("How many to skip.", ge=0)]


class PositionRow(Output):
    """A position in a list."""

    symbol: Annotated[str, out("Symbol of the instrument.", entity="instrument")]
    name: Annotated[str, out("Name of the instrument.", label_of="instrument")]
    quantity: Annotated[int, out("Shares held.")]
    value_cents: Annotated[int, out("At the last price, in cents.", format="money")]
    gain_cents: Annotated[int, out("Value less cost, in cents.", format="money")]


class Portfolio(Output):
    """Result of get_portfolio."""

    cash_cents: Annotated[int, out("All cash, in cents.", format="money")]
    free_cents: Annotated[int, out("Cash in no buy order.", format="money")]
    total_value_cents: Annotated[int, out("Cash and positions.", format="money")]
    positions: Annotated[list[PositionRow], out("What is held.")]
    total: Annotated[int, out("How many positions.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class OrderRow(Output):
    """An order in a list."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    name: Annotated[str, out("Name of the instrument.", label_of="order")]
    side: Annotated[str, out("buy or sell.", label_of="order")]
    kind: Annotated[str, out("market, limit, stop or stop_limit.")]
    quantity: Annotated[int, out("Shares in all.")]
    filled: Annotated[int, out("Shares traded so far.")]
    limit_price_cents: Annotated[int | None, out("Limit in cents.", format="money")] = None
    stop_price_cents: Annotated[int | None, out("Stop price in cents.", format="money")] = None


class Orders(Output):
    """Result of list_orders."""

    orders: Annotated[list[OrderRow], out("Newest first.")]
    total: Annotated[int, out("How many fit.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class FillRow(Output):
    """A trade of an order."""

    at: Annotated[str, out("When.", format="datetime")]
    quantity: Annotated[int, out("Shares.")]
    price_cents: Annotated[int, out("Price in cents.", format="money")]


class OrderDetails(OrderRow):
    """Result of get_order."""

    symbol: Annotated[str, out("Symbol of the instrument.", entity="instrument")]
    status: Annotated[
        str, out("queued, waiting for the stop, working, filled, cancelled or expired.")
    ]
    time_in_force: Annotated[str, out("How long it lasts.")]
    placed_at: Annotated[str, out("When it was placed.", format="datetime")]
    average_price_cents: Annotated[int | None, out("Of its trades.", format="money")] = None
    fills: Annotated[list[FillRow], out("Its trades, oldest first.")]


def get_portfolio(
    state: TradingState,
    sort_by: Annotated[Literal["value", "gain", "name"], arg("Order of the positions.")] = "value",
    offset: Offset = 0,
) -> Portfolio:
    """Gets the cash and the positions, with value and gain, five a page."""
    rows = _positions(state)
    value = sum(row.value_cents for row in rows)
    if sort_by == "name":
        rows.sort(key=lambda row: row.name)
    else:
        rows.sort(key=lambda row: getattr(row, f"{sort_by}_cents"), reverse=True)
    end = offset + POSITIONS_PAGE
    return Portfolio(
        cash_cents=state.cash_cents,
        free_cents=account.free_cents(state),
        total_value_cents=state.cash_cents + value,
        positions=rows[offset:end],
        total=len(rows),
        next_offset=end if end < len(rows) else None,
    )


def list_orders(
    state: TradingState,
    status: Annotated[
        Literal["open", "filled", "cancelled", "expired"], arg("Which orders.")
    ] = "open",
    symbol: Annotated[str | None, arg("Only this instrument.", entity="instrument")] = None,
    offset: Offset = 0,
) -> Orders:
    """Lists the customer's orders, open ones by default, five a page."""
    if symbol is not None:
        state.instruments.require(symbol)
    rows = [
        order
        for order in state.orders
        if symbol in (None, order.symbol)
        and (order.is_open if status == "open" else order.status == status)
    ]
    rows.sort(key=lambda order: (order.placed_at, order.id), reverse=True)
    end = offset + ORDERS_PAGE
    return Orders(
        orders=[OrderRow(**_told(state, order)) for order in rows[offset:end]],
        total=len(rows),
        next_offset=end if end < len(rows) else None,
    )


def get_order(state: TradingState, order_id: OrderId) -> OrderDetails:
    """Gets status, average price and single trades of one order."""
    order = state.orders.require(order_id)
    fills = state.fills.where(order_id=order.id)
    return OrderDetails(
        **_told(state, order),
        symbol=order.symbol,
        status=order.status,
        time_in_force=order.time_in_force,
        placed_at=order.placed_at,
        average_price_cents=average_cents(state, order.id),
        fills=[FillRow(at=f.at, quantity=f.quantity, price_cents=f.price_cents) for f in fills],
    )


def _positions(state: TradingState) -> list[PositionRow]:
    rows = []
    for position in state.positions:
        instrument = state.instruments.require(position.id)
        value = position.quantity * instrument.last_cents
        rows.append(
            PositionRow(
                symbol=instrument.id,
                name=instrument.name,
                quantity=position.quantity,
                value_cents=value,
                gain_cents=value - position.cost_cents,
            )
        )
    return rows


def _told(state: TradingState, order: Order) -> dict[str, Any]:
    return {
        "order_id": order.id,
        "name": state.instruments.require(order.symbol).name,
        "side": order.side,
        "kind": order.kind,
        "quantity": order.quantity,
        "filled": order.filled,
        "limit_price_cents": order.limit_cents,
        "stop_price_cents": order.stop_cents,
    }
