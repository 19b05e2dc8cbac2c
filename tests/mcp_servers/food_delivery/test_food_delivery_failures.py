"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from itertools import product

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.food_delivery.tools import server

WORLDS = range(0, 1100, 40)


def dig(explorer: Explorer) -> None:
    """Looks at every order and promotion, then asks for what chance alone seldom does."""
    for offset in (0, 6, 12):
        explorer.call("list_orders", offset=offset)
        explorer.call("list_promotions", offset=offset)
    for order_id in explorer.memory.ids["order"]:
        explorer.call("get_order", order_id=order_id)
    explorer.call("place_order")
    fill_up(explorer)
    for line in explorer.call("get_basket").result["lines"]:
        explorer.call("change_quantity", line_id=line["line_id"], quantity=20)
    for promotion_id in explorer.memory.ids["promotion"]:
        explorer.call("apply_promotion", promotion_id=promotion_id)
    for address_id in reversed(explorer.memory.ids["address"]):
        explorer.call("set_delivery", address_id=address_id)
        explorer.call("place_order")
    for order_id in explorer.memory.ids["order"]:
        explorer.call("reorder", order_id=order_id, start_over=True)


def fill_up(explorer: Explorer) -> None:
    """Adds much of each dish of the basket's restaurant, or of any."""
    name = explorer.call("get_basket").result.get("restaurant", "e")
    for found in explorer.call("search_restaurants", query=name).result["restaurants"][:2]:
        menu = explorer.call("list_menu", restaurant_id=found["restaurant_id"], limit=10)
        for row in menu.result["dishes"]:
            dish = explorer.call("get_dish", dish_id=row["dish_id"]).result
            choices = [{"choice_id": row["choice_id"]} for row in dish["choices"]] or [{}]
            for quantity, choice in product((1, 20), choices):
                explorer.call("add_to_basket", dish_id=dish["dish_id"], quantity=quantity, **choice)


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, calls=150, story=dig) == declared_failures(server)
