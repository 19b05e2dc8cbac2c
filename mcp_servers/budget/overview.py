"""Look-ups on accounts and categories, and reports."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from mcp_servers.budget import envelopes, periods
from mcp_servers.budget.periods import Period
from mcp_servers.budget.state import (
    AccountKind,
    BudgetState,
    Category,
    CategoryKind,
    Entry,
    Group,
)
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page

MOST_ROWS = 6
By = Literal["group", "category", "account", "payee"]


class AccountRow(Output):
    """An account in a list."""

    account_id: Annotated[str, out("Id of the account.", entity="account")]
    name: Annotated[str, out("Name of the account.", label_of="account")]
    kind: Annotated[AccountKind, out("Kind of account.")]
    balance_cents: Annotated[int, out("Balance, negative where owed.", format="money")]
    spendable_cents: Annotated[int, out("What may still leave it.", format="money")]
    closed: Annotated[bool | None, out("true where it is closed.")] = None


class Accounts(Page):
    """Result of list_accounts."""

    accounts: Annotated[list[AccountRow], out("Accounts.")]


class CategoryRow(Output):
    """A category in a list."""

    category_id: Annotated[str, out("Id of the category.", entity="category")]
    name: Annotated[str, out("Name of the category.", label_of="category")]
    group: Annotated[Group, out("Group.")]
    spent_cents: Annotated[int, out("Spent or earned this month.", format="money")]
    left_cents: Annotated[int | None, out("Left of its limit this month.", format="money")] = None
    strict: Annotated[bool | None, out("true where the limit cannot be exceeded.")] = None


class Categories(Page):
    """Result of list_categories."""

    categories: Annotated[list[CategoryRow], out("Categories.")]


class ReportRow(Output):
    """One line of a report."""

    name: Annotated[str, out("What the money was spent on.")]
    spent_cents: Annotated[int, out("Spent on it.", format="money")]


class Report(Output):
    """Result of get_report."""

    first_month: Annotated[str, out("YYYY-MM.")]
    last_month: Annotated[str, out("YYYY-MM.")]
    income_cents: Annotated[int, out("Earned.", format="money")]
    spent_cents: Annotated[int, out("Spent.", format="money")]
    saved_cents: Annotated[int, out("Income less spending.", format="money")]
    unassigned_cents: Annotated[int, out("Planned income no limit uses now.", format="money")]
    rows: Annotated[list[ReportRow], out("The largest first.")]


def list_accounts(
    state: BudgetState,
    kind: Annotated[AccountKind | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 8,
) -> Accounts:
    """Lists accounts with their balances and what may still be spent."""
    found = [a for a in state.accounts if kind in (None, a.kind)]
    rows, next_offset = page(found, offset, limit)
    accounts = [
        AccountRow(
            account_id=a.id,
            name=a.name,
            kind=a.kind,
            balance_cents=a.balance_cents,
            spendable_cents=a.balance_cents - a.floor_cents,
            closed=True if a.status == "closed" else None,
        )
        for a in rows
    ]
    return Accounts(accounts=accounts, total=len(found), next_offset=next_offset)


def list_categories(
    state: BudgetState,
    kind: Annotated[CategoryKind, arg("Which.")] = "expense",
    group: Annotated[Group | None, arg("Only these.")] = None,
    sort: Annotated[
        Literal["own", "spent", "left"], arg("Most spent or least left first.")
    ] = "own",
    offset: Offset = 0,
    limit: Limit = 8,
) -> Categories:
    """Lists categories with what was spent this month and is left of their limits."""
    spent = envelopes.spending(state)
    found = [c for c in state.categories.where(kind=kind) if group in (None, c.group)]
    if sort == "own":
        chosen, next_offset = page(found, offset, limit)
        rows = [_category(state, category, spent) for category in chosen]
    else:
        every = [_category(state, category, spent) for category in found]
        every.sort(key=lambda row: (_rank(row, sort), row.category_id))
        rows, next_offset = page(every, offset, limit)
    return Categories(categories=rows, total=len(found), next_offset=next_offset)


def get_report(
    state: BudgetState,
    period: Annotated[Period, arg("Which months.")] = "this_month",
    by: Annotated[By, arg("What to add up by.")] = "group",
) -> Report:
    """Reports income, spending and savings of a period, and the six largest sums."""
    first, last = periods.months_of(state, period)
    entries = [e for e in state.entries if e.category_id and first <= e.date[:7] <= last]
    income = sum(e.cents for e in entries if e.cents > 0)
    spent = -sum(e.cents for e in entries if e.cents < 0)
    sums: Counter[str] = Counter()
    for entry in entries:
        if entry.cents < 0:
            sums[_heading(state, entry, by)] -= entry.cents
    rows = sorted(sums.items(), key=lambda item: (-item[1], item[0]))[:MOST_ROWS]
    return Report(
        first_month=first,
        last_month=last,
        income_cents=income,
        spent_cents=spent,
        saved_cents=income - spent,
        unassigned_cents=state.planned_cents
        - envelopes.assigned_cents(state, periods.month_of(state)),
        rows=[ReportRow(name=name, spent_cents=cents) for name, cents in rows],
    )


def _category(state: BudgetState, category: Category, spent: envelopes.Spending) -> CategoryRow:
    month = periods.month_of(state)
    this_month = spent[category.id, month]
    available = envelopes.available_cents(state, category, month, spent)
    return CategoryRow(
        category_id=category.id,
        name=category.name,
        group=category.group,
        spent_cents=abs(this_month),
        left_cents=None if available is None else available - this_month,
        strict=True if category.strict else None,
    )


def _rank(row: CategoryRow, sort: str) -> int:
    if sort == "spent":
        return -row.spent_cents
    return 10**9 if row.left_cents is None else row.left_cents


def _heading(state: BudgetState, entry: Entry, by: By) -> str:
    if by == "payee":
        return entry.payee or ""
    if by == "account":
        return state.accounts.require(entry.account_id).name
    category = state.categories.require(entry.category_id or "")
    return category.name if by == "category" else category.group
