"""A small household made by hand, and calls on its budget."""

from __future__ import annotations

from datetime import datetime

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.budget.state import Account, BudgetState, Category, Entry, Limit, Recurring
from mcp_servers.budget.tools import server

NOW = datetime(2026, 3, 18, 10, 30)


@pytest.fixture
def books() -> BudgetState:
    """Six accounts, six categories with limits of $600 of a planned $1,000, one recurring bill."""
    state = BudgetState(now=NOW, planned_cents=1_000_00, closed_through="2026-01")
    for name, kind, cents, more in (
        ("Joint", "checking", 500_00, {"floor_cents": -100_00}),
        ("Tin", "cash", 20_00, {}),
        ("Visa", "credit_card", -50_00, {"floor_cents": -200_00}),
        ("Savings", "savings", 300_00, {"withdrawals": 1}),
        ("Old", "checking", 0, {"status": "closed"}),
    ):
        id = state.new_id("accounts")
        row = {"name": name, "kind": kind, "opening_cents": cents, "balance_cents": cents}
        state.accounts.insert(Account(id=id, **row | more))
    for name, group, kind, more in (
        ("Groceries", "food", "expense", {}),
        ("Games", "leisure", "expense", {"strict": True}),
        ("Clothes", "family", "expense", {"strict": True, "rolls_over": True}),
        ("Salary", "income", "income", {}),
        ("Pets", "leisure", "expense", {"status": "archived"}),
        ("Garden", "leisure", "expense", {}),
    ):
        row = {"name": name, "group": group, "kind": kind}
        state.categories.insert(Category(id=state.new_id("categories"), **row | more))
    for category, cents in ((1, 450_00), (2, 50_00), (3, 100_00)):
        state.limits.insert(
            Limit(
                id=state.new_id("limits"),
                category_id=f"CAT-000{category}",
                from_month="2026-02",
                cents=cents,
            )
        )
    state.recurring.insert(
        Recurring(
            id=state.new_id("recurring"),
            account_id="ACC-0001",
            category_id="CAT-0001",
            payee="Veg Box",
            cents=30_00,
            every="monthly",
            day=25,
            next_due="2026-03-25",
        )
    )
    return state


@pytest.fixture
def call(books: BudgetState) -> Call:
    return caller(server, books)


@pytest.fixture
def refused(books: BudgetState) -> Refused:
    return refuser(server, books)


@pytest.fixture
def spend(call, books):
    """Enters an expense of the first account, and returns the entry."""

    def spent(category: int, cents: int, **more) -> Entry:
        expense = {"account_id": "ACC-0001", "payee": "Shop", "amount_cents": cents}
        expense["category_id"] = f"CAT-000{category}"
        report = call("add_transaction", **expense | more)
        return books.entries.require(report["transaction_id"])

    return spent
