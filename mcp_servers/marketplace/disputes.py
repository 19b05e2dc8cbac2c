"""Tools on disputes: a buyer opens one, the seller answers it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Literal

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import dollars
from mcp_servers.marketplace.failures import (
    AlreadyDisputed,
    DisputeClosed,
    DisputeWindowPassed,
    FullRefundDue,
    InsufficientFunds,
    NoProofOfShipping,
    NotDelivered,
    NotOverdue,
    NotYourDispute,
    NotYourPurchase,
    RefundTooLarge,
    TrackingShowsDelivered,
    TradeCancelled,
)
from mcp_servers.marketplace.selling import TradeId
from mcp_servers.marketplace.settling import committed_cents, dispute_of, expected_on, today
from mcp_servers.marketplace.state import (
    DISPUTE_DAYS,
    Dispute,
    DisputeReason,
    MarketState,
    Trade,
)


class DisputeReport(Output):
    """Result of open_dispute."""

    dispute_id: Annotated[str, out("Id of the dispute.", entity="dispute")]
    seller: Annotated[str, out("Who has to answer.")]
    claim_cents: Annotated[int, out("The most that can come back.", format="money")]


class AnswerReport(Output):
    """Result of answer_dispute."""

    dispute_id: Annotated[str, out("Id of the dispute.", entity="dispute")]
    status: Annotated[str, out("refunded or contested.")]
    refund_cents: Annotated[int | None, out("What the buyer gets.", format="money")] = None
    fee_back_cents: Annotated[int | None, out("Fee that comes back.", format="money")] = None
    wallet_cents: Annotated[int, out("What the wallet holds now.", format="money")]


def open_dispute(
    state: MarketState, trade_id: TradeId, reason: Annotated[DisputeReason, arg("What is wrong.")]
) -> DisputeReport:
    """Complains about a purchase that did not come or is not as it should be."""
    trade = state.trades.require(trade_id)
    _require_purchase(state, trade)
    _require_ground(state, trade, reason)
    dispute = state.disputes.insert(
        Dispute(
            id=state.new_id("disputes"),
            trade_id=trade.id,
            reason=reason,
            status="open",
            opened_on=today(state),
        )
    )
    return DisputeReport(
        dispute_id=dispute.id,
        seller=state.members.require(trade.seller_id).name,
        claim_cents=trade.total_cents,
    )


def answer_dispute(
    state: MarketState,
    dispute_id: Annotated[str, arg("Id of the dispute.", entity="dispute")],
    answer: Annotated[Literal["refund", "contest"], arg("What to do.")],
    refund_cents: Annotated[
        int | None, arg("Part to refund; all by default.", format="money", ge=1)
    ] = None,
) -> AnswerReport:
    """Answers a buyer's dispute about a sale: refunds all or part, or contests it."""
    dispute = state.disputes.require(dispute_id)
    trade = state.trades.require(dispute.trade_id)
    _require_answerable(state, dispute, trade)
    if answer == "contest":
        return _contest(state, dispute, trade, refund_cents)
    cents = trade.total_cents if refund_cents is None else refund_cents
    back = _require_refund(state, dispute, trade, cents)
    if trade.status == "paid":
        state.trades.update(trade.id, status="cancelled")
    else:
        state.wallet_cents -= cents - back
    state.disputes.update(dispute.id, status="refunded", refund_cents=cents)
    return AnswerReport(
        dispute_id=dispute.id,
        status="refunded",
        refund_cents=cents,
        fee_back_cents=back,
        wallet_cents=state.wallet_cents,
    )


def fee_back_cents(trade: Trade, refund_cents: int) -> int:
    """Returns the part of the fee that comes back to the seller with a refund, rounded down."""
    return trade.fee_cents * refund_cents // trade.total_cents


