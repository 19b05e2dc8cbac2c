"""The rules on baskets, hours, deliveries and promotions, at their limits."""

from __future__ import annotations

from datetime import datetime

import pytest
from food_delivery_invariants import check_invariants

from mcp_servers.core.hashing import effect_hash
from mcp_servers.food_delivery import hours
from mcp_servers.food_delivery.state import MOST_LINES, Dish
from mcp_servers.food_delivery.tools import server

PIZZA = {"dish_id": "DSH-0001", "choice_id": "CHO-0001"}
BREAD, LASAGNE = {"dish_id": "DSH-0002"}, {"dish_id": "DSH-0003"}


@pytest.mark.parametrize(
    ("moment", "first", "second"),
    [
        ("2026-03-18T10:59", False, False),
        ("2026-03-18T11:00", True, False),
        ("2026-03-18T14:30", False, False),
        ("2026-03-18T17:00", True, False),
        ("2026-03-18T18:00", True, True),
        ("2026-03-19T01:59", False, True),
        ("2026-03-19T02:00", False, False),
        ("2026-03-21T12:00", False, False),
    ],
)
def test_kitchens_work_from_opening_to_closing_also_past_midnight(town, moment, first, second):
    at = datetime.fromisoformat(moment)
    assert [hours.is_open(r, at) for r in town.restaurants] == [first, second]


def test_next_opening_may_be_days_ahead(town):
    first = town.restaurants.require("RST-0001")
    assert hours.next_opening(first, datetime(2026, 3, 20, 22, 0)) == datetime(2026, 3, 23, 11, 0)
    assert hours.next_opening(first, datetime(2026, 3, 18, 11, 0)) == datetime(2026, 3, 18, 17, 0)


def test_week_is_told_by_spans_of_days(call):
    told = call("get_restaurant", restaurant_id="RST-0001")["hours"]
    assert told == [
        {"days": "Mon-Fri", "open": "11:00-14:30, 17:00-22:00"},
        {"days": "Sat-Sun", "open": "closed"},
    ]


def test_search_prefers_more_of_the_words(call):
    found = call("search_restaurants", query="reed trattoria")["restaurants"]
    assert [row["name"] for row in found] == ["Reed Trattoria", "Reed Pizzeria"]
    assert [row["status"] for row in found] == ["closed", "open"]
    assert call("search_restaurants", query="italian", open_now=True)["total"] == 1
    assert call("search_restaurants", query="sushi")["total"] == 0


def test_price_is_dish_options_and_fees(call):
    call("add_to_basket", quantity=2, extra_ids=["EXT-0002", "EXT-0001"], **PIZZA)
    basket = call("get_basket")
    assert basket["lines"][0]["options"] == "Small, Olives, Corn"
    assert basket["subtotal_cents"] == 2 * (10_00 + 1_00 + 50)
    assert basket["service_fee_cents"] == 1_84  # 8% of $23.00
    assert basket["delivery_fee_cents"] == 1_99 + 2 * 40  # 2.1 km
    assert basket["total_cents"] == 23_00 + 1_84 + 2_79


def test_lines_that_are_alike_become_one(call, town):
    for extras in (["EXT-0001", "EXT-0002"], ["EXT-0002", "EXT-0001"], []):
        call("add_to_basket", extra_ids=extras, **PIZZA)
    assert [line.quantity for line in town.lines] == [2, 1]
    check_invariants(town)


def test_dish_with_kinds_needs_a_choice_of_its_own(call, refused):
    message = refused("choice_required", "add_to_basket", dish_id="DSH-0001")
    assert "Small (CHO-0001, +$0.00), Large (CHO-0002, +$3.00)" in message
    other = {"dish_id": "DSH-0001", "choice_id": "CHO-0003"}
    refused("wrong_option", "add_to_basket", **other)
    refused("wrong_option", "add_to_basket", extra_ids=["EXT-0001"], **BREAD)
    call("add_to_basket", **PIZZA)


def test_what_has_run_out_cannot_be_added(refused, town):
    town.choices.update("CHO-0001", available=False)
    assert "Large" in refused("option_unavailable", "add_to_basket", **PIZZA)
    town.dishes.update("DSH-0002", available=False)
    assert "Margherita" in refused("dish_unavailable", "add_to_basket", **BREAD)


def test_basket_is_of_one_restaurant_unless_started_over(call, refused, town):
    call("add_to_basket", **PIZZA)
    call("apply_promotion", promotion_id="PRM-0002")
    refused("other_restaurant", "add_to_basket", **LASAGNE)
    call("add_to_basket", start_over=True, **LASAGNE)
    assert [line.dish_id for line in town.lines] == ["DSH-0003"]
    assert town.promotion_id == "PRM-0002"
    check_invariants(town)


def test_start_over_keeps_a_basket_of_the_same_restaurant(call, town):
    call("add_to_basket", **PIZZA)
    call("add_to_basket", start_over=True, **BREAD)
    assert len(town.lines) == 2


def test_portions_bound_the_whole_basket(call, refused, town):
    town.dishes.update("DSH-0001", portions=3)
    line = call("add_to_basket", quantity=2, **PIZZA)["line_id"]
    message = refused("not_enough_portions", "add_to_basket", **PIZZA, quantity=2)
    assert "Only 3 portions" in message
    call("add_to_basket", dish_id="DSH-0001", choice_id="CHO-0002")
    refused("not_enough_portions", "change_quantity", line_id=line, quantity=3)
    refused("same_quantity", "change_quantity", line_id=line, quantity=2)
    call("place_order")
    assert town.dishes.require("DSH-0001").portions == 0


