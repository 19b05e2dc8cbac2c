"""Deals: the list of them, and new ones."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import minute
from mcp_servers.crm.failures import (
    AccountOnHold,
    DateNotAhead,
    DealClosed,
    DuplicateDeal,
)
from mcp_servers.crm.rules import AccountId, called, name_of, require_yours
from mcp_servers.crm.state import CLOSED, Account, CrmState, Deal

ShownStage = Literal[
    "open", "prospecting", "qualification", "proposal", "negotiation", "won", "lost"
]


class DealRow(Output):
    """A deal in a list."""

    deal_id: Annotated[str, out("Id of the deal.", entity="deal")]
    name: Annotated[str, out("Name of the deal.", label_of="deal")]
    account: Annotated[str, out("Who might buy.", label_of="deal")]
    account_id: Annotated[str, out("Id of the account.", entity="account")]
    stage: Annotated[str, out("prospecting to negotiation, won or lost.")]
    amount_cents: Annotated[int | None, out("Its worth a month, if known.", format="money")] = None
    close_date: Annotated[str, out("When it should be decided.", format="date")]
    owner: Annotated[str, out("Whose deal it is.")]


class Deals(Page):
    """Result of list_deals."""

    deals: Annotated[list[DealRow], out("In the order asked for.")]


class DealReport(Output):
    """Result of create_deal and update_deal."""

    deal_id: Annotated[str, out("Id of the deal.", entity="deal")]
    name: Annotated[str, out("Name of the deal.", label_of="deal")]
    stage: Annotated[str, out("Where it stands.")]
    amount_cents: Annotated[int | None, out("Its worth a month, if known.", format="money")] = None
    close_date: Annotated[str, out("When it should be decided.", format="date")]
    contact: Annotated[str | None, out("Name of its contact, if any.")] = None


def list_deals(
    state: CrmState,
    stage: Annotated[ShownStage, arg("Only these; open: neither won nor lost.")] = "open",
    owner: Annotated[Literal["anybody", "me"], arg("Whose.")] = "anybody",
    sort_by: Annotated[Literal["close_date", "amount", "newest"], arg("Order.")] = "close_date",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Deals:
    """Lists the pipeline, all accounts together; amounts and newest are sorted downwards."""
    rows = [
        deal
        for deal in state.deals
        if (deal.stage == stage or (stage == "open" and deal.stage not in CLOSED))
        and (owner == "anybody" or deal.owner_id == state.me_id)
    ]
    shown, following = page(_sorted(rows, sort_by), offset, limit)
    return Deals(
        deals=[
            DealRow(
                deal_id=deal.id,
                name=deal.name,
                account=state.accounts.require(deal.account_id).name,
                account_id=deal.account_id,
                stage=deal.stage,
                amount_cents=deal.amount_cents,
                close_date=deal.close_date,
                owner=name_of(state, deal.owner_id),
            )
            for deal in shown
        ],
        total=len(rows),
        next_offset=following,
    )


def create_deal(
    state: CrmState,
    account_id: AccountId,
    name: Annotated[
        str,
        arg(
            "Short name.",
            min_length=3,
            max_length=60,
            examples=("Night shift package", "Premium support", "Second warehouse", "Test run"),
        ),
    ],
    close_date: Annotated[str, arg("When it should be decided.", format="date")],
    amount_cents: Annotated[
        int | None, arg("Its worth a month, if known.", format="money", ge=100, le=1_000_000_000)
    ] = None,
) -> DealReport:
    """Opens a deal with an account of yours, in the stage prospecting."""
    account = state.accounts.require(account_id)
    require_yours(state, account)
    require_ahead(state, close_date)
    require_room_for(state, account, name)
    return deal_report(state, add_deal(state, account, name, close_date, amount_cents))


def add_deal(
    state: CrmState, account: Account, name: str, close_date: str, amount_cents: int | None
) -> Deal:
    """Adds a deal at its first stage, owned by whoever owns the account."""
    return state.deals.insert(
        Deal(
            id=state.new_id("deals"),
            account_id=account.id,
            name=name,
            stage="prospecting",
            close_date=close_date,
            owner_id=account.owner_id,
            created_at=minute(state.now),
            amount_cents=amount_cents,
        )
    )


def require_open(state: CrmState, deal: Deal) -> None:
    """Checks that a deal is yours and neither won nor lost.

    Raises:
        NotOwner, DealClosed: saying what would do.
    """
    require_yours(state, deal)
    if deal.stage in CLOSED:
        raise DealClosed(
            f"{called(deal)} was {deal.stage} at {deal.closed_at} and stays as it is; open another "
            "deal with create_deal."
        )


def require_room_for(state: CrmState, account: Account, name: str) -> None:
    """Checks that the account may get a deal of this name.

    Raises:
        AccountOnHold, DuplicateDeal: saying what would do.
    """
    if account.on_hold:
        raise AccountOnHold(
            f"{called(account)} is on credit hold and gets no new deals; choose another account."
        )
    for deal in state.deals.where(account_id=account.id):
        if deal.stage not in CLOSED and deal.name.casefold() == name.casefold():
            raise DuplicateDeal(
                f"{account.name} has an open deal {called(deal)} in {deal.stage}; go on with that, "
                "or give another name."
            )


def _sorted(rows: list[Deal], sort_by: str) -> list[Deal]:
    if sort_by == "amount":
        return sorted(rows, key=lambda deal: (-(deal.amount_cents or 0), deal.id))
    if sort_by == "newest":
        return sorted(rows, key=lambda deal: (deal.created_at, deal.id), reverse=True)
    return sorted(rows, key=lambda deal: (deal.close_date, deal.id))


def deal_report(state: CrmState, deal: Deal) -> DealReport:
    """Returns what calls that change a deal tell of it."""
    contact = state.contacts.get(deal.contact_id) if deal.contact_id else None
    return DealReport(
        deal_id=deal.id,
        name=deal.name,
        stage=deal.stage,
        amount_cents=deal.amount_cents,
        close_date=deal.close_date,
        contact=contact.name if contact else None,
    )


def require_ahead(state: CrmState, close_date: str) -> None:
    """Checks that a date of decision has not passed.

    Raises:
        DateNotAhead: saying what today is.
    """
    today = state.now.date().isoformat()
    if close_date < today:
        raise DateNotAhead(
            f"A deal cannot be decided on {close_date}: today is {today}; give today or later."
        )
