"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from datetime import timedelta

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.crm.tools import server

WORLDS = range(0, 1100, 110)
CALLS = 150
LETTERS = "aeiou"


def story(explorer: Explorer) -> None:
    """Looks at everybody and everything, then does what chance hardly does."""
    users = explorer.call("list_users").result["users"]
    me = next(user for user in users if user.get("you"))
    leads = [r for c in LETTERS for r in rows(explorer, "search_leads", "leads", c)]
    accounts = [r for c in LETTERS for r in rows(explorer, "search_accounts", "accounts", c)]
    mine = [account for account in accounts if account["owner"] == me["name"]]
    for lead in leads:
        if lead["owner"] == me["name"]:
            work_on(explorer, lead, mine[0]["account_id"], [u["user_id"] for u in users])
    for account in mine:
        details = explorer.call("get_account", account_id=account["account_id"]).result
        deals = [deal for deal in details["deals"] if deal["stage"] not in ("won", "lost")]
        for deal in deals:
            press(explorer, deal["deal_id"], [c["contact_id"] for c in details["contacts"]])
        give_away(explorer, account["account_id"], [user["user_id"] for user in users])
    for number in range(16):
        email = f"n{number}@mail.example"
        for _ in range(2):
            explorer.call("create_lead", name="Al Bo", company="Old Inn", email=email)
    for lead in rows(explorer, "search_leads", "leads", "Al Bo")[:1]:
        closed_twice(explorer, lead["lead_id"])


def rows(explorer: Explorer, tool: str, key: str, query: str) -> list[dict[str, str]]:
    return explorer.call(tool, query=query, limit=50).result[key]


def work_on(explorer: Explorer, lead: dict[str, str], account_id: str, users: list[str]) -> None:
    """Converts a lead in several ways, and sets each status."""
    given = {"lead_id": lead["lead_id"]}
    if lead["status"] == "qualified":
        day = (explorer.now + timedelta(days=9)).date().isoformat()
        name = f"First order via {lead['name']}"
        explorer.call("convert_lead", **given)
        explorer.call("create_deal", account_id=account_id, name=name, close_date=day)
        explorer.call("convert_lead", **given, account_id=account_id, deal_amount_cents=5_00)
    for status in ("qualified", "working", "disqualified", "working"):
        explorer.call("update_lead", **given, status=status)
    for user_id in users:
        if explorer.rng.random() < 0.05:
            explorer.call("update_lead", **given, owner_id=user_id)


def closed_twice(explorer: Explorer, lead_id: str) -> None:
    """Gives up a lead whose address another one then has, and takes it up again."""
    lead = {"lead_id": lead_id}
    explorer.call("update_lead", **lead, status="disqualified")
    at = (explorer.now + timedelta(days=3)).isoformat(timespec="minutes")
    explorer.call("schedule_activity", **lead, type="call", subject="Too late", due_at=at)
    for number in range(17):
        email = f"n{number}@mail.example"
        explorer.call("create_lead", name="Al Bo", company="Old Inn", email=email)
    explorer.call("update_lead", **lead, status="working")


def press(explorer: Explorer, deal_id: str, contacts: list[str]) -> None:
    """Changes and plans what is possible, and pushes the deal as far as it goes."""
    deal = {"deal_id": deal_id}
    for stage in ("qualification", "proposal", "negotiation", "won"):
        explorer.call("move_deal", **deal, stage=stage)
    for contact_id in contacts:
        explorer.call("update_deal", **deal, contact_id=contact_id)
        at = (explorer.now + timedelta(days=3)).isoformat(timespec="minutes")
        for type in ("call", "call", "meeting"):
            explorer.call("schedule_activity", **deal, type=type, subject="Press", due_at=at)
    explorer.call("update_deal", **deal, amount_cents=1_00)
    explorer.call("update_deal", **deal, close_date="2020-01-02")
    shown = explorer.call("get_deal", **deal).result
    if shown["open_activities"] == 0:
        explorer.call("move_deal", **deal, stage="won")


def give_away(explorer: Explorer, account_id: str, users: list[str]) -> None:
    """Opens one deal twice, and tries now and then to give the account to somebody."""
    tomorrow = (explorer.now + timedelta(days=1)).date().isoformat()
    for _ in range(2):
        explorer.call("create_deal", account_id=account_id, name="Same", close_date=tomorrow)
    user_id = explorer.rng.choice(users)
    explorer.call("transfer_account", account_id=account_id, user_id=user_id)


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, CALLS, story) == declared_failures(server)
