"""The passing of days, for people and tests: no agent moves the clock of a session.

Holds expire, trucks come, and the people in the other stores do their part; what is up to the
user's own store waits for the user.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.retail_chain import inventory, transfers
from mcp_servers.retail_chain.state import ChainState

_MONTH_MINUTES = 30 * 24 * 60


class Clock(Output):
    """Result of advance_clock."""

    now: Annotated[str, out("The new time.", format="datetime")]


def advance_clock(
    state: ChainState,
    minutes: Annotated[int, arg("How far to move it.", ge=1, le=_MONTH_MINUTES)],
) -> Clock:
    """Moves the clock; with each new day holds expire and trucks come."""
    goal = state.now + timedelta(minutes=minutes)
    while state.now.date() < goal.date():
        midnight = state.now.replace(hour=0, minute=0) + timedelta(days=1)
        state.now = midnight
        _begin_day(state)
    state.now = goal
    return Clock(now=minute(state.now))


def _begin_day(state: ChainState) -> None:
    today = state.now.date().isoformat()
    for hold in state.holds.where(status="waiting"):
        if hold.until < today:
            state.holds.update(hold.id, status="expired")
            inventory.change(state, hold.store_id, hold.product_id, reserved=-hold.quantity)
    for transfer in state.transfers:
        if transfer.status == "arrived" and transfer.to_store_id != state.store_id:
            transfers.take_in(state, transfer, transfer.quantity)
        elif transfer.status == "in_transit" and (transfer.expected_on or "") <= today:
            state.transfers.update(transfer.id, status="arrived", expected_on=None)
        elif transfer.status == "requested" and transfer.from_store_id != state.store_id:
            transfers.ship(state, transfer)
