"""The conversion of a lead into a contact of an account, and perhaps a deal."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.crm.deals import add_deal, require_room_for
from mcp_servers.crm.failures import AccountExists, LeadConverted, LeadNotQualified
from mcp_servers.crm.leads import converted
from mcp_servers.crm.rules import LeadId, called, name_of, require_nothing_to_do, require_yours
from mcp_servers.crm.state import NEW_DEAL_DAYS, Account, Contact, CrmState, Deal, Lead


class Conversion(Output):
    """Result of convert_lead."""

    account_id: Annotated[str, out("Id of the account.", entity="account")]
    account: Annotated[str, out("Name of the account.", label_of="account")]
    contact_id: Annotated[str, out("Id of the contact.", entity="contact")]
    deal_id: Annotated[str | None, out("Id of the new deal, if any.", entity="deal")] = None
    deal: Annotated[str | None, out("Name of the new deal.", label_of="deal")] = None
    new_account: Annotated[bool, out("true where the account is new.")]


def convert_lead(
    state: CrmState,
    lead_id: LeadId,
    account_id: Annotated[
        str | None, arg("Account to add it to; else a new one is made.", entity="account")
    ] = None,
    deal_amount_cents: Annotated[
        int | None,
        arg(
            "Also opens a deal, worth this a month.",
            format="money",
            ge=100,
            le=1_000_000_000,
        ),
    ] = None,
) -> Conversion:
    """Turns a qualified lead into a contact of an account, and a deal if an amount is given."""
    lead = state.leads.require(lead_id)
    account = None if account_id is None else state.accounts.require(account_id)
    _require_convertible(state, lead)
    if account is None:
        _require_new_account(state, lead)
    else:
        require_yours(state, account)
        if deal_amount_cents is not None:
            require_room_for(state, account, _deal_name(lead))
    new = account is None
    account = account or _new_account(state, lead)
    contact = _contact(state, lead, account)
    deal = _new_deal(state, lead, account, contact, deal_amount_cents)
    state.leads.update(
        lead.id,
        status="converted",
        contact_id=contact.id,
        account_id=account.id,
        deal_id=deal.id if deal else None,
    )
    return Conversion(
        account_id=account.id,
        account=account.name,
        contact_id=contact.id,
        deal_id=deal.id if deal else None,
        deal=deal.name if deal else None,
        new_account=new,
    )


def _require_convertible(state: CrmState, lead: Lead) -> None:
    """Checks that a lead is yours, qualified, and that nothing is left to do.

    Raises:
        NotOwner, LeadConverted, LeadNotQualified, OpenActivities: saying what would do.
    """
    require_yours(state, lead)
    if lead.status == "converted":
        raise LeadConverted(converted(state, lead))
    if lead.status != "qualified":
        raise LeadNotQualified(
            f"{called(lead)} is {lead.status}; set it to qualified with update_lead first, which "
            "goes by way of working."
        )
    require_nothing_to_do(state, lead)


def _require_new_account(state: CrmState, lead: Lead) -> None:
    wanted = lead.company.casefold()
    same = next((a for a in state.accounts if a.name.casefold() == wanted), None)
    if same is not None:
        raise AccountExists(
            f"There is an account {called(same)}, owned by {name_of(state, same.owner_id)}; give "
            f"its id as account_id to add {lead.name} to it."
        )


def _new_account(state: CrmState, lead: Lead) -> Account:
    return state.accounts.insert(
        Account(
            id=state.new_id("accounts"),
            name=lead.company,
            city=lead.city,
            owner_id=lead.owner_id,
        )
    )


def _contact(state: CrmState, lead: Lead, account: Account) -> Contact:
    """Returns the contact of the account with the lead's address, a new one if there is none."""
    known = state.contacts.where(account_id=account.id, email=lead.email, left=False)
    if known:
        return known[0]
    return state.contacts.insert(
        Contact(
            id=state.new_id("contacts"),
            account_id=account.id,
            name=lead.name,
            title=lead.title,
            email=lead.email,
        )
    )


def _deal_name(lead: Lead) -> str:
    return f"First order via {lead.name}"


def _new_deal(
    state: CrmState, lead: Lead, account: Account, contact: Contact, amount_cents: int | None
) -> Deal | None:
    if amount_cents is None:
        return None
    closes = (state.now + timedelta(days=NEW_DEAL_DAYS)).date().isoformat()
    deal = add_deal(state, account, _deal_name(lead), closes, amount_cents)
    return state.deals.update(deal.id, contact_id=contact.id)
