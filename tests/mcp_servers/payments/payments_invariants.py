"""The invariants that the state of the processor declares, as assertions on one state."""

from __future__ import annotations

from collections import Counter

from mcp_servers.payments import ledger
from mcp_servers.payments.state import MOST_ATTEMPTS, MOST_LINES, PaymentsState


def check_invariants(state: PaymentsState) -> None:
    """Asserts every invariant of mcp_servers/payments/state.py that one state can show."""
    _totals_are_lines_and_tax(state)
    _refunds_stay_within_payments(state)
    _payments_match_invoices(state)
    _balance_is_conserved(state)
    _deliveries_tell_their_attempts(state)
    _references_resolve(state)


def _totals_are_lines_and_tax(state: PaymentsState) -> None:
    for invoice in state.invoices:
        lines = state.lines.where(invoice_id=invoice.id)
        net = sum(line.quantity * line.unit_price_cents for line in lines)
        tax = invoice.total_cents - net
        assert 1 <= len(lines) <= MOST_LINES
        # The tax is the rate of the sum, to the nearest cent.
        assert abs(2 * (tax * 10_000 - net * invoice.tax_bps)) <= 10_000


def _refunds_stay_within_payments(state: PaymentsState) -> None:
    given: Counter[str] = Counter()
    for refund in state.refunds:
        assert refund.amount_cents > 0
        given[refund.payment_id] += refund.amount_cents
    for payment_id, cents in given.items():
        payment = state.payments.require(payment_id)
        assert payment.status == "succeeded"
        assert cents <= payment.amount_cents


def _payments_match_invoices(state: PaymentsState) -> None:
    payments = {payment.invoice_id: payment for payment in state.payments}
    assert len(payments) == len(state.payments)
    for invoice in state.invoices:
        payment = payments.get(invoice.id)
        assert payment is None or payment.amount_cents == invoice.total_cents
        done = payment is not None and payment.status != "processing"
        assert (invoice.status == "paid") == done
        assert invoice.status == "open" or done or payment is None
        assert (invoice.status == "draft") == (invoice.due_date is None)
    for payment in state.payments:
        assert (payment.status == "processing") == (payment.settles_at is not None)
    drafts = Counter(invoice.customer_id for invoice in state.invoices.where(status="draft"))
    assert max(drafts.values(), default=0) <= 1


def _balance_is_conserved(state: PaymentsState) -> None:
    taken = state.payments.where(status="succeeded")
    net = sum(p.amount_cents - ledger.fee_cents(p.amount_cents) for p in taken)
    given = sum(refund.amount_cents for refund in state.refunds)
    assert state.balance_cents == state.opening_cents + net - given
    assert state.balance_cents >= 0


def _deliveries_tell_their_attempts(state: PaymentsState) -> None:
    for delivery in state.deliveries:
        attempts = state.attempts.where(delivery_id=delivery.id)
        assert 1 <= len(attempts) <= MOST_ATTEMPTS
        assert [a.at for a in attempts] == sorted(a.at for a in attempts)
        assert all(a.code != 200 for a in attempts[:-1])
        assert (delivery.status == "delivered") == (attempts[-1].code == 200)
        assert (delivery.status == "pending") == (delivery.next_retry_at is not None)
        endpoint = state.endpoints.require(delivery.endpoint_id)
        assert delivery.status != "pending" or endpoint.status == "enabled"
    pairs = Counter((d.event_id, d.endpoint_id) for d in state.deliveries)
    assert max(pairs.values(), default=1) == 1


def _references_resolve(state: PaymentsState) -> None:
    assert state.keys.ids() == state.replies.ids()
    assert all(invoice.customer_id in state.customers for invoice in state.invoices)
    assert all(line.invoice_id in state.invoices for line in state.lines)
    assert all(payment.invoice_id in state.invoices for payment in state.payments)
    assert all(refund.payment_id in state.payments for refund in state.refunds)
    assert all(event.customer_id in state.customers for event in state.events)
    assert all(d.event_id in state.events for d in state.deliveries)
    assert all(a.delivery_id in state.deliveries for a in state.attempts)
