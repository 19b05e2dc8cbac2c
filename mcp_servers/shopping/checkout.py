"""Tools that turn the cart into an order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import dollars
from mcp_servers.shopping import pricing
from mcp_servers.shopping.addresses import AddressId
from mcp_servers.shopping.catalogue import called
from mcp_servers.shopping.failures import (
    CartEmpty,
    InsufficientCredit,
    NoExpressToBox,
    NotEnoughStock,
    OversizedToBox,
)
from mcp_servers.shopping.pricing import Line
from mcp_servers.shopping.state import (
    Address,
    Order,
    OrderItem,
    PayWith,
    Shipping,
    ShopState,
)

METHODS: tuple[Shipping, ...] = ("standard", "express")


class OptionRow(Output):
    """A way to have the cart sent."""

    shipping: Annotated[str, out("standard or express.")]
    shipping_cents: Annotated[int, out("Cost of shipping.", format="money")]
    total_cents: Annotated[int, out("Cost of everything.", format="money")]
    arrives_on: Annotated[str, out("When it would arrive.", format="date")]


class Options(Output):
    """Result of get_shipping_options."""

    address: Annotated[str, out("Where to.")]
    options: Annotated[list[OptionRow], out("What can be chosen; none for some addresses.")]


class OrderReport(Output):
    """Result of place_order."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    discount_cents: Annotated[int | None, out("What a coupon took off.", format="money")] = None
    shipping_cents: Annotated[int, out("Cost of shipping.", format="money")]
    total_cents: Annotated[int, out("What was paid.", format="money")]
    arrives_on: Annotated[str, out("When it arrives.", format="date")]
    store_credit_cents: Annotated[int, out("Store credit left.", format="money")]


@dataclass(frozen=True, slots=True)
class Bill:
    """What an order costs."""

    shares: dict[str, int]
    shipping_cents: int
    total_cents: int


def get_shipping_options(state: ShopState, address_id: AddressId) -> Options:
    """Tells what sending the cart to an address costs, all in, and when it would arrive."""
    address = state.addresses.require(address_id)
    lines = _require_lines(state)
    ways = [way for way in METHODS if served(address.street, way, pricing.is_oversized(lines))]
    bills = {way: _bill(state, lines, way) for way in ways}
    return Options(
        address=pricing.one_line(address),
        options=[
            OptionRow(
                shipping=way,
                shipping_cents=bill.shipping_cents,
                total_cents=bill.total_cents,
                arrives_on=pricing.arrives_on(state.now, way),
            )
            for way, bill in bills.items()
        ],
    )


def place_order(
    state: ShopState,
    address_id: AddressId,
    shipping: Annotated[Shipping, arg("How fast.")] = "standard",
    pay_with: Annotated[PayWith, arg("What pays for all of it.")] = "card",
) -> OrderReport:
    """Buys everything in the cart, with the coupon that is on it, and empties the cart."""
    address = state.addresses.require(address_id)
    lines = _require_lines(state)
    require_served(address, shipping, pricing.is_oversized(lines))
    _require_stock(state, lines)
    bill = _bill(state, lines, shipping)
    if pay_with == "store_credit" and bill.total_cents > state.credit_cents:
        raise InsufficientCredit(
            f"The store credit of {dollars(state.credit_cents)} does not cover "
            f"{dollars(bill.total_cents)}; pay with the card, or take something out of the cart."
        )
    order = _insert(state, address, lines, bill, shipping, pay_with)
    _settle(state, order, bill)
    return OrderReport(
        order_id=order.id,
        discount_cents=sum(bill.shares.values()) or None,
        shipping_cents=bill.shipping_cents,
        total_cents=bill.total_cents,
        arrives_on=order.arrives_on,
        store_credit_cents=state.credit_cents,
    )


def served(street: str, shipping: Shipping, oversized: bool) -> bool:
    """Tells whether goods can be sent somewhere."""
    return not pricing.is_box(street) or (shipping != "express" and not oversized)


def require_served(address: Address, shipping: Shipping, oversized: bool) -> None:
    """Checks that goods can be sent to an address.

    Raises:
        OversizedToBox, NoExpressToBox: saying what would do.
    """
    if not pricing.is_box(address.street):
        return
    if oversized:
        raise OversizedToBox(
            f"{address.label} is a post office box, too small for oversized goods; give an address "
            "with a street."
        )
    if shipping == "express":
        raise NoExpressToBox(
            f"{address.label} is a post office box, which express parcels are not brought to; use "
            "standard shipping or an address with a street."
        )


def _require_lines(state: ShopState) -> list[Line]:
    lines = pricing.cart_lines(state)
    if not lines:
        raise CartEmpty("The cart is empty; put something in with add_to_cart first.")
    return lines


def _require_stock(state: ShopState, lines: Sequence[Line]) -> None:
    """Checks that all is there: a cart keeps nothing back, others may have bought it."""
    for line in lines:
        left = line.variant.stock
        if left < line.quantity:
            do = f"set the quantity to {left} at most" if left else "remove it from the cart"
            raise NotEnoughStock(
                f"The cart has {line.quantity} of {called(state, line.variant)} ({line.key}), but "
                f"{left} are left; {do}."
            )


def _bill(state: ShopState, lines: Sequence[Line], shipping: Shipping) -> Bill:
    shares = pricing.shares(pricing.cart_coupon(state), lines)
    net = pricing.subtotal(lines) - sum(shares.values())
    cents = pricing.shipping_cents(shipping, net, pricing.is_oversized(lines))
    return Bill(shares, cents, net + cents)


def _insert(
    state: ShopState,
    address: Address,
    lines: Sequence[Line],
    bill: Bill,
    shipping: Shipping,
    pay_with: PayWith,
) -> Order:
    """Adds the order and its items, and takes these from the stock."""
    order = state.orders.insert(
        Order(
            id=state.new_id("orders"),
            placed_on=state.now.date().isoformat(),
            status="processing",
            ship_to=pricing.one_line(address),
            shipping=shipping,
            shipping_cents=bill.shipping_cents,
            total_cents=bill.total_cents,
            paid_with=pay_with,
            arrives_on=pricing.arrives_on(state.now, shipping),
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
                discount_cents=bill.shares.get(line.key, 0),
            )
        )
        state.variants.update(line.variant.id, stock=line.variant.stock - line.quantity)
    return order


def _settle(state: ShopState, order: Order, bill: Bill) -> None:
    """Takes the money, uses the coupon up where it took something off, empties the cart."""
    if order.paid_with == "store_credit":
        state.credit_cents -= order.total_cents
    if bill.shares and state.coupon_id is not None:
        state.coupons.update(state.coupon_id, order_id=order.id)
    state.coupon_id = None
    for line in state.cart:
        state.cart.delete(line.id)
