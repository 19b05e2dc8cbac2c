"""Tools that place orders."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.trading import account, hours, matching, rules
from mcp_servers.trading.state import (
    Kind,
    Order,
    OrderStatus,
    Side,
    TimeInForce,
    TradingState,
)

Symbol = Annotated[str, arg("Symbol.", entity="instrument")]
SideArg = Annotated[Side, arg("Direction.")]
Quantity = Annotated[int, arg("How many shares.", ge=1, le=100_000)]
LimitPrice = Annotated[int, arg("Worst price, in cents.", format="money", ge=1)]


class OrderReport(Output):
    """Result of all tools that place or change an order."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    status: Annotated[str, out("queued, waiting, working, filled or cancelled.")]
    filled: Annotated[int, out("Shares traded so far.")]
    average_price_cents: Annotated[int | None, out("Of those, in cents.", format="money")] = None
    free_cents: Annotated[int, out("Cash left to spend.", format="money")]


def place_market_order(
    state: TradingState, symbol: Symbol, side: SideArg, quantity: Quantity
) -> OrderReport:
    """Buys or sells now at the best prices on offer; what finds no offer is cancelled."""
    instrument = state.instruments.require(symbol)
    rules.require_open(state, "a market order")
    rules.require_trading(instrument)
    worst = account.protected_cents(instrument.last_cents, side)
    rules.require_no_own_opposite(state, symbol, side, worst)
    met = matching.crossing(state, symbol, side, quantity, worst)
    rules.require_liquidity(instrument, side, met)
    if side == "buy":
        account.require_funds(state, met.cost_cents, met.matches[-1][0].price_cents, 0)
    else:
        account.require_shares(state, instrument, quantity, 0)
    return _take(state, _draft(state, symbol, side, "market", quantity, "immediate_or_cancel"))


def place_limit_order(
    state: TradingState,
    symbol: Symbol,
    side: SideArg,
    quantity: Quantity,
    limit_price_cents: LimitPrice,
    time_in_force: Annotated[TimeInForce, arg("How long it lasts.")] = "day",
) -> OrderReport:
    """Buys or sells at a limit price or better. The rest waits in the order book."""
    instrument = state.instruments.require(symbol)
    order = replace(
        _draft(state, symbol, side, "limit", quantity, time_in_force),
        limit_cents=limit_price_cents,
    )
    rules.require_trading(instrument)
    rules.require_price(instrument, limit_price_cents)
    if time_in_force in ("immediate_or_cancel", "fill_or_kill"):
        rules.require_open(state, f"an {time_in_force} order")
    rules.require_no_own_opposite(state, symbol, side, limit_price_cents)
    rules.require_cover(state, instrument, order, replace(order, filled=quantity))
    if time_in_force == "fill_or_kill":
        met = matching.crossing(state, symbol, side, quantity, limit_price_cents)
        rules.require_all(met, quantity, limit_price_cents)
    return _take(state, order)


def place_stop_order(
    state: TradingState,
    symbol: Symbol,
    side: SideArg,
    quantity: Quantity,
    stop_price_cents: Annotated[int, arg("What sets it off, in cents.", format="money", ge=1)],
    limit_price_cents: Annotated[
        int | None, arg("Worst price then; default 5% off.", format="money", ge=1)
    ] = None,
) -> OrderReport:
    """Buys or sells once the price has risen (buy) or fallen (sell) to a stop price. Lasts until
    it is cancelled.
    """
    instrument = state.instruments.require(symbol)
    kind: Kind = "stop" if limit_price_cents is None else "stop_limit"
    order = replace(
        _draft(state, symbol, side, kind, quantity, "good_till_cancelled"),
        limit_cents=limit_price_cents,
        stop_cents=stop_price_cents,
    )
    rules.require_trading(instrument)
    for price in (stop_price_cents, limit_price_cents):
        if price is not None:
            rules.require_price(instrument, price)
    rules.require_stop(instrument, order)
    rules.require_cover(state, instrument, order, replace(order, filled=quantity))
    return _take(state, order)


def report(state: TradingState, order_id: str) -> OrderReport:
    """Returns how an order stands."""
    order = state.orders.require(order_id)
    return OrderReport(
        order_id=order.id,
        status=order.status,
        filled=order.filled,
        average_price_cents=average_cents(state, order.id),
        free_cents=account.free_cents(state),
    )


def average_cents(state: TradingState, order_id: str) -> int | None:
    """Returns the average price of an order's trades, half a cent rounded up; None before any."""
    fills = state.fills.where(order_id=order_id)
    quantity = sum(fill.quantity for fill in fills)
    if not quantity:
        return None
    return (sum(f.quantity * f.price_cents for f in fills) + quantity // 2) // quantity


def _draft(
    state: TradingState, symbol: str, side: Side, kind: Kind, quantity: int, lasts: TimeInForce
) -> Order:
    """Returns an order that has no id yet: ids are counted only once all checks are passed."""
    day = hours.current_or_next(state).opens.date().isoformat()
    status: OrderStatus = "working" if hours.is_open(state) else "queued"
    return Order(
        id="",
        symbol=symbol,
        side=side,
        kind=kind,
        quantity=quantity,
        time_in_force=lasts,
        status="waiting" if kind in ("stop", "stop_limit") else status,
        placed_at=minute(state.now),
        expires_on=day if lasts == "day" else None,
    )


def _take(state: TradingState, draft: Order) -> OrderReport:
    order = state.orders.insert(replace(draft, id=state.new_id("orders")))
    if order.status == "working":
        matching.enter(state, order.id)
    return report(state, order.id)
