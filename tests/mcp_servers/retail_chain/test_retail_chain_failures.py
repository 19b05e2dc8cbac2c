"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from datetime import timedelta

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.retail_chain.tools import server

WORLDS = range(0, 1100, 40)


def dig(explorer: Explorer) -> None:
    """Gets to know everybody and everything, then tries each rule on purpose."""
    for query in ("a", "e", "o"):
        explorer.call("find_customers", query=query, limit=50)
        explorer.call("search_products", query=query, limit=50)
        explorer.call("find_stores", query=query, limit=50)
    for status in ("waiting", "expired", "collected", "released"):
        explorer.call("list_holds", status=status, limit=50)
    explorer.call("list_transfers", limit=50)
    ids = explorer.memory.ids
    for store_id in ids["store"]:
        explorer.call(
            "request_transfer", product_id=ids["product"][4], from_store_id=store_id, quantity=1
        )
        explorer.call(
            "request_transfer", product_id=ids["product"][4], from_store_id=store_id, quantity=1
        )
    for transfer_id in ids["transfer"]:
        explorer.call("update_transfer", transfer_id=transfer_id, step="receive", quantity=99)
    for hold_id in ids["hold"]:
        explorer.call("close_hold", hold_id=hold_id, outcome="collected")
    fill_shelf(explorer)


def fill_shelf(explorer: Explorer) -> None:
    """Holds much of everything for everybody, for the next days."""
    ids = explorer.memory.ids
    for number, product_id in enumerate(ids["product"]):
        until = (explorer.now + timedelta(days=number % 7)).date().isoformat()
        customer_id = ids["customer"][number % len(ids["customer"])]
        for quantity in (4, 1):
            hold = {"product_id": product_id, "customer_id": customer_id, "until": until}
            explorer.call("place_hold", quantity=quantity, **hold)


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, calls=150, story=dig) == declared_failures(server)
