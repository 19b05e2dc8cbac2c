"""Tools on offers below a fixed price."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import dollars, minute
from mcp_servers.marketplace.failures import (
    NoOffers,
    NotYourTurn,
    OfferClosed,
    OfferExpired,
    OfferOpen,
    OfferTooHigh,
    TooManyOffers,
)
from mcp_servers.marketplace.looking import ListingId
from mcp_servers.marketplace.settling import require_buyable, require_funds, sell
from mcp_servers.marketplace.state import (
    MOST_OFFERS,
    OFFER_HOURS,
    Listing,
    MarketState,
    Offer,
    OfferStatus,
)


class OfferRow(Output):
    """An offer in a list."""

    offer_id: Annotated[str, out("Id of the offer.", entity="offer")]
    item: Annotated[str, out("Title of the listing.", label_of="offer")]
    listing_id: Annotated[str, out("Id of the listing.", entity="listing")]
    role: Annotated[str, out("buying or selling: the user's side.")]
    partner: Annotated[str, out("The other side.")]
    amount_cents: Annotated[int, out("The last that was proposed.", format="money")]
    first_cents: Annotated[int | None, out("Offered before a counter.", format="money")] = None
    price_cents: Annotated[int, out("The fixed price.", format="money")]
    status: Annotated[str, out("pending and countered ones are open.")]
    your_turn: Annotated[bool, out("Whether the user has to answer.")]
    expires_at: Annotated[str, out("Until when.", format="datetime")]


class Offers(Page):
    """Result of list_offers."""

    offers: Annotated[list[OfferRow], out("Those to be answered first.")]


class OfferReport(Output):
    """Result of make_offer and respond_to_offer."""

    offer_id: Annotated[str, out("Id of the offer.", entity="offer")]
    status: Annotated[str, out("pending, accepted or declined.")]
    trade_id: Annotated[str | None, out("Id of the trade, once accepted.", entity="trade")] = None
    total_cents: Annotated[int | None, out("What is paid, with shipping.", format="money")] = None
    expires_at: Annotated[str | None, out("Until when it is open.", format="datetime")] = None


def list_offers(
    state: MarketState,
    role: Annotated[Literal["selling", "buying"] | None, arg("Received or made ones.")] = None,
    status: Annotated[OfferStatus | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 4,
) -> Offers:
    """Lists offers that the user has received for their listings or made for others'."""
    found = []
    for offer in state.offers:
        listing = state.listings.require(offer.listing_id)
        mine = "selling" if listing.seller_id == state.me else "buying"
        if role in (None, mine) and status in (None, offer.status):
            found.append((offer, listing))
    found.sort(key=lambda pair: (not _is_my_turn(state, *pair), pair[0].expires_at, pair[0].id))
    rows, next_offset = page(found, offset, limit)
    return Offers(
        offers=[_row(state, *pair) for pair in rows], total=len(found), next_offset=next_offset
    )


def make_offer(
    state: MarketState,
    listing_id: ListingId,
    amount_cents: Annotated[int, arg("Without shipping.", format="money", ge=1)],
) -> OfferReport:
    """Offers less than the fixed price; some sellers accept or decline at once."""
    listing = state.listings.require(listing_id)
    require_buyable(state, listing)
    _require_offers(state, listing, amount_cents)
    require_funds(state, amount_cents + listing.shipping_cents, 0, "That offer")
    offer = state.offers.insert(
        Offer(
            id=state.new_id("offers"),
            listing_id=listing.id,
            buyer_id=state.me,
            amount_cents=amount_cents,
            status="pending",
            expires_at=minute(state.now + timedelta(hours=OFFER_HOURS)),
        )
    )
    if listing.accept_from_cents is not None and amount_cents >= listing.accept_from_cents:
        return _accept(state, offer, listing, amount_cents)
    if listing.decline_below_cents is not None and amount_cents < listing.decline_below_cents:
        state.offers.update(offer.id, status="declined")
        return OfferReport(offer_id=offer.id, status="declined")
    return OfferReport(offer_id=offer.id, status="pending", expires_at=offer.expires_at)


