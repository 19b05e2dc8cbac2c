"""Transactions, transfers and categories, at the limits of the rules."""

from __future__ import annotations

import pytest
from budget_invariants import check_invariants

SHOP = {"account_id": "ACC-0001", "category_id": "CAT-0001", "payee": "Shop"}


def test_expense_leaves_the_account_and_income_enters(call, books):
    report = call("add_transaction", **SHOP, amount_cents=40_00)
    assert (report["balance_cents"], report["left_cents"]) == (460_00, 410_00)
    income = SHOP | {"category_id": "CAT-0004"}
    assert call("add_transaction", **income, amount_cents=10_00)["balance_cents"] == 470_00
    check_invariants(books)


def test_account_is_spent_to_its_floor(call, refused):
    message = refused("insufficient_funds", "add_transaction", **SHOP, amount_cents=600_01)
    assert "$600.00 left to spend" in message
    call("add_transaction", **SHOP, amount_cents=600_00)
    card = SHOP | {"account_id": "ACC-0003"}
    refused("insufficient_funds", "add_transaction", **card, amount_cents=150_01)
    call("add_transaction", **card, amount_cents=150_00)


def test_closed_account_and_archived_category_take_nothing(refused):
    old, pets = {"account_id": "ACC-0005"}, {"category_id": "CAT-0005"}
    assert "Joint" in refused("account_closed", "add_transaction", **SHOP | old, amount_cents=1)
    message = refused("category_archived", "add_transaction", **SHOP | pets, amount_cents=1)
    assert "Garden" in message


def test_days_lie_in_open_months_and_not_ahead(call, refused):
    refused("date_ahead", "add_transaction", **SHOP, amount_cents=1, date="2026-03-19")
    refused("month_closed", "add_transaction", **SHOP, amount_cents=1, date="2026-01-31")
    for day in ("2026-03-18", "2026-02-01"):
        call("add_transaction", **SHOP, amount_cents=1, date=day)


def test_strict_category_ends_at_its_limit_and_another_only_tells(spend, refused, call, books):
    spend(2, 50_00)
    games = SHOP | {"category_id": "CAT-0002"}
    assert "$0.00 left" in refused("limit_exceeded", "add_transaction", **games, amount_cents=1)
    assert call("add_transaction", **SHOP, amount_cents=460_00)["left_cents"] == -10_00
    call("add_transaction", **games, amount_cents=50_00, date="2026-02-10")
    check_invariants(books)


def test_what_is_left_rolls_over_and_late_spending_takes_it_back(spend, refused, call, books):
    spend(3, 150_00)  # 100 of March and 50 of the 100 left of February
    clothes = SHOP | {"category_id": "CAT-0003", "date": "2026-02-20"}
    refused("limit_exceeded", "add_transaction", **clothes, amount_cents=50_01)
    assert call("add_transaction", **clothes, amount_cents=50_00)["left_cents"] == 50_00
    refused("limit_exceeded", "add_transaction", **clothes | {"date": "2026-03-01"}, amount_cents=1)
    check_invariants(books)


def test_transfer_is_neither_income_nor_expense(call, books):
    report = call(
        "transfer_money", from_account_id="ACC-0001", to_account_id="ACC-0003", amount_cents=50_00
    )
    assert report == {"from_balance_cents": 450_00, "to_balance_cents": 0}
    report = call("get_report")
    assert (report["income_cents"], report["spent_cents"], report["rows"]) == (0, 0, [])
    check_invariants(books)


@pytest.mark.parametrize(
    ("type", "start", "end", "cents"),
    [
        ("same_account", 1, 1, 1),
        ("account_closed", 5, 1, 1),
        ("account_closed", 1, 5, 1),
        ("insufficient_funds", 2, 1, 20_01),
    ],
)
def test_transfer_is_refused(refused, type, start, end, cents):
    refused(
        type,
        "transfer_money",
        from_account_id=f"ACC-000{start}",
        to_account_id=f"ACC-000{end}",
        amount_cents=cents,
    )


def test_savings_allow_so_many_withdrawals_a_month(call, refused, books):
    move = {"from_account_id": "ACC-0004", "to_account_id": "ACC-0001", "amount_cents": 1_00}
    call("transfer_money", **move)
    refused("no_withdrawal_left", "transfer_money", **move)
    refused(
        "no_withdrawal_left", "add_transaction", **SHOP | {"account_id": "ACC-0004"}, amount_cents=1
    )
    back = {"from_account_id": "ACC-0001", "to_account_id": "ACC-0004"}
    call("transfer_money", **back, amount_cents=1_00)
    books.now = books.now.replace(month=4)
    call("transfer_money", **move)


def test_recategorizing_moves_the_spending(spend, call, books):
    entry = spend(1, 30_00)
    report = call("recategorize_transaction", transaction_id=entry.id, category_id="CAT-0002")
    assert report == {"transaction_id": entry.id, "before": "Groceries", "left_cents": 20_00}
    check_invariants(books)


def test_recategorizing_is_refused(spend, call, refused, books):
    entry, old = spend(1, 60_00), spend(1, 1_00, date="2026-02-01")
    change = {"transaction_id": entry.id}
    refused("same_category", "recategorize_transaction", **change, category_id="CAT-0001")
    refused("wrong_kind", "recategorize_transaction", **change, category_id="CAT-0004")
    refused("category_archived", "recategorize_transaction", **change, category_id="CAT-0005")
    refused("limit_exceeded", "recategorize_transaction", **change, category_id="CAT-0002")
    books.closed_through = "2026-02"
    late = {"transaction_id": old.id, "category_id": "CAT-0006"}
    refused("month_closed", "recategorize_transaction", **late)
    call("transfer_money", from_account_id="ACC-0001", to_account_id="ACC-0002", amount_cents=1)
    moved = {"transaction_id": books.entries.ids()[-1], "category_id": "CAT-0001"}
    refused("is_transfer", "recategorize_transaction", **moved)
