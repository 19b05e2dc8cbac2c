"""Look-ups and reports: filters, orders, pages, sums."""

from __future__ import annotations


def column(rows, key):
    return [row.get(key) for row in rows]


def test_accounts_tell_what_may_be_spent(call):
    rows = call("list_accounts")["accounts"]
    assert column(rows, "spendable_cents") == [600_00, 20_00, 150_00, 300_00, 0]
    assert column(rows, "closed") == [None, None, None, None, True]
    assert column(call("list_accounts", kind="checking")["accounts"], "name") == ["Joint", "Old"]
    assert call("list_accounts", limit=2)["next_offset"] == 2


def test_categories_tell_what_is_left(call, spend):
    spend(1, 40_00)
    spend(3, 10_00, date="2026-02-03")
    rows = call("list_categories")["categories"]
    assert column(rows, "left_cents") == [410_00, 50_00, 190_00, None, None]
    assert column(call("list_categories", kind="income")["categories"], "name") == ["Salary"]
    assert call("list_categories", group="leisure")["total"] == 3
    assert column(call("list_categories", sort="left")["categories"], "name")[0] == "Games"
    assert column(call("list_categories", sort="spent")["categories"], "name")[0] == "Groceries"


def test_transactions_are_found_by_any_of_their_names(call, spend):
    spend(1, 10_00, payee="Ott Market")
    spend(2, 20_00, payee="Ott Toys", date="2026-02-03")
    for query, amounts in (
        ("ott", [-10_00, -20_00]),
        ("OTT games", [-20_00]),
        ("joint market", [-10_00]),
        ("none", []),
    ):
        found = call("search_transactions", query=query)
        assert column(found["transactions"], "amount_cents") == amounts
    assert call("search_transactions", query="ott", period="last_month")["total"] == 1
    assert call("search_transactions", query="ott", limit=1)["next_offset"] == 1


def test_transfers_are_found_by_either_account(call):
    call("transfer_money", from_account_id="ACC-0001", to_account_id="ACC-0002", amount_cents=5)
    rows = call("search_transactions", query="transfer tin")["transactions"]
    told = [(row["account"], row["transfer_with"], row["amount_cents"]) for row in rows]
    assert told == [("Tin", "Joint", 5), ("Joint", "Tin", -5)]
    assert all("payee" not in row and "category" not in row for row in rows)


def test_report_adds_up_by_what_is_asked(call, spend):
    spend(1, 10_00)
    spend(2, 20_00)
    spend(6, 5_00, payee="Nursery")
    spend(4, 100_00)  # income
    spend(1, 7_00, date="2026-02-03")
    report = call("get_report")
    assert report["rows"] == [
        {"name": "leisure", "spent_cents": 25_00},
        {"name": "food", "spent_cents": 10_00},
    ]
    assert (report["income_cents"], report["spent_cents"]) == (100_00, 35_00)
    assert (report["saved_cents"], report["unassigned_cents"]) == (65_00, 400_00)
    assert column(call("get_report", by="payee")["rows"], "name") == ["Shop", "Nursery"]
    assert call("get_report", period="last_3_months")["spent_cents"] == 7_00
    year = call("get_report", period="this_year", by="account")
    assert year["rows"] == [{"name": "Joint", "spent_cents": 42_00}]


def test_recurring_entries_are_sorted_and_told_by_status(call, books):
    more = {"account_id": "ACC-0001", "category_id": "CAT-0006", "every": "weekly"}
    call("add_recurring", **more, payee="Seeds", amount_cents=5_00, first_due="2026-03-20")
    assert column(call("list_recurring")["recurring"], "payee") == ["Seeds", "Veg Box"]
    rows = call("list_recurring", sort="amount")["recurring"]
    assert column(rows, "payee") == ["Veg Box", "Seeds"]
    books.recurring.update("REC-0001", status="stopped")
    (row,) = call("list_recurring", status="stopped")["recurring"]
    assert "next_due" not in row
