"""Look-ups on orders: the list, and where one stands."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import minute
from mcp_servers.food_delivery import aftercare, ordering, pricing
from mcp_servers.food_delivery.ordering import OrderId
from mcp_servers.food_delivery.state import FoodState, Item, Order, OrderStatus


class OrderRow(Output):
    """An order in a list."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    restaurant: Annotated[str, out("Who cooks it.", label_of="order")]
    placed_at: Annotated[str, out("When it was placed.", label_of="order", format="datetime")]
    status: Annotated[str, out("Where it stands.")]
    total_cents: Annotated[int, out("What it costs.", format="money")]


class Orders(Page):
    """Result of list_orders."""

    orders: Annotated[list[OrderRow], out("Newest first.")]


class ItemRow(Output):
    """A line of an order."""

    item_id: Annotated[str, out("Id of the item.", entity="item")]
    dish: Annotated[str, out("Name of the dish.", label_of="item")]
    options: Annotated[str | None, out("Choice and extras.")] = None
    quantity: Annotated[int, out("How many.")]
    price_cents: Annotated[int, out("For all of them.", format="money")]
    refunded: Annotated[int | None, out("How many of them were refunded.")] = None


class OrderDetails(Output):
    """Result of get_order."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    restaurant: Annotated[str, out("Who cooks it.", label_of="order")]
    status: Annotated[str, out("Where it stands.")]
    since: Annotated[str, out("Since when it stands there.", format="datetime")]
    arrives_at: Annotated[
        str | None, out("When it should arrive, while under way.", format="datetime")
    ] = None
    courier: Annotated[str | None, out("Who brings it.")] = None
    vehicle: Annotated[str | None, out("How the courier travels.")] = None
    deliver_to: Annotated[str, out("Address that it goes to.")]
    items: Annotated[list[ItemRow], out("What was ordered.")]
    discount_cents: Annotated[int, out("What a promotion took off.", format="money")]
    tip_cents: Annotated[int, out("Tip for the courier.", format="money")]
    total_cents: Annotated[int, out("What it costs, all included.", format="money")]
    given_back_cents: Annotated[
        int | None, out("Given back for refunds or cancellation.", format="money")
    ] = None


def list_orders(
    state: FoodState,
    status: Annotated[OrderStatus | None, arg("Only these.")] = None,
    restaurant_id: Annotated[
        str | None, arg("Only of this restaurant.", entity="restaurant")
    ] = None,
    offset: Offset = 0,
    limit: Limit = 6,
) -> Orders:
    """Lists the customer's orders, past and under way, newest first."""
    if restaurant_id is not None:
        state.restaurants.require(restaurant_id)
    rows = [
        order
        for order in state.orders
        if status in (None, order.status) and restaurant_id in (None, order.restaurant_id)
    ]
    rows.sort(key=lambda order: (order.placed_at, order.id), reverse=True)
    shown, next_offset = page(rows, offset, limit)
    return Orders(
        orders=[_row(state, order) for order in shown], total=len(rows), next_offset=next_offset
    )


def get_order(state: FoodState, order_id: OrderId) -> OrderDetails:
    """Tracks one order: status, courier, time of arrival, items, and what was given back."""
    order = state.orders.require(order_id)
    courier = state.couriers.require(order.courier_id) if order.courier_id else None
    back = -sum(
        payment.card_cents + payment.credit_cents
        for payment in state.payments.where(order_id=order.id)
        if payment.kind in ("cancellation", "refund")
    )
    under_way = order.status not in ("delivered", "cancelled")
    return OrderDetails(
        order_id=order.id,
        restaurant=state.restaurants.require(order.restaurant_id).name,
        status=order.status,
        since=state.steps.where(order_id=order.id)[-1].at,
        arrives_at=minute(ordering.arrival(state, order)) if under_way else None,
        courier=courier.name if courier else None,
        vehicle=courier.vehicle if courier else None,
        deliver_to=state.addresses.require(order.address_id).name,
        items=[_item(state, item) for item in state.items.where(order_id=order.id)],
        discount_cents=order.discount_cents,
        tip_cents=order.tip_cents,
        total_cents=order.total_cents,
        given_back_cents=back or None,
    )


def _row(state: FoodState, order: Order) -> OrderRow:
    return OrderRow(
        order_id=order.id,
        restaurant=state.restaurants.require(order.restaurant_id).name,
        placed_at=order.placed_at,
        status=order.status,
        total_cents=order.total_cents,
    )


def _item(state: FoodState, item: Item) -> ItemRow:
    return ItemRow(
        item_id=item.id,
        dish=state.dishes.require(item.dish_id).name,
        options=pricing.options(state, item),
        quantity=item.quantity,
        price_cents=item.quantity * item.unit_cents,
        refunded=aftercare.refunded(state, item) or None,
    )
