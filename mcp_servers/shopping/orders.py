"""Tools on orders that have been placed."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import dollars
from mcp_servers.shopping import checkout, pricing
from mcp_servers.shopping.addresses import AddressId
from mcp_servers.shopping.failures import (
    OrderCancelled,
    OrderDelivered,
    OrderShipped,
    SameAddress,
)
from mcp_servers.shopping.state import (
    OVERSIZED_GRAMS,
    Order,
    OrderItem,
    OrderStatus,
    Product,
    ShopState,
    Variant,
)

OrderId = Annotated[str, arg("Id of the order.", entity="order")]


class OrderRow(Output):
    """An order in a list."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    placed_on: Annotated[str, out("When it was placed.", label_of="order", format="date")]
    status: Annotated[str, out("processing, shipped, delivered or cancelled.")]
    first_item: Annotated[str, out("What is in it, or the first of that.", label_of="order")]
    more_items: Annotated[int | None, out("How many other items.")] = None
    total_cents: Annotated[int, out("What was paid.", label_of="order", format="money")]


class Orders(Page):
    """Result of list_orders."""

    orders: Annotated[list[OrderRow], out("Those that fit.")]


class ItemRow(Output):
    """An item of an order."""

    item_id: Annotated[str, out("Id of the item.", entity="order_item")]
    variant_id: Annotated[str, out("Id of the variant.", entity="variant")]
    product: Annotated[str, out("Name of the product.", label_of="order_item")]
    option: Annotated[str, out("Colour or size.", label_of="variant")]
    quantity: Annotated[int, out("How many were bought.")]
    returned: Annotated[int | None, out("How many of them went back.")] = None
    unit_price_cents: Annotated[int, out("Price of one.", format="money")]


class OrderDetails(Output):
    """Result of get_order."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    status: Annotated[str, out("processing, shipped, delivered or cancelled.")]
    ship_to: Annotated[str, out("Where it goes.")]
    shipping: Annotated[str, out("standard or express.")]
    arrives_on: Annotated[str | None, out("When it should arrive.", format="date")] = None
    delivered_on: Annotated[str | None, out("When it arrived.", format="date")] = None
    items: Annotated[list[ItemRow], out("What was bought.")]
    discount_cents: Annotated[int | None, out("What a coupon took off.", format="money")] = None
    shipping_cents: Annotated[int, out("Cost of shipping.", format="money")]
    total_cents: Annotated[int, out("What was paid.", format="money")]
    paid_with: Annotated[str, out("card or store_credit.")]


class AddressChange(Output):
    """Result of change_delivery_address."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    ship_to: Annotated[str, out("Where it goes now.")]
    arrives_on: Annotated[str, out("When it should arrive.", format="date")]


class Cancellation(Output):
    """Result of cancel_order."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    refund_cents: Annotated[int, out("What is given back.", format="money")]
    refund_to: Annotated[str, out("card or store_credit.")]


def list_orders(
    state: ShopState,
    status: Annotated[OrderStatus | None, arg("Only these.")] = None,
    sort: Annotated[Literal["newest", "oldest", "dearest"], arg("Order.")] = "newest",
    offset: Offset = 0,
    limit: Limit = 6,
) -> Orders:
    """Lists the customer's orders with their dates, totals and states."""
    found = [order for order in state.orders if status in (None, order.status)]
    found.sort(key=lambda order: (order.placed_on, order.id), reverse=sort != "oldest")
    if sort == "dearest":
        found.sort(key=lambda order: -order.total_cents)
    rows, next_offset = page(found, offset, limit)
    return Orders(
        orders=[_row(state, order) for order in rows], total=len(found), next_offset=next_offset
    )


