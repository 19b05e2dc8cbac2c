"""Why the processor refuses a call that is well formed: one type for each rule.

Every message names the row, the figure that stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class CustomerBlocked(StateError):
    """The customer may not be billed."""

    type = "customer_blocked"


class InvoiceFull(StateError):
    """The draft has as many lines as an invoice may have."""

    type = "invoice_full"


class InvoiceNotDraft(StateError):
    """The invoice has been sent or voided."""

    type = "invoice_not_draft"


class NoEmailAddress(StateError):
    """There is no address that the invoice could be sent to."""

    type = "no_email_address"


class DateNotAhead(StateError):
    """The due date does not lie within the next months."""

    type = "date_not_ahead"


class InvoiceNotSent(StateError):
    """A draft cannot be charged."""

    type = "invoice_not_sent"


class InvoiceVoid(StateError):
    """The invoice has been voided: nothing is due."""

    type = "invoice_void"


class AlreadyPaid(StateError):
    """The invoice has been paid."""

    type = "already_paid"


class PaymentProcessing(StateError):
    """A bank debit for the invoice has not settled yet."""

    type = "payment_processing"


class NoPaymentMethod(StateError):
    """The customer has stored neither card nor bank account."""

    type = "no_payment_method"


class CardExpired(StateError):
    """The stored card is past its last month."""

    type = "card_expired"


class CardDeclined(StateError):
    """The customer's bank declines the card."""

    type = "card_declined"


class PaymentDisputed(StateError):
    """The customer has called the money back through the bank."""

    type = "payment_disputed"


class FullyRefunded(StateError):
    """All of the payment has been given back."""

    type = "fully_refunded"


class RefundTooLarge(StateError):
    """The refunds would exceed the payment."""

    type = "refund_too_large"


class RefundWindowPassed(StateError):
    """The payment is too old to be refunded."""

    type = "refund_window_passed"


class InsufficientBalance(StateError):
    """The merchant's balance does not cover the refund."""

    type = "insufficient_balance"


class IdempotencyKeyReused(StateError):
    """The key has been used for another call."""

    type = "idempotency_key_reused"


class AlreadyDelivered(StateError):
    """The endpoint has taken the event."""

    type = "already_delivered"


class EndpointDisabled(StateError):
    """The endpoint is switched off."""

    type = "endpoint_disabled"


class TooManyAttempts(StateError):
    """The delivery has been tried as often as it may."""

    type = "too_many_attempts"
