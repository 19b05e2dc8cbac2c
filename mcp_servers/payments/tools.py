"""The tools of the payments server: which there are, which of them write, and how each may fail.

One session is one merchant. The functions stand in lookups.py, billing.py, refunding.py and
webhooks.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.payments import billing, clock, lookups, refunding, webhooks
from mcp_servers.payments.failures import (
    AlreadyDelivered,
    AlreadyPaid,
    CardDeclined,
    CardExpired,
    CustomerBlocked,
    DateNotAhead,
    EndpointDisabled,
    FullyRefunded,
    IdempotencyKeyReused,
    InsufficientBalance,
    InvoiceFull,
    InvoiceNotDraft,
    InvoiceNotSent,
    InvoiceVoid,
    NoEmailAddress,
    NoPaymentMethod,
    PaymentDisputed,
    PaymentProcessing,
    RefundTooLarge,
    RefundWindowPassed,
    TooManyAttempts,
)
from mcp_servers.payments.state import PaymentsState
from mcp_servers.payments.world import make_world

server = ToolServer(
    "payments",
    title="Payment processor",
    instructions=(
        "The invoices and payments of one merchant. Amounts are integer cents. Look up the ids of "
        "customers, invoices, payments and deliveries before you use them."
    ),
    state=PaymentsState,
    make_world=make_world,
)

server.read(lookups.search_customers)
server.read(lookups.list_invoices)
server.read(lookups.get_invoice)
server.read(lookups.get_balance)

server.write(raises=(CustomerBlocked, InvoiceFull, IdempotencyKeyReused))(billing.add_invoice_line)
server.write(raises=(InvoiceNotDraft, NoEmailAddress, DateNotAhead))(billing.send_invoice)
server.write(
    raises=(
        InvoiceNotSent,
        InvoiceVoid,
        AlreadyPaid,
        PaymentProcessing,
        NoPaymentMethod,
        CardExpired,
        CardDeclined,
        IdempotencyKeyReused,
    ),
)(billing.charge_invoice)
server.write(
    destructive=True,
    raises=(
        PaymentProcessing,
        PaymentDisputed,
        RefundWindowPassed,
        FullyRefunded,
        RefundTooLarge,
        InsufficientBalance,
        IdempotencyKeyReused,
    ),
)(refunding.refund_payment)

server.read(webhooks.list_webhook_deliveries)
server.write(raises=(AlreadyDelivered, EndpointDisabled, TooManyAttempts))(
    webhooks.retry_webhook_delivery
)

server.debug(clock.advance_clock)
