"""What always holds of a CRM, by the numbers of state.py."""

from __future__ import annotations

from collections import Counter

from mcp_servers.crm.state import (
    CLOSED,
    LEAST_PERCENT,
    MOST_LEADS,
    OPEN_LEADS,
    STAGES,
    CrmState,
    Deal,
    Lead,
)


def check_invariants(state: CrmState) -> None:
    """Asserts every invariant that one state can show."""
    for deal in state.deals:
        _check_deal(state, deal)
    for lead in state.leads:
        _check_lead(state, lead)
    _check_activities(state)
    _check_accounts(state)
    open_leads = [lead for lead in state.leads if lead.status in OPEN_LEADS]
    assert max(Counter(lead.owner_id for lead in open_leads).values(), default=0) <= MOST_LEADS
    assert max(Counter(lead.email for lead in open_leads).values(), default=0) <= 1


def check_changes(before: CrmState, after: CrmState) -> None:
    """Asserts that deals go forward by one stage, and that closed ones stay as they are (1)."""
    order = (*STAGES, "won")
    for old in before.deals:
        new = after.deals.require(old.id)
        if old.stage in CLOSED:
            assert new == old
        elif new.stage != "lost":
            assert order.index(new.stage) <= order.index(old.stage) + 1
    for old in before.leads:
        if old.status == "converted":
            assert after.leads.require(old.id) == old
    for old in before.activities:
        if old.outcome is not None:
            assert after.activities.require(old.id).outcome == old.outcome


def _check_deal(state: CrmState, deal: Deal) -> None:
    over = deal.stage in CLOSED
    account = state.accounts.require(deal.account_id)
    assert (deal.closed_at is not None) == over
    assert (deal.lost_reason is not None) == (deal.stage == "lost")
    assert (deal.offer_cents is not None) == (deal.stage in ("negotiation", "won"))
    assert over or deal.owner_id == account.owner_id
    if deal.contact_id is not None:
        contact = state.contacts.require(deal.contact_id)
        assert contact.account_id == deal.account_id
        assert not contact.left
    if deal.stage in ("proposal", "negotiation", "won"):
        assert deal.amount_cents is not None
        assert deal.contact_id is not None
    if deal.offer_cents is not None:
        met = state.activities.where(deal_id=deal.id, type="meeting", outcome="successful")
        assert met
        if state.users.require(state.me_id).role == "rep":
            assert 100 * (deal.amount_cents or 0) >= LEAST_PERCENT * deal.offer_cents


def _check_lead(state: CrmState, lead: Lead) -> None:
    assert (lead.contact_id is not None) == (lead.status == "converted")
    if lead.contact_id is not None:
        assert state.contacts.require(lead.contact_id).account_id == lead.account_id
    if lead.deal_id is not None:
        assert state.deals.require(lead.deal_id).account_id == lead.account_id
    if lead.status in ("qualified", "converted"):
        done = state.activities.where(lead_id=lead.id, outcome="successful")
        assert any(activity.type in ("call", "meeting") for activity in done)


def _check_activities(state: CrmState) -> None:
    for activity in state.activities:
        assert (activity.lead_id is None) != (activity.deal_id is None)
        assert (activity.done_at is None) == (activity.outcome is None)
        if activity.outcome is None:
            lead = state.leads.get(activity.lead_id or "")
            deal = state.deals.get(activity.deal_id or "")
            about = lead or deal
            assert about is not None
            assert about.owner_id == activity.owner_id
            assert lead is None or lead.status in OPEN_LEADS
            assert deal is None or deal.stage not in CLOSED


def _check_accounts(state: CrmState) -> None:
    assert len({account.name.casefold() for account in state.accounts}) == len(state.accounts)
    for account in state.accounts:
        deals = state.deals.where(account_id=account.id)
        assert (account.type == "customer") == any(deal.stage == "won" for deal in deals)
        names = [deal.name.casefold() for deal in deals if deal.stage not in CLOSED]
        assert len(set(names)) == len(names)
        assert state.contacts.where(account_id=account.id, left=False)
        assert account.owner_id in state.users
