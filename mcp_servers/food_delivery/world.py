"""Seeded worlds: a town of 16 restaurants, and one customer with some weeks of orders.

Every world has names that need a look to tell apart (two places of one family, dishes that differ
in one word), an order in every stage, and rows on which calls fail: restaurants that are closed or
paused, an address out of their range, dishes and options that have run out, few portions,
promotions that are over, used up or for others, deliveries that are too old. In some worlds the
basket is empty, too small, from a closed restaurant, or holds what is sold out.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from mcp_servers.core.worlds import World
from mcp_servers.food_delivery import hours, pricing
from mcp_servers.food_delivery.history import History, fill_basket
from mcp_servers.food_delivery.state import FoodState, Line, Promotion, Restaurant
from mcp_servers.food_delivery.town import add_town

OPENING_CREDIT_CENTS = 90_00
FIRST_DAY = -80
"""The day, counted from today, from which promotions run."""
SHARE_SOLD_OUT = 0.1
SHARE_COUNTED = 0.25
PAUSED = 2


def make_world(world: World) -> FoodState:
    """Returns town, customer and orders, the same for the same world."""
    state = FoodState(
        now=world.now,
        opening_credit_cents=OPENING_CREDIT_CENTS,
        credit_cents=OPENING_CREDIT_CENTS,
    )
    add_town(state, world)
    _add_promotions(state, world)
    History(state, world.rng).write()
    _run_out(state, world)
    _fill_basket(state, world)
    return state


def _add_promotions(state: FoodState, world: World) -> None:
    """Adds promotions for all, for a cuisine, for a restaurant; one is over, one is to come."""
    rng = world.rng
    one, other = rng.sample(list(state.restaurants), 2)
    week, days = rng.sample(sorted({r.cuisine for r in state.restaurants}), 2)
    over, soon, late = -rng.randrange(2, 20), rng.randrange(1, 15), rng.randrange(16, 60)
    for title, last_day, what in (
        ("Welcome Back", late, _percent(20, 8_00)),
        ("Welcome Gift", soon, {"off_cents": 5_00, "minimum_cents": 20_00, "uses": 2}),
        ("Big Feast", late, {"off_cents": 12_00, "minimum_cents": 60_00}),
        ("Free Delivery Pass", soon, {"minimum_cents": 15_00, "uses": 3}),
        ("Free Ride", over, {"uses": 5}),
        (f"{week.capitalize()} Week", late, _percent(15, 6_00) | {"cuisine": week, "uses": 4}),
        (f"{days.capitalize()} Days", soon, _percent(25, 6_00) | {"cuisine": days}),
        (f"Friends of {one.name}", late, _percent(10, 9_00) | {"restaurant_id": one.id}),
        (f"Thanks from {other.name}", soon, {"off_cents": 4_00, "restaurant_id": other.id}),
    ):
        _add_promotion(state, title, (FIRST_DAY, last_day), what)
    _add_promotion(state, "Next Month Treat", (late, late + 20), _percent(30, 15_00))


def _percent(percent: int, most_cents: int) -> dict[str, Any]:
    return {"percent": percent, "most_cents": most_cents}


def _add_promotion(
    state: FoodState, title: str, days: tuple[int, int], what: dict[str, Any]
) -> None:
    first, last = ((state.now.date() + timedelta(days=day)).isoformat() for day in days)
    state.promotions.insert(
        Promotion(id=state.new_id("promotions"), title=title, starts_on=first, ends_on=last, **what)
    )


def _run_out(state: FoodState, world: World) -> None:
    """Lets dishes and options run out and kitchens pause."""
    rng = world.rng
    for dish in state.dishes:
        if rng.random() < SHARE_SOLD_OUT:
            state.dishes.update(dish.id, available=False)
        elif rng.random() < SHARE_COUNTED:
            state.dishes.update(dish.id, portions=rng.randrange(0, 9))
    for choice in state.choices:
        if rng.random() < SHARE_SOLD_OUT:
            state.choices.update(choice.id, available=False)
    for extra in state.extras:
        if rng.random() < SHARE_SOLD_OUT:
            state.extras.update(extra.id, available=False)
    for restaurant in rng.sample(list(state.restaurants), PAUSED):
        state.restaurants.update(restaurant.id, paused=True)


def _fill_basket(state: FoodState, world: World) -> None:
    """Leaves a basket that can be placed, or one with which something is wrong."""
    rng = world.rng
    home = state.addresses.require(state.address_id)
    near = [r for r in state.restaurants if pricing.in_range(r, home)]
    open_now = [r for r in near if hours.is_open(r, state.now) and not r.paused]
    closed = [r for r in near if not hours.is_open(r, state.now)]
    kind = rng.choices(("good", "closed", "small", "sold out", "empty"), (10, 2, 2, 4, 9))[0]
    if kind == "empty":
        return
    if kind == "small":
        _add_one(state, max(state.restaurants, key=lambda r: r.minimum_cents))
    elif kind == "closed" and closed:
        _fill_soundly(state, world, rng.choice(closed))
    else:
        _fill_soundly(state, world, rng.choice(open_now or near))
    if kind == "sold out":
        _sell_out(state, rng.choice(("dish", "portions", "choice")))


def _sell_out(state: FoodState, what: str) -> None:
    """Lets something run out that lies in the basket."""
    line = next((line for line in state.lines if line.choice_id), None)
    if what == "choice" and line is not None and line.choice_id is not None:
        state.choices.update(line.choice_id, available=False)
        return
    line = next(iter(state.lines))
    if what == "portions":
        state.dishes.update(line.dish_id, portions=line.quantity - 1)
    else:
        state.dishes.update(line.dish_id, available=False)


def _fill_soundly(state: FoodState, world: World, restaurant: Restaurant) -> None:
    """Fills the basket with dishes and options that can be had."""
    for dish in state.dishes.where(restaurant_id=restaurant.id):
        state.dishes.update(dish.id, available=True, portions=None)
    for choice in state.choices.where(restaurant_id=restaurant.id):
        state.choices.update(choice.id, available=True)
    for extra in state.extras.where(restaurant_id=restaurant.id):
        state.extras.update(extra.id, available=True)
    fill_basket(state, world.rng, restaurant, world.rng.randrange(2, 4))


def _add_one(state: FoodState, restaurant: Restaurant) -> None:
    cheap = [d for d in state.dishes.where(restaurant_id=restaurant.id) if d.choice is None]
    dish = min(cheap, key=lambda d: (d.price_cents, d.id))
    state.lines.insert(Line(id=state.new_id("lines"), dish_id=dish.id, quantity=1))
