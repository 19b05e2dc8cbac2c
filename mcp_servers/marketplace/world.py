"""Seeded worlds of the marketplace: one member among sixteen others, some eighty listings.

Every world has titles that need a look to tell apart (things of one maker, of different years), and
rows on which calls fail: sellers that block the user, auctions with reserves or without buy-now,
fixed prices without offers, offers in every state, trades and disputes of every kind. In a third of
the worlds a sale should have been shipped, in a third the wallet has little left.
"""

from __future__ import annotations

import random
from datetime import timedelta

from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.marketplace.auction import increment, standing
from mcp_servers.marketplace.past import add_past, change_cents
from mcp_servers.marketplace.settling import committed_cents
from mcp_servers.marketplace.state import (
    Bid,
    Kind,
    Listing,
    MarketState,
    Member,
    Offer,
    OfferStatus,
)
from mcp_servers.marketplace.wares import WARES, Stall

MEMBERS = 16
BLOCKERS = 2
MY_BIDS = 6


def make_world(world: World) -> MarketState:
    """Returns what the marketplace knows of one member, the same for the same world."""
    rng = world.rng
    state = MarketState(now=world.now)
    _add_members(state, world)
    stall = Stall(state, world.sample("last_name", 6), rng)
    _add_others_listings(state, stall, rng)
    _add_my_bids(state, rng)
    _add_my_listings(state, stall, rng)
    _add_my_offers(state, rng)
    add_past(state, stall, rng)
    free = rng.choice((rng.randrange(10_00, 60_00), *(rng.randrange(300_00, 1_500_00),) * 2))
    state.wallet_cents = committed_cents(state) + free
    state.opening_cents = state.wallet_cents - change_cents(state)
    return state


def _add_members(state: MarketState, world: World) -> None:
    """Adds the user and the others; the last of these take no orders from the user."""
    for n, person in enumerate(world.people(MEMBERS + 1)):
        state.members.insert(
            Member(
                id=state.new_id("members"),
                name=person,
                rating_percent=world.rng.randint(82, 100),
                blocks_me=n > MEMBERS - BLOCKERS,
            )
        )
    state.me = state.members.ids()[0]


def _add_others_listings(state: MarketState, stall: Stall, rng: random.Random) -> None:
    sellers = state.members.ids()[1:]
    for ware in WARES:
        for _ in range(rng.choice((4, 4, 5))):
            kind: Kind = "auction" if rng.random() < 0.55 else "fixed_price"
            listing = stall.put_up(ware, rng.choice(sellers), kind)
            if kind == "auction":
                bidders = [id for id in sellers if id != listing.seller_id]
                _add_bids(state, rng, listing, rng.sample(bidders, rng.choice((0, 0, 1, 2, 3, 4))))


def _add_bids(state: MarketState, rng: random.Random, listing: Listing, bidders: list[str]) -> None:
    """Adds bids, each above the one before."""
    most = listing.price_cents
    for n, bidder in enumerate(bidders):
        most += rng.randint(1, 12) * increment(most)
        _add_bid(state, listing, bidder, most, hours=60 - 10 * n)


def _add_bid(
    state: MarketState, listing: Listing, bidder_id: str, most_cents: int, hours: int
) -> None:
    state.bids.insert(
        Bid(
            id=state.new_id("bids"),
            listing_id=listing.id,
            bidder_id=bidder_id,
            max_cents=most_cents,
            placed_at=minute(state.now - timedelta(hours=hours)),
        )
    )


def _add_my_bids(state: MarketState, rng: random.Random) -> None:
    """Lets the user lead in half of some auctions, and lose one that has ended."""
    auctions = [
        listing
        for listing in state.listings.where(kind="auction")
        if not state.members.require(listing.seller_id).blocks_me
    ]
    for n, listing in enumerate(rng.sample(auctions, MY_BIDS)):
        rivals = [bid.max_cents for bid in state.bids.where(listing_id=listing.id)]
        top = max(rivals, default=listing.price_cents)
        if n % 2:
            _add_bid(state, listing, state.me, top + rng.randint(1, 8) * increment(top), hours=5)
        else:  # the first bid of all, before those of the others
            _add_bid(state, listing, state.me, listing.price_cents, hours=70)
        if n == MY_BIDS - 2 and rivals and standing(state, listing).leader != state.me:
            end = minute(state.now - timedelta(hours=2))
            state.listings.update(listing.id, status="sold", closes_at=end, reserve_cents=None)


def _add_my_listings(state: MarketState, stall: Stall, rng: random.Random) -> None:
    """Adds auctions of the user, fixed prices with offers on them, and some that did not sell."""
    others = state.members.ids()[1:]
    for n in range(3):
        listing = stall.put_up(rng.choice(WARES), state.me, "auction")
        _add_bids(state, rng, listing, rng.sample(others, n))
    statuses: list[OfferStatus] = [
        "pending",
        "pending",
        "pending",
        "pending",
        "expired",
        "declined",
    ]
    for _ in range(3):
        listing = stall.put_up(rng.choice(WARES), state.me, "fixed_price")
        limits = {"accept_from_cents": None, "decline_below_cents": None}
        state.listings.update(listing.id, takes_offers=True, **limits)
        for buyer in rng.sample(others, 2):
            _add_offer(state, rng, listing, buyer, statuses.pop())
    for kind in ("auction", "fixed_price"):
        listing = stall.put_up(rng.choice(WARES), state.me, kind)
        end = minute(state.now - timedelta(days=rng.randint(1, 20)))
        state.listings.update(listing.id, status="unsold", closes_at=end)


def _add_my_offers(state: MarketState, rng: random.Random) -> None:
    taking = [
        listing
        for listing in state.listings.where(status="active", takes_offers=True)
        if listing.seller_id != state.me and not state.members.require(listing.seller_id).blocks_me
    ]
    statuses: tuple[OfferStatus, ...] = ("pending", "pending", "countered", "countered", "declined")
    for listing, status in zip(rng.sample(taking, len(statuses)), statuses, strict=True):
        _add_offer(state, rng, listing, state.me, status)


def _add_offer(
    state: MarketState, rng: random.Random, listing: Listing, buyer_id: str, status: OfferStatus
) -> None:
    is_open = status in ("pending", "countered")
    amount = listing.price_cents * rng.randint(62, 88) // 10_000 * 100
    ahead = rng.randint(1, 40) if is_open else -rng.randint(1, 90)
    counter = (amount + listing.price_cents) // 200 * 100
    state.offers.insert(
        Offer(
            id=state.new_id("offers"),
            listing_id=listing.id,
            buyer_id=buyer_id,
            amount_cents=amount,
            status=status,
            expires_at=minute(state.now + timedelta(hours=ahead)),
            counter_cents=counter if status == "countered" else None,
        )
    )
