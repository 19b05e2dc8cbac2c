"""The life of an order, and what can be done about it: cancelling, refunds, tips, a repeat."""

from __future__ import annotations

import pytest
from food_delivery_invariants import check_invariants

ITEM = {"item_id": "ITM-0001"}


def test_order_goes_its_way_by_the_clock(call, ordered, town):
    order_id = ordered()
    seen = []
    for minutes in (3, 1, 19, 1, 5, 1):
        call("advance_clock", minutes=minutes)
        seen.append(call("get_order", order_id=order_id)["status"])
        check_invariants(town)
    assert seen == ["placed", "preparing", "preparing", "on_the_way", "on_the_way", "delivered"]
    assert call("get_order", order_id=order_id)["courier"] == "Ana Cruz"


def test_arrival_is_foretold(call, ordered):
    order_id = ordered()
    told = call("get_order", order_id=order_id)["arrives_at"]
    assert told == "2026-03-18T12:30"  # 4 to begin, 20 to cook, 6 for 2.1 km
    for minutes in (10, 15):
        call("advance_clock", minutes=minutes)
        assert call("get_order", order_id=order_id)["arrives_at"] == told


def test_scheduled_order_is_placed_in_time(call, ordered, town):
    call("set_delivery", address_id="ADR-0001", deliver_at="2026-03-18T18:00")
    order_id = ordered()
    assert town.deliver_at is None
    call("advance_clock", minutes=5 * 60 + 29)
    assert call("get_order", order_id=order_id)["status"] == "scheduled"
    call("advance_clock", minutes=1)
    assert call("get_order", order_id=order_id)["status"] == "placed"
    call("advance_clock", minutes=30)
    assert call("get_order", order_id=order_id)["since"] == "2026-03-18T18:00"


def test_food_waits_for_a_free_courier(call, ordered, town):
    for courier_id in town.couriers.ids()[1:]:
        town.couriers.delete(courier_id)
    first, second = ordered(), ordered()
    call("advance_clock", minutes=24)
    assert town.orders.require(first).status == "on_the_way"
    assert town.orders.require(second).status == "preparing"
    call("advance_clock", minutes=6)
    assert town.orders.require(second).status == "on_the_way"
    check_invariants(town)


def test_credit_pays_as_far_as_it_goes(call, ordered, town):
    order_id = ordered(use_credit=True, tip_cents=2_00)
    (charge,) = town.payments.where(order_id=order_id)
    assert (charge.credit_cents, charge.card_cents) == (10_00, 28_00 + 2_24 + 2_79 + 2_00 - 10_00)
    assert call("get_basket")["credit_cents"] == 0


def test_cancelled_before_the_kitchen_begins_all_comes_back(call, ordered, town):
    town.dishes.update("DSH-0001", portions=5)
    order_id = ordered(use_credit=True)
    assert town.dishes.require("DSH-0001").portions == 3
    report = call("cancel_order", order_id=order_id)
    assert report == {
        "order_id": order_id,
        "kept_cents": 0,
        "card_cents": 23_03,
        "credit_cents": 10_00,
    }
    assert town.dishes.require("DSH-0001").portions == 5
    assert call("get_order", order_id=order_id)["given_back_cents"] == 33_03
    check_invariants(town)


def test_cancelled_while_in_preparation_half_the_food_is_kept(call, ordered, town):
    town.dishes.update("DSH-0001", portions=5)
    order_id = ordered()
    call("advance_clock", minutes=4)
    assert call("cancel_order", order_id=order_id)["kept_cents"] == 14_00
    assert town.dishes.require("DSH-0001").portions == 3
    call("advance_clock", minutes=100)
    assert town.orders.require(order_id).status == "cancelled"
    check_invariants(town)


def test_too_late_to_cancel(call, ordered, refused):
    first, second = ordered(), ordered()
    call("advance_clock", minutes=25)
    refused("order_on_the_way", "cancel_order", order_id=first)
    call("advance_clock", minutes=60)
    third = ordered()
    assert third in refused("order_finished", "cancel_order", order_id=second)


