"""What is available in a category: limits, spending and what rolls over from month to month."""

from __future__ import annotations

from collections import Counter

from mcp_servers.budget import periods
from mcp_servers.budget.failures import LimitExceeded
from mcp_servers.budget.state import BudgetState, Category, Limit
from mcp_servers.core.wording import dollars

Spending = Counter[tuple[str, str]]
"""(category id, month) -> cents spent."""


def spending(state: BudgetState, category_id: str | None = None) -> Spending:
    """Returns what has been spent on each category, or on one, in each month."""
    one = category_id is not None
    spent: Spending = Counter()
    for entry in state.entries.where(category_id=category_id) if one else state.entries:
        if entry.category_id is not None:
            spent[entry.category_id, entry.date[:7]] -= entry.cents
    return spent


def limit_cents(state: BudgetState, category_id: str, month: str) -> int | None:
    """Returns the limit that holds in a month, None where there is none."""
    return _held(state.limits.where(category_id=category_id), month)


def available_cents(
    state: BudgetState, category: Category, month: str, spent: Spending
) -> int | None:
    """Returns what may be spent on a category in a month in all, None where there is no limit."""
    rows = state.limits.where(category_id=category.id)
    limit = _held(rows, month)
    if limit is None or not category.rolls_over:
        return limit
    carried, current = 0, min(row.from_month for row in rows)
    while current < month:
        had = (_held(rows, current) or 0) + carried
        carried = max(0, had - spent[category.id, current])
        current = periods.month_after(current)
    return limit + carried


def overspent_month(
    state: BudgetState, category: Category, month: str, spent: Spending
) -> str | None:
    """Returns the first month from one to the present in which more is spent than available."""
    while month <= periods.month_of(state):
        available = available_cents(state, category, month, spent)
        if available is not None and spent[category.id, month] > available:
            return month
        month = periods.month_after(month)
    return None


def require_room(state: BudgetState, category: Category, month: str, cents: int) -> None:
    """Checks that a strict category has room for an expense of a month.

    Raises:
        LimitExceeded: telling what is left.
    """
    if not category.strict or category.kind == "income":
        return
    spent = spending(state, category.id)
    left = (available_cents(state, category, month, spent) or 0) - spent[category.id, month]
    spent[category.id, month] += cents
    if overspent_month(state, category, month, spent) is not None:
        raise LimitExceeded(
            f"{category.name} ({category.id}) is strict and has {dollars(left)} left in {month}, "
            f"less than {dollars(cents)}; raise its limit with set_limit, or use another category."
        )


def _held(rows: list[Limit], month: str) -> int | None:
    """Returns what the latest of one category's limits says that has begun by a month."""
    begun = [(row.from_month, row.cents) for row in rows if row.from_month <= month]
    return max(begun)[1] if begun else None


def assigned_cents(state: BudgetState, month: str) -> int:
    """Returns the sum of the limits that hold in a month."""
    held: dict[str, tuple[str, int]] = {}
    for row in state.limits:
        if row.from_month <= month:
            held[row.category_id] = max(
                held.get(row.category_id, ("", 0)), (row.from_month, row.cents)
            )
    return sum(cents for _, cents in held.values())
