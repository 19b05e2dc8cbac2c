"""The deals of one account in a seeded world, and what was done and is to do about them."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from mcp_servers.core.wording import minute
from mcp_servers.crm.state import (
    CLOSED,
    STAGES,
    Account,
    Activity,
    ActivityType,
    CrmState,
    Deal,
    Lead,
    LostReason,
    Outcome,
    Stage,
)

_NAMES = (
    "Renewal",
    "Renewal with two sites",
    "Pilot",
    "Pilot at the main site",
    "Maintenance contract",
    "Maintenance and training",
    "New machines",
    "New warehouse",
    "Framework agreement",
    "Spare parts",
)
_STAGES: tuple[Stage, ...] = (*STAGES, *STAGES, "proposal", "negotiation", "won", "lost")
_REASONS: tuple[LostReason, ...] = ("price", "competitor", "timing", "no_budget", "other")
_SUBJECTS: dict[ActivityType, tuple[str, ...]] = {
    "call": ("Ask who decides", "Talk about prices", "Check the time line", "Follow up"),
    "meeting": ("Show the product", "Visit the site", "Meet the board", "Kick-off"),
    "email": ("Send references", "Send the price list", "Answer questions"),
    "task": ("Prepare an offer", "Check the credit", "Get samples"),
}
_TYPES: tuple[ActivityType, ...] = ("call", "meeting", "email", "task")
_OPEN_DAYS = (-6, -3, -1, 0, 1, 2, 5, 9)


class Sales:
    """Adds the deals of one account.

    Args:
        state: has the account and its contacts already.
        rng: the source of chance.
        account: which one.
    """

    def __init__(self, state: CrmState, rng: Random, account: Account) -> None:
        self._state, self._rng, self._account = state, rng, account
        contacts = state.contacts.where(account_id=account.id, left=False)
        self._contacts = [contact.id for contact in contacts]

    def add(self) -> None:
        """Adds up to three deals of different names, and marks a customer as one."""
        names = self._rng.sample(_NAMES, self._rng.choice((1, 2, 2, 3)))
        deals = [self._deal(name, self._rng.choice(_STAGES)) for name in names]
        if any(deal.stage == "won" for deal in deals):
            self._state.accounts.update(self._account.id, type="customer")

    def _deal(self, name: str, stage: Stage) -> Deal:
        """Adds a deal with everything that its stage asks for, and often no more than that."""
        rng, state = self._rng, self._state
        created = state.now - timedelta(days=rng.randrange(20, 150), minutes=rng.randrange(900))
        offered, over = stage in ("proposal", "negotiation", "won"), stage in CLOSED
        amount = 5_00 * rng.randrange(10, 200) if offered or rng.random() < 0.7 else None
        closed = created + (state.now - created) * rng.uniform(0.6, 0.98)
        decided = closed if over else state.now + timedelta(days=rng.randrange(3, 100))
        deal = state.deals.insert(
            Deal(
                id=state.new_id("deals"),
                account_id=self._account.id,
                name=name,
                stage=stage,
                close_date=decided.date().isoformat(),
                owner_id=self._account.owner_id,
                created_at=minute(created),
                amount_cents=amount,
                contact_id=rng.choice(self._contacts) if offered or rng.random() < 0.6 else None,
                offer_cents=amount if stage in ("negotiation", "won") else None,
                closed_at=minute(closed) if over else None,
                lost_reason=rng.choice(_REASONS) if stage == "lost" else None,
            )
        )
        self._history(deal)
        return deal

    def _history(self, deal: Deal) -> None:
        rng = self._rng
        record(self._state, rng, deal, rng.choice(("successful", "no_answer")), "call")
        if deal.stage in ("negotiation", "won") or rng.random() < 0.4:
            record(self._state, rng, deal, "successful", "meeting")
        if deal.stage not in CLOSED:
            for _ in range(rng.choice((0, 0, 1, 1, 2))):
                plan(self._state, rng, deal)


def plan(state: CrmState, rng: Random, about: Lead | Deal) -> None:
    """Adds something that is to be done about a lead or deal, overdue or in the next days."""
    day = state.now.replace(hour=0, minute=0) + timedelta(days=rng.choice(_OPEN_DAYS))
    due = day + timedelta(minutes=30 * rng.randrange(16, 36))
    _add(state, rng, about, rng.choice(_TYPES), due)


def record(
    state: CrmState,
    rng: Random,
    about: Lead | Deal,
    outcome: Outcome,
    type: ActivityType = "call",
) -> None:
    """Adds something that was done between the creation of a lead or deal and its end or now."""
    since = datetime.fromisoformat(about.created_at)
    closed = about.closed_at if isinstance(about, Deal) else None
    until = datetime.fromisoformat(closed) if closed else state.now
    minutes = int((until - since).total_seconds()) // 60
    _add(state, rng, about, type, since + timedelta(minutes=rng.randrange(minutes)), outcome)


def _add(
    state: CrmState,
    rng: Random,
    about: Lead | Deal,
    type: ActivityType,
    due: datetime,
    outcome: Outcome | None = None,
) -> None:
    state.activities.insert(
        Activity(
            id=state.new_id("activities"),
            type=type,
            subject=rng.choice(_SUBJECTS[type]),
            due_at=minute(due),
            owner_id=about.owner_id,
            lead_id=about.id if isinstance(about, Lead) else None,
            deal_id=about.id if isinstance(about, Deal) else None,
            outcome=outcome,
            done_at=minute(due) if outcome else None,
        )
    )
