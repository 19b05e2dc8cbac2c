"""Bookkeeping: which accounts and months take entries, and how entries reach the balance."""

from __future__ import annotations

from mcp_servers.budget import periods
from mcp_servers.budget.failures import (
    AccountClosed,
    CategoryArchived,
    InsufficientFunds,
    MonthClosed,
    NoWithdrawalLeft,
)
from mcp_servers.budget.state import Account, BudgetState, Category, Entry
from mcp_servers.core.wording import dollars, listed


def require_open(state: BudgetState, account: Account) -> None:
    """Raises AccountClosed, naming those that are open."""
    if account.status == "closed":
        others = [a.name for a in state.accounts.where(status="open")]
        raise AccountClosed(
            f"{account.name} ({account.id}) is closed; open accounts are {listed(others)}."
        )


def require_active(state: BudgetState, category: Category) -> None:
    """Raises CategoryArchived, naming those of the same group."""
    if category.status == "archived":
        others = [c.name for c in state.categories.where(group=category.group, status="active")]
        raise CategoryArchived(
            f"{category.name} ({category.id}) is archived; use another category, such as "
            f"{listed(others)}."
        )


def require_month(state: BudgetState, day: str) -> None:
    """Raises MonthClosed for a day in a month that has been closed."""
    if day[:7] <= state.closed_through:
        first = periods.month_after(state.closed_through)
        raise MonthClosed(
            f"{day[:7]} is closed, as is everything up to {state.closed_through}; only "
            f"transactions from {first} on can be added or changed."
        )


def require_funds(state: BudgetState, account: Account, cents: int, day: str) -> None:
    """Checks that so much may leave an account.

    Raises:
        InsufficientFunds, NoWithdrawalLeft: telling what would do.
    """
    left = account.balance_cents - account.floor_cents
    if cents > left:
        others = [
            a.name
            for a in state.accounts.where(status="open")
            if a.id != account.id and a.balance_cents - a.floor_cents >= cents
        ]
        raise InsufficientFunds(
            f"{account.name} ({account.id}) has {dollars(left)} left to spend, less than "
            f"{dollars(cents)}; accounts with enough: {listed(others)}."
        )
    if account.withdrawals is not None:
        made = sum(
            entry.cents < 0 and entry.date[:7] == day[:7]
            for entry in state.entries.where(account_id=account.id)
        )
        if made >= account.withdrawals:
            raise NoWithdrawalLeft(
                f"{account.name} ({account.id}) allows {account.withdrawals} withdrawals a month, "
                f"all made in {day[:7]}; use another account, or wait for the next month."
            )


def post(
    state: BudgetState, account_id: str, payee: str | None, cents: int, day: str, **of: str
) -> Entry:
    """Adds an entry and brings the balance up to date.

    Args:
        state: where.
        account_id: on which account.
        payee: from or to whom, None for a transfer.
        cents: negative where money leaves the account.
        day: ISO date.
        **of: `category_id`, `transfer_id` or `recurring_id`.
    """
    account = state.accounts.require(account_id)
    state.accounts.update(account_id, balance_cents=account.balance_cents + cents)
    entry = Entry(
        id=state.new_id("entries"), account_id=account_id, payee=payee, cents=cents, date=day, **of
    )
    return state.entries.insert(entry)