def respond_to_offer(
    state: MarketState,
    offer_id: Annotated[str, arg("Id of the offer.", entity="offer")],
    answer: Annotated[Literal["accept", "decline"], arg("What to do.")],
) -> OfferReport:
    """Answers an offer for the user's listing, or a seller's counter-offer; accepting sells."""
    offer = state.offers.require(offer_id)
    listing = state.listings.require(offer.listing_id)
    _require_my_turn(state, offer, listing)
    if answer == "decline":
        state.offers.update(offer.id, status="declined")
        return OfferReport(offer_id=offer.id, status="declined")
    price = _asked_cents(offer)
    if offer.buyer_id == state.me:
        require_funds(state, price + listing.shipping_cents, 0, listing.title)
    return _accept(state, offer, listing, price)


def _require_offers(state: MarketState, listing: Listing, amount_cents: int) -> None:
    """Checks that a listing takes that offer of the user.

    Raises:
        NoOffers, OfferTooHigh, OfferOpen, TooManyOffers: saying what would do.
    """
    label, price = f"{listing.title} ({listing.id})", dollars(listing.price_cents)
    if not listing.takes_offers:
        do = "bid on it" if listing.kind == "auction" else f"buy it for {price}"
        raise NoOffers(f"{label} takes no offers; {do}.")
    if amount_cents >= listing.price_cents:
        raise OfferTooHigh(f"{label} costs {price}; offer less, or buy it with buy_now.")
    made = state.offers.where(listing_id=listing.id, buyer_id=state.me)
    waiting = [offer for offer in made if offer.status in ("pending", "countered")]
    if waiting:
        raise OfferOpen(
            f"Your offer {waiting[0].id} of {dollars(waiting[0].amount_cents)} for {label} is "
            f"{waiting[0].status} until {waiting[0].expires_at}; wait for that, or answer it."
        )
    if len(made) >= MOST_OFFERS:
        raise TooManyOffers(
            f"You have made {len(made)} offers for {label}, the most there may be; buy it for "
            f"{price}, or look for another."
        )


def _require_my_turn(state: MarketState, offer: Offer, listing: Listing) -> None:
    """Checks that the user may answer an offer.

    Raises:
        OfferExpired, OfferClosed, NotYourTurn: saying how it stands.
    """
    label = f"The offer {offer.id} of {dollars(_asked_cents(offer))} for {listing.title}"
    if offer.status == "expired":
        raise OfferExpired(f"{label} expired at {offer.expires_at}; a new one would be needed.")
    if offer.status not in ("pending", "countered"):
        raise OfferClosed(f"{label} is {offer.status}; only open ones can be answered.")
    if not _is_my_turn(state, offer, listing):
        other = "the seller" if offer.buyer_id == state.me else "the buyer"
        raise NotYourTurn(f"{label} waits for {other} until {offer.expires_at}, not for you.")


def _asked_cents(offer: Offer) -> int:
    """Returns the amount that was proposed last, the seller's counter where there is one."""
    return offer.amount_cents if offer.counter_cents is None else offer.counter_cents


def _is_my_turn(state: MarketState, offer: Offer, listing: Listing) -> bool:
    if listing.seller_id == state.me:
        return offer.status == "pending"
    return offer.status == "countered"


def _accept(state: MarketState, offer: Offer, listing: Listing, price_cents: int) -> OfferReport:
    state.offers.update(offer.id, status="accepted")
    trade = sell(state, listing, offer.buyer_id, price_cents)
    return OfferReport(
        offer_id=offer.id, status="accepted", trade_id=trade.id, total_cents=trade.total_cents
    )


def _row(state: MarketState, offer: Offer, listing: Listing) -> OfferRow:
    own = offer.buyer_id == state.me
    return OfferRow(
        offer_id=offer.id,
        item=listing.title,
        listing_id=listing.id,
        role="buying" if own else "selling",
        partner=state.members.require(listing.seller_id if own else offer.buyer_id).name,
        amount_cents=_asked_cents(offer),
        first_cents=None if offer.counter_cents is None else offer.amount_cents,
        price_cents=listing.price_cents,
        status=offer.status,
        your_turn=_is_my_turn(state, offer, listing),
        expires_at=offer.expires_at,
    )
