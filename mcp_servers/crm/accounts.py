"""Accounts and the people who own them: finding, looking into, handing over."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.crm.rules import (
    AccountId,
    hand_over,
    name_of,
    open_leads,
    require_receiver,
    require_yours,
)
from mcp_servers.crm.state import CLOSED, MOST_LEADS, Account, CrmState


class AccountRow(Output):
    """An account in a list."""

    account_id: Annotated[str, out("Id of the account.", entity="account")]
    name: Annotated[str, out("Name of the company.", label_of="account")]
    city: Annotated[str | None, out("Where it is, if known.")] = None
    type: Annotated[str, out("prospect, or customer once it has bought.")]
    owner: Annotated[str, out("Whose account it is.")]
    on_hold: Annotated[bool | None, out("true where it is on credit hold.")] = None


class Accounts(Page):
    """Result of search_accounts."""

    accounts: Annotated[list[AccountRow], out("By name.")]


class ContactRow(Output):
    """A contact of an account."""

    contact_id: Annotated[str, out("Id of the contact.", entity="contact")]
    name: Annotated[str, out("Name of the person.", label_of="contact")]
    title: Annotated[str | None, out("What the person does, if known.")] = None
    note: Annotated[str | None, out("opted out, or left the company.")] = None


class AccountDeal(Output):
    """A deal of an account."""

    deal_id: Annotated[str, out("Id of the deal.", entity="deal")]
    name: Annotated[str, out("Name of the deal.", label_of="deal")]
    stage: Annotated[str, out("Where it stands.")]
    amount_cents: Annotated[int | None, out("Its worth a month, if known.", format="money")] = None


class AccountDetails(AccountRow):
    """Result of get_account."""

    contacts: Annotated[list[ContactRow], out("The people there.")]
    deals: Annotated[list[AccountDeal], out("Open deals, then the closed ones.")]


class UserRow(Output):
    """Somebody who sells."""

    user_id: Annotated[str, out("Id of the person.", entity="user")]
    name: Annotated[str, out("Name of the person.", label_of="user")]
    role: Annotated[str, out("rep or manager.")]
    team: Annotated[str, out("Name of the team.")]
    load: Annotated[str, out("Open leads, of how many they may have.")]
    left: Annotated[bool | None, out("true where they have left.")] = None
    you: Annotated[bool | None, out("true for yourself.")] = None


class Users(Output):
    """Result of list_users."""

    users: Annotated[list[UserRow], out("By name.")]


class TransferReport(Output):
    """Result of transfer_account."""

    account_id: Annotated[str, out("Id of the account.", entity="account")]
    name: Annotated[str, out("Name of the company.", label_of="account")]
    owner: Annotated[str, out("Whose it is now.")]
    previous: Annotated[str, out("Whose it was.")]
    deals: Annotated[int, out("Open deals that went with it.")]
    activities: Annotated[int, out("Open activities that went with it.")]


def search_accounts(
    state: CrmState,
    query: Annotated[str, arg("Words of the company's name.", min_length=1)],
    offset: Offset = 0,
    limit: Limit = 5,
) -> Accounts:
    """Finds accounts, the companies that are sold to."""
    rows = list(state.accounts)
    for word in query.casefold().split():
        rows = [account for account in rows if word in account.name.casefold()]
    rows.sort(key=lambda account: (account.name, account.id))
    shown, following = page(rows, offset, limit)
    return Accounts(
        accounts=[_row(state, account) for account in shown],
        total=len(rows),
        next_offset=following,
    )


def get_account(state: CrmState, account_id: AccountId) -> AccountDetails:
    """Gets one account with its contacts and its deals."""
    account = state.accounts.require(account_id)
    deals = state.deals.where(account_id=account.id)
    deals.sort(key=lambda deal: (deal.stage in CLOSED, deal.name, deal.id))
    contacts = sorted(state.contacts.where(account_id=account.id), key=lambda c: (c.name, c.id))
    return AccountDetails(
        **dict(_row(state, account)),
        contacts=[
            ContactRow(
                contact_id=c.id,
                name=c.name,
                title=c.title,
                note="left the company" if c.left else "opted out" if c.opted_out else None,
            )
            for c in contacts
        ],
        deals=[
            AccountDeal(deal_id=d.id, name=d.name, stage=d.stage, amount_cents=d.amount_cents)
            for d in deals
        ],
    )


def list_users(
    state: CrmState,
    role: Annotated[Literal["rep", "manager"] | None, arg("Only these.")] = None,
) -> Users:
    """Lists the people who sell, with their teams and how many leads they have."""
    rows = [user for user in state.users if role in (None, user.role)]
    rows.sort(key=lambda user: (user.name, user.id))
    return Users(
        users=[
            UserRow(
                user_id=user.id,
                name=user.name,
                role=user.role,
                team=user.team,
                load=f"{open_leads(state, user.id)} of {MOST_LEADS} leads",
                left=None if user.active else True,
                you=True if user.id == state.me_id else None,
            )
            for user in rows
        ]
    )


def transfer_account(
    state: CrmState,
    account_id: AccountId,
    user_id: Annotated[str, arg("Id of the new owner.", entity="user")],
) -> TransferReport:
    """Hands an account of yours over to a colleague; its open deals and activities go with it."""
    account = state.accounts.require(account_id)
    user = state.users.require(user_id)
    require_yours(state, account)
    require_receiver(state, account, user)
    deals = [d for d in state.deals.where(account_id=account.id) if d.stage not in CLOSED]
    activities = sum(hand_over(state, deal, user) for deal in deals)
    for deal in deals:
        state.deals.update(deal.id, owner_id=user.id)
    state.accounts.update(account.id, owner_id=user.id)
    return TransferReport(
        account_id=account.id,
        name=account.name,
        owner=user.name,
        previous=name_of(state, account.owner_id),
        deals=len(deals),
        activities=activities,
    )


def _row(state: CrmState, account: Account) -> AccountRow:
    return AccountRow(
        account_id=account.id,
        name=account.name,
        city=account.city,
        type=account.type,
        owner=name_of(state, account.owner_id),
        on_hold=True if account.on_hold else None,
    )