def test_basket_that_was_overtaken_can_be_lowered_but_not_ordered(call, refused, town):
    line = call("add_to_basket", quantity=4, **PIZZA)["line_id"]
    town.dishes.update("DSH-0001", portions=1)
    refused("not_enough_portions", "place_order")
    call("change_quantity", line_id=line, quantity=3)
    assert "line_id" not in call("change_quantity", line_id=line, quantity=0)
    refused("basket_empty", "place_order")


def test_basket_has_room_for_so_many_lines_and_portions(call, refused, town):
    call("add_to_basket", quantity=20, **BREAD)
    refused("basket_full", "add_to_basket", **BREAD)
    for number in range(MOST_LINES):
        row = Dish(
            id=town.new_id("dishes"),
            restaurant_id="RST-0001",
            name=f"Dip {number}",
            category="side",
            price_cents=50,
            vegetarian=True,
        )
        town.dishes.insert(row)
    ids = town.dishes.ids()[-MOST_LINES:]
    for dish_id in ids[:-1]:
        call("add_to_basket", dish_id=dish_id)
    refused("basket_full", "add_to_basket", dish_id=ids[-1])


def test_address_has_to_be_in_range(call, refused, town):
    call("add_to_basket", quantity=3, **BREAD)
    call("set_delivery", address_id="ADR-0002")
    message = refused("out_of_range", "set_delivery", address_id="ADR-0003")
    assert "Home (ADR-0001), Office (ADR-0002)" in message
    refused("delivery_unchanged", "set_delivery", address_id="ADR-0002")
    town.address_id = "ADR-0003"
    refused("out_of_range", "place_order")


def test_delivery_is_planned_ahead_and_while_the_kitchen_works(call, refused):
    call("add_to_basket", quantity=3, **BREAD)
    at = {"address_id": "ADR-0001"}
    refused("time_not_ahead", "set_delivery", deliver_at="2026-03-18T12:44", **at)
    refused("time_not_ahead", "set_delivery", deliver_at="2026-03-25T12:01", **at)
    message = refused("restaurant_closed", "set_delivery", deliver_at="2026-03-21T12:00", **at)
    assert "opens next at 2026-03-23T11:00" in message
    call("set_delivery", deliver_at="2026-03-18T12:45", **at)
    report = call("place_order")
    assert (report["status"], report["arrives_at"]) == ("scheduled", "2026-03-18T12:45")


def test_order_needs_an_open_kitchen_and_the_minimum(call, refused, town):
    call("add_to_basket", quantity=2, **BREAD)
    assert "$5.00 more" in refused("below_minimum", "place_order")
    call("add_to_basket", **BREAD)
    town.restaurants.update("RST-0001", paused=True)
    refused("restaurant_paused", "place_order")
    town.now = datetime(2026, 3, 18, 14, 30)
    assert "opens next at 2026-03-18T17:00" in refused("restaurant_closed", "place_order")
    call("set_delivery", address_id="ADR-0001", deliver_at="2026-03-18T18:00")
    call("place_order")


def test_promotion_has_to_fit(call, refused):
    refused("basket_empty", "apply_promotion", promotion_id="PRM-0001")
    call("add_to_basket", quantity=3, **BREAD)
    assert "$5.00 more" in refused(
        "below_promotion_minimum", "apply_promotion", promotion_id="PRM-0001"
    )
    refused("promotion_elsewhere", "apply_promotion", promotion_id="PRM-0003")
    refused("promotion_not_running", "apply_promotion", promotion_id="PRM-0004")
    assert call("apply_promotion", promotion_id="PRM-0002")["discount_cents"] == 0
    assert call("get_basket")["delivery_fee_cents"] == 0
    refused("promotion_already_applied", "apply_promotion", promotion_id="PRM-0002")


def test_promotion_takes_off_at_most_so_much_and_goes_with_the_dishes(call, town):
    line = call("add_to_basket", quantity=4, **BREAD)["line_id"]
    assert call("apply_promotion", promotion_id="PRM-0001")["discount_cents"] == 4_00
    assert call("change_quantity", line_id=line, quantity=3)["promotion_dropped"] is True
    assert town.promotion_id is None


def test_promotion_is_used_up_by_orders_that_were_not_cancelled(call, refused, ordered):
    for cancel in (True, False, False):
        call("add_to_basket", **BREAD)
        call("apply_promotion", promotion_id="PRM-0002")
        order_id = ordered()
        if cancel:
            call("cancel_order", order_id=order_id)
    call("add_to_basket", **BREAD)
    refused("promotion_used_up", "apply_promotion", promotion_id="PRM-0002")


def test_order_of_independent_steps_has_no_effect(town):
    base = dict(town.counters)
    steps = [
        ("add_to_basket", PIZZA),
        ("add_to_basket", BREAD | {"quantity": 2}),
        ("set_delivery", {"address_id": "ADR-0002"}),
    ]
    hashes = set()
    for order in (steps, steps[::-1]):
        state = town.copy()
        for tool, arguments in order:
            server.tool(tool).call(state, arguments)
        server.tool("place_order").call(state, {})
        hashes.add(effect_hash(state, base))
    assert len(hashes) == 1
