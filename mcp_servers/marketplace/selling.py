"""Tools of a seller: listing something, shipping what was sold."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import dollars, listed, minute
from mcp_servers.marketplace.failures import (
    AlreadyShipped,
    AnswerDispute,
    DuplicateTitle,
    ListingLimit,
    NotYourSale,
    SellingRestricted,
    TrackingUsed,
    TradeCancelled,
)
from mcp_servers.marketplace.settling import dispute_of, fee_cents, ship_by, today
from mcp_servers.marketplace.state import (
    MOST_LISTINGS,
    Carrier,
    Condition,
    Kind,
    Listing,
    MarketState,
    Trade,
)

TradeId = Annotated[str, arg("Id of the trade.", entity="trade")]


class NewListing(Output):
    """Result of create_listing."""

    listing_id: Annotated[str, out("Id of the listing.", entity="listing")]
    title: Annotated[str, out("What is for sale.", label_of="listing")]
    fee_cents: Annotated[int, out("Fee if it sells at this price.", format="money")]
    closes_at: Annotated[str, out("When it ends.", format="datetime")]
    active: Annotated[int, out("How many active listings the user has now.")]


class Shipment(Output):
    """Result of ship_sale."""

    trade_id: Annotated[str, out("Id of the trade.", entity="trade")]
    proceeds_cents: Annotated[int, out("What was paid out, fee taken off.", format="money")]
    fee_cents: Annotated[int, out("What the market kept.", format="money")]
    wallet_cents: Annotated[int, out("What the wallet holds now.", format="money")]


def create_listing(
    state: MarketState,
    title: Annotated[
        str,
        arg(
            "What it is, in a few words.",
            examples=("Oak Bookshelf", "Garden Bench", "Camping Tent"),
            min_length=3,
            max_length=80,
        ),
    ],
    kind: Annotated[Kind, arg("How it is sold.")],
    price_cents: Annotated[
        int, arg("Start of an auction, or fixed price.", format="money", ge=1_00, le=1_000_000)
    ],
    shipping_cents: Annotated[int, arg("What the buyer pays.", format="money", ge=0)] = 5_00,
    days: Annotated[int, arg("How long it runs.", ge=1, le=14)] = 7,
    condition: Annotated[Condition, arg("What state it is in.")] = "used",
    takes_offers: Annotated[bool, arg("Fixed price only.")] = False,
) -> NewListing:
    """Puts something of the user's up for sale, as an auction or at a fixed price."""
    active = state.listings.where(seller_id=state.me, status="active")
    _require_listable(state, active, title)
    listing = state.listings.insert(
        Listing(
            id=state.new_id("listings"),
            seller_id=state.me,
            title=title,
            category="other",
            condition=condition,
            kind=kind,
            price_cents=price_cents,
            shipping_cents=shipping_cents,
            closes_at=minute(state.now + timedelta(days=days)),
            takes_offers=takes_offers and kind == "fixed_price",
        )
    )
    return NewListing(
        listing_id=listing.id,
        title=title,
        fee_cents=fee_cents(price_cents),
        closes_at=listing.closes_at,
        active=len(active) + 1,
    )


def ship_sale(
    state: MarketState,
    trade_id: TradeId,
    carrier: Annotated[Carrier, arg("Who carries it.")],
    tracking: Annotated[
        str,
        arg(
            "Number of the parcel.",
            examples=("9405511206", "1Z88A4410"),
            pattern=r"^[A-Z0-9]{8,20}$",
        ),
    ],
) -> Shipment:
    """Reports that a sold item is on its way, which pays the seller out."""
    trade = state.trades.require(trade_id)
    _require_shippable(state, trade)
    used = next(iter(state.trades.where(tracking=tracking)), None)
    if used is not None:
        raise TrackingUsed(
            f"{tracking} is the parcel of {used.id}; give the number of this parcel."
        )
    state.trades.update(trade.id, status="shipped", carrier=carrier, tracking=tracking)
    state.wallet_cents += trade.proceeds_cents
    return Shipment(
        trade_id=trade.id,
        proceeds_cents=trade.proceeds_cents,
        fee_cents=trade.fee_cents,
        wallet_cents=state.wallet_cents,
    )


def late_sales(state: MarketState) -> list[Trade]:
    """Returns the user's sales that should have been shipped before today."""
    paid = state.trades.where(seller_id=state.me, status="paid")
    return [trade for trade in paid if ship_by(trade) < today(state)]


def _require_listable(state: MarketState, active: list[Listing], title: str) -> None:
    """Checks that the user may list something of that title.

    Raises:
        SellingRestricted, ListingLimit, DuplicateTitle: saying what would do.
    """
    late = late_sales(state)
    if late:
        raise SellingRestricted(
            f"You are late with shipping {listed(trade.id for trade in late)}; report it with "
            "ship_sale, or refund the buyer, before you list anything."
        )
    if len(active) >= MOST_LISTINGS:
        first = min(listing.closes_at for listing in active)
        raise ListingLimit(
            f"You have {MOST_LISTINGS} active listings, the most there may be; the next one ends "
            f"at {first}."
        )
    for listing in active:
        if listing.title.casefold() == title.casefold():
            raise DuplicateTitle(
                f"You sell {listing.title} already ({listing.id}, until {listing.closes_at}); "
                "choose a title that tells them apart."
            )


def _require_shippable(state: MarketState, trade: Trade) -> None:
    """Checks that the user has to ship something.

    Raises:
        NotYourSale, AlreadyShipped, TradeCancelled, AnswerDispute: saying how it stands.
    """
    label = f"{trade.id}, {state.listings.require(trade.listing_id).title},"
    if trade.seller_id != state.me:
        seller = state.members.require(trade.seller_id).name
        raise NotYourSale(f"{label} is a purchase of yours: {seller} has to ship it.")
    if trade.status in ("shipped", "delivered"):
        raise AlreadyShipped(
            f"{label} was shipped with {trade.carrier} as {trade.tracking} already; list_trades "
            "with role selling and status paid shows what is not."
        )
    if trade.status == "cancelled":
        raise TradeCancelled(f"{label} was cancelled and {dollars(trade.total_cents)} refunded.")
    dispute = dispute_of(state, trade.id)
    if dispute is not None:
        raise AnswerDispute(
            f"{label} is disputed ({dispute.id}, {dispute.reason}): the buyer no longer waits for "
            "it. Refund it with answer_dispute."
        )
