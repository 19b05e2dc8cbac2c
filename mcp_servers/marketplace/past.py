"""What the user has sold and bought before: trades in every state, disputes about some."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Literal

from mcp_servers.core.wording import minute
from mcp_servers.marketplace.auction import increment
from mcp_servers.marketplace.disputes import fee_back_cents
from mcp_servers.marketplace.settling import fee_cents
from mcp_servers.marketplace.state import (
    Bid,
    Carrier,
    Dispute,
    DisputeReason,
    DisputeStatus,
    Listing,
    MarketState,
    Trade,
    TradeStatus,
)
from mcp_servers.marketplace.wares import WARES, Stall

Role = Literal["selling", "buying"]
PAST: tuple[tuple[Role, TradeStatus, int, int, DisputeStatus | None], ...] = (
    ("buying", "delivered", 60, 90, None),
    ("selling", "delivered", 35, 60, None),
    ("buying", "delivered", 45, 58, None),
    ("buying", "cancelled", 22, 40, "refunded"),
    ("selling", "cancelled", 20, 30, "refunded"),
    ("selling", "delivered", 15, 25, "refunded"),
    ("selling", "delivered", 12, 20, "contested"),
    ("buying", "delivered", 12, 20, "open"),
    ("buying", "paid", 9, 12, None),
    ("selling", "delivered", 8, 12, "open"),
    ("buying", "delivered", 6, 10, None),
    ("selling", "shipped", 4, 8, None),
    ("buying", "shipped", 3, 7, None),
    ("buying", "delivered", 3, 5, None),
    ("buying", "paid", 1, 6, None),
    ("selling", "paid", 1, 3, None),
    ("selling", "paid", 0, 2, None),
)
"""Role, state, days since the sale (from, to), and how a dispute about it stands."""
LATE: tuple[tuple[Role, TradeStatus, int, int, DisputeStatus | None], ...] = (
    ("selling", "paid", 5, 7, None),
    ("selling", "paid", 10, 14, "open"),
)
"""Sales that should have been shipped: only in some worlds, for they forbid to list anything."""
LATE_SHARE = 0.3
CARRIERS: tuple[Carrier, ...] = ("UPS", "FedEx", "USPS", "DHL")


def add_past(state: MarketState, stall: Stall, rng: random.Random) -> None:
    """Adds trades and disputes; the wallet is set after them."""
    late = LATE if rng.random() < LATE_SHARE else ()
    for role, status, youngest, oldest, disputed in sorted((*PAST, *late), key=lambda row: -row[3]):
        day = state.now.date() - timedelta(days=rng.randint(youngest, oldest))
        trade = _add_trade(state, stall, rng, role, status, day)
        if disputed:
            _add_dispute(state, rng, trade, disputed)


def change_cents(state: MarketState) -> int:
    """Returns by how much the trades have changed the wallet."""
    change = 0
    for trade in state.trades:
        back = sum(d.refund_cents for d in state.disputes.where(trade_id=trade.id))
        if trade.buyer_id == state.me:
            change += back - trade.total_cents
        elif trade.status in ("shipped", "delivered"):
            change += trade.proceeds_cents - back + fee_back_cents(trade, back)
    return change


def _add_trade(
    state: MarketState, stall: Stall, rng: random.Random, role: Role, status: TradeStatus, day: date
) -> Trade:
    other = rng.choice([m.id for m in state.members if m.id != state.me and not m.blocks_me])
    seller, buyer = (state.me, other) if role == "selling" else (other, state.me)
    listing = stall.put_up(rng.choice(WARES), seller, rng.choice(("auction", "fixed_price")))
    price = _end(state, rng, listing, buyer, day)
    shipped = status in ("shipped", "delivered")
    arrived = min(day + timedelta(days=rng.randint(2, 7)), state.now.date())
    return state.trades.insert(
        Trade(
            id=state.new_id("trades"),
            listing_id=listing.id,
            seller_id=seller,
            buyer_id=buyer,
            price_cents=price,
            shipping_cents=listing.shipping_cents,
            fee_cents=fee_cents(price),
            sold_on=day.isoformat(),
            status=status,
            carrier=rng.choice(CARRIERS) if shipped else None,
            tracking=f"94{rng.randrange(10**9):010d}" if shipped else None,
            delivered_on=arrived.isoformat() if status == "delivered" else None,
        )
    )


def _end(state: MarketState, rng: random.Random, listing: Listing, buyer_id: str, day: date) -> int:
    """Ends a listing on a day, an auction with the bids that led to its price; returns that."""
    end = f"{day.isoformat()}T{minute(state.now)[11:]}"
    listing = state.listings.update(listing.id, status="sold", closes_at=end, reserve_cents=None)
    if listing.kind == "fixed_price":
        return listing.price_cents
    others = [m.id for m in state.members if m.id not in (buyer_id, listing.seller_id, state.me)]
    second = listing.price_cents + 100 * rng.randint(1, 80)
    first = second + 10 * increment(second)
    for bidder, most in ((rng.choice(others), second), (buyer_id, first)):
        state.bids.insert(
            Bid(
                id=state.new_id("bids"),
                listing_id=listing.id,
                bidder_id=bidder,
                max_cents=most,
                placed_at=end,
            )
        )
    return second + increment(second)


def _add_dispute(
    state: MarketState, rng: random.Random, trade: Trade, status: DisputeStatus
) -> None:
    unshipped = trade.status in ("paid", "cancelled")
    reasons: tuple[DisputeReason, ...] = ("not_as_described", "damaged")
    since = trade.delivered_on or trade.sold_on
    earliest = date.fromisoformat(since) + timedelta(days=9 if unshipped else 0)
    total = trade.total_cents
    part = total if unshipped else total * rng.choice((4, 10)) // 10
    state.disputes.insert(
        Dispute(
            id=state.new_id("disputes"),
            trade_id=trade.id,
            reason="not_received" if unshipped else rng.choice(reasons),
            status=status,
            opened_on=min(earliest, state.now.date()).isoformat(),
            refund_cents=part if status == "refunded" else 0,
        )
    )
