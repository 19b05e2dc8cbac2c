"""Tools that bid and buy."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import dollars, minute
from mcp_servers.marketplace.auction import Standing, standing
from mcp_servers.marketplace.failures import (
    BidNotRaised,
    BidTooLow,
    BuyNowGone,
    NoBuyNow,
    NotAnAuction,
)
from mcp_servers.marketplace.looking import ListingId
from mcp_servers.marketplace.settling import (
    expected_on,
    my_bid,
    require_buyable,
    require_funds,
    sell,
)
from mcp_servers.marketplace.state import EXTENSION_MINUTES, Bid, Listing, MarketState


class BidReport(Output):
    """Result of place_bid."""

    leading: Annotated[bool, out("Whether the bid leads; false where somebody gives more.")]
    price_cents: Annotated[int, out("Price now.", format="money")]
    minimum_bid_cents: Annotated[int, out("Lowest bid taken next.", format="money")]
    reserve_met: Annotated[bool | None, out("false while the seller would not sell.")] = None
    closes_at: Annotated[str, out("When the auction ends.", format="datetime")]


class Purchase(Output):
    """Result of buy_now."""

    trade_id: Annotated[str, out("Id of the trade.", entity="trade")]
    total_cents: Annotated[int, out("What was paid, with shipping.", format="money")]
    expected_on: Annotated[str, out("When it should be there.", format="date")]
    wallet_cents: Annotated[int, out("What the wallet holds now.", format="money")]


def place_bid(
    state: MarketState,
    listing_id: ListingId,
    max_bid_cents: Annotated[
        int,
        arg("The most the user gives.", format="money", examples=(60_00, 120_00, 250_00), ge=1),
    ],
) -> BidReport:
    """Bids in an auction, or raises the user's bid; the market bids no more than is needed."""
    listing = state.listings.require(listing_id)
    require_buyable(state, listing)
    if listing.kind != "auction":
        raise NotAnAuction(
            f"{listing.title} ({listing.id}) has a fixed price of {dollars(listing.price_cents)}; "
            f"buy it with buy_now{' or make an offer' if listing.takes_offers else ''}."
        )
    now, mine = standing(state, listing), my_bid(state, listing_id)
    _require_high(state, listing, now, mine, max_bid_cents)
    leads = now.leader == state.me
    freed = mine.max_cents + listing.shipping_cents if mine and leads else 0
    require_funds(state, max_bid_cents + listing.shipping_cents, freed, "That bid")
    _bid(state, listing, mine, max_bid_cents)
    listing = _keep_open(state, listing)
    after = standing(state, listing)
    return BidReport(
        leading=after.leader == state.me,
        price_cents=after.price_cents,
        minimum_bid_cents=after.minimum_cents,
        reserve_met=after.reserve_met if listing.reserve_cents else None,
        closes_at=listing.closes_at,
    )


def buy_now(state: MarketState, listing_id: ListingId) -> Purchase:
    """Buys at the fixed price, or at the buy-now price of an auction without bids."""
    listing = state.listings.require(listing_id)
    require_buyable(state, listing)
    price = listing.price_cents
    if listing.kind == "auction":
        price = _require_buy_now(state, listing)
    require_funds(state, price + listing.shipping_cents, 0, listing.title)
    trade = sell(state, listing, state.me, price)
    return Purchase(
        trade_id=trade.id,
        total_cents=trade.total_cents,
        expected_on=expected_on(trade),
        wallet_cents=state.wallet_cents,
    )


def _require_high(
    state: MarketState, listing: Listing, now: Standing, mine: Bid | None, max_bid_cents: int
) -> None:
    """Checks that a bid is one.

    Raises:
        BidNotRaised, BidTooLow: saying from what amount it would be.
    """
    if mine is not None and max_bid_cents <= mine.max_cents:
        raise BidNotRaised(
            f"You have bid up to {dollars(mine.max_cents)} on {listing.title} already, and bids "
            "cannot be lowered; bid more than that."
        )
    if now.leader != state.me and max_bid_cents < now.minimum_cents:
        raise BidTooLow(
            f"{listing.title} stands at {dollars(now.price_cents)} with {now.bids} bids; bid at "
            f"least {dollars(now.minimum_cents)}."
        )


def _require_buy_now(state: MarketState, listing: Listing) -> int:
    now = standing(state, listing)
    if listing.buy_now_cents is None:
        raise NoBuyNow(
            f"{listing.title} ({listing.id}) is sold by auction only; bid at least "
            f"{dollars(now.minimum_cents)} with place_bid."
        )
    if now.bids:
        raise BuyNowGone(
            f"{listing.title} could be bought for {dollars(listing.buy_now_cents)} until the first "
            f"bid; there are {now.bids} now, bid at least {dollars(now.minimum_cents)}."
        )
    return listing.buy_now_cents


def _bid(state: MarketState, listing: Listing, mine: Bid | None, max_bid_cents: int) -> None:
    """Enters a bid; a raised one of a leader keeps its place among equal ones."""
    at = minute(state.now)
    if mine is not None:
        state.bids.update(mine.id, max_cents=max_bid_cents, placed_at=at)
        return
    state.bids.insert(
        Bid(
            id=state.new_id("bids"),
            listing_id=listing.id,
            bidder_id=state.me,
            max_cents=max_bid_cents,
            placed_at=at,
        )
    )


def _keep_open(state: MarketState, listing: Listing) -> Listing:
    """Moves the end of an auction that would come within minutes of a bid."""
    until = state.now + timedelta(minutes=EXTENSION_MINUTES)
    if datetime.fromisoformat(listing.closes_at) >= until:
        return listing
    return state.listings.update(listing.id, closes_at=minute(until))
