"""Checkout, addresses, orders, returns and wishes, at the limits of their rules."""

from __future__ import annotations

from datetime import datetime

import pytest
from shopping_invariants import check_invariants, units

from mcp_servers.shopping import pricing
from mcp_servers.shopping.state import MOST_ADDRESSES, MOST_WISHES, Variant

OLIVE, RUST, SALE, BOOKCASE, SPEAKER, BRUSH = (f"VAR-000{n}" for n in range(1, 7))
HOME, BOX = "ADR-0001", "ADR-0002"
NEW = {"street": "9 Elm Road", "city": "Milton", "postal_code": "54321"}


@pytest.mark.parametrize(
    ("now", "way", "day"),
    [
        ("2026-03-18T14:45", "express", "2026-03-19"),
        ("2026-03-18T15:00", "express", "2026-03-20"),
        ("2026-03-20T15:00", "express", "2026-03-24"),  # a Friday afternoon: Monday counts once
        ("2026-03-18T10:30", "standard", "2026-03-24"),
    ],
)
def test_parcels_rest_on_weekends_and_leave_before_the_cut_off(now, way, day):
    assert pricing.arrives_on(datetime.fromisoformat(now), way) == day


def test_shipping_is_free_from_its_minimum_and_dearer_for_oversized(call):
    call("add_to_cart", variant_id=SALE)
    options = call("get_shipping_options", address_id=HOME)["options"]
    assert [(o["shipping"], o["shipping_cents"]) for o in options] == [
        ("standard", 4_95),
        ("express", 12_95),
    ]
    call("add_to_cart", variant_id=BOOKCASE)
    options = call("get_shipping_options", address_id=HOME)["options"]
    assert [o["shipping_cents"] for o in options] == [15_00, 27_95]
    assert call("get_shipping_options", address_id=BOX)["options"] == []


def test_a_box_gets_neither_express_nor_oversized(call, refused):
    refused("cart_empty", "place_order", address_id=BOX)
    refused("cart_empty", "get_shipping_options", address_id=BOX)
    call("add_to_cart", variant_id=SALE)
    refused("no_express_to_po_box", "place_order", address_id=BOX, shipping="express")
    line = call("add_to_cart", variant_id=BOOKCASE)["line_id"]
    refused("oversized_to_po_box", "place_order", address_id=BOX)
    call("remove_from_cart", line_id=line)
    assert call("place_order", address_id=BOX)["total_cents"] == 49_95


def test_order_takes_stock_and_money_and_cancelling_gives_them_back(call, shop):
    before = units(shop)
    call("add_to_cart", variant_id=OLIVE)
    report = call("place_order", address_id=HOME, pay_with="store_credit")
    assert (report["total_cents"], report["store_credit_cents"]) == (60_00, 40_00)
    assert (shop.variants.require(OLIVE).stock, len(shop.cart)) == (4, 0)
    assert units(shop) == before
    check_invariants(shop)
    back = call("cancel_order", order_id=report["order_id"])
    assert (back["refund_cents"], back["refund_to"]) == (60_00, "store_credit")
    assert (shop.credit_cents, shop.variants.require(OLIVE).stock) == (100_00, 5)
    check_invariants(shop)


def test_order_is_refused_without_stock_or_credit(call, refused, shop):
    call("add_to_cart", variant_id=OLIVE, quantity=2)
    message = refused(
        "insufficient_store_credit", "place_order", address_id=HOME, pay_with="store_credit"
    )
    assert "$100.00 does not cover $120.00" in message
    shop.variants.update(OLIVE, stock=1)
    assert "to 1 at most" in refused("not_enough_stock", "place_order", address_id=HOME)


def test_only_what_is_processing_can_be_changed_or_cancelled(call, refused, shop):
    call("add_to_cart", variant_id=OLIVE)
    order = call("place_order", address_id=HOME, shipping="express")["order_id"]
    new = call("add_address", label="Cabin", **NEW)["address_id"]
    refused("same_address", "change_delivery_address", order_id=order, address_id=HOME)
    refused("no_express_to_po_box", "change_delivery_address", order_id=order, address_id=BOX)
    change = call("change_delivery_address", order_id=order, address_id=new)
    assert change["ship_to"] == "9 Elm Road, Milton 54321"
    for status, type in (
        ("shipped", "order_shipped"),
        ("delivered", "order_delivered"),
        ("cancelled", "order_cancelled"),
    ):
        shop.orders.update(order, status=status)
        refused(type, "cancel_order", order_id=order)
        refused(type, "change_delivery_address", order_id=order, address_id=HOME)


def test_oversized_orders_cannot_be_redirected_to_a_box(call, refused):
    call("add_to_cart", variant_id=BOOKCASE)
    order = call("place_order", address_id=HOME)["order_id"]
    refused("oversized_to_po_box", "change_delivery_address", order_id=order, address_id=BOX)


