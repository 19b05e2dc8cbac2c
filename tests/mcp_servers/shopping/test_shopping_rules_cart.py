"""Stock, limits and coupons: what may go into the cart and what it then costs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shopping_invariants import check_invariants

from mcp_servers.shopping import pricing
from mcp_servers.shopping.state import MOST_LINES, Coupon, Product, ShopState, Variant

OLIVE, RUST, SALE, BOOKCASE, SPEAKER, BRUSH = (f"VAR-000{n}" for n in range(1, 7))
COUPON = {
    code: f"CPN-000{n}" for n, code in enumerate(("TEN", "BAGS", "FIFTEEN", "OLD", "SOON"), 1)
}


def test_stock_and_limit_bound_what_the_cart_holds(call, refused):
    assert call("add_to_cart", variant_id=SALE)["quantity"] == 1
    assert call("add_to_cart", variant_id=SALE)["quantity"] == 2
    assert "at most 2 in all" in refused("not_enough_stock", "add_to_cart", variant_id=SALE)
    call("add_to_cart", variant_id=OLIVE, quantity=3)
    assert "at most 3" in refused("quantity_limit", "add_to_cart", variant_id=OLIVE)
    message = refused("out_of_stock", "add_to_cart", variant_id=RUST)
    assert f"left: Olive ({OLIVE})" in message


def test_a_line_can_be_set_to_what_is_left_and_no_more(call, refused, shop):
    line = call("add_to_cart", variant_id=SPEAKER)["line_id"]
    assert call("set_cart_quantity", line_id=line, quantity=10)["subtotal_cents"] == 99_90
    refused("quantity_limit", "set_cart_quantity", line_id=line, quantity=11)
    refused("quantity_unchanged", "set_cart_quantity", line_id=line, quantity=10)
    shop.variants.update(SPEAKER, stock=4)
    refused("not_enough_stock", "set_cart_quantity", line_id=line, quantity=5)
    shop.variants.update(SPEAKER, stock=0)
    refused("out_of_stock", "set_cart_quantity", line_id=line, quantity=1)


def test_cart_has_room_for_so_many_lines(call, refused, shop):
    for n in range(MOST_LINES):
        row = shop.variants.insert(
            Variant(
                id=shop.new_id("variants"),
                product_id="PRD-0004",
                option=f"No {n}",
                price_cents=100,
                stock=9,
            )
        )
        call("add_to_cart", variant_id=row.id)
    refused("cart_full", "add_to_cart", variant_id=OLIVE)
    assert call("add_to_cart", variant_id=row.id)["quantity"] == 2


def test_coupon_of_a_category_leaves_out_sale_items(call, shop):
    call("add_to_cart", variant_id=OLIVE)
    call("add_to_cart", variant_id=SALE)
    call("add_to_cart", variant_id=SPEAKER)
    report = call("apply_coupon", coupon_id=COUPON["BAGS"])
    assert (report["subtotal_cents"], report["discount_cents"]) == (114_99, 15_00)
    check_invariants(shop)


@pytest.mark.parametrize(
    ("code", "type"), [("OLD", "coupon_expired"), ("SOON", "coupon_not_started")]
)
def test_coupon_is_valid_from_its_first_to_its_last_day(refused, call, code, type):
    call("add_to_cart", variant_id=OLIVE)
    message = refused(type, "apply_coupon", coupon_id=COUPON[code])
    assert f"TEN ({COUPON['TEN']})" in message
    call("apply_coupon", coupon_id=COUPON["TEN"])  # today is its first and last day


def test_coupon_needs_goods_that_it_covers_and_its_minimum(call, refused):
    refused("cart_empty", "apply_coupon", coupon_id=COUPON["TEN"])
    call("add_to_cart", variant_id=SALE)
    message = refused("coupon_excludes_cart", "apply_coupon", coupon_id=COUPON["BAGS"])
    assert "25% off on bags, sale items excluded" in message
    message = refused("coupon_minimum_not_met", "apply_coupon", coupon_id=COUPON["FIFTEEN"])
    assert "add $35.00 more" in message
    call("add_to_cart", variant_id=OLIVE)
    assert call("apply_coupon", coupon_id=COUPON["FIFTEEN"])["discount_cents"] == 15_00
    refused("coupon_already_applied", "apply_coupon", coupon_id=COUPON["FIFTEEN"])


def test_one_coupon_takes_the_place_of_another_and_lapses_with_its_minimum(call, shop):
    line = call("add_to_cart", variant_id=OLIVE, quantity=2)["line_id"]
    call("apply_coupon", coupon_id=COUPON["TEN"])
    assert call("apply_coupon", coupon_id=COUPON["FIFTEEN"])["replaced"] == "TEN"
    assert call("view_cart")["discount_cents"] == 15_00
    call("set_cart_quantity", line_id=line, quantity=1)
    cart = call("view_cart")
    assert "discount_cents" not in cart
    assert "from $80.00" in cart["coupon_note"]
    call("place_order", address_id="ADR-0001")
    assert shop.coupons.require(COUPON["FIFTEEN"]).order_id is None
    check_invariants(shop)


def test_the_last_line_takes_the_coupon_along(call, shop):
    line = call("add_to_cart", variant_id=OLIVE)["line_id"]
    call("apply_coupon", coupon_id=COUPON["TEN"])
    call("remove_from_cart", line_id=line)
    assert shop.coupon_id is None


def test_coupon_is_used_up_by_an_order_and_free_again_when_that_is_cancelled(call, refused, shop):
    call("add_to_cart", variant_id=OLIVE)
    call("apply_coupon", coupon_id=COUPON["TEN"])
    order = call("place_order", address_id="ADR-0001")
    assert order["discount_cents"] == 6_00
    call("add_to_cart", variant_id=OLIVE)
    assert order["order_id"] in refused("coupon_used", "apply_coupon", coupon_id=COUPON["TEN"])
    call("cancel_order", order_id=order["order_id"])
    call("apply_coupon", coupon_id=COUPON["TEN"])
    check_invariants(shop)


def _line(n: int, cents: int, quantity: int) -> pricing.Line:
    about = {"category": "bags", "about": "", "grams": 1, "most_per_order": 10}
    variant = Variant(id=f"V{n}", product_id="P", option="", price_cents=cents, stock=1)
    return pricing.Line(f"L{n}", Product(id="P", name="", **about), variant, quantity)


@given(
    st.lists(st.tuples(st.integers(1, 300_00), st.integers(1, 5)), max_size=6), st.integers(1, 99)
)
@settings(deadline=None, max_examples=60)
def test_shares_are_exact_whatever_the_order_of_the_lines(goods, percent):
    lines = [_line(n, *pair) for n, pair in enumerate(goods)]
    coupon = Coupon(id="C", code="C", starts_on="", expires_on="", percent=percent)
    shares = pricing.shares(coupon, lines)
    total = sum(line.cents for line in lines)
    assert abs(100 * sum(shares.values()) - total * percent) <= 50
    for line in lines:
        assert abs(shares[line.key] * total - sum(shares.values()) * line.cents) < total
    assert pricing.shares(coupon, lines[::-1]) == shares


def test_search_filters_sorts_and_pages(call, shop: ShopState):
    names = [row["name"] for row in call("search_products", query="REED backpack")["products"]]
    assert names == ["Reed Backpack 30 L", "Reed Backpack 45 L"]
    page = call("search_products", query="o", sort="cheapest", limit=2)
    assert [row["from_cents"] for row in page["products"]] == [4_00, 9_99]
    assert (page["total"], page["next_offset"]) == (3, 2)
    assert call("search_products", query="reed", max_price_cents=45_00)["total"] == 1
    assert call("search_products", query="o", category="care")["total"] == 1
    shop.variants.update(SALE, stock=0)
    assert call("search_products", query="reed", in_stock=True)["total"] == 1
