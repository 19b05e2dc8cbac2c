"""Tools on watchlists: named selections of instruments."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.trading.failures import AlreadyWatched, NotWatched, WatchlistFull
from mcp_servers.trading.placing import Symbol
from mcp_servers.trading.state import WATCHLIST_SIZE, Instrument, TradingState, Watchlist

WatchlistId = Annotated[str, arg("Id of the watchlist.", entity="watchlist")]


class WatchedRow(Output):
    """An instrument on a watchlist."""

    symbol: Annotated[str, out("Symbol of the instrument.", entity="instrument")]
    name: Annotated[str, out("Name of the instrument.", label_of="instrument")]


class WatchlistRow(Output):
    """A watchlist with what is on it."""

    watchlist_id: Annotated[str, out("Id of the watchlist.", entity="watchlist")]
    title: Annotated[str, out("Name of the watchlist.", label_of="watchlist")]
    instruments: Annotated[list[WatchedRow], out("What is on it, by name.")]


class Watchlists(Output):
    """Result of list_watchlists."""

    watchlists: Annotated[list[WatchlistRow], out("The customer's watchlists.")]


class WatchlistChange(Output):
    """Result of add_to_watchlist and remove_from_watchlist."""

    watchlist_id: Annotated[str, out("Id of the watchlist.", entity="watchlist")]
    title: Annotated[str, out("Name of the watchlist.", label_of="watchlist")]
    size: Annotated[int, out("How many instruments are on it now.")]


def list_watchlists(state: TradingState) -> Watchlists:
    """Lists the customer's watchlists and what is on each."""
    rows = [
        WatchlistRow(
            watchlist_id=w.id,
            title=w.name,
            instruments=[WatchedRow(symbol=i.id, name=i.name) for i in _watched(state, w)],
        )
        for w in state.watchlists
    ]
    return Watchlists(watchlists=rows)


def add_to_watchlist(
    state: TradingState, watchlist_id: WatchlistId, symbol: Symbol
) -> WatchlistChange:
    """Puts an instrument on a watchlist, which holds six."""
    watchlist = state.watchlists.require(watchlist_id)
    instrument = state.instruments.require(symbol)
    if symbol in watchlist.symbols:
        raise AlreadyWatched(f"{instrument.label} is on {_label(watchlist)} already.")
    if len(watchlist.symbols) >= WATCHLIST_SIZE:
        raise WatchlistFull(
            f"{_label(watchlist)} is full with {WATCHLIST_SIZE} instruments; remove one first. "
            f"Room is on: {_with_room(state)}."
        )
    return _change(state, watchlist, watchlist.symbols | {symbol})


def remove_from_watchlist(
    state: TradingState, watchlist_id: WatchlistId, symbol: Symbol
) -> WatchlistChange:
    """Takes an instrument off a watchlist."""
    watchlist = state.watchlists.require(watchlist_id)
    instrument = state.instruments.require(symbol)
    if symbol not in watchlist.symbols:
        on = ", ".join(_label(w) for w in state.watchlists if symbol in w.symbols) or "none"
        raise NotWatched(
            f"{instrument.label} is not on {_label(watchlist)}. Watchlists with it: {on}."
        )
    return _change(state, watchlist, watchlist.symbols - {symbol})


def _watched(state: TradingState, watchlist: Watchlist) -> list[Instrument]:
    rows = [state.instruments.require(symbol) for symbol in watchlist.symbols]
    return sorted(rows, key=lambda instrument: (instrument.name, instrument.id))


def _change(state: TradingState, watchlist: Watchlist, symbols: frozenset[str]) -> WatchlistChange:
    state.watchlists.update(watchlist.id, symbols=symbols)
    return WatchlistChange(watchlist_id=watchlist.id, title=watchlist.name, size=len(symbols))


def _label(watchlist: Watchlist) -> str:
    return f"{watchlist.name} ({watchlist.id})"


def _with_room(state: TradingState) -> str:
    rows = [_label(w) for w in state.watchlists if len(w.symbols) < WATCHLIST_SIZE]
    return ", ".join(rows) or "none"
