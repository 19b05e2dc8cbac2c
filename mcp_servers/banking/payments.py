"""Tools on money that goes out: payees, payments now and scheduled, bills."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Literal

from mcp_servers.banking import ledger
from mcp_servers.banking.accounts import AccountId, Amount
from mcp_servers.banking.cards import CardId
from mcp_servers.banking.failures import (
    AlreadyCancelled,
    AlreadyScheduled,
    BillAlreadyPaid,
    DateNotAhead,
    PayeeInactive,
    PaymentInProcess,
)
from mcp_servers.banking.state import (
    SCHEDULE_HORIZON_DAYS,
    BankState,
    Frequency,
    Payee,
    ScheduledPayment,
)
from mcp_servers.core.fields import Output, arg, out

PayeeId = Annotated[str, arg("Id of the payee.", entity="payee")]


class PayeeRow(Output):
    """A payee in a list."""

    payee_id: Annotated[str, out("Id of the payee.", entity="payee")]
    name: Annotated[str, out("Name of the payee.", label_of="payee")]
    status: Annotated[str, out("active or inactive.")]


class Payees(Output):
    """Result of list_payees."""

    payees: Annotated[list[PayeeRow], out("The registered payees.")]


class Payment(Output):
    """Result of pay_payee and pay_bill."""

    transaction_id: Annotated[str, out("Id of the payment.", entity="transaction")]
    balance_cents: Annotated[int, out("New balance of the account.", format="money")]
    alert: Annotated[str | None, out("Low-balance alert, if any.")] = None


class ScheduleRow(Output):
    """A scheduled payment in a list."""

    schedule_id: Annotated[str, out("Id of the scheduled payment.", entity="schedule")]
    payee: Annotated[str, out("Name of the payee.", label_of="schedule")]
    amount_cents: Annotated[int, out("Cents each time.", label_of="schedule", format="money")]
    frequency: Annotated[str, out("How often.", label_of="schedule")]
    next_date: Annotated[str, out("Next payment.", format="date")]


class Schedules(Output):
    """Result of list_scheduled_payments."""

    scheduled_payments: Annotated[list[ScheduleRow], out("The active ones.")]


class ScheduleChange(Output):
    """Result of schedule_payment and cancel_scheduled_payment."""

    schedule_id: Annotated[str, out("Id of the scheduled payment.", entity="schedule")]
    status: Annotated[str, out("active or cancelled.")]


class BillRow(Output):
    """A bill in a list."""

    bill_id: Annotated[str, out("Id of the bill.", entity="bill")]
    biller: Annotated[str, out("Who sent the bill.", label_of="bill")]
    amount_cents: Annotated[int, out("Amount in cents.", format="money")]
    due_date: Annotated[str, out("Due date.", label_of="bill", format="date")]


class Bills(Output):
    """Result of list_bills."""

    bills: Annotated[list[BillRow], out("Next due first.")]


def list_payees(state: BankState) -> Payees:
    """Lists the people and companies that the customer can pay."""
    return Payees(
        payees=[PayeeRow(payee_id=p.id, name=p.name, status=p.status) for p in state.payees]
    )


def pay_payee(
    state: BankState,
    account_id: AccountId,
    payee_id: PayeeId,
    amount_cents: Amount,
    note: Annotated[
        str | None,
        arg("Text for the payee.", format="text", max_length=80, examples=("rent", "dinner")),
    ] = None,
) -> Payment:
    """Sends money from an account to a payee now."""
    account = state.accounts.require(account_id)
    payee = _require_active(state, state.payees.require(payee_id))
    ledger.require_open(account)
    paid = ledger.paid_today_cents(state, account.id)
    whose = f"{account.name} ({account.id})"
    ledger.require_within_limit(whose, account.daily_limit_cents, paid, amount_cents)
    ledger.require_debit(state, account, amount_cents)
    line = ledger.post(
        state, account.id, -amount_cents, f"Payment to {payee.name}", "payment", note=note
    )
    return _payment(state, account.id, line.id)


def _payment(state: BankState, account_id: str, transaction_id: str) -> Payment:
    return Payment(
        transaction_id=transaction_id,
        balance_cents=state.accounts.require(account_id).balance_cents,
        alert=ledger.low_balance_alert(state, account_id),
    )


def _require_active(state: BankState, payee: Payee) -> Payee:
    if payee.status == "inactive":
        active = ", ".join(p.name for p in state.payees.where(status="active"))
        raise PayeeInactive(
            f"{payee.name} ({payee.id}) is inactive and cannot be paid. Active payees: {active}."
        )
    return payee


def list_scheduled_payments(state: BankState) -> Schedules:
    """Lists the active standing payments."""
    rows = [
        ScheduleRow(
            schedule_id=s.id,
            payee=state.payees.require(s.payee_id).name,
            amount_cents=s.amount_cents,
            frequency=s.frequency,
            next_date=s.next_date,
        )
        for s in state.schedules.where(status="active")
    ]
    return Schedules(scheduled_payments=rows)


def schedule_payment(
    state: BankState,
    account_id: AccountId,
    payee_id: PayeeId,
    amount_cents: Amount,
    frequency: Annotated[Frequency, arg("How often.")],
    start_date: Annotated[str, arg("First payment, YYYY-MM-DD, after today.", format="date")],
) -> ScheduleChange:
    """Sets up a standing payment to a payee."""
    ledger.require_open(state.accounts.require(account_id))
    _require_active(state, state.payees.require(payee_id))
    _require_ahead(state, start_date)
    same = state.schedules.where(
        account_id=account_id,
        payee_id=payee_id,
        amount_cents=amount_cents,
        frequency=frequency,
        status="active",
    )
    if same:
        raise AlreadyScheduled(
            f"The same payment is scheduled as {same[0].id}, next on {same[0].next_date}; "
            "cancel that one first or change the amount or frequency."
        )
    row = state.schedules.insert(
        ScheduledPayment(
            id=state.new_id("schedules"),
            account_id=account_id,
            payee_id=payee_id,
            amount_cents=amount_cents,
            frequency=frequency,
            next_date=start_date,
        )
    )
    return ScheduleChange(schedule_id=row.id, status=row.status)


def _require_ahead(state: BankState, start_date: str) -> None:
    now = state.now.date()
    last = now + timedelta(days=SCHEDULE_HORIZON_DAYS)
    if not now < date.fromisoformat(start_date) <= last:
        first = now + timedelta(days=1)
        raise DateNotAhead(
            f"A first payment on {start_date} cannot be scheduled: today is {now}; "
            f"give a date from {first} to {last}."
        )


def cancel_scheduled_payment(
    state: BankState,
    schedule_id: Annotated[str, arg("Id of the scheduled payment.", entity="schedule")],
) -> ScheduleChange:
    """Cancels a standing payment for good."""
    row = state.schedules.require(schedule_id)
    if row.status == "cancelled":
        active = ", ".join(s.id for s in state.schedules.where(status="active")) or "none"
        raise AlreadyCancelled(f"{row.id} has been cancelled already. Active: {active}.")
    if row.next_date == ledger.today(state):
        raise PaymentInProcess(
            f"{row.id} is due today and in process; it can be cancelled from tomorrow on."
        )
    state.schedules.update(row.id, status="cancelled")
    return ScheduleChange(schedule_id=row.id, status="cancelled")


def list_bills(
    state: BankState,
    status: Annotated[Literal["open", "paid"], arg("Which bills.")] = "open",
) -> Bills:
    """Lists bills with amount and due date, open ones by default."""
    rows = [
        BillRow(bill_id=b.id, biller=b.biller, amount_cents=b.amount_cents, due_date=b.due_date)
        for b in sorted(state.bills.where(status=status), key=lambda b: (b.due_date, b.id))
    ]
    return Bills(bills=rows)


def pay_bill(
    state: BankState,
    bill_id: Annotated[str, arg("Id of the bill.", entity="bill")],
    card_id: CardId,
) -> Payment:
    """Pays a bill in full by card."""
    bill = state.bills.require(bill_id)
    card = state.cards.require(card_id)
    if bill.status == "paid":
        raise BillAlreadyPaid(
            f"The bill of {bill.biller} due {bill.due_date} ({bill.id}) is paid already; "
            "list_bills shows the open ones."
        )
    ledger.require_card_payment(state, card, bill.amount_cents)
    line = ledger.post(
        state, card.account_id, -bill.amount_cents, f"Bill {bill.biller}", "bill", card_id=card.id
    )
    state.bills.update(bill.id, status="paid", paid_by=line.id)
    return _payment(state, card.account_id, line.id)
