"""Why the marketplace refuses a call that is well formed: one type for each rule.

Every message names the row, the figure that stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class OwnListing(StateError):
    """Nobody bids on, buys or makes offers for what they sell."""

    type = "own_listing"


class ListingEnded(StateError):
    """The listing is sold, or its time is over."""

    type = "listing_ended"


class BlockedBySeller(StateError):
    """The seller takes no orders from the user."""

    type = "blocked_by_seller"


class NotAnAuction(StateError):
    """The listing has a fixed price."""

    type = "not_an_auction"


class BidTooLow(StateError):
    """The bid is below the next that is accepted."""

    type = "bid_too_low"


class BidNotRaised(StateError):
    """The user has bid as much or more already."""

    type = "bid_not_raised"


class NoBuyNow(StateError):
    """The auction cannot be bought at once."""

    type = "no_buy_now"


class BuyNowGone(StateError):
    """The auction has a bid, which ended the chance to buy at once."""

    type = "buy_now_gone"


class InsufficientFunds(StateError):
    """What is not committed in the wallet does not cover it."""

    type = "insufficient_funds"


class NoOffers(StateError):
    """The listing takes no offers."""

    type = "no_offers_taken"


class OfferOpen(StateError):
    """The user has an offer on the listing that waits for an answer."""

    type = "offer_already_open"


class TooManyOffers(StateError):
    """The user has made as many offers on the listing as they may."""

    type = "too_many_offers"


class OfferTooHigh(StateError):
    """The offer is not below the price."""

    type = "offer_not_below_price"


class OfferExpired(StateError):
    """The offer was not answered in time."""

    type = "offer_expired"


class OfferClosed(StateError):
    """The offer has been answered, or its listing has been sold."""

    type = "offer_closed"


class NotYourTurn(StateError):
    """The other side has to answer the offer."""

    type = "not_your_turn"


class SellingRestricted(StateError):
    """The user is late with shipping a sale."""

    type = "selling_restricted"


class ListingLimit(StateError):
    """The user has as many active listings as a member may have."""

    type = "listing_limit"


class DuplicateTitle(StateError):
    """An active listing of the user has that title."""

    type = "duplicate_title"


class NotYourSale(StateError):
    """The user is the buyer of the trade."""

    type = "not_your_sale"


class AlreadyShipped(StateError):
    """The sale has been shipped."""

    type = "already_shipped"


class TradeCancelled(StateError):
    """The trade was refunded before it was shipped."""

    type = "trade_cancelled"


class AnswerDispute(StateError):
    """The buyer has opened a dispute, which comes first."""

    type = "dispute_open"


class TrackingUsed(StateError):
    """Another parcel has that tracking number."""

    type = "tracking_number_used"


class NotYourPurchase(StateError):
    """The user is the seller of the trade."""

    type = "not_your_purchase"


class AlreadyDisputed(StateError):
    """There is a dispute on the trade."""

    type = "already_disputed"


class NotOverdue(StateError):
    """The parcel may still come in time."""

    type = "not_overdue"


class NotDelivered(StateError):
    """What has not arrived can be neither damaged nor other than described."""

    type = "not_delivered"


class TrackingShowsDelivered(StateError):
    """The carrier has delivered the parcel."""

    type = "tracking_shows_delivered"


class DisputeWindowPassed(StateError):
    """The parcel arrived too long ago."""

    type = "dispute_window_passed"


class DisputeClosed(StateError):
    """The dispute has been answered."""

    type = "dispute_closed"


class NotYourDispute(StateError):
    """The user opened the dispute; the seller has to answer it."""

    type = "not_yours_to_answer"


class NoProofOfShipping(StateError):
    """Without a parcel on its way there is nothing to contest with."""

    type = "no_proof_of_shipping"


class FullRefundDue(StateError):
    """What was not shipped can only be refunded in full."""

    type = "full_refund_due"


class RefundTooLarge(StateError):
    """The refund exceeds what the buyer paid."""

    type = "refund_too_large"
