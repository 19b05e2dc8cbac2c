"""The invariants that the state of the shop declares, as assertions on one state."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from mcp_servers.shopping import pricing
from mcp_servers.shopping.catalogue import return_days
from mcp_servers.shopping.orders import product_of
from mcp_servers.shopping.state import (
    MOST_ADDRESSES,
    MOST_LINES,
    MOST_WISHES,
    OVERSIZED_GRAMS,
    Order,
    ShopState,
)


def check_invariants(state: ShopState) -> None:
    """Asserts every invariant of mcp_servers/shopping/state.py that one state can show."""
    _orders_add_up(state)
    _discounts_follow_coupons(state)
    _coupons_are_used_once(state)
    _cart_is_sound(state)
    _returns_stay_within_purchases(state)
    _credit_is_conserved(state)
    _parcels_can_arrive(state)
    _lists_are_sound(state)


def units(state: ShopState) -> Counter[str]:
    """Returns for each variant what is in stock or in an order that was not cancelled."""
    count = Counter({variant.id: variant.stock for variant in state.variants})
    for item in state.items:
        if state.orders.require(item.order_id).status != "cancelled":
            count[item.variant_id] += item.quantity
    return count


def _orders_add_up(state: ShopState) -> None:
    assert all(
        variant.stock >= 0 and variant.product_id in state.products for variant in state.variants
    )
    for order in state.orders:
        items = state.items.where(order_id=order.id)
        assert items
        for item in items:
            assert item.quantity >= 1
            assert 0 <= item.discount_cents <= item.quantity * item.unit_price_cents
        goods = sum(i.quantity * i.unit_price_cents - i.discount_cents for i in items)
        assert order.total_cents == goods + order.shipping_cents
        assert order.shipping_cents == _shipping(state, order, goods)
        assert (order.status == "delivered") == (order.delivered_on is not None)


def _shipping(state: ShopState, order: Order, goods_cents: int) -> int:
    cents = 12_95 if order.shipping == "express" else 0 if goods_cents >= 50_00 else 4_95
    return cents + (15_00 if _oversized(state, order) else 0)


def _oversized(state: ShopState, order: Order) -> bool:
    items = state.items.where(order_id=order.id)
    return any(product_of(state, item).grams > OVERSIZED_GRAMS for item in items)


def _discounts_follow_coupons(state: ShopState) -> None:
    """The discounts of an order are what its coupon gives; those of the cart never exceed it."""
    for order in state.orders:
        used = [c for c in state.coupons if c.order_id == order.id]
        off = sum(i.discount_cents for i in state.items.where(order_id=order.id))
        assert len(used) <= 1
        if order.status != "cancelled":
            assert bool(used) == bool(off)
    coupon, lines = pricing.cart_coupon(state), pricing.cart_lines(state)
    if coupon is None:
        return
    covered = [line for line in lines if pricing.covers(coupon, line)]
    base = sum(line.cents for line in covered)
    shares = pricing.shares(coupon, lines)
    assert set(shares) <= {line.key for line in covered}
    assert all(0 <= shares.get(line.key, 0) <= line.cents for line in covered)
    if base < coupon.minimum_cents or not base:
        assert not shares
    elif coupon.off_cents is not None:
        assert sum(shares.values()) == min(coupon.off_cents, base)
    else:
        # The percentage of the sum, to the nearest cent.
        assert abs(100 * sum(shares.values()) - base * coupon.percent) <= 50


def _coupons_are_used_once(state: ShopState) -> None:
    for coupon in state.coupons:
        assert (coupon.percent is None) != (coupon.off_cents is None)
        if coupon.order_id is not None:
            assert state.orders.require(coupon.order_id).status != "cancelled"
    if state.coupon_id is not None:
        coupon = state.coupons.require(state.coupon_id)
        assert coupon.starts_on <= state.now.date().isoformat() <= coupon.expires_on
        assert coupon.order_id is None
        assert len(state.cart) > 0


def _cart_is_sound(state: ShopState) -> None:
    assert len(state.cart) <= MOST_LINES
    assert len({line.variant_id for line in state.cart}) == len(state.cart)
    for line in pricing.cart_lines(state):
        assert 1 <= line.quantity <= line.product.most_per_order


def _returns_stay_within_purchases(state: ShopState) -> None:
    for item in state.items:
        returns = state.returns.where(item_id=item.id)
        order, product = state.orders.require(item.order_id), product_of(state, item)
        assert sum(back.quantity for back in returns) <= item.quantity
        paid = item.quantity * item.unit_price_cents - item.discount_cents
        assert sum(back.refund_cents + back.fee_cents for back in returns) <= paid
        for back in returns:
            assert order.delivered_on is not None
            days = date.fromisoformat(back.created_on) - date.fromisoformat(order.delivered_on)
            assert timedelta(0) <= days <= timedelta(days=return_days(product))
            assert back.refund_cents >= 0 <= back.fee_cents
            if back.reason in ("does_not_fit", "changed_mind"):
                assert not product.final_sale
            else:
                assert back.fee_cents == 0
    assert all(back.item_id in state.items for back in state.returns)


def _credit_is_conserved(state: ShopState) -> None:
    paid = {o.id: o.total_cents for o in state.orders.where(paid_with="store_credit")}
    spent = sum(c for id, c in paid.items() if state.orders.require(id).status != "cancelled")
    back = sum(
        r.refund_cents for r in state.returns if state.items.require(r.item_id).order_id in paid
    )
    assert state.credit_cents == state.opening_credit_cents - spent + back
    assert state.credit_cents >= 0


def _parcels_can_arrive(state: ShopState) -> None:
    labels = [address.label.casefold() for address in state.addresses]
    places = {pricing.one_line(address) for address in state.addresses}
    assert 1 <= len(labels) == len(set(labels)) <= MOST_ADDRESSES
    for order in state.orders:
        if order.status in ("processing", "shipped"):
            assert order.ship_to in places
        if pricing.is_box(order.ship_to):
            assert order.shipping == "standard"
            assert not _oversized(state, order)


def _lists_are_sound(state: ShopState) -> None:
    assert len(state.wishes) <= MOST_WISHES
    assert len({wish.variant_id for wish in state.wishes}) == len(state.wishes)
    assert all(wish.variant_id in state.variants for wish in state.wishes)
    assert all(review.product_id in state.products for review in state.reviews)
