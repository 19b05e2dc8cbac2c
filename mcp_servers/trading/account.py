"""What the customer has and what open orders reserve of it: cash for buys, shares for sells."""

from __future__ import annotations

from mcp_servers.core.wording import dollars
from mcp_servers.trading.failures import InsufficientFunds, InsufficientShares
from mcp_servers.trading.state import (
    PROTECTION_PERCENT,
    Instrument,
    Order,
    Position,
    Side,
    TradingState,
)


def protected_cents(price_cents: int, side: Side) -> int:
    """Returns the worst price for an order without a limit, given the price that it starts from."""
    if side == "buy":
        return price_cents * (100 + PROTECTION_PERCENT) // 100
    return -(-price_cents * (100 - PROTECTION_PERCENT) // 100)


def worst_cents(order: Order) -> int:
    """Returns the worst price that an order accepts, which is what a buy reserves per share.

    Raises:
        ValueError: for an order with neither limit nor stop, whose worst price moves with the last.
    """
    if order.limit_cents is not None:
        return order.limit_cents
    if order.stop_cents is None:
        raise ValueError(f"{order.id} has neither limit nor stop price")
    return protected_cents(order.stop_cents, order.side)


def open_orders(state: TradingState, symbol: str | None = None) -> list[Order]:
    """Returns the orders that may still be filled, in order of entry."""
    rows = state.orders if symbol is None else state.orders.where(symbol=symbol)
    return [order for order in rows if order.is_open]


def reserved_cents(state: TradingState) -> int:
    """Returns the cash that open buy orders may need."""
    buys = [order for order in open_orders(state) if order.side == "buy"]
    return sum(order.remaining * worst_cents(order) for order in buys)


def free_cents(state: TradingState) -> int:
    """Returns the cash that no open order reserves."""
    return state.cash_cents - reserved_cents(state)


def held(state: TradingState, symbol: str) -> int:
    """Returns how many shares of an instrument the customer has."""
    position = state.positions.get(symbol)
    return position.quantity if position else 0


def selling(state: TradingState, symbol: str) -> list[Order]:
    """Returns the open sell orders of an instrument, whose shares are not free."""
    return [order for order in open_orders(state, symbol) if order.side == "sell"]


def require_funds(state: TradingState, cost_cents: int, price_cents: int, back_cents: int) -> None:
    """Checks that the free cash covers a purchase.

    Args:
        state: where the cash stands.
        cost_cents: of the purchase.
        price_cents: of one share, at which it would be smaller.
        back_cents: what an order that is being changed has reserved so far.

    Raises:
        InsufficientFunds: saying how many shares the cash is enough for.
    """
    free = free_cents(state) + back_cents
    if cost_cents > free:
        raise InsufficientFunds(
            f"That needs {dollars(cost_cents)}, and {dollars(free)} is free: enough for "
            f"{free // price_cents} shares at {dollars(price_cents)}. Buy fewer, or cancel an "
            "open buy order."
        )


def require_shares(state: TradingState, instrument: Instrument, quantity: int, back: int) -> None:
    """Checks that as many shares are held and in no sell order.

    Args:
        state: where the positions stand.
        instrument: what is to be sold.
        quantity: how many shares.
        back: what an order that is being changed has offered so far.

    Raises:
        InsufficientShares: saying how many can be sold.
    """
    orders = selling(state, instrument.id)
    free = held(state, instrument.id) - sum(order.remaining for order in orders) + back
    if quantity > free:
        offered = f", the others are offered by {', '.join(o.id for o in orders)}" if orders else ""
        raise InsufficientShares(
            f"You hold {held(state, instrument.id)} shares of {instrument.label} and can sell "
            f"{free}{offered}. Short sales are not possible."
        )


def settle(state: TradingState, order: Order, quantity: int, price_cents: int) -> None:
    """Books shares and cash of one trade of an own order."""
    sign = 1 if order.side == "buy" else -1
    state.cash_cents -= sign * quantity * price_cents
    position = state.positions.get(order.symbol)
    if position is None:
        state.positions.insert(
            Position(id=order.symbol, quantity=quantity, cost_cents=quantity * price_cents)
        )
    elif position.quantity == quantity and order.side == "sell":
        state.positions.delete(position.id)
    else:
        # What is sold takes its share of the cost with it.
        out = position.cost_cents * quantity // position.quantity
        cost = quantity * price_cents if order.side == "buy" else -out
        state.positions.update(
            position.id,
            quantity=position.quantity + sign * quantity,
            cost_cents=position.cost_cents + cost,
        )
