"""What must hold before an order is taken, and what its refusal says."""

from __future__ import annotations

from mcp_servers.core.wording import dollars, minute
from mcp_servers.trading import account, hours
from mcp_servers.trading.failures import (
    InstrumentHalted,
    MarketClosed,
    NoLiquidity,
    NotFillable,
    OffTick,
    OrderClosed,
    PriceOutOfBand,
    StopAlreadyReached,
    WouldTradeWithYourself,
)
from mcp_servers.trading.matching import Crossing, is_reached
from mcp_servers.trading.state import (
    BAND_PERCENT,
    PROTECTION_PERCENT,
    Instrument,
    Order,
    Side,
    TradingState,
)


def require_open(state: TradingState, what: str) -> None:
    """Checks that the exchange is open, for an order that cannot wait.

    Raises:
        MarketClosed: saying when it opens.
    """
    if not hours.is_open(state):
        opens = minute(hours.current_or_next(state).opens)
        raise MarketClosed(
            f"The exchange is closed until {opens}, and {what} cannot wait. Place a day or "
            "good_till_cancelled limit order, which is queued for the opening."
        )


def require_trading(instrument: Instrument) -> None:
    """Checks that the instrument is not halted.

    Raises:
        InstrumentHalted: saying what is still possible.
    """
    if instrument.status == "halted":
        raise InstrumentHalted(
            f"Trading in {instrument.label} is halted: no order can be placed or amended until it "
            "resumes, only cancelled. Choose another instrument."
        )


def require_price(instrument: Instrument, price_cents: int) -> None:
    """Checks a limit or stop price against tick and band.

    Raises:
        OffTick: naming the prices next to it.
        PriceOutOfBand: naming the band.
    """
    tick, last = instrument.tick_cents, instrument.last_cents
    low, high = last * (100 - BAND_PERCENT) // 100, last * (100 + BAND_PERCENT) // 100
    if not low <= price_cents <= high:
        raise PriceOutOfBand(
            f"{dollars(price_cents)} is too far from the last price of {instrument.label}, "
            f"{dollars(last)}; give {dollars(low)} to {dollars(high)}."
        )
    if price_cents % tick:
        below = price_cents - price_cents % tick
        raise OffTick(
            f"{instrument.label} trades in steps of {tick} cents: instead of {dollars(price_cents)}"
            f" give {dollars(below)} or {dollars(below + tick)}."
        )


def require_stop(instrument: Instrument, order: Order) -> None:
    """Checks that the stop price of a new order is yet to be reached.

    Raises:
        StopAlreadyReached: saying on which side of the last price it has to lie.
    """
    if is_reached(order, instrument.last_cents):
        where = "above" if order.side == "buy" else "below"
        raise StopAlreadyReached(
            f"{instrument.label} last traded at {dollars(instrument.last_cents)}; the stop price "
            f"of a {order.side} order must lie {where} that. To trade now, use a market or limit "
            "order."
        )


def require_no_own_opposite(state: TradingState, symbol: str, side: Side, worst_cents: int) -> None:
    """Checks that no order of the customer stands on the other side within reach.

    Raises:
        WouldTradeWithYourself: naming that order.
    """
    for other in account.open_orders(state, symbol):
        limit = other.limit_cents
        if other.side == side or other.status == "waiting" or limit is None:
            continue
        if limit <= worst_cents if side == "buy" else limit >= worst_cents:
            raise WouldTradeWithYourself(
                f"Your own {other.side} order {other.id} at {dollars(limit)} is in the way; "
                "cancel or amend it first, or give a limit that does not reach it."
            )


def require_liquidity(instrument: Instrument, side: Side, met: Crossing) -> None:
    """Checks that a market order finds somebody to trade with.

    Raises:
        NoLiquidity: saying how far it looked.
    """
    if not met.matches:
        other = "sells" if side == "buy" else "buys"
        raise NoLiquidity(
            f"Nobody {other} {instrument.label} within {PROTECTION_PERCENT}% of the last price, "
            f"{dollars(instrument.last_cents)}. A limit order can wait for one."
        )


def require_all(met: Crossing, quantity: int, limit_cents: int) -> None:
    """Checks that a fill-or-kill order can be filled at once.

    Raises:
        NotFillable: saying how much could be.
    """
    if met.quantity < quantity:
        raise NotFillable(
            f"Only {met.quantity} of {quantity} shares are on offer at {dollars(limit_cents)} or "
            "better. Ask for fewer, move the limit, or use immediate_or_cancel."
        )


def require_cover(state: TradingState, instrument: Instrument, new: Order, old: Order) -> None:
    """Checks that cash or shares cover an order; `old` is what it replaces, or is filled.

    Raises:
        InsufficientFunds: for a buy.
        InsufficientShares: for a sell.
    """
    if new.side == "buy":
        price = account.worst_cents(new)
        back = old.remaining * account.worst_cents(old)
        account.require_funds(state, new.remaining * price, price, back)
    else:
        account.require_shares(state, instrument, new.remaining, old.remaining)


def require_open_order(state: TradingState, order: Order) -> None:
    """Checks that an order may still be filled.

    Raises:
        OrderClosed: naming those that are open.
    """
    if not order.is_open:
        ids = ", ".join(o.id for o in account.open_orders(state)) or "none"
        raise OrderClosed(f"{order.id} is {order.status} already. Open orders: {ids}.")
