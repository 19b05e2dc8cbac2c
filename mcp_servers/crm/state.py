"""The tables of a sales team's CRM, and what always holds of them.

Money is integer cents, that of deals for one month; times are ISO strings to the minute.
Invariants, in every world and after every call:

1. A deal goes forward one stage at a time (pipeline.py), back as far as need be; it is won from
   negotiation only, lost from anywhere, and then stays as it is.
2. From proposal on, a deal has an amount and a contact of its own account who has not left; in
   negotiation and once won also a meeting that took place, and the offer that was on the table.
3. A deal has a time of closing where it is won or lost and only there, a reason where it is lost.
4. What is open to do is about an open lead or an open deal, and belongs to its owner.
5. The open deals of an account belong to the owner of the account.
6. A lead is converted where it points to a contact, and to the contact's account. A lead that is
   qualified or converted has been spoken to: a call or meeting with it took place.
7. Nobody has more than `MOST_LEADS` open leads; no two open leads have the same e-mail address.
8. An account is a customer where it has a deal that was won. No two accounts have one name, no two
   open deals of an account either; every account has a contact.
9. In negotiation a deal that a representative has changed stays at `LEAST_PERCENT` of the offer or
   above.
10. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

MOST_LEADS = 15
LEAST_PERCENT = 80
NEW_DEAL_DAYS = 90
SLOT_MINUTES = 30

Role = Literal["rep", "manager"]
LeadStatus = Literal["new", "working", "qualified", "disqualified", "converted"]
Source = Literal["website", "referral", "trade_show", "cold_call", "partner"]
Stage = Literal["prospecting", "qualification", "proposal", "negotiation", "won", "lost"]
LostReason = Literal["price", "competitor", "timing", "no_budget", "other"]
ActivityType = Literal["call", "meeting", "email", "task"]
Outcome = Literal["successful", "no_answer", "postponed"]

OPEN_LEADS: frozenset[LeadStatus] = frozenset({"new", "working", "qualified"})
STAGES: tuple[Stage, ...] = ("prospecting", "qualification", "proposal", "negotiation")
CLOSED: frozenset[Stage] = frozenset({"won", "lost"})


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Somebody who sells; a manager may change what the own team owns."""

    id: str
    name: str
    role: Role
    team: str
    active: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A company that is sold to; on credit hold it gets nothing new."""

    id: str
    name: str
    city: str | None
    owner_id: str
    type: Literal["prospect", "customer"] = "prospect"
    on_hold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """A person at an account; who has opted out is neither called nor written to."""

    id: str
    account_id: str
    name: str
    title: str | None
    email: str
    opted_out: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """Somebody who might buy. Converted, it is a contact and perhaps a deal."""

    id: str
    name: str
    company: str
    email: str
    source: Source
    status: LeadStatus
    owner_id: str
    created_at: str
    title: str | None = None
    city: str | None = None
    contact_id: str | None = None
    account_id: str | None = None
    deal_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Something that an account might buy; `offer_cents` is the amount when bargaining began."""

    id: str
    account_id: str
    name: str
    stage: Stage
    close_date: str
    owner_id: str
    created_at: str
    amount_cents: int | None = None
    contact_id: str | None = None
    offer_cents: int | None = None
    closed_at: str | None = None
    lost_reason: LostReason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """A call, meeting, e-mail or task about a lead or a deal; done where it has an outcome."""

    id: str
    type: ActivityType
    subject: str
    due_at: str
    owner_id: str
    lead_id: str | None = None
    deal_id: str | None = None
    outcome: Outcome | None = None
    done_at: str | None = None


@dataclass
class CrmState(State):
    """Everything in the CRM; `me_id` is the user for whom calls are made."""

    me_id: str = ""
    users: Table[User] = table(User, "USR")
    accounts: Table[Account] = table(Account, "ACC")
    contacts: Table[Contact] = table(Contact, "CON")
    leads: Table[Lead] = table(Lead, "LEA")
    deals: Table[Deal] = table(Deal, "DEA")
    activities: Table[Activity] = table(Activity, "ACT")
