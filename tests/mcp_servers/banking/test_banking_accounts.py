"""Balances, the ledger as it is listed, transfers between own accounts, disputes."""

from __future__ import annotations

import pytest
from banking_invariants import check_invariants

from mcp_servers.core.errors import InvalidArguments, NotFound


def test_accounts_are_listed_by_id_and_name(call):
    first = call("list_accounts")["accounts"][0]
    assert first == {"account_id": "ACC-0001", "name": "Everyday Checking", "kind": "checking"}


def test_available_is_balance_and_overdraft_less_pending(call, add_purchase):
    add_purchase(days_ago=0, cents=30_00, status="pending")
    account = call("get_account", account_id="ACC-0001")
    assert account["balance_cents"] == 1_000_00
    assert account["available_cents"] == 1_000_00 + 200_00 - 30_00
    assert "withdrawals_left" not in account


def test_savings_tell_how_many_withdrawals_are_left(call):
    call("transfer_money", from_account_id="ACC-0003", to_account_id="ACC-0001", amount_cents=100)
    assert call("get_account", account_id="ACC-0003")["withdrawals_left"] == 2


def test_unknown_account_names_close_ids(call):
    with pytest.raises(NotFound, match="ACC-0001"):
        call("get_account", account_id="ACC-001")


def test_transactions_come_newest_first_five_a_page(call, add_purchase):
    ids = [add_purchase(days_ago=9 - i) for i in range(7)]
    first = call("list_transactions", account_id="ACC-0001")
    assert [t["transaction_id"] for t in first["transactions"]] == ids[:1:-1]
    assert (first["total"], first["next_offset"]) == (7, 5)
    rest = call("list_transactions", account_id="ACC-0001", offset=5)
    assert [t["transaction_id"] for t in rest["transactions"]] == [ids[1], ids[0]]
    assert "next_offset" not in rest


def test_transactions_are_filtered_by_text_and_date(call, add_purchase):
    add_purchase(days_ago=20, description="Meza Books")
    wanted = add_purchase(days_ago=2, description="Meza Books")
    add_purchase(days_ago=1, description="Ott Fuel")
    found = call("list_transactions", account_id="ACC-0001", search="BOOKS", since="2026-03-16")
    assert [t["transaction_id"] for t in found["transactions"]] == [wanted]
    assert found["total"] == 1


def test_transfer_moves_the_amount_and_writes_both_lines(call, bank):
    result = call(
        "transfer_money", from_account_id="ACC-0001", to_account_id="ACC-0003", amount_cents=45_50
    )
    assert result["from_balance_cents"] == 1_000_00 - 45_50
    assert result["to_balance_cents"] == 800_00 + 45_50
    assert {(t.description, t.amount_cents, t.date) for t in bank.transactions} == {
        ("Transfer to Travel Fund", -45_50, "2026-03-18"),
        ("Transfer from Everyday Checking", 45_50, "2026-03-18"),
    }
    check_invariants(bank)


def test_transfer_may_use_the_whole_overdraft_and_not_a_cent_more(call, refused):
    route = {"from_account_id": "ACC-0001", "to_account_id": "ACC-0003"}
    message = refused("insufficient_funds", "transfer_money", **route, amount_cents=1_200_01)
    assert "$1,200.00 available" in message
    result = call("transfer_money", **route, amount_cents=1_200_00)
    assert result["from_balance_cents"] == -200_00
    assert result["alert"] == "Everyday Checking is below your alert level of $100.00."


def test_insufficient_funds_names_the_accounts_that_would_do(refused):
    message = refused(
        "insufficient_funds",
        "transfer_money",
        from_account_id="ACC-0002",
        to_account_id="ACC-0001",
        amount_cents=700_00,
    )
    assert (
        "$700.00 would work from: Everyday Checking (ACC-0001), Travel Fund (ACC-0003)." in message
    )
    assert "Travel Savings" not in message


@pytest.mark.parametrize(("source", "target"), [("ACC-0004", "ACC-0001"), ("ACC-0001", "ACC-0004")])
def test_frozen_account_neither_gives_nor_takes(refused, source, target):
    refused(
        "account_frozen",
        "transfer_money",
        from_account_id=source,
        to_account_id=target,
        amount_cents=100,
    )


def test_fourth_withdrawal_of_a_month_from_savings_is_refused(call, refused):
    route = {"from_account_id": "ACC-0003", "to_account_id": "ACC-0001", "amount_cents": 100}
    for _ in range(3):
        call("transfer_money", **route)
    assert "Everyday Checking" in refused("withdrawal_limit_reached", "transfer_money", **route)


def test_transfer_to_the_same_account_makes_no_sense(call):
    with pytest.raises(InvalidArguments, match="two different accounts"):
        call("transfer_money", from_account_id="ACC-0001", to_account_id="ACC-0001", amount_cents=1)


@pytest.mark.parametrize("amount", [0, -100, "100", 1.5, True])
def test_amounts_are_positive_whole_cents(call, amount):
    with pytest.raises(InvalidArguments, match="amount_cents"):
        call(
            "transfer_money",
            from_account_id="ACC-0001",
            to_account_id="ACC-0003",
            amount_cents=amount,
        )


def test_dispute_of_the_last_day_of_the_window(call, bank, add_purchase):
    line = add_purchase(days_ago=60)
    receipt = call("dispute_transaction", transaction_id=line, reason="fraud")
    assert receipt["answer_by"] == "2026-03-28"
    (row,) = call("list_transactions", account_id="ACC-0001")["transactions"]
    assert row["status"] == "disputed"
    assert bank.disputes.require(receipt["dispute_id"]).reason == "fraud"


def test_dispute_a_day_later_is_refused_and_says_since_when(refused, add_purchase):
    line = add_purchase(days_ago=61)
    message = refused(
        "dispute_window_passed", "dispute_transaction", transaction_id=line, reason="fraud"
    )
    assert "61 days old" in message
    assert "since 2026-01-17" in message


def test_second_dispute_names_the_first(call, refused, add_purchase):
    line = add_purchase()
    first = call("dispute_transaction", transaction_id=line, reason="fraud")["dispute_id"]
    assert first in refused(
        "already_disputed", "dispute_transaction", transaction_id=line, reason="duplicate"
    )


def test_pending_purchase_cannot_be_disputed_yet(refused, add_purchase):
    line = add_purchase(days_ago=0, status="pending")
    refused("transaction_pending", "dispute_transaction", transaction_id=line, reason="fraud")


def test_transfer_is_no_card_purchase(call, refused):
    line = call(
        "transfer_money", from_account_id="ACC-0001", to_account_id="ACC-0003", amount_cents=1
    )["transaction_id"]
    refused("not_disputable", "dispute_transaction", transaction_id=line, reason="fraud")
