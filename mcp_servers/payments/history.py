"""What a merchant has done so far: invoices, payments, refunds, and the webhooks about them.

This file leaves out who the customers are, and the balance that it all comes out at.
"""

from __future__ import annotations

import random
from collections import Counter
from datetime import datetime, time, timedelta

from mcp_servers.core.wording import minute
from mcp_servers.payments import ledger
from mcp_servers.payments.state import (
    MOST_ATTEMPTS,
    REFUND_WINDOW_DAYS,
    RETRY_MINUTES,
    SETTLEMENT_DAYS,
    Attempt,
    Customer,
    Delivery,
    Endpoint,
    Event,
    EventType,
    Invoice,
    InvoiceStatus,
    Payment,
    PaymentsState,
    Refund,
    RefundReason,
)

SERVICES = (
    "Consulting",
    "Support hours",
    "Training day",
    "Spare parts",
    "Maintenance visit",
    "Design work",
    "Hosting",
    "Installation",
)
REASONS: tuple[RefundReason, ...] = ("requested_by_customer", "duplicate", "fraudulent")
STATUSES: tuple[InvoiceStatus, ...] = ("paid", "open", "draft", "paid", "open", "void", "paid")
SENT_TODAY = 3
RECENT_EVENTS = 3
"""Of each type."""
_OK, _BROKEN = 200, 500


