"""Look-ups on what is traded: instruments and their quotes."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.trading import hours
from mcp_servers.trading.matching import by_priority
from mcp_servers.trading.placing import Symbol
from mcp_servers.trading.state import Instrument, Side, TradingState

PAGE = 8


class InstrumentRow(Output):
    """An instrument in a list."""

    symbol: Annotated[str, out("Symbol of the instrument.", entity="instrument")]
    name: Annotated[str, out("Name of the instrument.", label_of="instrument")]
    last_cents: Annotated[int, out("Last price in cents.", format="money")]


class Instruments(Output):
    """Result of search_instruments."""

    instruments: Annotated[list[InstrumentRow], out("Those that fit.")]
    total: Annotated[int, out("How many fit.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class Level(Output):
    """All orders of one price."""

    price_cents: Annotated[int, out("Price in cents.", format="money")]
    quantity: Annotated[int, out("Shares on offer.")]
    orders: Annotated[int, out("In how many orders.")]


class Quote(Output):
    """Result of get_quote."""

    symbol: Annotated[str, out("Symbol of the instrument.", entity="instrument")]
    name: Annotated[str, out("Name of the instrument.", label_of="instrument")]
    status: Annotated[str, out("trading or halted.")]
    last_cents: Annotated[int, out("Last price in cents.", format="money")]
    change_cents: Annotated[int, out("Since the close before.", format="money")]
    tick_cents: Annotated[int, out("Prices are multiples of this.", format="money")]
    volume: Annotated[int, out("Shares traded today.")]
    bids: Annotated[list[Level], out("What buyers offer, best first.")]
    asks: Annotated[list[Level], out("What sellers ask, best first.")]
    market_open: Annotated[bool, out("Whether the exchange is open.")]
    until: Annotated[str, out("When it closes or opens.", format="datetime")]


def search_instruments(
    state: TradingState,
    query: Annotated[
        str,
        arg(
            "Words of name or sector.",
            examples=("energy", "software", "foods"),
            min_length=1,
        ),
    ],
    offset: Annotated[int, arg("How many to skip.", ge=0)] = 0,
) -> Instruments:
    """Finds instruments, with symbol and last price, eight a page."""
    words = query.casefold().split()
    rows = [i for i in state.instruments if all(word in _text(i) for word in words)]
    rows.sort(key=lambda i: (i.name, i.id))
    end = offset + PAGE
    return Instruments(
        instruments=[_row(i) for i in rows[offset:end]],
        total=len(rows),
        next_offset=end if end < len(rows) else None,
    )


def get_quote(
    state: TradingState,
    symbol: Symbol,
    depth: Annotated[int, arg("Levels of the order book.", ge=1, le=10)] = 2,
) -> Quote:
    """Gets price, order book and trading hours of one instrument."""
    instrument = state.instruments.require(symbol)
    return Quote(
        symbol=instrument.id,
        name=instrument.name,
        status=instrument.status,
        last_cents=instrument.last_cents,
        change_cents=instrument.last_cents - instrument.previous_close_cents,
        tick_cents=instrument.tick_cents,
        volume=instrument.volume,
        bids=_levels(state, symbol, "buy")[:depth],
        asks=_levels(state, symbol, "sell")[:depth],
        market_open=hours.is_open(state),
        until=minute(hours.next_change(state)),
    )


def _text(instrument: Instrument) -> str:
    return f"{instrument.name} {instrument.sector} {instrument.id}".casefold()


def _row(instrument: Instrument) -> InstrumentRow:
    return InstrumentRow(
        symbol=instrument.id, name=instrument.name, last_cents=instrument.last_cents
    )


def _levels(state: TradingState, symbol: str, side: Side) -> list[Level]:
    levels = groupby(by_priority(state, symbol, side), key=lambda row: row.price_cents)
    sizes = [(price, [row.quantity for row in rows]) for price, rows in levels]
    return [Level(price_cents=p, quantity=sum(q), orders=len(q)) for p, q in sizes]
