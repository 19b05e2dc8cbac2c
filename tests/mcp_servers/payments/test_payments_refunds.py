"""Partial refunds up to the payment and not a cent more, and idempotency keys."""

from __future__ import annotations

import pytest
from payments_invariants import check_invariants

from mcp_servers.core.hashing import effect_hash, state_hash
from mcp_servers.payments.tools import server

WHY = {"reason": "requested_by_customer"}
LINE = {"customer_id": "CUS-0001", "description": "Hosting", "quantity": 1, "unit_price_cents": 100}


def test_partial_refunds_add_up_to_the_payment(call, paid, merchant, refused):
    payment = {"payment_id": paid(), **WHY}
    report = call("refund_payment", amount_cents=100_00, **payment)
    assert report["refundable_cents"] == 8_25
    assert report["balance_cents"] == 500_00 - 3_44 + 8_25
    message = refused("refund_too_large", "refund_payment", amount_cents=8_26, **payment)
    assert "$8.25 can still be refunded" in message
    assert call("refund_payment", amount_cents=8_25, **payment)["refundable_cents"] == 0
    refused("fully_refunded", "refund_payment", amount_cents=1, **payment)
    check_invariants(merchant)


def test_refund_needs_balance(call, paid, merchant, refused):
    payment = {"payment_id": paid(), **WHY}
    merchant.opening_cents -= merchant.balance_cents - 50_00
    merchant.balance_cents = 50_00
    message = refused("insufficient_balance", "refund_payment", amount_cents=50_01, **payment)
    assert "$50.00 does not cover $50.01" in message
    assert call("refund_payment", amount_cents=50_00, **payment)["balance_cents"] == 0


def test_refund_on_the_last_day_of_the_window(call, paid, merchant, refused):
    payment_id = paid()
    merchant.payments.update(payment_id, created_at="2025-09-18T10:00")
    message = refused(
        "refund_window_passed", "refund_payment", payment_id=payment_id, amount_cents=1, **WHY
    )
    assert "since 2025-09-19" in message
    merchant.payments.update(payment_id, created_at="2025-09-19T10:00")
    call("refund_payment", payment_id=payment_id, amount_cents=1, **WHY)


def test_disputed_payment_is_not_refunded(paid, merchant, refused):
    payment_id = paid()
    merchant.payments.update(payment_id, status="disputed")
    refused("payment_disputed", "refund_payment", payment_id=payment_id, amount_cents=1, **WHY)


def test_bank_debit_is_refunded_only_once_settled(call, paid, refused):
    payment = {"payment_id": paid("CUS-0004"), "amount_cents": 1, **WHY}
    refused("payment_processing", "refund_payment", **payment)
    call("advance_clock", minutes=3 * 24 * 60)
    call("refund_payment", **payment)


def test_invoice_shows_what_was_refunded(call, paid):
    payment_id = paid()
    call("refund_payment", payment_id=payment_id, amount_cents=40_00, **WHY)
    invoice = call("get_invoice", invoice_id="INV-0001")
    assert (invoice["payment_id"], invoice["refunded_cents"]) == (payment_id, 40_00)
    assert invoice["status"] == "paid"


def calls_with_a_key(paid, sent):
    """Three calls that can carry a key, and a change of each that is another call."""
    return (
        (
            "refund_payment",
            {"payment_id": paid(), "amount_cents": 10_00, **WHY},
            {"amount_cents": 10_01},
        ),
        ("charge_invoice", {"invoice_id": sent()}, {"invoice_id": "INV-0001"}),
        ("add_invoice_line", LINE, {"quantity": 2}),
    )


@pytest.mark.parametrize("which", range(3))
def test_call_repeated_with_its_key_gives_the_same_and_changes_nothing(
    call, merchant, paid, sent, refused, which
):
    tool, arguments, change = calls_with_a_key(paid, sent)[which]
    first = call(tool, idempotency_key="k-1", **arguments)
    after = state_hash(merchant)
    assert call(tool, idempotency_key="k-1", **arguments) == first
    assert state_hash(merchant) == after
    message = refused("idempotency_key_reused", tool, idempotency_key="k-1", **arguments | change)
    assert "2026-03-19T10:30" in message
    check_invariants(merchant)


def test_key_of_one_tool_is_no_key_of_another(call, sent, refused):
    call("add_invoice_line", idempotency_key="k-1", **LINE)
    refused("idempotency_key_reused", "charge_invoice", idempotency_key="k-1", invoice_id=sent())


def test_call_without_key_acts_each_time(call, merchant):
    for _ in range(2):
        call("add_invoice_line", **LINE)
    assert len(merchant.lines) == 3


def test_failed_call_does_not_use_its_key_up(call, paid, refused):
    payment = {"payment_id": paid(), "idempotency_key": "k-1", **WHY}
    refused("refund_too_large", "refund_payment", amount_cents=200_00, **payment)
    call("refund_payment", amount_cents=100_00, **payment)


def test_key_is_free_again_after_a_day(call):
    first = call("add_invoice_line", idempotency_key="k-1", **LINE)
    call("advance_clock", minutes=24 * 60 - 1)
    assert call("add_invoice_line", idempotency_key="k-1", **LINE) == first
    call("advance_clock", minutes=1)
    assert call("add_invoice_line", idempotency_key="k-1", **LINE)["lines"] == first["lines"] + 1


def test_order_of_independent_steps_has_no_effect(merchant, paid, sent):
    payment_id, invoice_id = paid(), sent("CUS-0001")
    base = dict(merchant.counters)
    refund = {"payment_id": payment_id, "amount_cents": 5_00, **WHY}
    steps = [
        ("refund_payment", {**refund, "idempotency_key": "k-1"}),
        ("charge_invoice", {"invoice_id": invoice_id, "idempotency_key": "k-2"}),
        ("add_invoice_line", LINE),
        ("add_invoice_line", LINE | {"quantity": 3, "customer_id": "CUS-0002"}),
    ]
    hashes = set()
    for order in (steps, steps[::-1]):
        state = merchant.copy()
        for tool, arguments in order:
            server.tool(tool).call(state, arguments)
        hashes.add(effect_hash(state, base))
    assert len(hashes) == 1
