"""The price of an auction, from the maxima of its bidders. Nothing here changes the state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mcp_servers.marketplace.state import Bid, Listing, MarketState

INCREMENTS = ((5_00, 25), (25_00, 50), (100_00, 1_00), (250_00, 2_50), (500_00, 5_00))
"""Up to which price a bid has to be by how much higher."""
LARGEST_INCREMENT = 10_00


@dataclass(frozen=True, slots=True)
class Standing:
    """How an auction stands.

    Attributes:
        price_cents: what the leader would pay.
        minimum_cents: the next bid that is accepted.
        leader: the id of the member who leads, None without bids.
        bids: how many members have bid.
        reserve_met: False while the seller would not sell at the price.
    """

    price_cents: int
    minimum_cents: int
    leader: str | None
    bids: int
    reserve_met: bool


def increment(cents: int) -> int:
    """Returns by how much a bid has to exceed a price."""
    return next((step for below, step in INCREMENTS if cents < below), LARGEST_INCREMENT)


def standing(state: MarketState, listing: Listing) -> Standing:
    """Returns how an auction stands; for a fixed price, that."""
    return stand(listing, state.bids.where(listing_id=listing.id))


def bids_on(state: MarketState, listing_ids: Collection[str]) -> dict[str, list[Bid]]:
    """Returns the bids on each of some listings, in one pass over all bids."""
    found: dict[str, list[Bid]] = {id: [] for id in listing_ids}
    for bid in state.bids:
        if bid.listing_id in found:
            found[bid.listing_id].append(bid)
    return found


def stand(listing: Listing, bids: Sequence[Bid]) -> Standing:
    """Returns how a listing stands with these bids on it."""
    reserve = listing.reserve_cents or 0
    if not bids:
        start = listing.price_cents
        return Standing(start, start, None, 0, not reserve)
    ranked = sorted(bids, key=lambda bid: (-bid.max_cents, bid.placed_at, bid.id))
    first = ranked[0].max_cents
    price = listing.price_cents
    if len(ranked) > 1:
        second = ranked[1].max_cents
        price = max(price, min(first, second + increment(second)))
    if first >= reserve:
        price = max(price, reserve)
    return Standing(
        price, price + increment(price), ranked[0].bidder_id, len(ranked), price >= reserve
    )
