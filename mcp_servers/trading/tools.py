"""The tools of the trading server: which there are, which of them write, and how each may fail.

One session is one customer. The functions stand in market.py, portfolio.py, placing.py, changing.py
and watchlists.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.trading import changing, clock, market, placing, portfolio, watchlists
from mcp_servers.trading.failures import (
    AlreadyWatched,
    BelowFilled,
    InstrumentHalted,
    InsufficientFunds,
    InsufficientShares,
    MarketClosed,
    NoLimitPrice,
    NoLiquidity,
    NotFillable,
    NothingToChange,
    NotWatched,
    OffTick,
    OrderClosed,
    PriceOutOfBand,
    StopAlreadyReached,
    WatchlistFull,
    WouldTradeWithYourself,
)
from mcp_servers.trading.state import TradingState
from mcp_servers.trading.world import make_world

server = ToolServer(
    "trading",
    title="Brokerage",
    instructions=(
        "The brokerage account of one customer, and the exchange. Prices and amounts are integer "
        "cents. Look up symbols and the ids of orders and watchlists before you use them."
    ),
    state=TradingState,
    make_world=make_world,
)

_NO_COVER = (InsufficientFunds, InsufficientShares)
_NO_LIMIT = (InstrumentHalted, PriceOutOfBand, OffTick)

server.read(market.search_instruments)
server.read(market.get_quote)

server.read(portfolio.get_portfolio)
server.read(portfolio.list_orders)
server.read(portfolio.get_order)

server.write(
    raises=(MarketClosed, InstrumentHalted, WouldTradeWithYourself, NoLiquidity, *_NO_COVER),
)(placing.place_market_order)
server.write(
    raises=(MarketClosed, *_NO_LIMIT, WouldTradeWithYourself, *_NO_COVER, NotFillable),
)(placing.place_limit_order)
server.write(raises=(*_NO_LIMIT, StopAlreadyReached, *_NO_COVER))(placing.place_stop_order)
server.write(
    raises=(
        OrderClosed,
        NoLimitPrice,
        NothingToChange,
        BelowFilled,
        *_NO_LIMIT,
        WouldTradeWithYourself,
        *_NO_COVER,
    ),
)(changing.amend_order)
server.write(destructive=True, raises=(OrderClosed,))(changing.cancel_order)

server.read(watchlists.list_watchlists)
server.write(raises=(AlreadyWatched, WatchlistFull))(watchlists.add_to_watchlist)
server.write(raises=(NotWatched,))(watchlists.remove_from_watchlist)

server.debug(clock.advance_clock)
