"""A small CRM made by hand."""

from __future__ import annotations

from datetime import datetime

from mcp_servers.crm.state import Account, Activity, Contact, CrmState, Deal, Lead, User

NOW = datetime(2026, 3, 18, 10, 30)
BEFORE = "2026-03-10T09:00"


def small_crm() -> CrmState:
    """You are Ann, who sells in the team North with Ben, Cem (who has left) and the manager Dana.

    Elif sells in South. Ann owns Reed Foods, with Rita (opted out), Raul and Rob (who has left);
    Ben owns Ott Tools, with Otis.
    """
    state = CrmState(now=NOW, me_id="USR-0001")
    for name, role, team, active in (
        ("Ann", "rep", "North", True),
        ("Ben", "rep", "North", True),
        ("Cem", "rep", "North", False),
        ("Dana", "manager", "North", True),
        ("Elif", "rep", "South", True),
    ):
        state.users.insert(
            User(id=state.new_id("users"), name=name, role=role, team=team, active=active)
        )
    for name, owner in (("Reed Foods", "USR-0001"), ("Ott Tools", "USR-0002")):
        state.accounts.insert(
            Account(id=state.new_id("accounts"), name=name, city="Ulm", owner_id=owner)
        )
    for account, name in (("1", "Rita"), ("1", "Raul"), ("1", "Rob"), ("2", "Otis")):
        state.contacts.insert(
            Contact(
                id=state.new_id("contacts"),
                account_id=f"ACC-000{account}",
                name=name,
                title="Buyer",
                email=f"{name.lower()}@mail.example",
                opted_out=name == "Rita",
                left=name == "Rob",
            )
        )
    return state


def add_deal(state: CrmState, stage: str = "prospecting", **given: object) -> str:
    """Adds a deal of Reed Foods, bare unless told otherwise, and returns its id."""
    row = {
        "account_id": "ACC-0001",
        "name": f"Deal {len(state.deals) + 1}",
        "stage": stage,
        "close_date": "2026-05-01",
        "owner_id": "USR-0001",
        "created_at": BEFORE,
    } | given
    return state.deals.insert(Deal(id=state.new_id("deals"), **row)).id


def add_lead(state: CrmState, status: str = "new", **given: object) -> str:
    """Adds a lead of Ann's at a company that is no account, and returns its id."""
    number = len(state.leads) + 1
    row = {
        "name": f"Lead {number}",
        "company": f"Company {number}",
        "title": "Buyer",
        "email": f"lead{number}@mail.example",
        "city": "Ulm",
        "source": "website",
        "status": status,
        "owner_id": "USR-0001",
        "created_at": BEFORE,
    } | given
    return state.leads.insert(Lead(id=state.new_id("leads"), **row)).id


def add_activity(state: CrmState, type: str, outcome: str | None = None, **given: object) -> str:
    """Adds an activity of Ann's that is overdue, or done, and returns its id."""
    row = {
        "type": type,
        "subject": "Talk",
        "due_at": "2026-03-12T09:00",
        "owner_id": "USR-0001",
        "outcome": outcome,
        "done_at": "2026-03-12T09:00" if outcome else None,
    } | given
    return state.activities.insert(Activity(id=state.new_id("activities"), **row)).id
