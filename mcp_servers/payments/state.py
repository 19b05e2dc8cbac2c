"""The tables of one merchant at a payment processor, and what always holds of them.

Money is integer cents, tax rates are basis points (825 is 8.25%), times ISO strings to the minute.
Invariants, in every world and after every call:

1. The total of an invoice = quantity x unit price over its lines + tax, and the tax is the rate of
   the invoice on that sum, half a cent rounded up.
2. Refunds of a payment never exceed its amount, and only a payment that succeeded has any.
3. An invoice has at most one payment, of exactly its total, and is paid where that is not still
   processing. A draft or void invoice has none.
4. A customer has at most one draft. An invoice that has been sent keeps its lines.
5. Money is conserved: `balance_cents` = `opening_cents` + payments that succeeded - their fees -
   refunds, and is never negative. What is disputed is held back by the processor.
6. An idempotency key stands for one tool and one set of arguments: the same call again gives the
   same result and changes nothing, another call is refused, for `KEY_HOURS`.
7. Every event is delivered to each endpoint at most once. A delivery is delivered where its last
   attempt was answered with 200, pending where another attempt is planned, else failed; it has at
   most `MOST_ATTEMPTS`.
8. A disabled endpoint is sent nothing, a blocked customer is billed nothing.
9. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

MOST_LINES = 6
DUE_WITHIN_DAYS = 90
REFUND_WINDOW_DAYS = 180
KEY_HOURS = 24
MOST_ATTEMPTS = 8
RETRY_MINUTES = (5, 30, 120, 300)
"""After how long a delivery is tried again by itself: as many times as there are entries."""
SETTLEMENT_DAYS = 2

Method = Literal["card", "bank_debit"]
InvoiceStatus = Literal["draft", "open", "paid", "void"]
PaymentStatus = Literal["processing", "succeeded", "disputed"]
RefundReason = Literal["requested_by_customer", "duplicate", "fraudulent"]
EventType = Literal["invoice.sent", "payment.succeeded", "refund.created"]
DeliveryStatus = Literal["delivered", "pending", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Customer:
    """Someone whom the merchant bills; `card_expires` is the last month (YYYY-MM) of the card."""

    id: str
    name: str
    email: str | None
    tax_bps: int
    method: Method | None
    card_ending: str | None = None
    card_expires: str | None = None
    card_declines: bool = False
    status: Literal["active", "blocked"] = "active"


@dataclass(frozen=True, slots=True, kw_only=True)
class Invoice:
    """A bill to a customer. Its lines are rows of their own; drafts have no due date yet."""

    id: str
    customer_id: str
    created_on: str
    tax_bps: int
    total_cents: int
    status: InvoiceStatus
    due_date: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of an invoice."""

    id: str
    invoice_id: str
    description: str
    quantity: int
    unit_price_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """What was taken for an invoice; a bank debit succeeds only at `settles_at`."""

    id: str
    invoice_id: str
    amount_cents: int
    fee_cents: int
    method: Method
    status: PaymentStatus
    created_at: str
    settles_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refund:
    """Part or all of a payment given back; the fee of the payment is not."""

    id: str
    payment_id: str
    amount_cents: int
    reason: RefundReason
    created_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """An idempotency key; its id is the key itself, `arguments` is JSON."""

    id: str
    tool: str
    arguments: str
    used_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the first call with a key was answered, as JSON; its id is the key.

    Sums in it are those of that moment and depend on what was done before: no effect of the call.
    """

    id: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where the merchant wants to be told of events; `answers` is the code it answers with now."""

    id: str
    name: str
    events: frozenset[EventType]
    answers: int
    status: Literal["enabled", "disabled"] = "enabled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened, and with which customer."""

    id: str
    type: EventType
    customer_id: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """The telling of one event to one endpoint."""

    id: str
    event_id: str
    endpoint_id: str
    status: DeliveryStatus
    next_retry_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One request of a delivery, and the code that the endpoint answered with."""

    id: str
    delivery_id: str
    at: str
    code: int


@dataclass
class PaymentsState(State):
    """Everything that the processor knows of the merchant."""

    opening_cents: int = 0
    balance_cents: int = 0
    customers: Table[Customer] = table(Customer, "CUS")
    invoices: Table[Invoice] = table(Invoice, "INV")
    lines: Table[Line] = table(Line, "LIN")
    payments: Table[Payment] = table(Payment, "PMT")
    refunds: Table[Refund] = table(Refund, "RFD")
    keys: Table[Key] = table(Key, None)
    replies: Table[Reply] = table(Reply, None, cursor=True)
    endpoints: Table[Endpoint] = table(Endpoint, "WHK")
    events: Table[Event] = table(Event, "EVT")
    deliveries: Table[Delivery] = table(Delivery, "DLV")
    attempts: Table[Attempt] = table(Attempt, "ATT")