class History:
    """Writes the history of a merchant, the oldest invoice first.

    Args:
        state: with customers and endpoints.
        rng: the source of chance.
    """

    def __init__(self, state: PaymentsState, rng: random.Random) -> None:
        self._state = state
        self._rng = rng
        self._happened: dict[tuple[EventType, str], datetime] = {}

    def write(self) -> None:
        """Makes invoices with all that belongs to them, and the deliveries of the last days."""
        plans = sorted(self._plans(), key=lambda plan: -plan[1])
        for customer, days_ago, status in plans:
            self._invoice(customer, days_ago, status)
        self._refunds()
        self._disputes()
        self._deliveries()

    def _plans(self) -> list[tuple[Customer, int, InvoiceStatus]]:
        """Returns whom to bill, how many days ago, and what has become of it.

        Two invoices are too old to be refunded, some were sent today.
        """
        plans: list[tuple[Customer, int, InvoiceStatus]] = []
        for i, customer in enumerate(self._state.customers):
            count = 4 if i == 0 else self._rng.randrange(1, 4)
            statuses = STATUSES[:4] if i == 0 else self._rng.sample(STATUSES, count)
            for status in statuses:
                recent = status == "draft" or customer.method == "bank_debit"
                days_ago = self._rng.randrange(1, 4) if recent else self._rng.randrange(6, 90)
                plans.append((customer, days_ago, status))
        customers = list(self._state.customers)
        for customer in self._rng.sample(customers[1:], 2):
            old = REFUND_WINDOW_DAYS + self._rng.randrange(5, 60)
            plans.append((customer, old, "paid"))
        by_card = self._state.customers.where(method="card")
        return plans + [(c, 0, "open") for c in self._rng.sample(by_card[1:], SENT_TODAY)]

    def _invoice(self, customer: Customer, days_ago: int, status: InvoiceStatus) -> None:
        day = self._state.now.date() - timedelta(days=days_ago)
        due = day + timedelta(days=self._rng.choice((14, 30, 30, 60)))
        invoice = self._state.invoices.insert(
            Invoice(
                id=self._state.new_id("invoices"),
                customer_id=customer.id,
                created_on=day.isoformat(),
                tax_bps=customer.tax_bps,
                total_cents=0,
                status="draft" if status == "draft" else "open",
                due_date=None if status == "draft" else due.isoformat(),
            )
        )
        for service in self._rng.sample(SERVICES, self._rng.randrange(1, 4)):
            price = 5_00 * self._rng.randrange(8, 60)
            ledger.add_line(self._state, invoice, service, self._rng.randrange(1, 5), price)
        if status == "void":
            self._state.invoices.update(invoice.id, status="void")
        if status != "draft":
            self._note("invoice.sent", customer.id, self._sent_at(days_ago))
        # Whoever pays by bank debit has just been charged for what else would be open or paid.
        if status == "paid" or (status == "open" and customer.method == "bank_debit"):
            self._pay(customer, invoice.id, days_ago)

    def _sent_at(self, days_ago: int) -> datetime:
        now = self._state.now
        if days_ago == 0:
            of_today = now.hour * 60 + now.minute
            return now - timedelta(minutes=self._rng.randrange(10, min(400, of_today)))
        day = now.date() - timedelta(days=days_ago)
        return datetime.combine(day, time(8)) + timedelta(minutes=self._rng.randrange(500))

    def _note(self, type: EventType, customer_id: str, at: datetime) -> None:
        """Keeps the last time that something happened with a customer."""
        known = self._happened.get((type, customer_id), at)
        self._happened[type, customer_id] = max(at, known)

    def _pay(self, customer: Customer, invoice_id: str, days_ago: int) -> None:
        """Adds the payment, some days after the invoice, or of today where it is to be settled."""
        total = self._state.invoices.require(invoice_id).total_cents
        by_debit = customer.method == "bank_debit" and days_ago < REFUND_WINDOW_DAYS
        back = 0 if by_debit else days_ago - self._rng.randrange(1, 6)
        day = self._state.now.date() - timedelta(days=back)
        at = datetime.combine(day, time(8, self._rng.randrange(60)))
        at = min(at, self._state.now)
        settles = minute(at + timedelta(days=SETTLEMENT_DAYS))
        payment = self._state.payments.insert(
            Payment(
                id=self._state.new_id("payments"),
                invoice_id=invoice_id,
                amount_cents=total,
                fee_cents=ledger.fee_cents(total),
                method="bank_debit" if by_debit else "card",
                status="processing" if by_debit else "succeeded",
                created_at=minute(at),
                settles_at=settles if by_debit else None,
            )
        )
        if not by_debit:
            ledger.credit(self._state, payment)
            self._note("payment.succeeded", customer.id, at)

    def _refunds(self) -> None:
        """Gives back parts of two payments and all of two others."""
        succeeded = self._refundable()
        for n, payment in enumerate(self._rng.sample(succeeded, min(4, len(succeeded)))):
            share = self._rng.choice((25, 40, 50)) if n < 2 else 100
            amount = payment.amount_cents * share // 100
            at = datetime.fromisoformat(payment.created_at) + timedelta(hours=5)
            at = min(at, self._state.now)
            self._state.refunds.insert(
                Refund(
                    id=self._state.new_id("refunds"),
                    payment_id=payment.id,
                    amount_cents=amount,
                    reason=self._rng.choice(REASONS),
                    created_at=minute(at),
                )
            )
            customer_id = self._state.invoices.require(payment.invoice_id).customer_id
            self._note("refund.created", customer_id, at)
            self._state.balance_cents -= amount

    def _disputes(self) -> None:
        """Lets two payments be disputed, which takes them out of the balance."""
        refunded = {refund.payment_id for refund in self._state.refunds}
        free = [payment for payment in self._refundable() if payment.id not in refunded]
        for payment in self._rng.sample(free, min(2, len(free))):
            self._state.payments.update(payment.id, status="disputed")
            self._state.balance_cents -= payment.amount_cents - payment.fee_cents

    def _refundable(self) -> list[Payment]:
        """Returns recent payments that succeeded, those of the first customer left out."""
        first = next(iter(self._state.customers)).id
        oldest = minute(self._state.now - timedelta(days=REFUND_WINDOW_DAYS))
        return [
            payment
            for payment in self._state.payments.where(status="succeeded")
            if payment.created_at > oldest
            and self._state.invoices.require(payment.invoice_id).customer_id != first
        ]

    def _deliveries(self) -> None:
        """Adds the latest events of each type, told to all endpoints that wanted to know.

        No two are of one type and one customer, so that a delivery can be named.
        """
        for type, customer_id, at in self._latest():
            event = Event(
                id=self._state.new_id("events"), type=type, customer_id=customer_id, at=minute(at)
            )
            self._state.events.insert(event)
            for endpoint in self._state.endpoints:
                if event.type in endpoint.events:
                    self._deliver(event, endpoint, at)

    def _latest(self) -> list[tuple[EventType, str, datetime]]:
        newest = sorted(self._happened.items(), key=lambda item: (item[1], item[0]), reverse=True)
        taken = Counter[EventType]()
        kept = []
        for (type, customer_id), at in newest:
            taken[type] += 1
            if taken[type] <= RECENT_EVENTS:
                kept.append((type, customer_id, at))
        return kept[::-1]

    def _deliver(self, event: Event, endpoint: Endpoint, first: datetime) -> None:
        """Adds a delivery with all its attempts until now.

        An endpoint that answers now did not always: some of its deliveries are still to be made.
        """
        works = endpoint.answers == _OK
        late = not works or self._rng.random() < 0.35
        times = self._attempts_at(first) if late else [first]
        may_go_on = late and len(times) <= len(RETRY_MINUTES) and endpoint.status == "enabled"
        again = times[-1] + timedelta(minutes=RETRY_MINUTES[len(times) - 1]) if may_go_on else None
        delivery = self._state.deliveries.insert(
            Delivery(
                id=self._state.new_id("deliveries"),
                event_id=event.id,
                endpoint_id=endpoint.id,
                status="pending" if again else "failed" if late else "delivered",
                next_retry_at=minute(again) if again else None,
            )
        )
        for at in times:
            code = (_BROKEN if works else endpoint.answers) if late else _OK
            self._attempt(delivery.id, at, code)

    def _attempts_at(self, first: datetime) -> list[datetime]:
        """Returns when an endpoint was tried that never answered; now and then also by hand."""
        times = [first]
        for wait in RETRY_MINUTES:
            if times[-1] + timedelta(minutes=wait) > self._state.now:
                return times
            times.append(times[-1] + timedelta(minutes=wait))
        if self._rng.random() < 0.3:
            times += [min(times[-1] + timedelta(minutes=9), self._state.now)] * (
                MOST_ATTEMPTS - len(times)
            )
        return times

    def _attempt(self, delivery_id: str, at: datetime, code: int) -> None:
        self._state.attempts.insert(
            Attempt(
                id=self._state.new_id("attempts"), delivery_id=delivery_id, at=minute(at), code=code
            )
        )
