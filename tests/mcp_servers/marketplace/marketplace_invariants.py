"""The invariants that the state of the marketplace declares, as assertions on one state."""

from __future__ import annotations

from collections import Counter

from mcp_servers.core.wording import minute
from mcp_servers.marketplace.auction import Standing, increment, stand
from mcp_servers.marketplace.state import MOST_LISTINGS, MOST_OFFERS, Bid, Listing, MarketState


def check_invariants(state: MarketState) -> None:
    """Asserts every invariant of mcp_servers/marketplace/state.py that one state can show."""
    standings = standings_of(state)
    bids = bids_by_listing(state)
    for id, made in bids.items():
        _price_follows_from_bids(state.listings.require(id), made, standings[id])
    _money_is_conserved(state)
    _wallet_covers_what_is_committed(state, standings)
    _listings_are_sold_once(state)
    _offers_are_sound(state)
    _trades_are_sound(state)
    _disputes_are_sound(state)
    _sellers_keep_their_limits(state)


def bids_by_listing(state: MarketState) -> dict[str, list[Bid]]:
    """Returns the bids on each listing that has any."""
    found: dict[str, list[Bid]] = {}
    for bid in state.bids:
        found.setdefault(bid.listing_id, []).append(bid)
    return found


def standings_of(state: MarketState) -> dict[str, Standing]:
    """Returns how every auction with bids stands."""
    bids = bids_by_listing(state)
    return {id: stand(state.listings.require(id), made) for id, made in bids.items()}


def _price_follows_from_bids(listing: Listing, bids: list[Bid], now: Standing) -> None:
    assert len({bid.bidder_id for bid in bids}) == len(bids) == now.bids
    assert all(bid.max_cents >= listing.price_cents for bid in bids)
    assert all(bid.bidder_id != listing.seller_id for bid in bids)
    assert listing.kind == "auction"
    maxima = sorted((bid.max_cents for bid in bids), reverse=True)
    leaders = [bid for bid in bids if bid.max_cents == maxima[0]]
    assert now.leader == min(leaders, key=lambda bid: (bid.placed_at, bid.id)).bidder_id
    assert listing.price_cents <= now.price_cents <= maxima[0]
    assert now.reserve_met == (maxima[0] >= (listing.reserve_cents or 0))
    expected = listing.price_cents
    if len(maxima) > 1:
        expected = max(expected, min(maxima[0], maxima[1] + increment(maxima[1])))
    if now.reserve_met:
        expected = max(expected, listing.reserve_cents or 0)
    assert now.price_cents == expected


def _money_is_conserved(state: MarketState) -> None:
    wallet = state.opening_cents
    for trade in state.trades:
        given = sum(d.refund_cents for d in state.disputes.where(trade_id=trade.id))
        total = trade.price_cents + trade.shipping_cents
        if trade.buyer_id == state.me:
            wallet += given - total
        elif trade.status in ("shipped", "delivered"):
            fee_back = trade.fee_cents * given // total
            wallet += total - trade.fee_cents - given + fee_back
    assert state.wallet_cents == wallet


def _wallet_covers_what_is_committed(state: MarketState, standings: dict[str, Standing]) -> None:
    kept = 0
    for bid in state.bids.where(bidder_id=state.me):
        listing = state.listings.require(bid.listing_id)
        if listing.status == "active" and standings[listing.id].leader == state.me:
            kept += bid.max_cents + listing.shipping_cents
    for offer in state.offers.where(buyer_id=state.me, status="pending"):
        kept += offer.amount_cents + state.listings.require(offer.listing_id).shipping_cents
    assert 0 <= kept <= state.wallet_cents


def _listings_are_sold_once(state: MarketState) -> None:
    trades = Counter(trade.listing_id for trade in state.trades)
    for listing in state.listings:
        if listing.seller_id == state.me or trades[listing.id]:
            assert trades[listing.id] == (listing.status == "sold")
        assert (listing.closes_at > minute(state.now)) or listing.status != "active"
        assert not listing.takes_offers or listing.kind == "fixed_price"
    for trade in state.trades:
        assert trade.seller_id == state.listings.require(trade.listing_id).seller_id
        assert trade.seller_id != trade.buyer_id
        assert state.me in (trade.seller_id, trade.buyer_id)


def _offers_are_sound(state: MarketState) -> None:
    made: Counter[tuple[str, str]] = Counter()
    waiting: Counter[tuple[str, str]] = Counter()
    for offer in state.offers:
        listing = state.listings.require(offer.listing_id)
        assert offer.buyer_id in state.members
        assert offer.buyer_id != listing.seller_id
        assert listing.takes_offers
        assert offer.amount_cents < listing.price_cents
        made[offer.listing_id, offer.buyer_id] += 1
        if offer.status in ("pending", "countered"):
            waiting[offer.listing_id, offer.buyer_id] += 1
            assert listing.status == "active"
            assert offer.expires_at > minute(state.now)
        if offer.counter_cents is not None:
            assert offer.amount_cents <= offer.counter_cents < listing.price_cents
        assert offer.status != "countered" or offer.counter_cents is not None
    assert max(made.values(), default=0) <= MOST_OFFERS
    assert max(waiting.values(), default=0) <= 1


def _trades_are_sound(state: MarketState) -> None:
    numbers = [trade.tracking for trade in state.trades if trade.tracking is not None]
    assert len(set(numbers)) == len(numbers)
    for trade in state.trades:
        shipped = trade.status in ("shipped", "delivered")
        assert shipped == (trade.tracking is not None) == (trade.carrier is not None)
        assert (trade.status == "delivered") == (trade.delivered_on is not None)


def _disputes_are_sound(state: MarketState) -> None:
    assert len({dispute.trade_id for dispute in state.disputes}) == len(state.disputes)
    for dispute in state.disputes:
        trade = state.trades.require(dispute.trade_id)
        assert 0 <= dispute.refund_cents <= trade.total_cents
        assert (dispute.status == "refunded") == (dispute.refund_cents > 0)
        if dispute.reason != "not_received":
            assert trade.delivered_on is not None
        if trade.status == "cancelled":
            assert dispute.refund_cents == trade.total_cents
    cancelled = {trade.id for trade in state.trades.where(status="cancelled")}
    assert cancelled <= {dispute.trade_id for dispute in state.disputes}


def _sellers_keep_their_limits(state: MarketState) -> None:
    active = state.listings.where(seller_id=state.me, status="active")
    assert len(active) <= MOST_LISTINGS
    assert len({listing.title.casefold() for listing in active}) == len(active)
