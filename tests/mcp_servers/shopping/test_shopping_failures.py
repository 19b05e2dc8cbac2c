"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.shopping.tools import server

WORLDS = range(0, 1100, 92)
CALLS = 110


def story(explorer: Explorer) -> None:
    """Leads to what chance hardly finds: a full address book and cart, one address, no express."""
    ids = explorer.memory.ids
    explorer.call("list_coupons", limit=20)
    explorer.call("list_orders", limit=20)
    for line in explorer.call("view_cart").result["lines"]:
        explorer.call("set_cart_quantity", line_id=line["line_id"], quantity=line["quantity"] + 1)
    for coupon in ids["coupon"]:
        explorer.call("apply_coupon", coupon_id=coupon)
    for order in ids["order"]:
        for item in explorer.call("get_order", order_id=order).result["items"]:
            back = {"item_id": item["item_id"], "reason": "changed_mind"}
            explorer.call("return_item", quantity=1, **back)
            explorer.call("return_item", quantity=item["quantity"], **back)
    _send_to_box(explorer)
    _fill_and_clear_addresses(explorer)


def _send_to_box(explorer: Explorer) -> None:
    new = {"label": "Locker", "street": "PO Box 5", "city": "Milton", "postal_code": "12345"}
    box = explorer.call("add_address", **new).result["address_id"]
    ids = explorer.memory.ids
    for order in ids["order"]:
        for address in ids["address"]:
            explorer.call("change_delivery_address", order_id=order, address_id=address)
    for way in ("express", "standard"):
        explorer.call("place_order", address_id=box, shipping=way)
    _buy_everything(explorer)
    explorer.call("place_order", address_id=box)


def _buy_everything(explorer: Explorer) -> None:
    for query in ("Bookcase", "Kettle", "Backpack", "Jacket", "Lamp"):
        for row in explorer.call("search_products", query=query).result["products"]:
            product = explorer.call("get_product", product_id=row["product_id"]).result
            for variant in product["variants"]:
                explorer.call("add_to_cart", variant_id=variant["variant_id"])
                explorer.call("add_to_wish_list", variant_id=variant["variant_id"])


def _fill_and_clear_addresses(explorer: Explorer) -> None:
    for n in range(4):
        place = {"street": f"{n} Elm Road", "city": "Milton", "postal_code": "12345"}
        explorer.call("add_address", label=f"No {n}", **place)
        explorer.call("add_address", label=f"Again {n}", **place)
    for order in explorer.memory.ids["order"]:
        explorer.call("cancel_order", order_id=order)
    for address in 2 * explorer.memory.ids["address"]:
        explorer.call("delete_address", address_id=address)


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, CALLS, story) == declared_failures(server)
