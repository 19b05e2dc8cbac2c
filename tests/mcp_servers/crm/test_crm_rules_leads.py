"""Leads from the first word to their conversion."""

from __future__ import annotations

from crm_invariants import check_invariants
from crm_small import add_activity, add_deal, add_lead

from mcp_servers.crm.state import MOST_LEADS

NEW = {"name": "Mara Lind", "company": "Bluefin", "email": "Mara@Bluefin.example"}


def qualified(crm, **given: object) -> str:
    lead = add_lead(crm, "qualified", **given)
    add_activity(crm, "call", "successful", lead_id=lead)
    return lead


def test_new_lead_is_yours_and_new(call, refused):
    report = call("create_lead", **NEW)
    assert (report["status"], report["owner"]) == ("new", "Ann")
    again = NEW | {"name": "M. Lind", "email": "mara@bluefin.example"}
    assert "Mara Lind (LEA-0001)" in refused("duplicate_lead", "create_lead", **again)
    call("update_lead", lead_id="LEA-0001", status="disqualified")
    call("create_lead", **again)
    refused("duplicate_lead", "update_lead", lead_id="LEA-0001", status="working")


def test_open_leads_are_bounded(call, refused, crm):
    leads = [add_lead(crm) for _ in range(MOST_LEADS)]
    assert "Ben, Dana" in refused("lead_limit_reached", "create_lead", **NEW)
    call("update_lead", lead_id=leads[0], status="disqualified")
    call("create_lead", **NEW)
    refused("lead_limit_reached", "update_lead", lead_id=leads[0], status="working")
    bens = add_lead(crm, owner_id="USR-0002")
    crm.me_id = "USR-0004"
    refused("lead_limit_reached", "update_lead", lead_id=bens, owner_id="USR-0001")


def test_lead_is_qualified_once_it_was_spoken_to(call, refused, crm):
    lead = add_lead(crm)
    message = refused("lead_step_not_allowed", "update_lead", lead_id=lead, status="qualified")
    assert "can become working, disqualified" in message
    call("update_lead", lead_id=lead, status="working")
    add_activity(crm, "email", "successful", lead_id=lead)
    add_activity(crm, "call", "no_answer", lead_id=lead)
    refused("lead_not_contacted", "update_lead", lead_id=lead, status="qualified")
    phone = call(
        "schedule_activity", type="call", subject="Ask", due_at="2026-03-19T09:00", lead_id=lead
    )
    call("complete_activity", activity_id=phone["activity_id"])
    assert call("update_lead", lead_id=lead, status="qualified")["status"] == "qualified"
    check_invariants(crm)


def test_disqualifying_waits_for_open_activities(call, refused, crm):
    lead = add_lead(crm)
    task = add_activity(crm, "task", lead_id=lead)
    gone = {"lead_id": lead, "status": "disqualified"}
    assert task in refused("open_activities", "update_lead", **gone)
    call("complete_activity", activity_id=task)
    call("update_lead", **gone)
    given = {"type": "task", "subject": "Ask", "due_at": "2026-03-19T09:00", "lead_id": lead}
    refused("lead_closed", "schedule_activity", **given)


def test_conversion_makes_account_contact_and_deal(call, refused, crm):
    lead = qualified(crm)
    report = call("convert_lead", lead_id=lead, deal_amount_cents=500_00)
    assert report["new_account"]
    assert report["account"] == "Company 1"
    deal = crm.deals.require(report["deal_id"])
    assert (deal.amount_cents, deal.contact_id) == (500_00, report["contact_id"])
    assert deal.close_date == "2026-06-16"
    for tool, given in (("convert_lead", {}), ("update_lead", {"status": "working"})):
        assert "Company 1 (ACC-0003)" in refused("lead_converted", tool, lead_id=lead, **given)
    check_invariants(crm)


def test_conversion_without_amount_opens_no_deal(call, crm):
    report = call("convert_lead", lead_id=qualified(crm))
    assert "deal_id" not in report
    assert len(crm.deals) == 0


def test_known_company_is_not_made_again(call, refused, crm):
    lead = qualified(crm, company="REED foods")
    message = refused("account_exists", "convert_lead", lead_id=lead)
    assert "Reed Foods (ACC-0001)" in message
    report = call("convert_lead", lead_id=lead, account_id="ACC-0001")
    assert not report["new_account"]
    assert len(crm.accounts) == 2


def test_known_address_is_the_contact_that_is_there(call, crm):
    lead = qualified(crm, email="raul@mail.example")
    report = call("convert_lead", lead_id=lead, account_id="ACC-0001")
    assert report["contact_id"] == "CON-0002"
    assert len(crm.contacts) == 4


def test_only_qualified_leads_with_nothing_to_do_are_converted(call, refused, crm):
    assert "qualified with update_lead" in refused(
        "lead_not_qualified", "convert_lead", lead_id=add_lead(crm, "working")
    )
    lead = qualified(crm)
    task = add_activity(crm, "task", lead_id=lead)
    refused("open_activities", "convert_lead", lead_id=lead)
    call("complete_activity", activity_id=task)
    refused("not_owner", "convert_lead", lead_id=lead, account_id="ACC-0002")
    crm.accounts.update("ACC-0001", on_hold=True)
    given = {"lead_id": lead, "account_id": "ACC-0001"}
    refused("account_on_hold", "convert_lead", **given, deal_amount_cents=1_00)
    crm.accounts.update("ACC-0001", on_hold=False)
    add_deal(crm, name=f"First order via {crm.leads.require(lead).name}")
    refused("duplicate_deal", "convert_lead", **given, deal_amount_cents=1_00)
    call("convert_lead", **given)


def test_lead_changes_hands_with_what_is_to_do(call, refused, crm):
    lead = add_lead(crm)
    task = add_activity(crm, "task", lead_id=lead)
    done = add_activity(crm, "call", "no_answer", lead_id=lead)
    refused("already_owner", "update_lead", lead_id=lead, owner_id="USR-0001")
    refused("user_inactive", "update_lead", lead_id=lead, owner_id="USR-0003")
    refused("other_team", "update_lead", lead_id=lead, owner_id="USR-0005")
    assert call("update_lead", lead_id=lead, owner_id="USR-0002")["owner"] == "Ben"
    owners = [crm.activities.require(id).owner_id for id in (task, done)]
    assert owners == ["USR-0002", "USR-0001"]
    assert "belongs to Ben" in refused("not_owner", "update_lead", lead_id=lead, status="working")


def test_search_looks_at_names_and_companies(call, crm):
    add_lead(crm, name="Ann Bell", company="Reed Foods")
    add_lead(crm, "working", name="Bo Reed")
    assert call("search_leads", query="reed")["total"] == 2
    assert call("search_leads", query="bell REED")["total"] == 1
    assert call("search_leads", query="reed", status="working")["total"] == 1
