"""Tools that bill: lines on a draft, sending it, charging for it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import dollars, minute
from mcp_servers.payments import ledger
from mcp_servers.payments.failures import (
    AlreadyPaid,
    CardDeclined,
    CardExpired,
    CustomerBlocked,
    DateNotAhead,
    InvoiceFull,
    InvoiceNotDraft,
    InvoiceNotSent,
    InvoiceVoid,
    NoEmailAddress,
    NoPaymentMethod,
    PaymentProcessing,
)
from mcp_servers.payments.keys import IdempotencyKey, once
from mcp_servers.payments.state import (
    DUE_WITHIN_DAYS,
    MOST_LINES,
    SETTLEMENT_DAYS,
    Customer,
    Invoice,
    Method,
    Payment,
    PaymentsState,
)
from mcp_servers.payments.webhooks import emit

InvoiceId = Annotated[str, arg("Id of the invoice.", entity="invoice")]
CustomerId = Annotated[str, arg("Id of the customer.", entity="customer")]


class DraftReport(Output):
    """Result of add_invoice_line."""

    invoice_id: Annotated[str, out("Id of the draft.", entity="invoice")]
    lines: Annotated[int, out("How many lines it has now.")]
    tax_cents: Annotated[int, out("Tax in cents.", format="money")]
    total_cents: Annotated[int, out("Total in cents, tax included.", format="money")]


class SentReport(Output):
    """Result of send_invoice."""

    invoice_id: Annotated[str, out("Id of the invoice.", entity="invoice")]
    sent_to: Annotated[str, out("Address that it went to.")]
    total_cents: Annotated[int, out("What is due, in cents.", format="money")]
    due_date: Annotated[str, out("When it is due.", format="date")]


class PaymentReport(Output):
    """Result of charge_invoice."""

    payment_id: Annotated[str, out("Id of the payment.", entity="payment")]
    status: Annotated[str, out("succeeded, or processing until it settles.")]
    amount_cents: Annotated[int, out("What was taken, in cents.", format="money")]
    fee_cents: Annotated[int, out("What the processor keeps of it.", format="money")]
    settles_at: Annotated[str | None, out("When a bank debit settles.", format="datetime")] = None


def add_invoice_line(
    state: PaymentsState,
    customer_id: CustomerId,
    description: Annotated[
        str,
        arg(
            "What is billed.",
            format="text",
            examples=("Consulting", "Training day", "Hosting"),
            min_length=1,
        ),
    ],
    quantity: Annotated[int, arg("How many.", ge=1, le=1_000)],
    unit_price_cents: Annotated[int, arg("Cents each.", format="money", ge=1, le=10_000_000)],
    idempotency_key: IdempotencyKey = None,
) -> DraftReport:
    """Adds a line to the customer's draft invoice; opens a draft where there is none."""
    customer = state.customers.require(customer_id)
    arguments = {
        "customer_id": customer_id,
        "description": description,
        "quantity": quantity,
        "unit_price_cents": unit_price_cents,
    }

    def act() -> DraftReport:
        draft = _require_room(state, customer)
        draft = draft or _new_draft(state, customer)
        return _draft(state, ledger.add_line(state, draft, description, quantity, unit_price_cents))

    return once(state, idempotency_key, "add_invoice_line", arguments, DraftReport, act)


def send_invoice(
    state: PaymentsState,
    invoice_id: InvoiceId,
    due_date: Annotated[str, arg("YYYY-MM-DD.", format="date")],
) -> SentReport:
    """Sends a draft to its customer, after which it can be charged."""
    invoice = state.invoices.require(invoice_id)
    customer = state.customers.require(invoice.customer_id)
    if invoice.status != "draft":
        raise InvoiceNotDraft(
            f"{_label(state, invoice)} is {invoice.status}, only a draft can be sent. "
            f"{_draft_of(state, customer)}"
        )
    if customer.email is None:
        raise NoEmailAddress(
            f"{customer.name} ({customer.id}) has no e-mail address, so {invoice.id} stays a "
            "draft; ask for the address first."
        )
    _require_ahead(state, due_date)
    state.invoices.update(invoice.id, status="open", due_date=due_date)
    emit(state, "invoice.sent", customer.id)
    return SentReport(
        invoice_id=invoice.id,
        sent_to=customer.email,
        total_cents=invoice.total_cents,
        due_date=due_date,
    )


def charge_invoice(
    state: PaymentsState, invoice_id: InvoiceId, idempotency_key: IdempotencyKey = None
) -> PaymentReport:
    """Takes what a sent invoice is over from the customer's card or bank account."""
    invoice = state.invoices.require(invoice_id)

    def act() -> PaymentReport:
        _require_due(state, invoice)
        customer = state.customers.require(invoice.customer_id)
        return _charge(state, invoice, _require_method(state, customer, invoice))

    arguments = {"invoice_id": invoice_id}
    return once(state, idempotency_key, "charge_invoice", arguments, PaymentReport, act)