@pytest.mark.parametrize(("reason", "cents"), [("missing", 14_00), ("cold", 7_00)])
def test_refund_is_the_price_or_half_of_it(call, delivered, town, reason, cents):
    delivered()
    report = call("request_refund", reason=reason, quantity=1, **ITEM)
    assert report == {"refunded_cents": cents, "quantity": 1, "credit_cents": 10_00 + cents}
    assert call("request_refund", reason="missing", **ITEM)["quantity"] == 1
    check_invariants(town)


def test_refund_is_of_what_was_paid_after_the_discount(call, delivered):
    call("add_to_basket", dish_id="DSH-0002")
    call("apply_promotion", promotion_id="PRM-0002")
    call("add_to_basket", dish_id="DSH-0002", quantity=3)
    call("apply_promotion", promotion_id="PRM-0001")
    order_id = delivered()  # $48.00 of food for $44.00
    items = call("get_order", order_id=order_id)["items"]
    whole = [call("request_refund", item_id=i["item_id"], reason="spoiled") for i in items]
    assert [report["refunded_cents"] for report in whole] == [18_33, 25_66]


def test_refund_needs_a_recent_delivery_and_portions_left(call, ordered, refused):
    ordered()
    assert "cancel_order" in refused("not_delivered", "request_refund", reason="cold", **ITEM)
    call("advance_clock", minutes=30)
    refused("already_refunded", "request_refund", reason="cold", quantity=3, **ITEM)
    call("advance_clock", minutes=48 * 60)
    call("request_refund", reason="cold", quantity=1, **ITEM)
    call("advance_clock", minutes=1)
    refused("refund_window_passed", "request_refund", reason="cold", **ITEM)


def test_refunds_are_few_in_a_month(call, delivered, refused):
    delivered()
    call("add_to_basket", dish_id="DSH-0002", quantity=4)
    call("place_order")
    call("advance_clock", minutes=60)
    for item_id in ("ITM-0001", "ITM-0001", "ITM-0002"):
        call("request_refund", item_id=item_id, reason="missing", quantity=1)
    refused("too_many_refunds", "request_refund", item_id="ITM-0002", reason="missing")


def test_tips_are_for_couriers_up_to_a_limit_and_for_a_week(call, ordered, refused):
    order_id = ordered(tip_cents=20_00)
    tip = {"order_id": order_id}
    refused("no_courier", "tip_courier", tip_cents=5_00, **tip)
    call("advance_clock", minutes=30)
    assert "at most $10.00" in refused("tip_too_large", "tip_courier", tip_cents=10_01, **tip)
    call("advance_clock", minutes=7 * 24 * 60)
    assert call("tip_courier", tip_cents=9_00, **tip)["tip_cents"] == 29_00
    call("advance_clock", minutes=1)
    refused("tip_window_passed", "tip_courier", tip_cents=1_00, **tip)


def test_ordering_again_takes_all_or_nothing_at_todays_prices(call, delivered, refused, town):
    call("add_to_basket", dish_id="DSH-0002")
    order_id = delivered()
    town.dishes.update("DSH-0002", price_cents=6_00)
    assert call("reorder", order_id=order_id) == {"lines": 2, "subtotal_cents": 34_00}
    call("reorder", order_id=order_id)
    assert [line.quantity for line in town.lines] == [2, 4]
    town.dishes.update("DSH-0001", available=False)
    refused("dish_unavailable", "reorder", order_id=order_id)
    check_invariants(town)


def test_ordering_again_replaces_another_basket_only_if_told(call, delivered, refused, town):
    order_id = delivered()
    call("add_to_basket", dish_id="DSH-0003")
    refused("other_restaurant", "reorder", order_id=order_id)
    call("reorder", order_id=order_id, start_over=True)
    assert [line.dish_id for line in town.lines] == ["DSH-0001"]


def test_orders_are_listed_newest_first_by_status_and_restaurant(call, delivered, ordered):
    old, new = delivered(), ordered()
    assert [row["order_id"] for row in call("list_orders")["orders"]] == [new, old]
    assert call("list_orders", status="delivered")["total"] == 1
    assert call("list_orders", restaurant_id="RST-0002")["total"] == 0
