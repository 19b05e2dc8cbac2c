"""The terms of a deal: what it is worth, when it should be decided, and by whom."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import arg
from mcp_servers.core.wording import dollars, listed
from mcp_servers.crm.deals import DealReport, deal_report, require_ahead, require_open
from mcp_servers.crm.failures import ContactElsewhere, ContactLeft, DiscountTooLarge
from mcp_servers.crm.rules import DealId, called
from mcp_servers.crm.state import LEAST_PERCENT, CrmState, Deal


def update_deal(
    state: CrmState,
    deal_id: DealId,
    amount_cents: Annotated[
        int | None, arg("New worth a month.", format="money", ge=100, le=1_000_000_000)
    ] = None,
    close_date: Annotated[str | None, arg("New date of decision.", format="date")] = None,
    contact_id: Annotated[
        str | None, arg("Who decides there: a contact of the account.", entity="contact")
    ] = None,
) -> DealReport:
    """Changes what an open deal is worth, when it is decided, or by whom; the rest stays."""
    deal = state.deals.require(deal_id)
    if contact_id is not None:
        state.contacts.require(contact_id)
    require_open(state, deal)
    if close_date is not None:
        require_ahead(state, close_date)
    if amount_cents is not None:
        _require_discount(state, deal, amount_cents)
    if contact_id is not None:
        _require_contact(state, deal, contact_id)
    changed = state.deals.update(
        deal.id,
        amount_cents=amount_cents or deal.amount_cents,
        close_date=close_date or deal.close_date,
        contact_id=contact_id or deal.contact_id,
    )
    return deal_report(state, changed)


def _require_discount(state: CrmState, deal: Deal, amount_cents: int) -> None:
    """Checks that a representative leaves enough of the offer.

    Raises:
        DiscountTooLarge: naming the least amount, and who may go below it.
    """
    if deal.offer_cents is None or state.users.require(state.me_id).role == "manager":
        return
    least = -(-deal.offer_cents * LEAST_PERCENT // 100)
    if amount_cents < least:
        owner = state.users.require(deal.owner_id)
        managers = listed(u.name for u in state.users.where(team=owner.team, role="manager"))
        raise DiscountTooLarge(
            f"{called(deal)} was offered at {dollars(deal.offer_cents)}; you can go down to "
            f"{dollars(least)}, below that only a manager of {owner.team} ({managers})."
        )


def _require_contact(state: CrmState, deal: Deal, contact_id: str) -> None:
    """Checks that a contact can stand for the account of a deal.

    Raises:
        ContactElsewhere, ContactLeft: naming who could.
    """
    contact = state.contacts.require(contact_id)
    would = listed(map(called, state.contacts.where(account_id=deal.account_id, left=False)))
    if contact.account_id != deal.account_id:
        company = state.accounts.require(contact.account_id).name
        raise ContactElsewhere(
            f"{called(contact)} is a contact of {company}; {deal.name} can have one of: {would}."
        )
    if contact.left:
        raise ContactLeft(
            f"{called(contact)} has left the company; {deal.name} can have one of: {would}."
        )