def _require_room(state: PaymentsState, customer: Customer) -> Invoice | None:
    """Returns the customer's draft, if any, once a line may be added to it."""
    if customer.status == "blocked":
        raise CustomerBlocked(
            f"{customer.name} ({customer.id}) is blocked and cannot be billed; what has been sent "
            "can still be charged and refunded."
        )
    draft = next(iter(state.invoices.where(customer_id=customer.id, status="draft")), None)
    if draft is not None and len(ledger.lines_of(state, draft.id)) >= MOST_LINES:
        raise InvoiceFull(
            f"The draft {draft.id} of {customer.name} has {MOST_LINES} lines, the most it may; "
            "send it with send_invoice, and the next line opens another."
        )
    return draft


def _new_draft(state: PaymentsState, customer: Customer) -> Invoice:
    return state.invoices.insert(
        Invoice(
            id=state.new_id("invoices"),
            customer_id=customer.id,
            created_on=ledger.today(state),
            tax_bps=customer.tax_bps,
            total_cents=0,
            status="draft",
        )
    )


def _draft(state: PaymentsState, invoice: Invoice) -> DraftReport:
    lines = ledger.lines_of(state, invoice.id)
    return DraftReport(
        invoice_id=invoice.id,
        lines=len(lines),
        tax_cents=invoice.total_cents - ledger.subtotal_cents(lines),
        total_cents=invoice.total_cents,
    )


def _require_ahead(state: PaymentsState, due_date: str) -> None:
    now = state.now.date()
    last = now + timedelta(days=DUE_WITHIN_DAYS)
    if not now < date.fromisoformat(due_date) <= last:
        first = now + timedelta(days=1)
        raise DateNotAhead(
            f"An invoice cannot be due on {due_date}: today is {now}; give a date from {first} to "
            f"{last}."
        )


def _require_due(state: PaymentsState, invoice: Invoice) -> None:
    """Checks that something is to be paid and nobody is paying it.

    Raises:
        InvoiceNotSent, InvoiceVoid, AlreadyPaid, PaymentProcessing: saying what would do.
    """
    label = _label(state, invoice)
    if invoice.status == "draft":
        raise InvoiceNotSent(f"{label} is a draft; send it with send_invoice before charging.")
    if invoice.status == "void":
        raise InvoiceVoid(f"{label} has been voided, nothing is due; bill anew instead.")
    payment = ledger.payment_of(state, invoice.id)
    if payment is not None and payment.status == "processing":
        raise PaymentProcessing(
            f"{label} is being paid by {payment.id}, a bank debit that settles at "
            f"{payment.settles_at}; charge it again only if that fails."
        )
    if invoice.status == "paid":
        raise AlreadyPaid(
            f"{label} is paid already; get_invoice shows the payment, and list_invoices what is "
            "open."
        )


def _require_method(state: PaymentsState, customer: Customer, invoice: Invoice) -> Method:
    """Returns how the customer pays.

    Raises:
        NoPaymentMethod, CardExpired, CardDeclined: saying why that does not work.
    """
    who = f"{customer.name} ({customer.id})"
    if customer.method is None:
        raise NoPaymentMethod(
            f"{who} has stored no card or bank account; the invoice has to be paid by transfer."
        )
    if customer.method == "card":
        card = f"The card ending in {customer.card_ending} of {who}"
        if customer.card_expires is not None and customer.card_expires < ledger.today(state)[:7]:
            raise CardExpired(f"{card} expired with {customer.card_expires}; ask for a new one.")
        if customer.card_declines:
            raise CardDeclined(
                f"{card} was declined by its bank for {dollars(invoice.total_cents)}; nothing was "
                "taken. Ask the customer for another card."
            )
    return customer.method


def _charge(state: PaymentsState, invoice: Invoice, method: Method) -> PaymentReport:
    settles = minute(state.now + timedelta(days=SETTLEMENT_DAYS))
    at_once = method == "card"
    payment = state.payments.insert(
        Payment(
            id=state.new_id("payments"),
            invoice_id=invoice.id,
            amount_cents=invoice.total_cents,
            fee_cents=ledger.fee_cents(invoice.total_cents),
            method=method,
            status="succeeded" if at_once else "processing",
            created_at=minute(state.now),
            settles_at=None if at_once else settles,
        )
    )
    if at_once:
        ledger.credit(state, payment)
        emit(state, "payment.succeeded", invoice.customer_id)
    return PaymentReport(
        payment_id=payment.id,
        status=payment.status,
        amount_cents=payment.amount_cents,
        fee_cents=payment.fee_cents,
        settles_at=payment.settles_at,
    )


def _label(state: PaymentsState, invoice: Invoice) -> str:
    name = ledger.customer_name(state, invoice)
    return f"{invoice.id} of {name} over {dollars(invoice.total_cents)}"


def _draft_of(state: PaymentsState, customer: Customer) -> str:
    drafts = [i.id for i in state.invoices.where(customer_id=customer.id, status="draft")]
    return f"Draft of {customer.name}: {', '.join(drafts) or 'none'}."
