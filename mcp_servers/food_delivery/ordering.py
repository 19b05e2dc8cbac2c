"""Placing the basket as an order, and filling it from an earlier order."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import dollars, minute
from mcp_servers.food_delivery import basket, filling, pricing
from mcp_servers.food_delivery.basket import BasketReport, StartOver
from mcp_servers.food_delivery.failures import BasketEmpty, BelowMinimum, RestaurantPaused
from mcp_servers.food_delivery.filling import Wanted
from mcp_servers.food_delivery.state import (
    MOST_TIP_CENTS,
    FoodState,
    Item,
    Order,
    Payment,
    Restaurant,
    Step,
)

ACCEPT_MINUTES = 4
"""How long a restaurant takes to begin with an order."""

OrderId = Annotated[str, arg("Id of the order.", entity="order")]


class OrderReport(Output):
    """Result of place_order."""

    order_id: Annotated[str, out("Id of the new order.", entity="order")]
    restaurant: Annotated[str, out("Who cooks it.", label_of="order")]
    status: Annotated[str, out("placed, or scheduled for later.")]
    arrives_at: Annotated[str, out("When it should arrive.", format="datetime")]
    total_cents: Annotated[int, out("What it costs, tip included.", format="money")]
    card_cents: Annotated[int, out("Of that, taken from the card.", format="money")]
    credit_cents: Annotated[int, out("Of that, taken from the credit.", format="money")]


def place_order(
    state: FoodState,
    tip_cents: Annotated[
        int, arg("Tip for the courier.", format="money", ge=0, le=MOST_TIP_CENTS)
    ] = 0,
    use_credit: Annotated[bool, arg("true: pay from the credit as far as it goes.")] = False,
) -> OrderReport:
    """Orders what is in the basket, to the address and time of set_delivery, and pays for it."""
    restaurant = _require_deliverable(state)
    price = pricing.quote(state, restaurant)
    order = state.orders.insert(
        Order(
            id=state.new_id("orders"),
            restaurant_id=restaurant.id,
            address_id=state.address_id,
            placed_at=minute(state.now),
            status="scheduled" if state.deliver_at else "placed",
            due_at=minute(_begins(state, restaurant)),
            deliver_at=state.deliver_at,
            promotion_id=state.promotion_id,
            subtotal_cents=price.subtotal_cents,
            discount_cents=price.discount_cents,
            delivery_fee_cents=price.delivery_fee_cents,
            service_fee_cents=price.service_fee_cents,
            tip_cents=tip_cents,
        )
    )
    add_step(state, order)
    _move_lines(state, order)
    credit = min(state.credit_cents, order.total_cents) if use_credit else 0
    pay(state, order, "charge", order.total_cents - credit, credit)
    state.promotion_id = state.deliver_at = None
    return OrderReport(
        order_id=order.id,
        restaurant=restaurant.name,
        status=order.status,
        arrives_at=minute(arrival(state, order)),
        total_cents=order.total_cents,
        card_cents=order.total_cents - credit,
        credit_cents=credit,
    )


def reorder(state: FoodState, order_id: OrderId, start_over: StartOver = False) -> BasketReport:
    """Puts everything of an earlier order into the basket again, at today's prices."""
    order = state.orders.require(order_id)
    wanted = [Wanted.like(item) for item in state.items.where(order_id=order.id)]
    filling.put(state, wanted, start_over)
    return basket.report(state)


def arrival(state: FoodState, order: Order) -> datetime:
    """Returns when an order that is under way should arrive."""
    if order.deliver_at is not None and order.status in ("scheduled", "placed"):
        return datetime.fromisoformat(order.deliver_at)
    due = datetime.fromisoformat(order.due_at or minute(state.now))
    if order.status == "on_the_way":
        return due
    restaurant = state.restaurants.require(order.restaurant_id)
    way = pricing.travel_minutes(restaurant, state.addresses.require(order.address_id))
    prep = 0 if order.status == "preparing" else restaurant.prep_minutes
    return due + timedelta(minutes=prep + way)


def add_step(state: FoodState, order: Order) -> None:
    """Notes that an order has got its status now."""
    state.steps.insert(
        Step(
            id=state.new_id("steps"),
            order_id=order.id,
            status=order.status,
            at=minute(state.now),
        )
    )


def pay(state: FoodState, order: Order, kind: str, card_cents: int, credit_cents: int) -> None:
    """Books a movement of money for an order, positive where the customer pays."""
    state.payments.insert(
        Payment(
            id=state.new_id("payments"),
            order_id=order.id,
            kind=kind,  # type: ignore[arg-type]
            card_cents=card_cents,
            credit_cents=credit_cents,
        )
    )
    state.credit_cents -= credit_cents


def _require_deliverable(state: FoodState) -> Restaurant:
    """Returns whose dishes the basket holds, once they can be cooked and brought.

    Raises:
        BasketEmpty, RestaurantPaused, RestaurantClosed, OutOfRange, BelowMinimum, DishUnavailable,
        OptionUnavailable, NotEnoughPortions: saying what would do.
    """
    restaurant = pricing.basket_restaurant(state)
    if restaurant is None:
        raise BasketEmpty("The basket is empty; add dishes with add_to_basket, or use reorder.")
    basket.require_open(state, restaurant, state.deliver_at)
    if restaurant.paused and state.deliver_at is None:
        raise RestaurantPaused(
            f"{restaurant.name} takes no orders for now. Plan the delivery for later with "
            "set_delivery, or order elsewhere."
        )
    basket.require_range(state, restaurant, state.addresses.require(state.address_id))
    short = restaurant.minimum_cents - pricing.subtotal_cents(state)
    if short > 0:
        raise BelowMinimum(
            f"{restaurant.name} delivers from {dollars(restaurant.minimum_cents)}; add dishes for "
            f"{dollars(short)} more."
        )
    lines = [Wanted.like(line) for line in state.lines]
    for line in lines:
        filling.require_dish(state, line)
    filling.require_portions(state, (), lines)
    return restaurant


def _begins(state: FoodState, restaurant: Restaurant) -> datetime:
    """Returns when the next step is due: the kitchen begins, or gets a scheduled order."""
    if state.deliver_at is None:
        return state.now + timedelta(minutes=ACCEPT_MINUTES)
    way = pricing.travel_minutes(restaurant, state.addresses.require(state.address_id))
    before = timedelta(minutes=ACCEPT_MINUTES + restaurant.prep_minutes + way)
    return max(state.now, datetime.fromisoformat(state.deliver_at) - before)


def _move_lines(state: FoodState, order: Order) -> None:
    """Makes the lines of the basket items of the order, and takes their portions."""
    for line in state.lines:
        state.items.insert(
            Item(
                id=state.new_id("items"),
                order_id=order.id,
                dish_id=line.dish_id,
                quantity=line.quantity,
                unit_cents=pricing.unit_cents(state, line),
                choice_id=line.choice_id,
                extra_ids=line.extra_ids,
            )
        )
        dish = state.dishes.require(line.dish_id)
        if dish.portions is not None:
            state.dishes.update(dish.id, portions=dish.portions - line.quantity)
        state.lines.delete(line.id)
