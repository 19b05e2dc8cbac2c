"""A small shop made by hand, and calls on it."""

from __future__ import annotations

from datetime import datetime

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.shopping.state import Address, Coupon, Product, ShopState, Variant
from mcp_servers.shopping.tools import server

NOW = datetime(2026, 3, 18, 10, 30)  # a Wednesday
GOODS = (
    # name, category, grams, most per order, final sale, variants as (option, cents, stock, was)
    (
        ("Reed Backpack 30 L", "bags", 900, 3, False),
        (("Olive", 60_00, 5, None), ("Rust", 60_00, 0, None)),
    ),
    (("Reed Backpack 45 L", "bags", 900, 10, False), (("Olive", 45_00, 2, 50_00),)),
    (("Ott Bookcase 3 Shelves", "furniture", 24_000, 10, False), (("Oak", 120_00, 4, None),)),
    (("Ott Speaker Mini", "electronics", 900, 10, False), (("Black", 9_99, 20, None),)),
    (("Ott Toothbrush Sonic", "care", 200, 10, True), (("Mint", 4_00, 20, None),)),
)
HOME = "ADR-0001"
COUPONS = {
    "TEN": {"percent": 10},
    "BAGS": {"percent": 25, "category": "bags", "covers_sale": False},
    "FIFTEEN": {"off_cents": 15_00, "minimum_cents": 80_00},
    "OLD": {"percent": 10, "expires_on": "2026-03-17"},
    "SOON": {"percent": 10, "starts_on": "2026-03-19"},
}


@pytest.fixture
def shop() -> ShopState:
    """Five products, five coupons, two addresses, $100 of store credit, an empty cart."""
    state = ShopState(now=NOW, opening_credit_cents=100_00, credit_cents=100_00)
    for (name, category, grams, most, final), variants in GOODS:
        product = state.products.insert(
            Product(
                id=state.new_id("products"),
                name=name,
                category=category,
                about="Good",
                grams=grams,
                most_per_order=most,
                final_sale=final,
            )
        )
        for option, cents, stock, was in variants:
            state.variants.insert(
                Variant(
                    id=state.new_id("variants"),
                    product_id=product.id,
                    option=option,
                    price_cents=cents,
                    stock=stock,
                    list_price_cents=was,
                )
            )
    for label, street in (("Home", "1 Oak Lane"), ("Mailbox", "P.O. Box 7")):
        row = {"label": label, "street": street, "city": "Ashford", "postal_code": "12345"}
        state.addresses.insert(Address(id=state.new_id("addresses"), **row))
    for code, gives in COUPONS.items():
        row = {"starts_on": "2026-03-18", "expires_on": "2026-03-18", **gives}
        state.coupons.insert(Coupon(id=state.new_id("coupons"), code=code, **row))
    return state


@pytest.fixture
def call(shop: ShopState) -> Call:
    """Calls a tool and returns its result."""
    return caller(server, shop)


@pytest.fixture
def refused(shop: ShopState) -> Refused:
    """Calls a tool that must be refused with the type; returns the message."""
    return refuser(server, shop)


@pytest.fixture
def bought(shop: ShopState, call: Call) -> Call:
    """Orders some of a variant and has it delivered on a day; returns the id of the item."""

    def buy(variant_id: str, quantity: int = 1, on: str = "2026-03-10", **how: str) -> str:
        call("add_to_cart", variant_id=variant_id, quantity=quantity)
        order_id = call("place_order", address_id=HOME, **how)["order_id"]
        shop.orders.update(order_id, status="delivered", delivered_on=on)
        return shop.items.where(order_id=order_id)[0].id

    return buy
