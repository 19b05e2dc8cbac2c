"""Limits and recurring entries, at the limits of the rules."""

from __future__ import annotations

import pytest
from budget_invariants import check_invariants

from mcp_servers.budget import periods

PLAN = {
    "account_id": "ACC-0001",
    "category_id": "CAT-0006",
    "payee": "Seeds",
    "amount_cents": 5_00,
    "every": "monthly",
}


def test_limits_use_up_the_planned_income_and_no_more(call, refused, books):
    garden = {"category_id": "CAT-0006"}
    message = refused("over_planned", "set_limit", **garden, limit_cents=400_01)
    assert "at most $400.00" in message
    assert call("set_limit", **garden, limit_cents=400_00)["unassigned_cents"] == 0
    assert call("set_limit", **garden, limit_cents=10_00)["before_cents"] == 400_00
    check_invariants(books)


def test_limit_of_next_month_counts_when_one_of_this_month_is_set(call, refused, books):
    call("set_limit", category_id="CAT-0006", limit_cents=400_00, start="next_month")
    message = refused("over_planned", "set_limit", category_id="CAT-0001", limit_cents=450_01)
    assert "2026-04" in message
    call("set_limit", category_id="CAT-0006", limit_cents=390_00)  # until April only
    check_invariants(books)


def test_limit_is_refused(call, refused, spend):
    refused("no_expense", "set_limit", category_id="CAT-0004", limit_cents=1)
    refused("category_archived", "set_limit", category_id="CAT-0005", limit_cents=1)
    refused("limit_unchanged", "set_limit", category_id="CAT-0001", limit_cents=450_00)
    spend(2, 30_00)
    games = {"category_id": "CAT-0002"}
    assert "$30.00" in refused("limit_below_spent", "set_limit", **games, limit_cents=29_99)
    call("set_limit", **games, limit_cents=30_00)
    call("set_limit", **games, limit_cents=0, start="next_month")
    spend(1, 100_00)
    call("set_limit", category_id="CAT-0001", limit_cents=50_00)  # not strict


def test_limit_of_a_category_that_rolls_over_counts_what_is_left(call, refused, spend):
    spend(3, 150_00)
    clothes = {"category_id": "CAT-0003"}
    refused("limit_below_spent", "set_limit", **clothes, limit_cents=49_99)
    call("set_limit", **clothes, limit_cents=50_00)


def test_recurring_entry_keeps_to_its_day(call, books):
    books.recurring.update("REC-0001", day=31, next_due="2026-03-31")
    books.now = books.now.replace(day=24)
    report = call("post_recurring", recurring_id="REC-0001")  # due in a week
    assert (report["balance_cents"], report["next_due"]) == (470_00, "2026-04-30")
    (entry,) = books.entries
    assert (entry.date, entry.recurring_id) == ("2026-03-24", "REC-0001")
    books.now = books.now.replace(month=4, day=30)
    assert call("post_recurring", recurring_id="REC-0001")["next_due"] == "2026-05-31"
    check_invariants(books)


@pytest.mark.parametrize(
    ("due", "every", "day", "after"),
    [
        ("2026-01-31", "monthly", 31, "2026-02-28"),
        ("2028-01-30", "monthly", 30, "2028-02-29"),
        ("2026-11-30", "quarterly", 31, "2027-02-28"),
        ("2028-02-29", "yearly", 29, "2029-02-28"),
        ("2026-12-28", "weekly", 28, "2027-01-04"),
    ],
)
def test_dates_that_come_again(due, every, day, after):
    assert periods.next_due(due, every, day) == after


def test_recurring_entry_is_posted_at_most_a_week_early(books, refused):
    books.recurring.update("REC-0001", day=26, next_due="2026-03-26")
    message = refused("not_due_yet", "post_recurring", recurring_id="REC-0001")
    assert "from 2026-03-19" in message


def test_posting_obeys_account_and_category(books, refused):
    for type, changes in (
        ("account_closed", {"account_id": "ACC-0005"}),
        ("insufficient_funds", {"account_id": "ACC-0002"}),
        ("limit_exceeded", {"category_id": "CAT-0002", "cents": 50_01}),
    ):
        row = books.recurring.update("REC-0001", **changes)
        refused(type, "post_recurring", recurring_id=row.id)
        books.recurring.update(row.id, account_id="ACC-0001", category_id="CAT-0001", cents=30_00)
    books.accounts.update("ACC-0001", withdrawals=0)
    refused("no_withdrawal_left", "post_recurring", recurring_id="REC-0001")


def test_overdue_entry_is_posted_before_it_is_stopped(books, call, refused):
    books.recurring.update("REC-0001", day=17, next_due="2026-03-17")
    assert call("list_recurring", status="overdue")["total"] == 1
    refused("payment_overdue", "stop_recurring", recurring_id="REC-0001")
    call("post_recurring", recurring_id="REC-0001")
    call("stop_recurring", recurring_id="REC-0001")
    for tool in ("stop_recurring", "post_recurring"):
        refused("recurring_stopped", tool, recurring_id="REC-0001")


def test_new_recurring_entry_is_ahead_and_new(call, refused, books):
    for day in ("2026-03-17", "2027-03-20"):
        refused("date_not_ahead", "add_recurring", **PLAN, first_due=day)
    call("add_recurring", **PLAN, first_due="2026-03-18")
    again = PLAN | {"payee": "seeds"}
    assert "REC-0002" in refused(
        "already_recurring", "add_recurring", **again, first_due="2026-04-01"
    )
    call("stop_recurring", recurring_id="REC-0002")
    call("add_recurring", **again, first_due="2027-03-19")
    old, pets = {"account_id": "ACC-0005"}, {"category_id": "CAT-0005"}
    refused("account_closed", "add_recurring", **PLAN | old, first_due="2026-04-01")
    refused("category_archived", "add_recurring", **PLAN | pets, first_due="2026-04-01")
    check_invariants(books)
