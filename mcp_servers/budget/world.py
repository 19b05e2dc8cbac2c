"""Seeded worlds of the budget: the books of one household over four months.

Every world has names that need a look to tell apart (three insurances, two salaries, two cards of
one bank, shops of one family), and rows on which calls fail: a closed account, an archived
category, a savings account without a withdrawal left, a card near its limit, strict categories
nearly used up, recurring entries that are overdue, not due, stopped or not covered. The first
account is sound.
"""

from __future__ import annotations

from mcp_servers.budget.cast import ACCOUNTS, CATEGORIES, INCOMES, Cast
from mcp_servers.budget.history import History
from mcp_servers.budget.state import Account, BudgetState, Category
from mcp_servers.core.worlds import World


def make_world(world: World) -> BudgetState:
    """Returns the books of one household, the same for the same world."""
    state = BudgetState(now=world.now)
    cast = Cast(world)
    _add_accounts(state, cast)
    _add_categories(state, cast)
    History(state, cast).write()
    return state


def _add_accounts(state: BudgetState, cast: Cast) -> None:
    for plan in ACCOUNTS:
        cents = 100 * cast.rng.randrange(*plan.dollars)
        state.accounts.insert(
            Account(
                id=state.new_id("accounts"),
                name=cast.fill(plan.name),
                kind=plan.kind,
                opening_cents=cents,
                balance_cents=cents,
                floor_cents=-100 * plan.below,
                withdrawals=plan.withdrawals,
            )
        )


def _add_categories(state: BudgetState, cast: Cast) -> None:
    """Adds the expenses in an order of the household's own, then the income."""
    for plan in cast.rng.sample(CATEGORIES, len(CATEGORIES)):
        state.categories.insert(
            Category(
                id=state.new_id("categories"),
                name=cast.fill(plan.name),
                group=plan.group,
                kind="expense",
                strict=plan.strict,
                rolls_over=plan.rolls_over,
            )
        )
    for name in INCOMES:
        row = Category(
            id=state.new_id("categories"), name=cast.fill(name), group="income", kind="income"
        )
        state.categories.insert(row)
