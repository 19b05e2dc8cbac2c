"""A small marketplace made by hand, and calls on it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.marketplace.state import Bid, Listing, MarketState, Member, Offer, Trade
from mcp_servers.marketplace.tools import server

NOW = datetime(2026, 3, 18, 10, 30)
ME, ANA, BEN, FOE = "MBR-0001", "MBR-0002", "MBR-0003", "MBR-0004"
LATER = "2026-03-20T12:00"


@pytest.fixture
def market() -> MarketState:
    """Four members, one of whom blocks the user; $500 in the wallet."""
    state = MarketState(now=NOW, me=ME, opening_cents=500_00, wallet_cents=500_00)
    for name, blocks in (("me", False), ("ana", False), ("ben", False), ("foe", True)):
        state.members.insert(
            Member(id=state.new_id("members"), name=name, rating_percent=97, blocks_me=blocks)
        )
    return state


@pytest.fixture
def call(market: MarketState) -> Call:
    """Calls a tool, the clock's included, and returns its result."""
    return caller(server, market)


@pytest.fixture
def refused(market: MarketState) -> Refused:
    """Calls a tool that must be refused with the type; returns the message."""
    return refuser(server, market)


@pytest.fixture
def put_up(market: MarketState) -> Callable[..., str]:
    """Adds an auction from $10.00 with $5.00 shipping, or as told; returns its id."""

    def put_up(title: str = "Camera", seller: str = ANA, **how: object) -> str:
        row = {
            "category": "cameras",
            "condition": "used",
            "kind": "auction",
            "price_cents": 10_00,
            "shipping_cents": 5_00,
            "closes_at": LATER,
        }
        listing = Listing(
            id=market.new_id("listings"), seller_id=seller, title=title, **(row | how)
        )
        return market.listings.insert(listing).id

    return put_up


@pytest.fixture
def rival(market: MarketState) -> Callable[..., None]:
    """Lets somebody else bid."""

    def bid(listing_id: str, cents: int, bidder: str = BEN, at: str = "2026-03-17T09:00") -> None:
        market.bids.insert(
            Bid(
                id=market.new_id("bids"),
                listing_id=listing_id,
                bidder_id=bidder,
                max_cents=cents,
                placed_at=at,
            )
        )

    return bid


@pytest.fixture
def offered(market: MarketState, put_up: Callable[..., str]) -> Callable[..., str]:
    """Lets Ben offer $40.00 for something of the user's at $50.00, or as told; returns its id."""

    def offer(seller: str = ME, buyer: str = BEN, **how: object) -> str:
        terms = {"kind": "fixed_price", "price_cents": 50_00, "takes_offers": True}
        row = {"amount_cents": 40_00, "status": "pending", "expires_at": "2026-03-19T10:30"}
        made = Offer(
            id=market.new_id("offers"),
            listing_id=put_up("Chair", seller, **terms),
            buyer_id=buyer,
            **(row | how),
        )
        return market.offers.insert(made).id

    return offer


@pytest.fixture
def traded(market: MarketState, put_up: Callable[..., str]) -> Callable[..., str]:
    """Adds a sale of the user's to Ben for $40.00 + $5.00, or as told; returns its id.

    The wallet is as if it had been there from the beginning.
    """

    def trade(seller: str = ME, buyer: str = BEN, **how: object) -> str:
        listing_id = put_up(f"Lamp {len(market.trades)}", seller, status="sold", kind="fixed_price")
        market.listings.update(listing_id, closes_at="2026-03-10T10:00")
        row = {"sold_on": "2026-03-17", "status": "paid"} | how
        if row["status"] in ("shipped", "delivered"):
            row |= {"carrier": "UPS", "tracking": f"94{len(market.trades):08d}"}
        made = market.trades.insert(
            Trade(
                id=market.new_id("trades"),
                listing_id=listing_id,
                seller_id=seller,
                buyer_id=buyer,
                price_cents=40_00,
                shipping_cents=5_00,
                fee_cents=4_00,
                **row,
            )
        )
        paid_out = made.proceeds_cents if made.status in ("shipped", "delivered") else 0
        market.opening_cents -= paid_out if seller == ME else -made.total_cents
        return made.id

    return trade
