"""Deals: what each stage asks for, what a discount may be, and what closing brings about."""

from __future__ import annotations

import pytest
from crm_invariants import check_invariants
from crm_small import add_activity, add_deal

from mcp_servers.core.errors import InvalidArguments


def move(call, deal: str, stage: str) -> str:
    return call("move_deal", deal_id=deal, stage=stage)["stage"]


def test_deal_is_won_step_by_step(call, refused, crm):
    deal = add_deal(crm)
    move(call, deal, "qualification")
    step = {"deal_id": deal, "stage": "proposal"}
    assert "update_deal" in refused("amount_missing", "move_deal", **step)
    call("update_deal", deal_id=deal, amount_cents=500_00)
    message = refused("contact_missing", "move_deal", **step)
    assert "Rita (CON-0001), Raul (CON-0002)" in message
    assert "Rob" not in message
    call("update_deal", deal_id=deal, contact_id="CON-0002")
    call("move_deal", **step)
    refused("meeting_missing", "move_deal", deal_id=deal, stage="negotiation")
    meeting = add_activity(crm, "meeting", deal_id=deal)
    call("complete_activity", activity_id=meeting)
    move(call, deal, "negotiation")
    assert move(call, deal, "won") == "won"
    assert crm.accounts.require("ACC-0001").type == "customer"
    assert crm.deals.require(deal).offer_cents == 500_00
    check_invariants(crm)


@pytest.mark.parametrize("outcome", ["no_answer", "postponed"])
def test_meeting_that_came_to_nothing_is_none(call, refused, crm, outcome):
    deal = add_deal(crm, "proposal", amount_cents=1_00, contact_id="CON-0002")
    meeting = add_activity(crm, "meeting", deal_id=deal)
    add_activity(crm, "call", "successful", deal_id=deal)
    call("complete_activity", activity_id=meeting, outcome=outcome)
    refused("meeting_missing", "move_deal", deal_id=deal, stage="negotiation")


@pytest.mark.parametrize("stage", ["prospecting", "proposal", "negotiation", "won"])
def test_no_stage_is_skipped_nor_entered_twice(refused, crm, stage):
    deal = add_deal(crm, amount_cents=1_00, contact_id="CON-0002")
    message = refused("stage_not_next", "move_deal", deal_id=deal, stage=stage)
    assert "can go to qualification, lost" in message


def test_deal_goes_back_as_far_as_need_be_and_takes_its_offer_back(call, crm):
    deal = add_deal(crm, "negotiation", amount_cents=1_00, contact_id="CON-0002", offer_cents=1_00)
    add_activity(crm, "meeting", "successful", deal_id=deal)
    assert move(call, deal, "prospecting") == "prospecting"
    assert crm.deals.require(deal).offer_cents is None


def test_closing_waits_for_open_activities(call, refused, crm):
    deal = add_deal(crm)
    task = add_activity(crm, "task", deal_id=deal)
    message = refused("open_activities", "move_deal", deal_id=deal, stage="lost")
    assert task in message
    call("complete_activity", activity_id=task)
    call("move_deal", deal_id=deal, stage="lost", lost_reason="price")
    assert call("get_deal", deal_id=deal)["lost_reason"] == "price"
    for tool, given in (
        ("move_deal", {"stage": "qualification"}),
        ("update_deal", {"amount_cents": 1_00}),
        ("schedule_activity", {"type": "task", "subject": "Ask", "due_at": "2026-03-20T09:00"}),
    ):
        refused("deal_closed", tool, deal_id=deal, **given)


def test_reason_goes_with_lost_alone(call, crm):
    deal = add_deal(crm)
    with pytest.raises(InvalidArguments):
        call("move_deal", deal_id=deal, stage="qualification", lost_reason="price")


def test_account_on_hold_buys_nothing(call, refused, crm):
    deal = add_deal(crm, "negotiation", amount_cents=1_00, contact_id="CON-0002", offer_cents=1_00)
    add_activity(crm, "meeting", "successful", deal_id=deal)
    crm.accounts.update("ACC-0001", on_hold=True)
    refused("account_on_hold", "move_deal", deal_id=deal, stage="won")
    new = {"account_id": "ACC-0001", "name": "More", "close_date": "2026-04-01"}
    refused("account_on_hold", "create_deal", **new)
    assert move(call, deal, "lost") == "lost"


def test_representative_leaves_four_fifths_of_the_offer(call, refused, crm):
    deal = add_deal(
        crm, "negotiation", amount_cents=99_99, contact_id="CON-0002", offer_cents=99_99
    )
    add_activity(crm, "meeting", "successful", deal_id=deal)
    message = refused("discount_too_large", "update_deal", deal_id=deal, amount_cents=79_99)
    assert "down to $80.00" in message
    assert "Dana" in message
    assert call("update_deal", deal_id=deal, amount_cents=80_00)["amount_cents"] == 80_00
    crm.me_id = "USR-0004"
    call("update_deal", deal_id=deal, amount_cents=1_00)


def test_terms_change_one_by_one(call, refused, crm):
    deal = add_deal(crm, amount_cents=5_00)
    report = call("update_deal", deal_id=deal, close_date="2026-03-18")
    assert (report["amount_cents"], report["close_date"]) == (5_00, "2026-03-18")
    refused("date_not_ahead", "update_deal", deal_id=deal, close_date="2026-03-17")
    refused("contact_elsewhere", "update_deal", deal_id=deal, contact_id="CON-0004")
    refused("contact_left", "update_deal", deal_id=deal, contact_id="CON-0003")


def test_open_deals_of_an_account_have_different_names(call, refused):
    new = {"account_id": "ACC-0001", "name": "Pilot", "close_date": "2026-04-01"}
    deal = call("create_deal", **new)["deal_id"]
    assert deal in refused("duplicate_deal", "create_deal", **new | {"name": "PILOT"})
    refused("date_not_ahead", "create_deal", **new | {"name": "Other", "close_date": "2026-03-01"})
    move(call, deal, "lost")
    call("create_deal", **new)


def test_details_tell_what_is_missing(call, crm):
    deal = add_deal(crm, "qualification")
    shown = call("get_deal", deal_id=deal)
    assert shown["next_stage"] == "proposal"
    assert "has no amount" in shown["obstacle"]


def test_pipeline_filters_and_sorts(call, crm):
    small = add_deal(crm, amount_cents=1_00, close_date="2026-04-01")
    large = add_deal(crm, "qualification", amount_cents=9_00, created_at="2026-03-11T09:00")
    lost = add_deal(crm, "lost", closed_at=None, owner_id="USR-0002")
    for given, expected in (
        ({}, [small, large]),
        ({"sort_by": "amount"}, [large, small]),
        ({"sort_by": "newest"}, [large, small]),
        ({"stage": "lost"}, [lost]),
        ({"stage": "lost", "owner": "me"}, []),
    ):
        rows = call("list_deals", **given)["deals"]
        assert [row["deal_id"] for row in rows] == expected, given
