"""Payments to payees now and scheduled, and bills paid by card."""

from __future__ import annotations

import pytest
from banking_invariants import check_invariants

from mcp_servers.core.errors import InvalidArguments


def test_payment_leaves_the_account_with_its_note(call, bank):
    result = call(
        "pay_payee", account_id="ACC-0001", payee_id="PAY-0001", amount_cents=45_50, note="rent"
    )
    line = bank.transactions.require(result["transaction_id"])
    assert (line.description, line.amount_cents, line.note) == (
        "Payment to Ana Reed",
        -45_50,
        "rent",
    )
    assert result["balance_cents"] == 1_000_00 - 45_50
    assert "alert" not in result
    check_invariants(bank)


def test_inactive_payee_is_refused_and_active_ones_are_named(refused):
    message = refused(
        "payee_inactive", "pay_payee", account_id="ACC-0001", payee_id="PAY-0002", amount_cents=1
    )
    assert "Ana Reed, Cy Ott" in message


def test_daily_limit_counts_what_was_paid_today(call, refused):
    payment = {"account_id": "ACC-0001", "payee_id": "PAY-0001"}
    call("pay_payee", **payment, amount_cents=400_00)
    message = refused("daily_limit_exceeded", "pay_payee", **payment, amount_cents=100_01)
    assert "$100.00 left" in message
    assert call("get_account", account_id="ACC-0001")["payments_left_today_cents"] == 100_00
    call("pay_payee", **payment, amount_cents=100_00)


def test_own_transfers_do_not_use_the_daily_limit(call):
    call(
        "transfer_money", from_account_id="ACC-0001", to_account_id="ACC-0003", amount_cents=900_00
    )
    assert call("get_account", account_id="ACC-0001")["payments_left_today_cents"] == 500_00


@pytest.mark.parametrize(
    ("account_id", "cents", "type"),
    [("ACC-0002", 50_01, "insufficient_funds"), ("ACC-0004", 1, "account_frozen")],
)
def test_payment_that_the_account_cannot_make(refused, account_id, cents, type):
    refused(type, "pay_payee", account_id=account_id, payee_id="PAY-0001", amount_cents=cents)


def test_payments_count_as_withdrawals_of_savings(call, refused):
    payment = {"account_id": "ACC-0003", "payee_id": "PAY-0001", "amount_cents": 1}
    for _ in range(3):
        call("pay_payee", **payment)
    refused("withdrawal_limit_reached", "pay_payee", **payment)


PLAN = {
    "account_id": "ACC-0001",
    "payee_id": "PAY-0003",
    "amount_cents": 20_00,
    "frequency": "monthly",
    "start_date": "2026-04-01",
}


def test_scheduled_payment_is_listed_until_it_is_cancelled(call):
    made = call("schedule_payment", **PLAN)
    listed = call("list_scheduled_payments")["scheduled_payments"]
    assert listed[-1] == {
        "schedule_id": made["schedule_id"],
        "payee": "Cy Ott",
        "amount_cents": 20_00,
        "frequency": "monthly",
        "next_date": "2026-04-01",
    }
    call("cancel_scheduled_payment", schedule_id=made["schedule_id"])
    assert len(call("list_scheduled_payments")["scheduled_payments"]) == len(listed) - 1


@pytest.mark.parametrize("day", ["2026-03-18", "2026-03-01", "2027-03-19"])
def test_first_date_lies_ahead_and_within_a_year(refused, day):
    message = refused("date_not_ahead", "schedule_payment", **PLAN | {"start_date": day})
    assert "from 2026-03-19 to 2027-03-18" in message


@pytest.mark.parametrize("day", ["2026-03-19", "2027-03-18"])
def test_first_and_last_possible_dates(call, day):
    call("schedule_payment", **PLAN | {"start_date": day})


def test_date_must_be_a_date(call):
    with pytest.raises(InvalidArguments, match="start_date"):
        call("schedule_payment", **PLAN | {"start_date": "next month"})


def test_same_payment_twice_names_the_first(call, refused):
    first = call("schedule_payment", **PLAN)["schedule_id"]
    assert first in refused(
        "already_scheduled", "schedule_payment", **PLAN | {"start_date": "2026-05-01"}
    )
    call("schedule_payment", **PLAN | {"frequency": "weekly"})


@pytest.mark.parametrize(
    ("change", "type"),
    [({"account_id": "ACC-0004"}, "account_frozen"), ({"payee_id": "PAY-0002"}, "payee_inactive")],
)
def test_schedule_needs_an_open_account_and_an_active_payee(refused, change, type):
    refused(type, "schedule_payment", **PLAN | change)


def test_payment_due_today_cannot_be_cancelled(refused):
    refused("payment_in_process", "cancel_scheduled_payment", schedule_id="SCH-0002")


def test_second_cancellation_is_refused(call, refused):
    call("cancel_scheduled_payment", schedule_id="SCH-0001")
    message = refused("already_cancelled", "cancel_scheduled_payment", schedule_id="SCH-0001")
    assert "Active: SCH-0002." in message


def test_bill_is_paid_by_card_from_its_account(call, bank):
    result = call("pay_bill", bill_id="BIL-0001", card_id="CRD-0001")
    assert result["balance_cents"] == 1_000_00 - 90_00
    assert bank.bills.require("BIL-0001").paid_by == result["transaction_id"]
    assert [b["biller"] for b in call("list_bills")["bills"]] == ["City Power"]
    assert [b["biller"] for b in call("list_bills", status="paid")["bills"]] == ["City Water"]
    check_invariants(bank)


def test_bill_is_paid_once(call, refused):
    call("pay_bill", bill_id="BIL-0001", card_id="CRD-0001")
    refused("bill_already_paid", "pay_bill", bill_id="BIL-0001", card_id="CRD-0001")


def test_card_limit_counts_pending_purchases_of_today(refused, add_purchase):
    add_purchase(days_ago=0, cents=60_00, status="pending")
    message = refused("daily_limit_exceeded", "pay_bill", bill_id="BIL-0002", card_id="CRD-0001")
    assert "$240.00 left" in message


@pytest.mark.parametrize(
    ("card_id", "type"),
    [("CRD-0002", "card_frozen"), ("CRD-0003", "card_blocked"), ("CRD-0004", "insufficient_funds")],
)
def test_card_that_cannot_pay(refused, card_id, type):
    refused(type, "pay_bill", bill_id="BIL-0001", card_id=card_id)


def test_card_on_a_frozen_account_cannot_pay(refused, bank):
    bank.accounts.update("ACC-0001", status="frozen")
    refused("account_frozen", "pay_bill", bill_id="BIL-0001", card_id="CRD-0001")


def test_replaced_card_cannot_pay_and_names_its_successor(call, refused):
    new = call("replace_card", card_id="CRD-0001", reason="lost")["card_id"]
    assert new in refused("card_replaced", "pay_bill", bill_id="BIL-0001", card_id="CRD-0001")
    call("pay_bill", bill_id="BIL-0001", card_id=new)
