"""What the tools share: how rows are called in messages, and who may change what."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import arg
from mcp_servers.core.wording import listed
from mcp_servers.crm.failures import (
    AlreadyOwner,
    LeadLimitReached,
    NotOwner,
    OpenActivities,
    OtherTeam,
    UserInactive,
)
from mcp_servers.crm.state import (
    MOST_LEADS,
    OPEN_LEADS,
    Account,
    Activity,
    Contact,
    CrmState,
    Deal,
    Lead,
    User,
)

LeadId = Annotated[str, arg("Id of the lead.", entity="lead")]
AccountId = Annotated[str, arg("Id of the account.", entity="account")]
DealId = Annotated[str, arg("Id of the deal.", entity="deal")]


def called(row: Account | Contact | Lead | Deal | User) -> str:
    """Returns a row as messages call it."""
    return f"{row.name} ({row.id})"


def name_of(state: CrmState, user_id: str) -> str:
    """Returns the name of a user."""
    return state.users.require(user_id).name


def is_yours(state: CrmState, owner_id: str) -> bool:
    """True where you own it, or manage the team of whoever does."""
    if owner_id == state.me_id:
        return True
    me, owner = state.users.require(state.me_id), state.users.require(owner_id)
    return me.role == "manager" and me.team == owner.team


def require_yours(state: CrmState, row: Account | Lead | Deal | Activity) -> None:
    """Checks that you may change a record.

    Raises:
        NotOwner: naming who may.
    """
    if is_yours(state, row.owner_id):
        return
    owner = state.users.require(row.owner_id)
    managers = listed(u.name for u in state.users.where(team=owner.team, role="manager"))
    what = row.subject if isinstance(row, Activity) else row.name
    raise NotOwner(
        f"{what} ({row.id}) belongs to {owner.name} of the team {owner.team}, and only the owner "
        f"or a manager of that team ({managers}) can change it; pick a record of your own."
    )


def open_leads(state: CrmState, user_id: str) -> int:
    """Returns how many open leads somebody has."""
    return sum(lead.status in OPEN_LEADS for lead in state.leads.where(owner_id=user_id))


def require_room(state: CrmState, user: User) -> None:
    """Checks that somebody may get one more lead.

    Raises:
        LeadLimitReached: naming those who could take it.
    """
    if open_leads(state, user.id) < MOST_LEADS:
        return
    others = [u for u in state.users.where(team=user.team, active=True) if u.id != user.id]
    free = listed(u.name for u in others if open_leads(state, u.id) < MOST_LEADS)
    raise LeadLimitReached(
        f"{called(user)} has {MOST_LEADS} open leads, the most anybody may; with room in the team "
        f"{user.team}: {free}. Converting or disqualifying a lead makes room, too."
    )


def to_do(state: CrmState, row: Lead | Deal) -> list[Activity]:
    """Returns what is still to be done about a lead or a deal."""
    key = "lead_id" if isinstance(row, Lead) else "deal_id"
    return state.activities.where(**{key: row.id, "outcome": None})


def require_nothing_to_do(state: CrmState, row: Lead | Deal) -> None:
    """Checks that a lead or a deal may be closed.

    Raises:
        OpenActivities: naming what is still to be done.
    """
    still = to_do(state, row)
    if still:
        names = listed((f"{a.subject} ({a.id})" for a in still), most=3)
        raise OpenActivities(
            f"{called(row)} has open activities: {names}. Complete them first with "
            "complete_activity."
        )


def took_place(state: CrmState, row: Lead | Deal, *types: str) -> bool:
    """True where an activity of one of these types about a lead or a deal was successful."""
    key = "lead_id" if isinstance(row, Lead) else "deal_id"
    done = state.activities.where(**{key: row.id, "outcome": "successful"})
    return any(activity.type in types for activity in done)


def require_receiver(state: CrmState, row: Account | Lead, user: User) -> None:
    """Checks that a record may be handed over to this person.

    Raises:
        AlreadyOwner, UserInactive, OtherTeam: saying who would do.
    """
    me, owner = state.users.require(state.me_id), state.users.require(row.owner_id)
    team = state.users.where(team=owner.team, active=True)
    would = listed((u.name for u in team if u.id != owner.id), most=8)
    if user.id == owner.id:
        raise AlreadyOwner(f"{called(row)} belongs to {user.name} already; it could go to {would}.")
    if not user.active:
        raise UserInactive(f"{called(user)} has left; {called(row)} could go to {would}.")
    if user.team != owner.team and me.role != "manager":
        raise OtherTeam(
            f"{called(user)} is in the team {user.team}, and only a manager hands things over to "
            f"another team; {called(row)} could go to {would}."
        )


def hand_over(state: CrmState, row: Lead | Deal, user: User) -> int:
    """Gives what is to do about a lead or a deal to its new owner; returns how much that is."""
    still = to_do(state, row)
    for activity in still:
        state.activities.update(activity.id, owner_id=user.id)
    return len(still)
