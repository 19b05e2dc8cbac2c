"""The passing of time, for people and tests: no agent moves the clock of a session.

Orders of other people arrive, the exchange opens and closes, and what the customer has left there
is filled, entered or ended by it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.trading import hours, matching
from mcp_servers.trading.state import OPEN, Arrival, TradingState

_WEEK_MINUTES = 7 * 24 * 60


class Clock(Output):
    """Result of advance_clock."""

    now: Annotated[str, out("The new time.", format="datetime")]
    market_open: Annotated[bool, out("Whether the exchange is open.")]


def advance_clock(
    state: TradingState,
    minutes: Annotated[int, arg("How far to move it.", ge=1, le=_WEEK_MINUTES)],
) -> Clock:
    """Moves the clock; what happens on the exchange until then happens in order of time."""
    goal = state.now + timedelta(minutes=minutes)
    while (moment := _next_event(state)) <= goal:
        _reach(state, moment)
    state.now = goal
    return Clock(now=minute(state.now), market_open=hours.is_open(state))


def _next_event(state: TradingState) -> datetime:
    """Returns when the exchange opens or closes, or an order arrives, whichever is next."""
    arrivals = [datetime.fromisoformat(a.at) for a in state.arrivals]
    return min([hours.next_change(state), *(at for at in arrivals if at > state.now)])


def _reach(state: TradingState, moment: datetime) -> None:
    was_open = hours.is_open(state)
    state.now = moment
    if hours.is_open(state) and not was_open:
        _open(state)
    elif was_open and not hours.is_open(state):
        _close(state)
    for arrival in state.arrivals.where(at=minute(moment)):
        _arrive(state, arrival)


def _open(state: TradingState) -> None:
    """Starts the day's volume and enters the queued orders, in the order in which they came."""
    for instrument in state.instruments:
        state.instruments.update(instrument.id, volume=0)
    for order in state.orders.where(status="queued"):
        state.orders.update(order.id, status="working")
        matching.enter(state, order.id)


def _close(state: TradingState) -> None:
    """Ends the orders of the day and keeps the last prices as those of the close."""
    today = state.now.date().isoformat()
    for order in state.orders:
        if order.status in OPEN and order.expires_on is not None and order.expires_on <= today:
            matching.withdraw(state, order.id, "expired")
    for instrument in state.instruments:
        state.instruments.update(instrument.id, previous_close_cents=instrument.last_cents)


def _arrive(state: TradingState, arrival: Arrival) -> None:
    """Enters an order of somebody else; the exchange turns it away while closed or halted."""
    state.arrivals.delete(arrival.id)
    if hours.is_open(state) and state.instruments.require(arrival.symbol).status == "trading":
        matching.enter_other(
            state, arrival.symbol, arrival.side, arrival.quantity, arrival.price_cents
        )
