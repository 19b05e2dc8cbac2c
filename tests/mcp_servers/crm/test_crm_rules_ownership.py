"""Who may change what, and the calendar of whoever owns it."""

from __future__ import annotations

import pytest
from crm_invariants import check_invariants
from crm_small import add_activity, add_deal, add_lead

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.hashing import effect_hash
from mcp_servers.crm.tools import server

PLAN = {"type": "call", "subject": "Ask", "due_at": "2026-03-19T09:00"}


def test_what_others_own_is_theirs(refused, crm):
    deal = add_deal(crm, account_id="ACC-0002", owner_id="USR-0002")
    lead = add_lead(crm, owner_id="USR-0002")
    task = add_activity(crm, "task", deal_id=deal, owner_id="USR-0002")
    for tool, given in (
        ("move_deal", {"deal_id": deal, "stage": "lost"}),
        ("update_deal", {"deal_id": deal}),
        ("schedule_activity", {"deal_id": deal, **PLAN}),
        ("schedule_activity", {"lead_id": lead, **PLAN}),
        ("complete_activity", {"activity_id": task}),
        ("update_lead", {"lead_id": lead, "status": "working"}),
        ("convert_lead", {"lead_id": lead}),
        (
            "create_deal",
            {"account_id": "ACC-0002", "name": "New", "close_date": "2026-04-01"},
        ),
        ("transfer_account", {"account_id": "ACC-0002", "user_id": "USR-0001"}),
    ):
        message = refused("not_owner", tool, **given)
        assert "belongs to Ben of the team North" in message
        assert "(Dana)" in message


def test_manager_changes_what_the_own_team_owns(call, refused, crm):
    crm.me_id = "USR-0004"
    deal = add_deal(crm, account_id="ACC-0002", owner_id="USR-0002")
    call("update_deal", deal_id=deal, amount_cents=1_00)
    lead = add_lead(crm, owner_id="USR-0005")
    refused("not_owner", "update_lead", lead_id=lead, status="working")
    call("transfer_account", account_id="ACC-0002", user_id="USR-0005")
    refused("not_owner", "update_deal", deal_id=deal, amount_cents=2_00)


def test_open_deals_and_activities_go_with_the_account(call, refused, crm):
    kept = add_deal(crm, "lost", closed_at="2026-03-12T09:00", lost_reason="price")
    deal = add_deal(crm)
    task = add_activity(crm, "task", deal_id=deal)
    for user, type in (
        ("USR-0001", "already_owner"),
        ("USR-0003", "user_inactive"),
        ("USR-0005", "other_team"),
    ):
        message = refused(type, "transfer_account", account_id="ACC-0001", user_id=user)
        assert "could go to Ben, Dana" in message
    report = call("transfer_account", account_id="ACC-0001", user_id="USR-0002")
    assert (report["previous"], report["deals"], report["activities"]) == ("Ann", 1, 1)
    assert crm.activities.require(task).owner_id == "USR-0002"
    owners = [crm.deals.require(id).owner_id for id in (kept, deal)]
    assert owners == ["USR-0001", "USR-0002"]
    check_invariants(crm)


@pytest.mark.parametrize(
    ("due_at", "free"),
    [
        ("2026-03-19T08:30", True),
        ("2026-03-19T08:31", False),
        ("2026-03-19T09:29", False),
        ("2026-03-19T09:30", True),
    ],
)
def test_calls_and_meetings_take_half_an_hour(call, refused, crm, due_at, free):
    deal, lead = add_deal(crm), add_lead(crm)
    call("schedule_activity", deal_id=deal, **PLAN)
    again = PLAN | {"type": "meeting", "due_at": due_at, "lead_id": lead}
    if free:
        call("schedule_activity", **again)
    else:
        message = refused("time_taken", "schedule_activity", **again)
        assert "free again from 2026-03-19T09:30" in message
        call("schedule_activity", **again | {"type": "email"})


def test_plans_lie_ahead_and_are_about_one_thing(call, refused, crm):
    deal, lead = add_deal(crm), add_lead(crm)
    late = PLAN | {"due_at": "2026-03-18T10:30"}
    refused("date_not_ahead", "schedule_activity", deal_id=deal, **late)
    for about in ({}, {"deal_id": deal, "lead_id": lead}):
        with pytest.raises(InvalidArguments):
            call("schedule_activity", **PLAN, **about)


def test_who_has_opted_out_is_met_but_not_called(call, refused, crm):
    deal = add_deal(crm, contact_id="CON-0001")
    for type in ("call", "email"):
        given = PLAN | {"type": type, "deal_id": deal}
        assert "Rita" in refused("contact_opted_out", "schedule_activity", **given)
    call("schedule_activity", **PLAN | {"type": "meeting", "deal_id": deal})


def test_activity_is_done_once_and_meetings_not_before_they_begin(call, refused, crm):
    deal = add_deal(crm)
    early = PLAN | {"type": "meeting", "deal_id": deal}
    meeting = call("schedule_activity", **early)["activity_id"]
    refused("meeting_ahead", "complete_activity", activity_id=meeting)
    crm.activities.update(meeting, due_at="2026-03-18T10:30")
    call("complete_activity", activity_id=meeting)
    refused("activity_done", "complete_activity", activity_id=meeting)


def test_lists_tell_overdue_from_today(call, crm):
    deal = add_deal(crm)
    days = {"old": "2026-03-17T09:00", "now": "2026-03-18T15:00", "next": "2026-03-20T09:00"}
    ids = {
        key: add_activity(crm, "task", deal_id=deal, due_at=due, subject=key)
        for key, due in days.items()
    }
    add_activity(crm, "call", deal_id=deal, owner_id="USR-0002")
    done = add_activity(crm, "call", "successful", deal_id=deal)
    for given, expected in (
        ({}, [ids["old"], ids["now"], ids["next"]]),
        ({"due": "overdue"}, [ids["old"]]),
        ({"due": "today"}, [ids["now"]]),
        ({"due": "upcoming"}, [ids["now"], ids["next"]]),
        ({"due": "done"}, [done]),
        ({"type": "call"}, []),
    ):
        rows = call("list_activities", **given)["activities"]
        assert [row["activity_id"] for row in rows] == expected, given
    assert call("list_activities", owner="anybody", type="call")["total"] == 1


def test_order_of_independent_steps_has_no_effect(crm):
    deal, lead = add_deal(crm), add_lead(crm)
    base = dict(crm.counters)
    steps = [
        ("schedule_activity", {**PLAN, "deal_id": deal}),
        ("schedule_activity", {**PLAN, "type": "task", "lead_id": lead}),
        ("create_deal", {"account_id": "ACC-0001", "name": "A b", "close_date": "2026-04-01"}),
        ("create_deal", {"account_id": "ACC-0001", "name": "C d", "close_date": "2026-04-01"}),
        ("update_deal", {"deal_id": deal, "amount_cents": 5_00}),
        ("update_lead", {"lead_id": lead, "status": "working"}),
    ]
    hashes = set()
    for order in (steps, steps[::-1]):
        state = crm.copy()
        for tool, arguments in order:
            server.tool(tool).call(state, arguments)
        hashes.add(effect_hash(state, base))
    assert len(hashes) == 1
