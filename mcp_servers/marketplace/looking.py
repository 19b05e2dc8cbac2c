"""Look-ups on listings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.marketplace.auction import Standing, bids_on, stand, standing
from mcp_servers.marketplace.settling import my_bid, open_offers
from mcp_servers.marketplace.state import Bid, Category, Kind, Listing, ListingStatus, MarketState

ListingId = Annotated[str, arg("Id of the listing.", entity="listing")]


class ListingRow(Output):
    """A listing in search results."""

    listing_id: Annotated[str, out("Id of the listing.", entity="listing")]
    title: Annotated[str, out("What is for sale.", label_of="listing")]
    kind: Annotated[str, out("auction or fixed_price.")]
    price_cents: Annotated[int, out("Price now, without shipping.", format="money")]
    bids: Annotated[int | None, out("How many have bid.")] = None
    closes_at: Annotated[str, out("When it ends.", format="datetime")]


class Listings(Page):
    """Result of search_listings."""

    listings: Annotated[list[ListingRow], out("Active listings that fit.")]


class MyRow(Output):
    """A listing that the user sells or bids on."""

    listing_id: Annotated[str, out("Id of the listing.", entity="listing")]
    item: Annotated[str, out("Title of the listing.", label_of="listing")]
    status: Annotated[str, out("active, sold or unsold.")]
    price_cents: Annotated[int, out("Price now, or at the end.", format="money")]
    bids: Annotated[int | None, out("How many have bid.")] = None
    leading: Annotated[bool | None, out("Whether the user's bid leads, or won.")] = None
    my_max_cents: Annotated[int | None, out("The user's highest bid.", format="money")] = None
    open_offers: Annotated[int | None, out("Offers that wait for an answer.")] = None
    closes_at: Annotated[str, out("When it ends or ended.", format="datetime")]


class MyListings(Page):
    """Result of list_my_listings."""

    listings: Annotated[list[MyRow], out("Active ones first, the next to end on top.")]


class ListingDetails(Output):
    """Result of get_listing."""

    listing_id: Annotated[str, out("Id of the listing.", entity="listing")]
    title: Annotated[str, out("What is for sale.", label_of="listing")]
    seller: Annotated[str, out("Who sells it.")]
    seller_rating_percent: Annotated[int, out("Share of happy buyers.")]
    condition: Annotated[str, out("new, used or for_parts.")]
    kind: Annotated[str, out("auction or fixed_price.")]
    status: Annotated[str, out("active, sold or unsold.")]
    price_cents: Annotated[int, out("Price now, without shipping.", format="money")]
    shipping_cents: Annotated[int, out("Cost of shipping.", format="money")]
    bids: Annotated[int | None, out("How many have bid.")] = None
    minimum_bid_cents: Annotated[int | None, out("Lowest bid taken.", format="money")] = None
    reserve_met: Annotated[bool | None, out("false while the seller would not sell.")] = None
    buy_now_cents: Annotated[int | None, out("Price to buy at once.", format="money")] = None
    offers_welcome: Annotated[bool, out("Whether less can be offered.")]
    leading: Annotated[bool | None, out("Whether the user's bid leads, or won.")] = None
    my_max_cents: Annotated[int | None, out("The user's highest bid.", format="money")] = None
    closes_at: Annotated[str, out("When it ends or ended.", format="datetime")]


def search_listings(
    state: MarketState,
    query: Annotated[
        str,
        arg("Words of the title.", examples=("camera", "guitar", "clock"), min_length=1),
    ],
    kind: Annotated[Kind | None, arg("Only these.")] = None,
    category: Annotated[Category | None, arg("Only these goods.")] = None,
    max_price_cents: Annotated[int | None, arg("At most this now.", format="money", ge=1)] = None,
    sort: Annotated[Literal["ending", "cheapest", "title"], arg("Order.")] = "ending",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Listings:
    """Finds what others sell by words of the title; tells prices and when auctions end."""
    words = query.casefold().split()
    found = [
        listing
        for listing in state.listings.where(status="active")
        if listing.seller_id != state.me
        and kind in (None, listing.kind)
        and category in (None, listing.category)
        and all(word in listing.title.casefold() for word in words)
    ]
    bids = bids_on(state, [listing.id for listing in found])
    pairs = [(listing, stand(listing, bids[listing.id])) for listing in found]
    if max_price_cents is not None:
        pairs = [pair for pair in pairs if pair[1].price_cents <= max_price_cents]
    pairs.sort(key=lambda pair: (_ORDERS[sort](*pair), pair[0].id))
    rows, next_offset = page(pairs, offset, limit)
    return Listings(
        listings=[_row(*pair) for pair in rows], total=len(pairs), next_offset=next_offset
    )


def get_listing(state: MarketState, listing_id: ListingId) -> ListingDetails:
    """Gets one listing: seller, condition, price, lowest bid, how the user's bid stands."""
    listing = state.listings.require(listing_id)
    seller = state.members.require(listing.seller_id)
    now, mine = standing(state, listing), my_bid(state, listing_id)
    auction = listing.kind == "auction"
    active = listing.status == "active"
    return ListingDetails(
        listing_id=listing.id,
        title=listing.title,
        seller="you" if seller.id == state.me else seller.name,
        seller_rating_percent=seller.rating_percent,
        condition=listing.condition,
        kind=listing.kind,
        status=listing.status,
        price_cents=now.price_cents,
        shipping_cents=listing.shipping_cents,
        bids=now.bids if auction else None,
        minimum_bid_cents=now.minimum_cents if auction and active else None,
        reserve_met=now.reserve_met if listing.reserve_cents else None,
        buy_now_cents=None if now.bids else listing.buy_now_cents,
        offers_welcome=listing.takes_offers,
        leading=now.leader == state.me if mine else None,
        my_max_cents=mine.max_cents if mine else None,
        closes_at=listing.closes_at,
    )


