"""Tools on the cart."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed
from mcp_servers.shopping import pricing
from mcp_servers.shopping.catalogue import called
from mcp_servers.shopping.failures import (
    CartFull,
    NotEnoughStock,
    OutOfStock,
    QuantityLimit,
    QuantityUnchanged,
)
from mcp_servers.shopping.state import MOST_LINES, CartLine, ShopState, Variant

LineId = Annotated[str, arg("Id of the line, from view_cart.", entity="cart_line")]
VariantId = Annotated[str, arg("Id of the variant.", entity="variant")]


class CartRow(Output):
    """A line of the cart."""

    line_id: Annotated[str, out("Id of the line.", entity="cart_line")]
    variant_id: Annotated[str, out("Id of the variant.", entity="variant")]
    product: Annotated[str, out("Name of the product.", label_of="cart_line")]
    option: Annotated[str, out("Colour or size.", label_of="variant")]
    quantity: Annotated[int, out("How many.")]
    price_cents: Annotated[int, out("Price of one.", format="money")]
    stock: Annotated[int | None, out("How many are left, where too few.")] = None


class Cart(Output):
    """Result of view_cart."""

    lines: Annotated[list[CartRow], out("What is in the cart.")]
    coupon: Annotated[str | None, out("Code of the coupon on it.")] = None
    coupon_note: Annotated[str | None, out("Why the coupon takes nothing off now.")] = None
    subtotal_cents: Annotated[int, out("Price of all lines.", format="money")]
    discount_cents: Annotated[int | None, out("What the coupon takes off.", format="money")] = None
    store_credit_cents: Annotated[int, out("Store credit that could pay.", format="money")]


class CartReport(Output):
    """Result of a tool that changes the cart."""

    line_id: Annotated[str | None, out("Id of the line.", entity="cart_line")] = None
    quantity: Annotated[int | None, out("How many the line has now.")] = None
    lines: Annotated[int, out("How many lines the cart has now.")]
    subtotal_cents: Annotated[int, out("Price of all lines.", format="money")]
    discount_cents: Annotated[int | None, out("What the coupon takes off.", format="money")] = None


def view_cart(state: ShopState) -> Cart:
    """Shows what is in the cart and what it costs before shipping."""
    lines = pricing.cart_lines(state)
    coupon = pricing.cart_coupon(state)
    off = sum(pricing.shares(coupon, lines).values())
    idle = coupon is not None and not off
    return Cart(
        lines=[_row(line) for line in lines],
        coupon=coupon.code if coupon else None,
        coupon_note=f"It gives {pricing.terms(coupon)}." if coupon and idle else None,
        subtotal_cents=pricing.subtotal(lines),
        discount_cents=off or None,
        store_credit_cents=state.credit_cents,
    )


def add_to_cart(
    state: ShopState,
    variant_id: VariantId,
    quantity: Annotated[int, arg("How many.", ge=1, le=50, examples=(1, 2, 3))] = 1,
) -> CartReport:
    """Puts a variant of a product into the cart, on top of what the cart has of it."""
    variant = state.variants.require(variant_id)
    line = next(iter(state.cart.where(variant_id=variant_id)), None)
    _require_stock(state, variant, quantity + (line.quantity if line else 0))
    if line is None:
        if len(state.cart) >= MOST_LINES:
            raise CartFull(
                f"The cart has {MOST_LINES} lines, the most it may; remove one, or place the order "
                "and add this to the next."
            )
        line = state.cart.insert(
            CartLine(id=state.new_id("cart"), variant_id=variant_id, quantity=quantity)
        )
    else:
        line = state.cart.update(line.id, quantity=line.quantity + quantity)
    return _report(state, line)


def set_cart_quantity(
    state: ShopState,
    line_id: LineId,
    quantity: Annotated[int, arg("How many it shall be, not how many more.", ge=1, le=50)],
) -> CartReport:
    """Changes how many of a variant the cart holds."""
    line = state.cart.require(line_id)
    variant = state.variants.require(line.variant_id)
    if quantity == line.quantity:
        raise QuantityUnchanged(
            f"The cart has {quantity} of {called(state, variant)} already; give another number, or "
            "remove the line with remove_from_cart."
        )
    _require_stock(state, variant, quantity)
    return _report(state, state.cart.update(line_id, quantity=quantity))


def remove_from_cart(state: ShopState, line_id: LineId) -> CartReport:
    """Takes a line out of the cart; the last one takes the coupon along."""
    state.cart.delete(line_id)
    if not state.cart:
        state.coupon_id = None
    return _report(state, None)


def _require_stock(state: ShopState, variant: Variant, quantity: int) -> None:
    """Checks that the cart may hold so many of a variant.

    Raises:
        OutOfStock, QuantityLimit, NotEnoughStock: saying what could be had.
    """
    product = state.products.require(variant.product_id)
    name = f"{called(state, variant)} ({variant.id})"
    if not variant.stock:
        left = [v for v in state.variants.where(product_id=product.id) if v.stock]
        others = listed(f"{v.option} ({v.id})" for v in left)
        raise OutOfStock(f"{name} is sold out. Other variants left: {others}.")
    if quantity > product.most_per_order:
        raise QuantityLimit(
            f"An order may hold at most {product.most_per_order} of {name}; the cart would hold "
            f"{quantity}."
        )
    if quantity > variant.stock:
        raise NotEnoughStock(
            f"Only {variant.stock} of {name} left; the cart would hold {quantity}. Take at most "
            f"{variant.stock} in all."
        )


def _row(line: pricing.Line) -> CartRow:
    short = line.variant.stock < line.quantity
    return CartRow(
        line_id=line.key,
        variant_id=line.variant.id,
        product=line.product.name,
        option=line.variant.option,
        quantity=line.quantity,
        price_cents=line.variant.price_cents,
        stock=line.variant.stock if short else None,
    )


def _report(state: ShopState, line: CartLine | None) -> CartReport:
    lines = pricing.cart_lines(state)
    off = sum(pricing.shares(pricing.cart_coupon(state), lines).values())
    return CartReport(
        line_id=line.id if line else None,
        quantity=line.quantity if line else None,
        lines=len(lines),
        subtotal_cents=pricing.subtotal(lines),
        discount_cents=off or None,
    )
