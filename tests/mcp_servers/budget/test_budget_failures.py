"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from datetime import timedelta

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.budget.tools import server

WORLDS = (0, 7, 1005)


def story(explorer: Explorer) -> None:
    """Looks at all there is, then tries what comes again, and old transactions on categories."""
    accounts = explorer.call("list_accounts", limit=50).result["accounts"]
    for kind in ("income", "expense"):
        explorer.call("list_categories", kind=kind, limit=50)
    categories = explorer.memory.ids["category"]
    for status in ("overdue", "active", "stopped"):
        rows = explorer.call("list_recurring", status=status, limit=50).result["recurring"]
        tools = ["post_recurring", "stop_recurring"]
        for row in rows:
            for tool in tools[::-1] if status == "overdue" else tools:
                explorer.call(tool, recurring_id=row["recurring_id"])
    new = explorer.call("search_transactions", query="e", limit=12).result["transactions"]
    old = explorer.call("search_transactions", query="rent", period="last_3_months").result
    for row in (*new, *old["transactions"][-2:]):
        for category_id in categories:
            change = {"transaction_id": row["transaction_id"], "category_id": category_id}
            explorer.call("recategorize_transaction", **change)
    _spend(explorer, [row["account_id"] for row in accounts], categories)


def _spend(explorer: Explorer, accounts: list[str], categories: list[str]) -> None:
    """Spends from every account, and on every category, on several days; sets limits."""
    days = [(explorer.now + timedelta(days=days)).date().isoformat() for days in (-150, 0, 1)]
    pairs = [(accounts[0], id) for id in categories] + [(id, categories[-1]) for id in accounts]
    for account_id, category_id in pairs:
        what = {"account_id": account_id, "category_id": category_id, "payee": "Stall"}
        for day in days:
            explorer.call("add_transaction", **what, amount_cents=60_00, date=day)
        plan = {"every": "monthly", "first_due": days[1], "amount_cents": 1_00}
        for _ in range(2):
            explorer.call("add_recurring", **what, **plan)
        for cents in (2_000_00, 1_00, 1_00):
            explorer.call("set_limit", category_id=category_id, limit_cents=cents)
    for account_id in accounts:
        for start in accounts:
            ends = {"from_account_id": start, "to_account_id": account_id}
            explorer.call("transfer_money", **ends, amount_cents=100_00)


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, 300, story) == declared_failures(server)