def test_address_book_keeps_addresses_apart(call, refused, shop):
    refused("label_taken", "add_address", label="home", **NEW)
    same = {"street": "1 oak lane", "city": "Ashford", "postal_code": "12345"}
    assert "as Home" in refused("address_already_saved", "add_address", label="Nest", **same)
    for n in range(MOST_ADDRESSES - 2):
        call("add_address", label=f"No {n}", **(NEW | {"street": f"{n} Elm Road"}))
    refused("address_book_full", "add_address", label="Nest", **NEW)
    check_invariants(shop)


def test_address_is_kept_while_an_order_is_bound_for_it_or_it_is_the_last(call, refused, bought):
    bought(SPEAKER)  # delivered to Home: no longer bound for it
    call("add_to_cart", variant_id=SPEAKER)
    order = call("place_order", address_id=HOME)["order_id"]
    assert order in refused("address_in_use", "delete_address", address_id=HOME)
    call("change_delivery_address", order_id=order, address_id=BOX)
    assert call("delete_address", address_id=HOME) == {
        "address_id": HOME,
        "label": "Home",
        "addresses": 1,
    }
    refused("last_address", "delete_address", address_id=BOX)


def give_back(item: str, quantity: int = 1, reason: str = "defective") -> dict[str, object]:
    return {"item_id": item, "quantity": quantity, "reason": reason}


def test_partial_returns_come_to_what_was_paid_to_the_cent(call, shop, refused):
    call("add_to_cart", variant_id=SPEAKER, quantity=3)
    call("apply_coupon", coupon_id="CPN-0001")
    order = call("place_order", address_id=HOME)["order_id"]
    item = shop.items.where(order_id=order)[0].id
    assert "cancel the order" in refused("not_delivered", "return_item", **give_back(item))
    shop.orders.update(order, status="delivered", delivered_on="2026-03-10")
    refunds = [call("return_item", **give_back(item))["refund_cents"] for _ in range(3)]
    assert (refunds, sum(refunds)) == ([8_99, 8_99, 8_99], 29_97 - 3_00)
    assert "3 bought, 3 returned" in refused("already_returned", "return_item", **give_back(item))
    check_invariants(shop)


def test_fee_is_for_the_customers_own_reasons_and_never_above_the_price(call, bought, shop):
    report = call("return_item", **give_back(bought(SPEAKER), 1, "changed_mind"))
    assert (report["refund_cents"], report["fee_cents"]) == (5_04, 4_95)
    shop.variants.update(SPEAKER, price_cents=3_00)
    report = call("return_item", **give_back(bought(SPEAKER), 1, "does_not_fit"))
    assert (report["refund_cents"], report["fee_cents"]) == (0, 3_00)
    check_invariants(shop)


def test_refund_of_an_order_paid_by_store_credit_is_store_credit(call, bought, shop):
    item = bought(OLIVE, pay_with="store_credit")
    assert call("return_item", **give_back(item))["refund_to"] == "store_credit"
    assert shop.credit_cents == 100_00
    check_invariants(shop)


def test_window_ends_with_its_last_day(call, bought, refused):
    assert call("return_item", **give_back(bought(SPEAKER, on="2026-03-04")))
    message = refused(
        "return_window_passed", "return_item", **give_back(bought(SPEAKER, on="2026-03-03"))
    )
    assert "for 14 days: until 2026-03-17" in message
    call("return_item", **give_back(bought(SALE, on="2026-02-16")))
    refused("return_window_passed", "return_item", **give_back(bought(SALE, on="2026-02-15")))


def test_final_sale_goes_back_only_where_the_shop_is_at_fault(call, bought, refused):
    item = bought(BRUSH, 2)
    refused("final_sale", "return_item", **give_back(item, 1, "changed_mind"))
    assert "2 can still" in refused("return_too_many", "return_item", **give_back(item, 3))
    call("return_item", **give_back(item, 2, "wrong_item"))
    assert call("list_returns")["returns"][0]["quantity"] == 2
    assert call("list_returns", reason="defective")["total"] == 0


def test_nothing_of_a_cancelled_order_goes_back(call, refused, shop):
    call("add_to_cart", variant_id=OLIVE)
    order = call("place_order", address_id=HOME)["order_id"]
    call("cancel_order", order_id=order)
    item = shop.items.where(order_id=order)[0].id
    refused("order_cancelled", "return_item", **give_back(item))


def test_wish_list_holds_a_variant_once_and_sold_out_ones_too(call, refused, shop):
    call("add_to_wish_list", variant_id=RUST)
    refused("already_on_wish_list", "add_to_wish_list", variant_id=RUST)
    for n in range(MOST_WISHES - 1):
        more = {"product_id": "PRD-0004", "option": f"{n}", "price_cents": 1, "stock": 1}
        row = shop.variants.insert(Variant(id=shop.new_id("variants"), **more))
        call("add_to_wish_list", variant_id=row.id)
    refused("wish_list_full", "add_to_wish_list", variant_id=OLIVE)
    assert call("list_wish_list", in_stock=True)["total"] == MOST_WISHES - 1
    call("remove_from_wish_list", wish_id="WSH-0001")
    call("add_to_wish_list", variant_id=OLIVE)
