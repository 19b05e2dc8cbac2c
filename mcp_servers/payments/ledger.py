"""Sums: tax, totals, fees, what can be refunded, and how money is worded.

This file leaves out who may do what: it adds up and books.
"""

from __future__ import annotations

from mcp_servers.payments.state import Invoice, Line, Payment, PaymentsState

_FEE_PERMILLE = 29
_FEE_FIXED_CENTS = 30
_BPS = 10_000


def today(state: PaymentsState) -> str:
    """Returns the date of the world's clock, ISO."""
    return state.now.date().isoformat()


def fee_cents(amount_cents: int) -> int:
    """Returns what the processor keeps of a payment: 2.9% and 30 cents, half a cent up."""
    return (amount_cents * _FEE_PERMILLE + 500) // 1_000 + _FEE_FIXED_CENTS


def tax_cents(subtotal_cents: int, tax_bps: int) -> int:
    """Returns the tax on a sum, half a cent rounded up."""
    return (subtotal_cents * tax_bps + _BPS // 2) // _BPS


def lines_of(state: PaymentsState, invoice_id: str) -> list[Line]:
    """Returns the lines of an invoice, the oldest first."""
    return state.lines.where(invoice_id=invoice_id)


def subtotal_cents(lines: list[Line]) -> int:
    """Returns the sum of lines before tax."""
    return sum(line.quantity * line.unit_price_cents for line in lines)


def add_line(
    state: PaymentsState, invoice: Invoice, description: str, quantity: int, unit_price_cents: int
) -> Invoice:
    """Adds a line to an invoice and brings its total up to date."""
    state.lines.insert(
        Line(
            id=state.new_id("lines"),
            invoice_id=invoice.id,
            description=description,
            quantity=quantity,
            unit_price_cents=unit_price_cents,
        )
    )
    subtotal = subtotal_cents(lines_of(state, invoice.id))
    total = subtotal + tax_cents(subtotal, invoice.tax_bps)
    return state.invoices.update(invoice.id, total_cents=total)


def payment_of(state: PaymentsState, invoice_id: str) -> Payment | None:
    """Returns the payment for an invoice, if any."""
    return next(iter(state.payments.where(invoice_id=invoice_id)), None)


def refunded_cents(state: PaymentsState, payment_id: str) -> int:
    """Returns what has been given back of a payment."""
    return sum(refund.amount_cents for refund in state.refunds.where(payment_id=payment_id))


def credit(state: PaymentsState, payment: Payment) -> None:
    """Books a payment that has succeeded: less its fee to the balance, and the invoice as paid."""
    state.balance_cents += payment.amount_cents - payment.fee_cents
    state.invoices.update(payment.invoice_id, status="paid")


def is_overdue(state: PaymentsState, invoice: Invoice) -> bool:
    """True for an open invoice whose due date has passed."""
    due = invoice.due_date
    return invoice.status == "open" and due is not None and due < today(state)


def customer_name(state: PaymentsState, invoice: Invoice) -> str:
    """Returns whom an invoice bills."""
    return state.customers.require(invoice.customer_id).name
