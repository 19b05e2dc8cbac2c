"""The leads of a seeded world: people of companies, some of which are accounts already."""

from __future__ import annotations

from datetime import timedelta

from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.crm.cast import JOBS, TRADES, address
from mcp_servers.crm.rules import open_leads
from mcp_servers.crm.sales import plan, record
from mcp_servers.crm.state import MOST_LEADS, CrmState, Lead, LeadStatus, Source

_STATUSES: tuple[LeadStatus, ...] = (
    "new",
    "working",
    "working",
    "qualified",
    "qualified",
    "qualified",
    "qualified",
    "disqualified",
)
_SOURCES: tuple[Source, ...] = ("website", "referral", "trade_show", "cold_call", "partner")
_YOURS, _OTHERS, _CONVERTED = 16, 6, 4
_SPARE = 2
_KNOWN_COMPANY = 0.2


class Pool:
    """Adds the leads.

    Args:
        state: has users, accounts and contacts already.
        world: names companies, and is the source of chance.
        names: of people, to be taken from the end.
    """

    def __init__(self, state: CrmState, world: World, names: list[str]) -> None:
        self._state, self._rng, self._names = state, world.rng, names
        self._accounts = [account.name for account in state.accounts]
        self._families = world.sample("last_name", 12)
        self._cities = world.sample("city", 6)

    def add(self) -> None:
        """Adds yours, which leave some room, one colleague's who has no room, and others."""
        state, rng = self._state, self._rng
        busy = next(u.id for u in state.users if u.id != state.me_id and u.role != "manager")
        for _ in range(_YOURS):
            room = open_leads(state, state.me_id) < MOST_LEADS - _SPARE
            self._lead(state.me_id, rng.choice(_STATUSES) if room else "disqualified")
        while open_leads(state, busy) < MOST_LEADS:
            self._lead(busy, rng.choice(_STATUSES))
        others = [user.id for user in state.users if user.id not in (state.me_id, busy)]
        for _ in range(_OTHERS):
            self._lead(rng.choice(others), rng.choice(_STATUSES))
        for account in rng.sample(list(state.accounts), _CONVERTED):
            contact = state.contacts.where(account_id=account.id)[0]
            lead_id = self._lead(account.owner_id, "converted", contact.name, account.name)
            state.leads.update(lead_id, account_id=account.id, contact_id=contact.id)

    def _lead(
        self, owner_id: str, status: LeadStatus, name: str | None = None, company: str | None = None
    ) -> str:
        """Adds a lead who has been spoken to as far as the status asks for, and returns its id."""
        rng, state = self._rng, self._state
        name, company = name or self._names.pop(), company or self._company()
        created = state.now - timedelta(days=rng.randrange(4, 60), minutes=rng.randrange(900))
        lead = state.leads.insert(
            Lead(
                id=state.new_id("leads"),
                name=name,
                company=company,
                title=rng.choice(JOBS),
                email=address(name, company),
                city=rng.choice(self._cities),
                source=rng.choice(_SOURCES),
                status=status,
                owner_id=owner_id,
                created_at=minute(created),
            )
        )
        self._history(lead)
        return lead.id

    def _company(self) -> str:
        if self._rng.random() < _KNOWN_COMPANY:
            return self._rng.choice(self._accounts)
        return f"{self._rng.choice(self._families)} {self._rng.choice(TRADES)}"

    def _history(self, lead: Lead) -> None:
        rng, state = self._rng, self._state
        if lead.status in ("qualified", "converted") or rng.random() < 0.3:
            record(state, rng, lead, "successful")
        elif rng.random() < 0.5:
            record(state, rng, lead, "no_answer")
        chance = {"new": 0.4, "working": 0.6, "qualified": 0.15}.get(lead.status, 0.0)
        if rng.random() < chance:
            plan(state, rng, lead)
