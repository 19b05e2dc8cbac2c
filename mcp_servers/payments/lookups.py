"""Look-ups on customers, invoices and the balance."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.payments import ledger
from mcp_servers.payments.billing import CustomerId, InvoiceId
from mcp_servers.payments.state import Customer, Invoice, PaymentsState

CUSTOMERS_PAGE = 5
INVOICES_PAGE = 5
OVERDUE_SHOWN = 5

Offset = Annotated[int, arg("How many to skip.", ge=0)]


class CustomerRow(Output):
    """A customer in a list."""

    customer_id: Annotated[str, out("Id of the customer.", entity="customer")]
    name: Annotated[str, out("Name of the customer.", label_of="customer")]
    email: Annotated[str | None, out("Where invoices go, if known.")] = None
    pays_by: Annotated[str, out("Stored card or bank account, or nothing.")]
    blocked: Annotated[bool | None, out("true where nothing may be billed.")] = None


class Customers(Output):
    """Result of search_customers."""

    customers: Annotated[list[CustomerRow], out("Those that fit, by name.")]
    total: Annotated[int, out("How many fit.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class InvoiceRow(Output):
    """An invoice in a list."""

    invoice_id: Annotated[str, out("Id of the invoice.", entity="invoice")]
    total_cents: Annotated[int, out("Total in cents.", label_of="invoice", format="money")]
    status: Annotated[str, out("draft, open, overdue, paid or void.")]
    created_on: Annotated[str, out("When it was begun.", label_of="invoice", format="date")]
    due_date: Annotated[str | None, out("When it is due, once sent.", format="date")] = None


class Invoices(Output):
    """Result of list_invoices."""

    invoices: Annotated[list[InvoiceRow], out("Newest first.")]
    total: Annotated[int, out("How many fit.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class LineRow(Output):
    """A line of an invoice."""

    description: Annotated[str, out("What is billed.")]
    quantity: Annotated[int, out("How many.")]
    unit_price_cents: Annotated[int, out("Cents each.", format="money")]


class InvoiceDetails(Output):
    """Result of get_invoice."""

    invoice_id: Annotated[str, out("Id of the invoice.", entity="invoice")]
    customer: Annotated[str, out("Whom it bills.")]
    status: Annotated[str, out("draft, open, overdue, paid or void.")]
    due_date: Annotated[str | None, out("When it is due, once sent.", format="date")] = None
    lines: Annotated[list[LineRow], out("What it bills.")]
    tax_cents: Annotated[int, out("Tax in cents.", format="money")]
    total_cents: Annotated[int, out("Total in cents.", label_of="invoice", format="money")]
    payment_id: Annotated[str | None, out("Payment for it, if any.", entity="payment")] = None
    payment_status: Annotated[str | None, out("processing, succeeded or disputed.")] = None
    refunded_cents: Annotated[int | None, out("Given back of it.", format="money")] = None


class OverdueRow(Output):
    """An invoice that is overdue."""

    invoice_id: Annotated[str, out("Id of the invoice.", entity="invoice")]
    customer: Annotated[str, out("Whom it bills.", label_of="invoice")]
    total_cents: Annotated[int, out("What is due.", format="money")]
    due_date: Annotated[str, out("When it was due.", format="date")]


class Balance(Output):
    """Result of get_balance."""

    balance_cents: Annotated[int, out("What can be paid out or refunded.", format="money")]
    processing_cents: Annotated[int, out("Bank debits not settled yet.", format="money")]
    open_cents: Annotated[int, out("Sent and not paid.", format="money")]
    overdue_cents: Annotated[int, out("Of that, overdue.", format="money")]
    overdue: Annotated[list[OverdueRow], out("The five longest overdue.")]


def search_customers(
    state: PaymentsState,
    query: Annotated[str, arg("Words of the name.", min_length=1)],
    offset: Offset = 0,
) -> Customers:
    """Finds customers, five a page."""
    words = query.casefold().split()
    rows = [c for c in state.customers if all(word in _text(c) for word in words)]
    rows.sort(key=lambda customer: (customer.name, customer.id))
    end = offset + CUSTOMERS_PAGE
    return Customers(
        customers=[_customer(customer) for customer in rows[offset:end]],
        total=len(rows),
        next_offset=end if end < len(rows) else None,
    )


def list_invoices(
    state: PaymentsState,
    customer_id: CustomerId,
    status: Annotated[
        Literal["draft", "open", "overdue", "paid", "void"] | None, arg("Only these.")
    ] = None,
    offset: Offset = 0,
) -> Invoices:
    """Lists the invoices of one customer, five a page."""
    state.customers.require(customer_id)
    rows = [
        invoice
        for invoice in state.invoices.where(customer_id=customer_id)
        if status in (None, invoice.status, _status(state, invoice))
    ]
    rows.sort(key=lambda invoice: (invoice.created_on, invoice.id), reverse=True)
    end = offset + INVOICES_PAGE
    return Invoices(
        invoices=[_invoice(state, invoice) for invoice in rows[offset:end]],
        total=len(rows),
        next_offset=end if end < len(rows) else None,
    )


def get_invoice(state: PaymentsState, invoice_id: InvoiceId) -> InvoiceDetails:
    """Gets lines, tax, payment and refunds of one invoice."""
    invoice = state.invoices.require(invoice_id)
    lines = ledger.lines_of(state, invoice.id)
    payment = ledger.payment_of(state, invoice.id)
    return InvoiceDetails(
        invoice_id=invoice.id,
        customer=ledger.customer_name(state, invoice),
        status=_status(state, invoice),
        due_date=invoice.due_date,
        lines=[
            LineRow(
                description=line.description,
                quantity=line.quantity,
                unit_price_cents=line.unit_price_cents,
            )
            for line in lines
        ],
        tax_cents=invoice.total_cents - ledger.subtotal_cents(lines),
        total_cents=invoice.total_cents,
        payment_id=payment.id if payment else None,
        payment_status=payment.status if payment else None,
        refunded_cents=ledger.refunded_cents(state, payment.id) if payment else None,
    )


def get_balance(state: PaymentsState) -> Balance:
    """Gets the merchant's balance, what is outstanding, and who is overdue."""
    processing = state.payments.where(status="processing")
    being_paid = {payment.invoice_id for payment in processing}
    still_open = [i for i in state.invoices.where(status="open") if i.id not in being_paid]
    overdue = [invoice for invoice in still_open if ledger.is_overdue(state, invoice)]
    overdue.sort(key=lambda invoice: (invoice.due_date or "", invoice.id))
    return Balance(
        balance_cents=state.balance_cents,
        processing_cents=sum(payment.amount_cents for payment in processing),
        open_cents=sum(invoice.total_cents for invoice in still_open),
        overdue_cents=sum(invoice.total_cents for invoice in overdue),
        overdue=[
            OverdueRow(
                invoice_id=invoice.id,
                customer=ledger.customer_name(state, invoice),
                total_cents=invoice.total_cents,
                due_date=invoice.due_date or "",
            )
            for invoice in overdue[:OVERDUE_SHOWN]
        ],
    )


def _text(customer: Customer) -> str:
    return f"{customer.name} {customer.email or ''}".casefold()


def _customer(customer: Customer) -> CustomerRow:
    card = f"card {customer.card_ending}, valid until {customer.card_expires}"
    pays_by = {"card": card, "bank_debit": "bank account", None: "nothing stored"}
    return CustomerRow(
        customer_id=customer.id,
        name=customer.name,
        email=customer.email,
        pays_by=pays_by[customer.method],
        blocked=True if customer.status == "blocked" else None,
    )


def _invoice(state: PaymentsState, invoice: Invoice) -> InvoiceRow:
    return InvoiceRow(
        invoice_id=invoice.id,
        total_cents=invoice.total_cents,
        status=_status(state, invoice),
        created_on=invoice.created_on,
        due_date=invoice.due_date,
    )


def _status(state: PaymentsState, invoice: Invoice) -> str:
    overdue = ledger.is_overdue(state, invoice) and not _in_process(state, invoice)
    return "overdue" if overdue else invoice.status


def _in_process(state: PaymentsState, invoice: Invoice) -> bool:
    payment = ledger.payment_of(state, invoice.id)
    return payment is not None and payment.status == "processing"
