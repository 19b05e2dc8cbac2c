"""Why the broker or the exchange refuses a call that is well formed: one type for each rule.

Every message names the row, the figure that stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class MarketClosed(StateError):
    """The exchange is closed and the order could not wait."""

    type = "market_closed"


class InstrumentHalted(StateError):
    """Trading in the instrument is suspended."""

    type = "instrument_halted"


class NoLiquidity(StateError):
    """Nobody offers the other side near the last price."""

    type = "no_liquidity"


class NotFillable(StateError):
    """A fill-or-kill order cannot be filled at once and in full."""

    type = "not_fillable"


class WouldTradeWithYourself(StateError):
    """The order would meet an order of the same customer."""

    type = "would_trade_with_yourself"


class InsufficientFunds(StateError):
    """The free cash does not cover the order."""

    type = "insufficient_funds"


class InsufficientShares(StateError):
    """Fewer shares are held, or free of other sell orders, than are to be sold."""

    type = "insufficient_shares"


class PriceOutOfBand(StateError):
    """The price lies too far from the last one."""

    type = "price_out_of_band"


class OffTick(StateError):
    """The price is no multiple of the instrument's tick."""

    type = "off_tick"


class StopAlreadyReached(StateError):
    """The stop price lies on the wrong side of the last price."""

    type = "stop_already_reached"


class OrderClosed(StateError):
    """The order is filled, cancelled or expired."""

    type = "order_closed"


class NoLimitPrice(StateError):
    """The order has no limit that could be changed."""

    type = "no_limit_price"


class BelowFilled(StateError):
    """The new quantity is not above what has been filled."""

    type = "below_filled"


class NothingToChange(StateError):
    """The order has that limit and quantity already."""

    type = "nothing_to_change"


class AlreadyWatched(StateError):
    """The instrument is on the watchlist."""

    type = "already_watched"


class NotWatched(StateError):
    """The instrument is not on the watchlist."""

    type = "not_watched"


class WatchlistFull(StateError):
    """The watchlist has no room."""

    type = "watchlist_full"
