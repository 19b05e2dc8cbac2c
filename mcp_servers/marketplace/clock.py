"""The passing of time, for people and tests: no agent moves the clock of a session.

Listings end, offers expire, parcels arrive.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.marketplace.auction import standing
from mcp_servers.marketplace.settling import expected_on, open_offers, sell, today
from mcp_servers.marketplace.state import Listing, MarketState

_WEEK_MINUTES = 7 * 24 * 60


class Clock(Output):
    """Result of advance_clock."""

    now: Annotated[str, out("The new time.", format="datetime")]


def advance_clock(
    state: MarketState,
    minutes: Annotated[int, arg("How far to move it.", ge=1, le=_WEEK_MINUTES)],
) -> Clock:
    """Moves the clock; listings end and offers expire in order of time."""
    goal = state.now + timedelta(minutes=minutes)
    while (due := _next_end(state)) is not None and due.closes_at <= minute(goal):
        state.now = max(state.now, datetime.fromisoformat(due.closes_at))
        _expire_offers(state)
        close(state, due)
    state.now = goal
    _expire_offers(state)
    _deliver(state)
    return Clock(now=minute(state.now))


def close(state: MarketState, listing: Listing) -> None:
    """Ends a listing: the leader of an auction buys where the reserve is met."""
    now = standing(state, listing)
    if now.leader is not None and now.reserve_met:
        if state.me in (listing.seller_id, now.leader):
            sell(state, listing, now.leader, now.price_cents)
        else:
            state.listings.update(listing.id, status="sold")
        return
    for offer in open_offers(state, listing.id):
        state.offers.update(offer.id, status="lapsed")
    state.listings.update(listing.id, status="unsold")


def _next_end(state: MarketState) -> Listing | None:
    active = state.listings.where(status="active")
    return min(active, key=lambda listing: (listing.closes_at, listing.id), default=None)


def _expire_offers(state: MarketState) -> None:
    for offer in state.offers:
        if offer.status in ("pending", "countered") and offer.expires_at <= minute(state.now):
            state.offers.update(offer.id, status="expired")


def _deliver(state: MarketState) -> None:
    """Lets the parcels arrive that are expected by today."""
    for trade in state.trades.where(status="shipped"):
        day = expected_on(trade)
        if day <= today(state):
            state.trades.update(trade.id, status="delivered", delivered_on=day)
