"""What the customer bought before: orders in every state, returns, used coupons."""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta

from mcp_servers.core.worlds import World
from mcp_servers.shopping import pricing
from mcp_servers.shopping.catalogue import return_days
from mcp_servers.shopping.checkout import served
from mcp_servers.shopping.orders import product_of
from mcp_servers.shopping.returning import return_item
from mcp_servers.shopping.state import (
    Order,
    OrderItem,
    OrderStatus,
    Reason,
    Shipping,
    ShopState,
    Variant,
)

AGES: tuple[tuple[OrderStatus, int, int], ...] = (
    ("delivered", 150, 200),
    ("delivered", 80, 150),
    ("delivered", 60, 80),
    ("delivered", 40, 60),
    ("cancelled", 30, 60),
    ("delivered", 25, 40),
    ("cancelled", 17, 25),
    ("delivered", 15, 17),
    ("delivered", 12, 15),
    ("delivered", 9, 12),
    ("delivered", 7, 9),
    ("shipped", 2, 4),
    ("processing", 0, 1),
    ("processing", 0, 0),
)
"""State of each order, and how many days ago it may have been placed, the oldest first."""
REASONS: tuple[Reason, ...] = ("defective", "wrong_item", "does_not_fit", "changed_mind")
RETURNS = 4
USED_CODES = ("THANKS05", "THANKS10")
"""Coupons that past orders have used up."""


def add_past(state: ShopState, world: World) -> None:
    """Adds orders and returns; what is left in store credit is set after them."""
    now = state.now
    for status, youngest, oldest in AGES:
        _add_order(
            state, world.rng, status, now - timedelta(days=world.rng.randint(youngest, oldest))
        )
    _use_coupons(state, world.rng)
    _add_returns(state, world.rng)


def _add_order(state: ShopState, rng: random.Random, status: OrderStatus, at: datetime) -> None:
    chosen = rng.sample(list(state.variants), rng.choice((1, 1, 2, 2, 3)))
    lines = [_line(state, rng, variant) for variant in chosen]
    oversized = pricing.is_oversized(lines)
    way: Shipping = rng.choice(("standard", "standard", "express"))
    address = rng.choice([a for a in state.addresses if served(a.street, way, oversized)])
    net = pricing.subtotal(lines)
    cents = pricing.shipping_cents(way, net, oversized)
    arrives = pricing.arrives_on(at, way)
    if status in ("shipped", "processing"):
        arrives = max(arrives, pricing.arrives_on(state.now, "express"))
    order = state.orders.insert(
        Order(
            id=state.new_id("orders"),
            placed_on=at.date().isoformat(),
            status=status,
            ship_to=pricing.one_line(address),
            shipping=way,
            shipping_cents=cents,
            total_cents=net + cents,
            paid_with=rng.choice(("card", "card", "card", "store_credit")),
            arrives_on=arrives,
            delivered_on=arrives if status == "delivered" else None,
        )
    )
    for line in lines:
        state.items.insert(
            OrderItem(
                id=state.new_id("items"),
                order_id=order.id,
                variant_id=line.variant.id,
                quantity=line.quantity,
                unit_price_cents=line.variant.price_cents,
            )
        )


def _line(state: ShopState, rng: random.Random, variant: Variant) -> pricing.Line:
    product = state.products.require(variant.product_id)
    quantity = min(rng.choice((1, 1, 1, 2, 3)), product.most_per_order)
    return pricing.Line(variant.id, product, variant, quantity)


def _use_coupons(state: ShopState, rng: random.Random) -> None:
    """Lets two coupons take their share off an order each, as they would have at the time."""
    orders = [order for order in state.orders if order.status in ("delivered", "processing")]
    rng.shuffle(orders)
    for code in USED_CODES:
        (coupon,) = state.coupons.where(code=code)
        order = orders.pop()
        items = state.items.where(order_id=order.id)
        lines = [_bought(state, item) for item in items]
        off = pricing.shares(coupon, lines)
        for item in items:
            state.items.update(item.id, discount_cents=off.get(item.id, 0))
        net = pricing.subtotal(lines) - sum(off.values())
        cents = pricing.shipping_cents(order.shipping, net, pricing.is_oversized(lines))
        state.orders.update(order.id, shipping_cents=cents, total_cents=net + cents)
        state.coupons.update(coupon.id, order_id=order.id)


def _bought(state: ShopState, item: OrderItem) -> pricing.Line:
    variant = state.variants.require(item.variant_id)
    return pricing.Line(item.id, product_of(state, item), variant, item.quantity)


def _add_returns(state: ShopState, rng: random.Random) -> None:
    """Returns a few items, each some days after it arrived; the clock is set back for that."""
    now = state.now
    delivered = [
        (item, date.fromisoformat(order.delivered_on))
        for item in state.items
        for order in [state.orders.require(item.order_id)]
        if order.delivered_on is not None
    ]
    for item, day in rng.sample(delivered, RETURNS):
        product = product_of(state, item)
        last = min(return_days(product), (now.date() - day).days)
        state.now = datetime.combine(day + timedelta(days=rng.randint(0, last)), now.time())
        reason = rng.choice(REASONS[:2] if product.final_sale else REASONS)
        return_item(state, item.id, rng.randint(1, item.quantity), reason)
    state.now = now
