"""Lines and tax, sending, charging, at the limits of each rule."""

from __future__ import annotations

import pytest
from payments_invariants import check_invariants

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.payments import ledger
from mcp_servers.payments.state import MOST_LINES

LINE = {"description": "Hosting", "quantity": 3, "unit_price_cents": 19_99}


@pytest.mark.parametrize(
    ("net", "bps", "tax"),
    [(100_00, 825, 8_25), (6, 825, 0), (7, 825, 1), (2, 2_500, 1), (1, 2_500, 0), (100, 0, 0)],
)
def test_tax_is_rounded_half_a_cent_up(net, bps, tax):
    # 6 * 8.25% = 0.495, 7 * 8.25% = 0.5775, 2 * 25% = 0.5, 1 * 25% = 0.25
    assert ledger.tax_cents(net, bps) == tax


@pytest.mark.parametrize(("cents", "fee"), [(100_00, 3_20), (108_25, 3_44), (1, 30), (50, 31)])
def test_fee_is_a_share_and_thirty_cents(cents, fee):
    # 108.25 * 2.9% = 3.13925, 0.50 * 2.9% = 0.0145
    assert ledger.fee_cents(cents) == fee


def test_line_joins_the_draft_that_there_is(call, merchant):
    report = call("add_invoice_line", customer_id="CUS-0001", **LINE)
    # 100.00 + 59.97 and 8.25%: 13.197525
    assert report == {
        "invoice_id": "INV-0001",
        "lines": 2,
        "tax_cents": 13_20,
        "total_cents": 173_17,
    }
    check_invariants(merchant)


def test_line_opens_a_draft_where_there_is_none(call, merchant):
    report = call("add_invoice_line", customer_id="CUS-0002", **LINE)
    invoice = merchant.invoices.require(report["invoice_id"])
    assert (invoice.status, invoice.created_on) == ("draft", "2026-03-18")
    assert report["lines"] == 1
    check_invariants(merchant)


def test_line_after_the_draft_was_sent_opens_another(call, sent):
    first = sent()
    assert call("add_invoice_line", customer_id="CUS-0001", **LINE)["invoice_id"] != first


def test_seventh_line_does_not_fit(call, refused):
    for _ in range(MOST_LINES - 1):
        call("add_invoice_line", customer_id="CUS-0001", **LINE)
    message = refused("invoice_full", "add_invoice_line", customer_id="CUS-0001", **LINE)
    assert "INV-0001" in message
    assert "send_invoice" in message


def test_blocked_customer_is_billed_nothing(refused):
    refused("customer_blocked", "add_invoice_line", customer_id="CUS-0006", **LINE)


def test_sent_invoice_is_due(call, merchant):
    report = call("send_invoice", invoice_id="INV-0001", due_date="2026-03-19")
    assert report["sent_to"] == "mail@reed.example"
    assert report["total_cents"] == 108_25
    assert merchant.invoices.require("INV-0001").status == "open"
    assert [e.type for e in merchant.events] == ["invoice.sent"]
    check_invariants(merchant)


def test_invoice_is_sent_once(call, refused):
    call("send_invoice", invoice_id="INV-0001", due_date="2026-03-19")
    message = refused(
        "invoice_not_draft", "send_invoice", invoice_id="INV-0001", due_date="2026-03-19"
    )
    assert "Draft of Reed Dental: none" in message


@pytest.mark.parametrize("day", ["2026-03-18", "2026-03-01", "2026-06-17"])
def test_due_date_lies_ahead_and_within_ninety_days(refused, day):
    message = refused("date_not_ahead", "send_invoice", invoice_id="INV-0001", due_date=day)
    assert "from 2026-03-19 to 2026-06-16" in message


def test_last_possible_due_date(call):
    call("send_invoice", invoice_id="INV-0001", due_date="2026-06-16")


def test_nobody_can_be_sent_an_invoice_without_an_address(call, refused):
    draft = call("add_invoice_line", customer_id="CUS-0004", **LINE)["invoice_id"]
    refused("no_email_address", "send_invoice", invoice_id=draft, due_date="2026-04-01")


def test_charge_takes_the_total_and_pays_the_invoice(call, sent, merchant):
    report = call("charge_invoice", invoice_id=sent())
    assert report == {
        "payment_id": "PMT-0001",
        "status": "succeeded",
        "amount_cents": 108_25,
        "fee_cents": 3_44,
    }
    assert merchant.balance_cents == 500_00 + 108_25 - 3_44
    assert merchant.invoices.require("INV-0001").status == "paid"
    check_invariants(merchant)


def test_bank_debit_is_processing_and_then_settles(call, sent, merchant, refused):
    invoice_id = sent("CUS-0004")
    report = call("charge_invoice", invoice_id=invoice_id)
    assert (report["status"], report["settles_at"]) == ("processing", "2026-03-20T10:30")
    assert merchant.balance_cents == 500_00
    assert call("get_balance")["processing_cents"] == 108_25
    refused("payment_processing", "charge_invoice", invoice_id=invoice_id)
    check_invariants(merchant)
    call("advance_clock", minutes=2 * 24 * 60)
    assert merchant.invoices.require(invoice_id).status == "paid"
    assert merchant.balance_cents == 500_00 + 108_25 - 3_44
    refused("already_paid", "charge_invoice", invoice_id=invoice_id)
    check_invariants(merchant)


def test_draft_is_not_charged(refused):
    assert "send_invoice" in refused("invoice_not_sent", "charge_invoice", invoice_id="INV-0001")


def test_void_invoice_is_not_charged(sent, merchant, refused):
    invoice_id = sent()
    merchant.invoices.update(invoice_id, status="void")
    refused("invoice_void", "charge_invoice", invoice_id=invoice_id)


@pytest.mark.parametrize(
    ("customer_id", "type"),
    [
        ("CUS-0002", "card_expired"),
        ("CUS-0003", "card_declined"),
        ("CUS-0005", "no_payment_method"),
    ],
)
def test_customer_who_cannot_pay(sent, refused, customer_id, type):
    refused(type, "charge_invoice", invoice_id=sent(customer_id))


def test_card_is_good_through_its_last_month(call, sent, merchant):
    merchant.customers.update("CUS-0001", card_expires="2026-03")
    call("charge_invoice", invoice_id=sent())


@pytest.mark.parametrize("change", [{"quantity": 0}, {"unit_price_cents": 0}, {"description": ""}])
def test_line_bills_something(call, change):
    with pytest.raises(InvalidArguments, match=next(iter(change))):
        call("add_invoice_line", customer_id="CUS-0001", **LINE | change)