def list_my_listings(
    state: MarketState,
    role: Annotated[Literal["selling", "bidding"], arg("What the user does there.")] = "selling",
    status: Annotated[ListingStatus | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 5,
) -> MyListings:
    """Lists what the user sells, or the auctions that they bid on."""
    bids = {bid.listing_id: bid for bid in state.bids.where(bidder_id=state.me)}
    found = [
        listing
        for listing in state.listings
        if status in (None, listing.status)
        and (listing.id in bids if role == "bidding" else listing.seller_id == state.me)
    ]
    found.sort(key=lambda listing: (listing.status != "active", listing.closes_at, listing.id))
    rows, next_offset = page(found, offset, limit)
    every = bids_on(state, [listing.id for listing in rows])
    return MyListings(
        listings=[
            _my_row(state, listing, stand(listing, every[listing.id]), bids.get(listing.id))
            for listing in rows
        ],
        total=len(found),
        next_offset=next_offset,
    )


_ORDERS: dict[str, Callable[[Listing, Standing], tuple[int, str]]] = {
    "ending": lambda listing, _: (0, listing.closes_at),
    "cheapest": lambda listing, now: (now.price_cents, listing.closes_at),
    "title": lambda listing, _: (0, listing.title),
}


def _row(listing: Listing, now: Standing) -> ListingRow:
    return ListingRow(
        listing_id=listing.id,
        title=listing.title,
        kind=listing.kind,
        price_cents=now.price_cents,
        bids=now.bids if listing.kind == "auction" else None,
        closes_at=listing.closes_at,
    )


def _my_row(state: MarketState, listing: Listing, now: Standing, mine: Bid | None) -> MyRow:
    return MyRow(
        listing_id=listing.id,
        item=listing.title,
        status=listing.status,
        price_cents=now.price_cents,
        bids=now.bids if listing.kind == "auction" else None,
        leading=now.leader == state.me if mine else None,
        my_max_cents=mine.max_cents if mine else None,
        open_offers=len(open_offers(state, listing.id)) or None,
        closes_at=listing.closes_at,
    )
