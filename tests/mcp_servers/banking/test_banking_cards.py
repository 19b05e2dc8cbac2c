"""Freezing, lifting a freeze with the code that get_card tells, replacement."""

from __future__ import annotations

import pytest
from banking_invariants import check_invariants

from mcp_servers.banking.tools import server
from mcp_servers.core.hashing import effect_hash


def test_freeze_and_unfreeze_with_the_code_of_the_card(call):
    assert call("freeze_card", card_id="CRD-0001") == {"card_id": "CRD-0001", "status": "frozen"}
    code = call("get_card", card_id="CRD-0001")["security_code"]
    call("unfreeze_card", card_id="CRD-0001", security_code=code)
    assert call("get_card", card_id="CRD-0001")["status"] == "active"


def test_card_details(call, add_purchase):
    add_purchase(days_ago=0, cents=12_00, status="pending")
    add_purchase(days_ago=1, cents=99_00)
    assert call("get_card", card_id="CRD-0001") == {
        "card_id": "CRD-0001",
        "name": "Travel Visa",
        "ending": "1000",
        "status": "active",
        "account": "Everyday Checking",
        "daily_limit_cents": 300_00,
        "spent_today_cents": 12_00,
        "security_code": "000",
    }


def test_frozen_card_cannot_be_frozen_again(refused):
    refused("card_already_frozen", "freeze_card", card_id="CRD-0002")


def test_active_card_has_no_freeze_to_lift_and_frozen_ones_are_named(refused):
    message = refused("card_not_frozen", "unfreeze_card", card_id="CRD-0001", security_code="000")
    assert "Travel Debit (CRD-0002)" in message


def test_code_of_another_card_does_not_lift_a_freeze(refused):
    message = refused(
        "wrong_security_code", "unfreeze_card", card_id="CRD-0002", security_code="000"
    )
    assert "001" not in message


@pytest.mark.parametrize(
    ("tool", "more"), [("freeze_card", {}), ("unfreeze_card", {"security_code": "002"})]
)
def test_blocked_card_can_only_be_replaced(call, refused, tool, more):
    assert "replace_card" in refused("card_blocked", tool, card_id="CRD-0003", **more)
    call("replace_card", card_id="CRD-0003", reason="stolen")


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("freeze_card", {}),
        ("unfreeze_card", {"security_code": "000"}),
        ("replace_card", {"reason": "lost"}),
    ],
)
def test_replaced_card_is_out_of_use(call, refused, tool, more):
    new = call("replace_card", card_id="CRD-0001", reason="lost")["card_id"]
    assert new in refused("card_replaced", tool, card_id="CRD-0001", **more)


def test_replacement_has_new_digits_and_takes_the_place_of_the_old(call, bank):
    new = call("replace_card", card_id="CRD-0002", reason="damaged")
    old, row = bank.cards.require("CRD-0002"), bank.cards.require(new["card_id"])
    assert new == {"card_id": row.id, "name": old.name, "ending": row.ending}
    assert (row.account_id, row.daily_limit_cents) == (old.account_id, old.daily_limit_cents)
    assert (row.status, row.issued_because) == ("active", "damaged")
    assert row.ending not in {"1000", "1001", "1002", "1003"}
    listed = {c["card_id"] for c in call("list_cards")["cards"]}
    assert row.id in listed
    assert old.id not in listed
    check_invariants(bank)


def test_new_digits_never_repeat_an_ending(call, bank):
    card_id = "CRD-0001"
    for _ in range(300):
        card_id = call("replace_card", card_id=card_id, reason="lost")["card_id"]
    assert len({c.ending for c in bank.cards}) == len(bank.cards)


def test_order_of_two_replacements_has_no_effect(bank):
    base = dict(bank.counters)
    hashes = set()
    for order in (("CRD-0001", "CRD-0002"), ("CRD-0002", "CRD-0001")):
        state = bank.copy()
        for card_id in order:
            server.tool("replace_card").call(state, {"card_id": card_id, "reason": "lost"})
        hashes.add(effect_hash(state, base))
    assert len(hashes) == 1
