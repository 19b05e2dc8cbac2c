"""The passing of time, for people, tests and worlds: no agent moves the clock of a session.

Kitchens begin, couriers pick up and deliver. A courier brings one order at a time, so what is ready
waits where none is free.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.food_delivery import pricing
from mcp_servers.food_delivery.ordering import ACCEPT_MINUTES, add_step
from mcp_servers.food_delivery.state import AHEAD_MINUTES, Courier, FoodState, Order

WAIT_MINUTES = 3
"""After how long an order that found no courier asks again."""
_WEEK_MINUTES = 7 * 24 * 60


class Clock(Output):
    """Result of advance_clock."""

    now: Annotated[str, out("The new time.", format="datetime")]


def advance_clock(
    state: FoodState,
    minutes: Annotated[int, arg("How far to move it.", ge=1, le=_WEEK_MINUTES)],
) -> Clock:
    """Moves the clock; orders go on as they are due."""
    run_until(state, state.now + timedelta(minutes=minutes))
    return Clock(now=minute(state.now))


def run_until(state: FoodState, goal: datetime) -> None:
    """Moves the clock to a moment, with everything that is due until then, in order of time."""
    while (order := _next(state)) is not None:
        due = datetime.fromisoformat(order.due_at or "")
        if due > goal:
            break
        state.now = max(state.now, due)
        _go_on(state, order)
    state.now = goal
    soon = minute(goal + timedelta(minutes=AHEAD_MINUTES))
    if state.deliver_at is not None and state.deliver_at < soon:
        state.deliver_at = None
    pricing.drop_misfit(state)


def _next(state: FoodState) -> Order | None:
    due = [order for order in state.orders if order.due_at is not None]
    return min(due, key=lambda order: (order.due_at, order.id), default=None)


def _go_on(state: FoodState, order: Order) -> None:
    """Takes an order one step further."""
    restaurant = state.restaurants.require(order.restaurant_id)
    if order.status == "scheduled":
        _become(state, order, "placed", ACCEPT_MINUTES)
    elif order.status == "placed":
        _become(state, order, "preparing", restaurant.prep_minutes)
    elif order.status == "preparing":
        courier = _free_courier(state)
        if courier is None:
            again = minute(state.now + timedelta(minutes=WAIT_MINUTES))
            state.orders.update(order.id, due_at=again)
            return
        address = state.addresses.require(order.address_id)
        way = pricing.travel_minutes(restaurant, address, courier.vehicle)
        state.orders.update(order.id, courier_id=courier.id)
        _become(state, order, "on_the_way", way)
    else:
        _become(state, order, "delivered", None)


def _become(state: FoodState, order: Order, status: str, minutes: int | None) -> None:
    due = None if minutes is None else minute(state.now + timedelta(minutes=minutes))
    add_step(state, state.orders.update(order.id, status=status, due_at=due))


def _free_courier(state: FoodState) -> Courier | None:
    """Returns the free courier who has brought the fewest orders."""
    busy = {order.courier_id for order in state.orders.where(status="on_the_way")}
    free = [courier for courier in state.couriers if courier.id not in busy]
    return min(free, key=lambda c: (len(state.orders.where(courier_id=c.id)), c.id), default=None)
