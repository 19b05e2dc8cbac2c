"""The tools of the marketplace: which there are, which of them write, and how each may fail.

One session is one member. The functions stand in looking.py, buying.py, offers.py, selling.py,
trades.py and disputes.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.marketplace import buying, clock, disputes, looking, offers, selling, trades
from mcp_servers.marketplace import failures as no
from mcp_servers.marketplace.state import MarketState
from mcp_servers.marketplace.world import make_world

server = ToolServer(
    "marketplace",
    title="Marketplace",
    instructions=(
        "A marketplace of auctions and fixed prices, as one member uses it who buys and sells. "
        "Amounts are integer cents. Look up the ids of listings, offers, trades and disputes "
        "before you use them."
    ),
    state=MarketState,
    make_world=make_world,
)

_NOT_FOR_SALE = (no.OwnListing, no.ListingEnded, no.BlockedBySeller)

server.read(looking.search_listings)
server.read(looking.get_listing)
server.read(looking.list_my_listings)

server.write(
    raises=(
        *_NOT_FOR_SALE,
        no.NotAnAuction,
        no.BidNotRaised,
        no.BidTooLow,
        no.InsufficientFunds,
    ),
)(buying.place_bid)
server.write(raises=(*_NOT_FOR_SALE, no.NoBuyNow, no.BuyNowGone, no.InsufficientFunds))(
    buying.buy_now
)

server.read(offers.list_offers)
server.write(
    raises=(
        *_NOT_FOR_SALE,
        no.NoOffers,
        no.OfferTooHigh,
        no.OfferOpen,
        no.TooManyOffers,
        no.InsufficientFunds,
    ),
)(offers.make_offer)
server.write(raises=(no.OfferExpired, no.OfferClosed, no.NotYourTurn, no.InsufficientFunds))(
    offers.respond_to_offer
)

server.write(raises=(no.SellingRestricted, no.ListingLimit, no.DuplicateTitle))(
    selling.create_listing
)
server.read(trades.list_trades)
server.write(
    raises=(
        no.NotYourSale,
        no.AlreadyShipped,
        no.TradeCancelled,
        no.AnswerDispute,
        no.TrackingUsed,
    ),
)(selling.ship_sale)
server.write(
    raises=(
        no.NotYourPurchase,
        no.TradeCancelled,
        no.AlreadyDisputed,
        no.NotDelivered,
        no.NotOverdue,
        no.TrackingShowsDelivered,
        no.DisputeWindowPassed,
    ),
)(disputes.open_dispute)
server.write(
    destructive=True,
    raises=(
        no.NotYourDispute,
        no.DisputeClosed,
        no.NoProofOfShipping,
        no.RefundTooLarge,
        no.FullRefundDue,
        no.InsufficientFunds,
    ),
)(disputes.answer_dispute)

server.debug(clock.advance_clock)
