"""The tool for limits."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.budget import book, envelopes, periods
from mcp_servers.budget.entries import CategoryId
from mcp_servers.budget.failures import LimitBelowSpent, LimitUnchanged, NoExpense, OverPlanned
from mcp_servers.budget.state import BudgetState, Category, Limit
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import dollars


class LimitReport(Output):
    """Result of set_limit."""

    category_id: Annotated[str, out("Id of the category.", entity="category")]
    from_month: Annotated[str, out("From when on it holds, YYYY-MM.")]
    before_cents: Annotated[int | None, out("The limit before, if any.", format="money")] = None
    unassigned_cents: Annotated[int, out("Planned income no limit uses.", format="money")]


def set_limit(
    state: BudgetState,
    category_id: CategoryId,
    limit_cents: Annotated[int, arg("Cents a month.", format="money", ge=0, le=1_000_000)],
    start: Annotated[Literal["this_month", "next_month"], arg("From when on.")] = "this_month",
) -> LimitReport:
    """Sets how much may be spent on a category each month; all limits together cannot exceed the
    planned income."""
    category = state.categories.require(category_id)
    month = periods.month_of(state, 0 if start == "this_month" else 1)
    if category.kind == "income":
        raise NoExpense(
            f"{category.name} ({category.id}) is income, which has no limit; list_categories shows "
            "the expense categories."
        )
    book.require_active(state, category)
    before = envelopes.limit_cents(state, category.id, month)
    if before == limit_cents:
        raise LimitUnchanged(
            f"The limit of {category.name} is {dollars(limit_cents)} from {month} on already; give "
            "another amount."
        )
    _require_planned(state, category, month, limit_cents)
    _require_above_spent(state, category, month, limit_cents)
    _put(state, category, month, limit_cents)
    return LimitReport(
        category_id=category.id,
        from_month=month,
        before_cents=before,
        unassigned_cents=state.planned_cents - envelopes.assigned_cents(state, month),
    )


def _require_planned(state: BudgetState, category: Category, month: str, cents: int) -> None:
    """Checks the sum of limits in the month, and in later ones that have limits of their own."""
    starts = {month, *(r.from_month for r in state.limits if r.from_month > month)}
    own = {r.from_month for r in state.limits.where(category_id=category.id)}
    until = min((m for m in own if m > month), default="9999")
    for each in sorted(m for m in starts if m < until):
        others = envelopes.assigned_cents(state, each) - (
            envelopes.limit_cents(state, category.id, each) or 0
        )
        if others + cents > state.planned_cents:
            raise OverPlanned(
                f"With {dollars(cents)} for {category.name}, the limits of {each} would come to "
                f"{dollars(others + cents)}, more than the planned income of "
                f"{dollars(state.planned_cents)}; at most {dollars(state.planned_cents - others)} "
                "works, or lower another limit first."
            )


def _require_above_spent(state: BudgetState, category: Category, month: str, cents: int) -> None:
    """Raises LimitBelowSpent for a strict category of which more is gone this month."""
    current = periods.month_of(state)
    if not category.strict or month != current:
        return
    spent = envelopes.spending(state, category.id)
    limit = envelopes.limit_cents(state, category.id, month) or 0
    carried = (envelopes.available_cents(state, category, month, spent) or 0) - limit
    if spent[category.id, month] > cents + carried:
        least = spent[category.id, month] - carried
        raise LimitBelowSpent(
            f"{category.name} ({category.id}) is strict and {dollars(least)} of this month's limit "
            "has been spent; set at least that, or start next_month."
        )


def _put(state: BudgetState, category: Category, month: str, cents: int) -> None:
    for row in state.limits.where(category_id=category.id, from_month=month):
        state.limits.update(row.id, cents=cents)
        return
    state.limits.insert(
        Limit(id=state.new_id("limits"), category_id=category.id, from_month=month, cents=cents)
    )