def get_order(state: ShopState, order_id: OrderId) -> OrderDetails:
    """Gets one order: its items with ids, where it goes, when it arrives, what was paid."""
    order = state.orders.require(order_id)
    items = state.items.where(order_id=order_id)
    ahead = order.status in ("processing", "shipped")
    return OrderDetails(
        order_id=order.id,
        status=order.status,
        ship_to=order.ship_to,
        shipping=order.shipping,
        arrives_on=order.arrives_on if ahead else None,
        delivered_on=order.delivered_on,
        items=[_item(state, item) for item in items],
        discount_cents=sum(item.discount_cents for item in items) or None,
        shipping_cents=order.shipping_cents,
        total_cents=order.total_cents,
        paid_with=order.paid_with,
    )


def change_delivery_address(
    state: ShopState, order_id: OrderId, address_id: AddressId
) -> AddressChange:
    """Sends an order that has not been shipped yet to another address."""
    order = state.orders.require(order_id)
    address = state.addresses.require(address_id)
    _require_processing(order, "Its address can no longer be changed")
    if order.ship_to == pricing.one_line(address):
        raise SameAddress(f"{order.id} goes to {address.label} already; give another address.")
    bought = [product_of(state, item) for item in state.items.where(order_id=order.id)]
    oversized = any(product.grams > OVERSIZED_GRAMS for product in bought)
    checkout.require_served(address, order.shipping, oversized)
    order = state.orders.update(order.id, ship_to=pricing.one_line(address))
    return AddressChange(order_id=order.id, ship_to=order.ship_to, arrives_on=order.arrives_on)


def cancel_order(state: ShopState, order_id: OrderId) -> Cancellation:
    """Cancels an order that has not been shipped; gives money and coupon back."""
    order = state.orders.require(order_id)
    _require_processing(order, "It can no longer be cancelled")
    for item in state.items.where(order_id=order.id):
        stock = state.variants.require(item.variant_id).stock
        state.variants.update(item.variant_id, stock=stock + item.quantity)
    for coupon in state.coupons.where(order_id=order.id):
        state.coupons.update(coupon.id, order_id=None)
    if order.paid_with == "store_credit":
        state.credit_cents += order.total_cents
    state.orders.update(order.id, status="cancelled")
    return Cancellation(
        order_id=order.id, refund_cents=order.total_cents, refund_to=order.paid_with
    )


def variant_of(state: ShopState, item: OrderItem) -> Variant:
    """Returns what an item is some of."""
    return state.variants.require(item.variant_id)


def product_of(state: ShopState, item: OrderItem) -> Product:
    """Returns the product of an item."""
    return state.products.require(variant_of(state, item).product_id)


def _require_processing(order: Order, verdict: str) -> None:
    """Checks that an order is still in the warehouse.

    Raises:
        OrderShipped, OrderDelivered, OrderCancelled: saying what can be done instead.
    """
    label = f"{order.id} of {order.placed_on} for {dollars(order.total_cents)}"
    if order.status == "shipped":
        raise OrderShipped(
            f"{label} has been shipped and arrives on {order.arrives_on}. {verdict}; its items can "
            "be returned once they are there."
        )
    if order.status == "delivered":
        raise OrderDelivered(
            f"{label} was delivered on {order.delivered_on}. {verdict}; return its items with "
            "return_item."
        )
    if order.status == "cancelled":
        raise OrderCancelled(f"{label} was cancelled already. {verdict}; order anew instead.")


def _row(state: ShopState, order: Order) -> OrderRow:
    items = state.items.where(order_id=order.id)
    first = items[0]
    return OrderRow(
        order_id=order.id,
        placed_on=order.placed_on,
        status=order.status,
        first_item=product_of(state, first).name,
        more_items=len(items) - 1 or None,
        total_cents=order.total_cents,
    )


def _item(state: ShopState, item: OrderItem) -> ItemRow:
    back = sum(r.quantity for r in state.returns.where(item_id=item.id))
    return ItemRow(
        item_id=item.id,
        variant_id=item.variant_id,
        product=product_of(state, item).name,
        option=variant_of(state, item).option,
        quantity=item.quantity,
        returned=back or None,
        unit_price_cents=item.unit_price_cents,
    )
