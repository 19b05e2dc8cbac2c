"""The tables of a marketplace as one of its members sees it, and what always holds of them.

Money is integer cents, times ISO strings to the minute, days ISO dates. `me` is the member whom the
session belongs to; what others bid at most, their limits for offers and reserves are not shown.
Invariants, in every world and after every call:

1. An auction's price follows from its bids: the highest bidder leads and pays one increment more
   than the second highest maximum, at least the start price, never more than the own maximum; a
   reserve that the maximum reaches is paid. Of equal maxima the earlier one leads.
2. A member has at most one bid on a listing, of at least its start price, and none on an own one.
3. The price of an auction never falls, and its closing time only moves ahead: by a bid in the last
   minutes.
4. Money is conserved: wallet = opening balance - purchases + refunds of them + proceeds of sales
   that were shipped - refunds of these, the share of the fee that comes back taken off.
5. The wallet covers all that is committed: the maxima of auctions that the member leads and the
   offers that wait for an answer, shipping included.
6. A listing of the user's is sold where there is one trade for it, else active or unsold; so is one
   that the user buys. Trades are between the user and somebody else, those of others are not kept.
7. Open offers are on active listings at a fixed price that take offers, and below that price; a
   buyer has one open offer on a listing, and makes at most `MOST_OFFERS` there.
8. A trade has a tracking number of its own once it was shipped, and none before; a seller is paid
   when the parcel leaves.
9. A trade has at most one dispute, opened by its buyer. Refunds stay within what was paid; what was
   never shipped is refunded in full, which cancels the trade.
10. Nobody has more than `MOST_LISTINGS` active listings or two active ones of one title, and no one
   who is late with shipping lists anything.
11. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

MOST_LISTINGS = 12
MOST_OFFERS = 3
OFFER_HOURS = 48
FEE_PERCENT = 10
SHIP_WITHIN_DAYS = 3
ARRIVES_WITHIN_DAYS = 8
DISPUTE_DAYS = 30
EXTENSION_MINUTES = 10
"""A bid this close to the end keeps the auction open for as long again."""

Category = Literal["cameras", "music", "bikes", "furniture", "watches", "games", "other"]
Condition = Literal["new", "used", "for_parts"]
Kind = Literal["auction", "fixed_price"]
ListingStatus = Literal["active", "sold", "unsold"]
OfferStatus = Literal["pending", "countered", "accepted", "declined", "expired", "lapsed"]
TradeStatus = Literal["paid", "shipped", "delivered", "cancelled"]
Carrier = Literal["UPS", "FedEx", "USPS", "DHL"]
DisputeReason = Literal["not_received", "not_as_described", "damaged"]
DisputeStatus = Literal["open", "refunded", "contested"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody who buys or sells here; `blocks_me` sellers take no orders from the user."""

    id: str
    name: str
    rating_percent: int
    blocks_me: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Something for sale. `price_cents` is the start of an auction, else the fixed price.

    `accept_from_cents` and `decline_below_cents` answer offers at once, where they are set.
    """

    id: str
    seller_id: str
    title: str
    category: Category
    condition: Condition
    kind: Kind
    price_cents: int
    shipping_cents: int
    closes_at: str
    takes_offers: bool = False
    reserve_cents: int | None = None
    buy_now_cents: int | None = None
    accept_from_cents: int | None = None
    decline_below_cents: int | None = None
    status: ListingStatus = "active"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """The most that a member gives in an auction; the market bids for them up to that."""

    id: str
    listing_id: str
    bidder_id: str
    max_cents: int
    placed_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An amount offered below a fixed price; `counter_cents` is what the seller asks instead."""

    id: str
    listing_id: str
    buyer_id: str
    amount_cents: int
    status: OfferStatus
    expires_at: str
    counter_cents: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade:
    """A sale. The buyer has paid; the market holds the money until the seller ships."""

    id: str
    listing_id: str
    seller_id: str
    buyer_id: str
    price_cents: int
    shipping_cents: int
    fee_cents: int
    sold_on: str
    status: TradeStatus = "paid"
    carrier: Carrier | None = None
    tracking: str | None = None
    delivered_on: str | None = None

    @property
    def total_cents(self) -> int:
        """What the buyer paid."""
        return self.price_cents + self.shipping_cents

    @property
    def proceeds_cents(self) -> int:
        """What the seller gets for shipping it."""
        return self.total_cents - self.fee_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A buyer's complaint about a trade; `refund_cents` is what the seller gave back."""

    id: str
    trade_id: str
    reason: DisputeReason
    status: DisputeStatus
    opened_on: str
    refund_cents: int = 0


@dataclass
class MarketState(State):
    """Everything that the marketplace knows of."""

    me: str = ""
    opening_cents: int = 0
    wallet_cents: int = 0
    members: Table[Member] = table(Member, "MBR")
    listings: Table[Listing] = table(Listing, "LST")
    bids: Table[Bid] = table(Bid, "BID")
    offers: Table[Offer] = table(Offer, "OFR")
    trades: Table[Trade] = table(Trade, "TRD")
    disputes: Table[Dispute] = table(Dispute, "DSP")