def _require_purchase(state: MarketState, trade: Trade) -> None:
    """Checks that the user may complain about a trade.

    Raises:
        NotYourPurchase, TradeCancelled, AlreadyDisputed: saying how it stands.
    """
    label = _label(state, trade)
    if trade.buyer_id != state.me:
        raise NotYourPurchase(f"{label} is a sale of yours; only its buyer can open a dispute.")
    if trade.status == "cancelled":
        raise TradeCancelled(f"{label} was cancelled, and {dollars(trade.total_cents)} came back.")
    dispute = dispute_of(state, trade.id)
    if dispute is not None:
        raise AlreadyDisputed(
            f"{label} has the dispute {dispute.id} ({dispute.reason}), which is {dispute.status}; "
            "there is one for each trade."
        )


def _require_ground(state: MarketState, trade: Trade, reason: DisputeReason) -> None:
    """Checks that the reason can be true, and that it is not too late.

    Raises:
        NotOverdue, NotDelivered, TrackingShowsDelivered, DisputeWindowPassed: saying from or until
            when, and for which reason, it would do.
    """
    label = _label(state, trade)
    if trade.delivered_on is None:
        due = expected_on(trade)
        if reason != "not_received":
            raise NotDelivered(
                f"{label} has not been delivered yet; the reason can only be not_received, after "
                f"{due}."
            )
        if due >= today(state):
            raise NotOverdue(f"{label} is expected by {due}; open a dispute after that.")
        return
    if reason == "not_received":
        raise TrackingShowsDelivered(
            f"{label} was delivered on {trade.delivered_on} by {trade.carrier}, number "
            f"{trade.tracking}; the reason can be not_as_described or damaged."
        )
    last = date.fromisoformat(trade.delivered_on) + timedelta(days=DISPUTE_DAYS)
    if state.now.date() > last:
        raise DisputeWindowPassed(
            f"{label} was delivered on {trade.delivered_on}; disputes were possible until {last}."
        )


def _require_answerable(state: MarketState, dispute: Dispute, trade: Trade) -> None:
    label = f"The dispute {dispute.id} about {_label(state, trade)}"
    if trade.seller_id != state.me:
        seller = state.members.require(trade.seller_id).name
        raise NotYourDispute(f"{label} is one that you opened; {seller} has to answer it.")
    if dispute.status != "open":
        raise DisputeClosed(f"{label} was {dispute.status} already; list_trades shows open ones.")


def _contest(
    state: MarketState, dispute: Dispute, trade: Trade, refund_cents: int | None
) -> AnswerReport:
    if refund_cents is not None:
        raise InvalidArguments("contesting refunds nothing; leave refund_cents out")
    if trade.status == "paid":
        raise NoProofOfShipping(
            f"{_label(state, trade)} was never shipped, so {dispute.reason} cannot be contested; "
            "refund it."
        )
    state.disputes.update(dispute.id, status="contested")
    return AnswerReport(dispute_id=dispute.id, status="contested", wallet_cents=state.wallet_cents)


def _require_refund(state: MarketState, dispute: Dispute, trade: Trade, cents: int) -> int:
    """Checks that a refund is possible, and returns what comes back of the fee.

    Raises:
        RefundTooLarge, FullRefundDue, InsufficientFunds: saying how much would do.
    """
    label, total = _label(state, trade), dollars(trade.total_cents)
    if cents > trade.total_cents:
        raise RefundTooLarge(f"{label} cost {total}; refund that at most, not {dollars(cents)}.")
    if trade.status == "paid":
        if cents < trade.total_cents:
            raise FullRefundDue(f"{label} was never shipped; all {total} has to be refunded.")
        return trade.fee_cents
    back = fee_back_cents(trade, cents)
    free = state.wallet_cents - committed_cents(state)
    if cents - back > free:
        raise InsufficientFunds(
            f"Refunding {dollars(cents)} takes {dollars(cents - back)} from the wallet, which has "
            f"{dollars(free)} free; refund less, or contest {dispute.id}."
        )
    return back


def _label(state: MarketState, trade: Trade) -> str:
    return f"{trade.id}, {state.listings.require(trade.listing_id).title},"
