"""The tool that gives money back, in part or in full."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import dollars, minute
from mcp_servers.payments import ledger
from mcp_servers.payments.failures import (
    FullyRefunded,
    InsufficientBalance,
    PaymentDisputed,
    PaymentProcessing,
    RefundTooLarge,
    RefundWindowPassed,
)
from mcp_servers.payments.keys import IdempotencyKey, once
from mcp_servers.payments.state import (
    REFUND_WINDOW_DAYS,
    Payment,
    PaymentsState,
    Refund,
    RefundReason,
)
from mcp_servers.payments.webhooks import emit


class RefundReport(Output):
    """Result of refund_payment."""

    refund_id: Annotated[str, out("Id of the refund.", entity="refund")]
    payment_id: Annotated[str, out("Id of the payment.", entity="payment")]
    amount_cents: Annotated[int, out("What is given back, in cents.", format="money")]
    refundable_cents: Annotated[int, out("What could still be refunded.", format="money")]
    balance_cents: Annotated[int, out("Balance of the merchant now.", format="money")]


def refund_payment(
    state: PaymentsState,
    payment_id: Annotated[str, arg("Id of the payment.", entity="payment")],
    amount_cents: Annotated[int, arg("How much, in cents.", format="money", ge=1)],
    reason: Annotated[RefundReason, arg("Why.")],
    idempotency_key: IdempotencyKey = None,
) -> RefundReport:
    """Gives back part or all of a payment. get_invoice shows the payment of an invoice."""
    payment = state.payments.require(payment_id)
    arguments = {"payment_id": payment_id, "amount_cents": amount_cents, "reason": reason}

    def act() -> RefundReport:
        _require_refundable(state, payment)
        _require_covered(state, payment, amount_cents)
        return _refund(state, payment, amount_cents, reason)

    return once(state, idempotency_key, "refund_payment", arguments, RefundReport, act)


def _require_refundable(state: PaymentsState, payment: Payment) -> None:
    """Checks that anything of a payment can be refunded.

    Raises:
        PaymentProcessing, PaymentDisputed, RefundWindowPassed: saying until or from when.
    """
    if payment.status == "processing":
        raise PaymentProcessing(
            f"{payment.id} is a bank debit that settles at {payment.settles_at}; it can be "
            "refunded after that."
        )
    if payment.status == "disputed":
        raise PaymentDisputed(
            f"{payment.id} is disputed: the customer's bank has called {_sum(payment)} back, and a "
            "refund would pay it twice. Wait for the outcome."
        )
    first = state.now.date() - timedelta(days=REFUND_WINDOW_DAYS)
    if date.fromisoformat(payment.created_at[:10]) < first:
        raise RefundWindowPassed(
            f"{payment.id} is of {payment.created_at[:10]}; payments since {first} can be refunded."
        )


def _require_covered(state: PaymentsState, payment: Payment, amount_cents: int) -> None:
    """Checks that the amount is left of the payment and in the balance.

    Raises:
        FullyRefunded, RefundTooLarge, InsufficientBalance: saying how much would do.
    """
    left = payment.amount_cents - ledger.refunded_cents(state, payment.id)
    if left == 0:
        raise FullyRefunded(f"All {_sum(payment)} of {payment.id} has been refunded already.")
    if amount_cents > left:
        raise RefundTooLarge(
            f"{dollars(amount_cents)} is too much: of {payment.id} over {_sum(payment)}, "
            f"{dollars(left)} can still be refunded."
        )
    if amount_cents > state.balance_cents:
        raise InsufficientBalance(
            f"The balance of {dollars(state.balance_cents)} does not cover "
            f"{dollars(amount_cents)}; refund less, or charge an open invoice first."
        )


def _refund(
    state: PaymentsState, payment: Payment, amount_cents: int, reason: RefundReason
) -> RefundReport:
    refund = state.refunds.insert(
        Refund(
            id=state.new_id("refunds"),
            payment_id=payment.id,
            amount_cents=amount_cents,
            reason=reason,
            created_at=minute(state.now),
        )
    )
    state.balance_cents -= amount_cents
    emit(state, "refund.created", state.invoices.require(payment.invoice_id).customer_id)
    return RefundReport(
        refund_id=refund.id,
        payment_id=payment.id,
        amount_cents=amount_cents,
        refundable_cents=payment.amount_cents - ledger.refunded_cents(state, payment.id),
        balance_cents=state.balance_cents,
    )


def _sum(payment: Payment) -> str:
    return dollars(payment.amount_cents)
