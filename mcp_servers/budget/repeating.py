"""Tools for recurring expenses and income."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Literal

from mcp_servers.budget import book, envelopes, periods
from mcp_servers.budget.entries import AccountId, AmountCents, CategoryId
from mcp_servers.budget.failures import (
    AlreadyRecurring,
    DateNotAhead,
    NotDueYet,
    PaymentOverdue,
    RecurringStopped,
)
from mcp_servers.budget.state import EARLY_DAYS, BudgetState, Every, Recurring
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import dollars

AHEAD_DAYS = 366
RecurringId = Annotated[str, arg("Id of the recurring entry.", entity="recurring")]
_PAYEES = ("Film Club", "Gym Pass", "Tennis Lessons", "Dog Walker")


class RecurringRow(Output):
    """A recurring entry in a list."""

    recurring_id: Annotated[str, out("Id of the recurring entry.", entity="recurring")]
    payee: Annotated[str, out("From or to whom.", label_of="recurring")]
    amount_cents: Annotated[int, out("Each time.", format="money")]
    every: Annotated[Every, out("How often.")]
    next_due: Annotated[str | None, out("When next.", format="date")] = None
    category: Annotated[str, out("Category.", label_of="recurring")]
    account: Annotated[str, out("Account.")]


class RecurringEntries(Page):
    """Result of list_recurring."""

    recurring: Annotated[list[RecurringRow], out("The next due first.")]


class RecurringReport(Output):
    """Result of add_recurring."""

    recurring_id: Annotated[str, out("Id of the recurring entry.", entity="recurring")]
    payee: Annotated[str, out("From or to whom.", label_of="recurring")]
    next_due: Annotated[str, out("When first.", format="date")]


class PostedReport(Output):
    """Result of post_recurring."""

    recurring_id: Annotated[str, out("Id of the recurring entry.", entity="recurring")]
    transaction_id: Annotated[str, out("Id of the transaction.", entity="transaction")]
    amount_cents: Annotated[int, out("What was posted.", format="money")]
    balance_cents: Annotated[int, out("Balance of the account now.", format="money")]
    next_due: Annotated[str, out("When next.", format="date")]


class StoppedReport(Output):
    """Result of stop_recurring."""

    recurring_id: Annotated[str, out("Id of the recurring entry.", entity="recurring")]
    payee: Annotated[str, out("From or to whom.", label_of="recurring")]


def list_recurring(
    state: BudgetState,
    status: Annotated[Literal["active", "overdue", "stopped"], arg("Which.")] = "active",
    sort: Annotated[Literal["due", "amount"], arg("Order.")] = "due",
    offset: Offset = 0,
    limit: Limit = 6,
) -> RecurringEntries:
    """Lists recurring expenses and income, such as rent, subscriptions and salary."""
    found = [r for r in state.recurring if status in (r.status, _overdue(state, r))]
    if sort == "amount":
        found.sort(key=lambda r: (-r.cents, r.id))
    else:
        found.sort(key=lambda r: (r.next_due, r.id))
    rows, next_offset = page(found, offset, limit)
    recurring = [_row(state, row) for row in rows]
    return RecurringEntries(recurring=recurring, total=len(found), next_offset=next_offset)


def add_recurring(
    state: BudgetState,
    account_id: AccountId,
    category_id: CategoryId,
    payee: Annotated[str, arg("From or to whom.", examples=_PAYEES, min_length=1)],
    amount_cents: AmountCents,
    every: Annotated[Every, arg("How often.")],
    first_due: Annotated[str, arg("First day.", format="date")],
) -> RecurringReport:
    """Plans an expense or income that comes again; post_recurring books it each time."""
    account = state.accounts.require(account_id)
    category = state.categories.require(category_id)
    book.require_open(state, account)
    book.require_active(state, category)
    _require_ahead(state, first_due)
    for other in state.recurring.where(category_id=category.id, status="active"):
        if other.payee.casefold() == payee.casefold():
            raise AlreadyRecurring(
                f"{other.payee} recurs in {category.name} already ({other.id}, "
                f"{dollars(other.cents)} {other.every}); stop that one first with stop_recurring."
            )
    row = state.recurring.insert(
        Recurring(
            id=state.new_id("recurring"),
            account_id=account.id,
            category_id=category.id,
            payee=payee,
            cents=amount_cents,
            every=every,
            day=int(first_due[8:]),
            next_due=first_due,
        )
    )
    return RecurringReport(recurring_id=row.id, payee=row.payee, next_due=row.next_due)


def post_recurring(state: BudgetState, recurring_id: RecurringId) -> PostedReport:
    """Books a recurring entry that is due, or due within a week, as a transaction of today, and
    moves it on to its next date."""
    row = state.recurring.require(recurring_id)
    _require_active(row)
    account = state.accounts.require(row.account_id)
    category = state.categories.require(row.category_id)
    today = periods.today(state)
    first = date.fromisoformat(row.next_due) - timedelta(days=EARLY_DAYS)
    if today < first:
        raise NotDueYet(
            f"{row.payee} ({row.id}) is due on {row.next_due} and can be posted from {first} on; "
            "list_recurring shows what is due sooner."
        )
    book.require_open(state, account)
    if category.kind == "expense":
        book.require_funds(state, account, row.cents, today.isoformat())
        envelopes.require_room(state, category, today.isoformat()[:7], row.cents)
    cents = row.cents if category.kind == "income" else -row.cents
    of = {"category_id": category.id, "recurring_id": row.id}
    entry = book.post(state, account.id, row.payee, cents, today.isoformat(), **of)
    due = periods.next_due(row.next_due, row.every, row.day)
    state.recurring.update(row.id, next_due=due)
    return PostedReport(
        recurring_id=row.id,
        transaction_id=entry.id,
        amount_cents=row.cents,
        balance_cents=account.balance_cents + cents,
        next_due=due,
    )


def stop_recurring(state: BudgetState, recurring_id: RecurringId) -> StoppedReport:
    """Stops a recurring entry for good; one that is overdue has to be posted first."""
    row = state.recurring.require(recurring_id)
    _require_active(row)
    if _overdue(state, row):
        raise PaymentOverdue(
            f"{row.payee} ({row.id}) over {dollars(row.cents)} has been due since {row.next_due}; "
            "book it with post_recurring, then it can be stopped."
        )
    state.recurring.update(row.id, status="stopped")
    return StoppedReport(recurring_id=row.id, payee=row.payee)


def _require_active(row: Recurring) -> None:
    if row.status == "stopped":
        raise RecurringStopped(
            f"{row.payee} ({row.id}) has been stopped; add_recurring plans it anew."
        )


def _require_ahead(state: BudgetState, first_due: str) -> None:
    today = periods.today(state)
    last = today + timedelta(days=AHEAD_DAYS)
    if not today <= date.fromisoformat(first_due) <= last:
        raise DateNotAhead(f"{first_due} is not ahead; give a day from {today} to {last}.")


def _overdue(state: BudgetState, row: Recurring) -> str | None:
    late = row.status == "active" and row.next_due < periods.today(state).isoformat()
    return "overdue" if late else None


def _row(state: BudgetState, row: Recurring) -> RecurringRow:
    return RecurringRow(
        recurring_id=row.id,
        payee=row.payee,
        amount_cents=row.cents,
        every=row.every,
        next_due=row.next_due if row.status == "active" else None,
        category=state.categories.require(row.category_id).name,
        account=state.accounts.require(row.account_id).name,
    )
