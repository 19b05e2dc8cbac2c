"""The pipeline: the stages of a deal, what each asks for, and the tools that show and take them."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.errors import InvalidArguments, StateError
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed, minute
from mcp_servers.crm.deals import DealRow, require_open
from mcp_servers.crm.failures import (
    AccountOnHold,
    AmountMissing,
    ContactMissing,
    MeetingMissing,
    StageNotNext,
)
from mcp_servers.crm.rules import DealId, called, name_of, require_nothing_to_do, took_place
from mcp_servers.crm.state import (
    CLOSED,
    STAGES,
    CrmState,
    Deal,
    LostReason,
    Stage,
)

_FORWARD: dict[Stage, Stage] = {
    "prospecting": "qualification",
    "qualification": "proposal",
    "proposal": "negotiation",
    "negotiation": "won",
}


class DealDetails(DealRow):
    """Result of get_deal."""

    contact: Annotated[str | None, out("Who decides there, if known.")] = None
    created_at: Annotated[str, out("When it was opened.", format="datetime")]
    open_activities: Annotated[int, out("How much is still to be done about it.")]
    next_stage: Annotated[str | None, out("What comes next, if it is open.")] = None
    obstacle: Annotated[str | None, out("Why it cannot go there now, if so.")] = None
    lost_reason: Annotated[str | None, out("Why it was lost.")] = None


class StageReport(Output):
    """Result of move_deal."""

    deal_id: Annotated[str, out("Id of the deal.", entity="deal")]
    name: Annotated[str, out("Name of the deal.", label_of="deal")]
    from_stage: Annotated[str, out("Where it stood.")]
    stage: Annotated[str, out("Where it stands now.")]


def get_deal(state: CrmState, deal_id: DealId) -> DealDetails:
    """Gets one deal with its contact, its next stage, and what is missing for that."""
    deal = state.deals.require(deal_id)
    contact = state.contacts.get(deal.contact_id) if deal.contact_id else None
    following = next_stage(deal)
    return DealDetails(
        deal_id=deal.id,
        name=deal.name,
        account=state.accounts.require(deal.account_id).name,
        account_id=deal.account_id,
        stage=deal.stage,
        amount_cents=deal.amount_cents,
        close_date=deal.close_date,
        owner=name_of(state, deal.owner_id),
        contact=contact.name if contact else None,
        created_at=deal.created_at,
        open_activities=len(state.activities.where(deal_id=deal.id, outcome=None)),
        next_stage=following,
        obstacle=_obstacle(state, deal, following) if following else None,
        lost_reason=deal.lost_reason,
    )


def move_deal(
    state: CrmState,
    deal_id: DealId,
    stage: Annotated[Stage, arg("The stage; forward one at a time.")],
    lost_reason: Annotated[LostReason | None, arg("Only with lost.")] = None,
) -> StageReport:
    """Moves an open deal of yours to its next stage or back, or closes it as won or lost."""
    deal = state.deals.require(deal_id)
    if lost_reason is not None and stage != "lost":
        raise InvalidArguments(f"lost_reason goes with the stage lost, not with {stage}.")
    require_open(state, deal)
    require_stage(state, deal, stage)
    state.deals.update(
        deal.id,
        stage=stage,
        offer_cents=_offer(deal, stage),
        closed_at=minute(state.now) if stage in CLOSED else None,
        lost_reason=(lost_reason or "other") if stage == "lost" else None,
    )
    if stage == "won":
        state.accounts.update(deal.account_id, type="customer")
    return StageReport(deal_id=deal.id, name=deal.name, from_stage=deal.stage, stage=stage)


def next_stage(deal: Deal) -> Stage | None:
    """Returns the stage after that of a deal, None where it is closed."""
    if deal.stage in CLOSED:
        return None
    return _FORWARD[deal.stage]


def require_stage(state: CrmState, deal: Deal, stage: Stage) -> None:
    """Checks that an open deal may be moved to a stage.

    Raises:
        StageNotNext, AmountMissing, ContactMissing, MeetingMissing, OpenActivities, AccountOnHold:
        saying what would do.
    """
    _require_order(deal, stage)
    if stage in ("proposal", "negotiation", "won"):
        _require_offer(state, deal)
    if stage == "negotiation" and not took_place(state, deal, "meeting"):
        raise MeetingMissing(
            f"No meeting about {called(deal)} was successful yet; plan one with schedule_activity "
            "and complete it, or complete one that is overdue."
        )
    if stage in CLOSED:
        require_nothing_to_do(state, deal)
    if stage == "won":
        account = state.accounts.require(deal.account_id)
        if account.on_hold:
            raise AccountOnHold(
                f"{called(account)} is on credit hold, so {deal.name} cannot be won yet; leave it "
                "in negotiation."
            )


def _obstacle(state: CrmState, deal: Deal, stage: Stage) -> str | None:
    try:
        require_stage(state, deal, stage)
    except StateError as error:
        return error.message
    return None


def _offer(deal: Deal, stage: Stage) -> int | None:
    """Returns what is on the table: the amount when negotiation begins, until it is lost."""
    if stage == "negotiation":
        return deal.amount_cents
    return deal.offer_cents if stage == "won" else None


def _require_order(deal: Deal, stage: Stage) -> None:
    following = next_stage(deal)
    before = STAGES[: STAGES.index(deal.stage)]
    allowed = [s for s in (following, *reversed(before), "lost") if s]
    if stage not in allowed:
        raise StageNotNext(
            f"{called(deal)} is in {deal.stage}; from there it can go to {listed(allowed)}, not to "
            f"{stage}."
        )


def _require_offer(state: CrmState, deal: Deal) -> None:
    if deal.amount_cents is None:
        raise AmountMissing(
            f"{called(deal)} has no amount; give it one with update_deal before the proposal."
        )
    contact = state.contacts.get(deal.contact_id) if deal.contact_id else None
    if contact is None or contact.left:
        would = listed(map(called, state.contacts.where(account_id=deal.account_id, left=False)))
        who = f"{contact.name} has left" if contact else "it has no contact"
        raise ContactMissing(
            f"Nobody would receive the proposal for {called(deal)}: {who}; give it one with "
            f"update_deal: {would}."
        )
