"""What happens when something is sold, and what the wallet has left."""

from __future__ import annotations

from datetime import date, timedelta

from mcp_servers.core.wording import dollars
from mcp_servers.marketplace.auction import bids_on, stand
from mcp_servers.marketplace.failures import (
    BlockedBySeller,
    InsufficientFunds,
    ListingEnded,
    OwnListing,
)
from mcp_servers.marketplace.state import (
    ARRIVES_WITHIN_DAYS,
    FEE_PERCENT,
    SHIP_WITHIN_DAYS,
    Bid,
    Dispute,
    Listing,
    MarketState,
    Offer,
    Trade,
)


def today(state: MarketState) -> str:
    """Returns the day of the world."""
    return state.now.date().isoformat()


def my_bid(state: MarketState, listing_id: str) -> Bid | None:
    """Returns the user's bid on a listing, if any."""
    return next(iter(state.bids.where(listing_id=listing_id, bidder_id=state.me)), None)


def dispute_of(state: MarketState, trade_id: str) -> Dispute | None:
    """Returns the dispute on a trade, if any."""
    return next(iter(state.disputes.where(trade_id=trade_id)), None)


def open_offers(state: MarketState, listing_id: str) -> list[Offer]:
    """Returns the offers on a listing that wait for an answer of either side."""
    offers = state.offers.where(listing_id=listing_id)
    return [offer for offer in offers if offer.status in ("pending", "countered")]


def committed_cents(state: MarketState) -> int:
    """Returns what the wallet has to keep for auctions that the user leads and for offers."""
    mine = {bid.listing_id: bid.max_cents for bid in state.bids.where(bidder_id=state.me)}
    kept = 0
    for listing_id, bids in bids_on(state, mine).items():
        listing = state.listings.require(listing_id)
        if listing.status == "active" and stand(listing, bids).leader == state.me:
            kept += mine[listing_id] + listing.shipping_cents
    for offer in state.offers.where(buyer_id=state.me, status="pending"):
        kept += offer.amount_cents + state.listings.require(offer.listing_id).shipping_cents
    return kept


def require_funds(state: MarketState, cents: int, freed_cents: int, what: str) -> None:
    """Checks that the wallet covers something beside all that is committed.

    Args:
        state: the marketplace.
        cents: what is needed.
        freed_cents: what of the committed sum the call itself sets free.
        what: for the message.

    Raises:
        InsufficientFunds: saying how much is there.
    """
    kept = committed_cents(state) - freed_cents
    if cents > state.wallet_cents - kept:
        raise InsufficientFunds(
            f"{what} takes {dollars(cents)} with shipping. The wallet holds "
            f"{dollars(state.wallet_cents)}, {dollars(kept)} of it kept for bids and offers: "
            f"{dollars(max(0, state.wallet_cents - kept))} is free."
        )


def require_buyable(state: MarketState, listing: Listing) -> None:
    """Checks that the user may bid on, buy or make an offer for a listing.

    Raises:
        OwnListing, ListingEnded, BlockedBySeller: saying what would do.
    """
    label = f"{listing.title} ({listing.id})"
    if listing.seller_id == state.me:
        raise OwnListing(f"{label} is your own; choose something that somebody else sells.")
    if listing.status != "active":
        raise ListingEnded(
            f"{label} ended at {listing.closes_at} and is {listing.status}; search_listings finds "
            "what is still for sale."
        )
    seller = state.members.require(listing.seller_id)
    if seller.blocks_me:
        raise BlockedBySeller(
            f"{seller.name}, who sells {label}, takes no orders from you; look for another seller."
        )


def sell(state: MarketState, listing: Listing, buyer_id: str, price_cents: int) -> Trade:
    """Turns a listing into a trade that is paid, and lapses the other offers on it."""
    for offer in open_offers(state, listing.id):
        state.offers.update(offer.id, status="lapsed")
    state.listings.update(listing.id, status="sold")
    trade = state.trades.insert(
        Trade(
            id=state.new_id("trades"),
            listing_id=listing.id,
            seller_id=listing.seller_id,
            buyer_id=buyer_id,
            price_cents=price_cents,
            shipping_cents=listing.shipping_cents,
            fee_cents=fee_cents(price_cents),
            sold_on=today(state),
        )
    )
    if buyer_id == state.me:
        state.wallet_cents -= trade.total_cents
    return trade


def fee_cents(price_cents: int) -> int:
    """Returns what the market keeps of a price, half a cent rounded up."""
    return (price_cents * FEE_PERCENT + 50) // 100


def ship_by(trade: Trade) -> str:
    """Returns the last day on which the seller may ship."""
    return _after(trade.sold_on, SHIP_WITHIN_DAYS)


def expected_on(trade: Trade) -> str:
    """Returns the day by which the parcel should be there."""
    return _after(trade.sold_on, ARRIVES_WITHIN_DAYS)


def _after(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()
