"""Generated worlds: sound, with enough to choose from, and with what makes calls fail."""

from __future__ import annotations

from collections import Counter

import pytest
from food_delivery_invariants import check_invariants

from mcp_servers.core.pools import pool
from mcp_servers.core.worlds import World
from mcp_servers.food_delivery import hours, pricing
from mcp_servers.food_delivery.state import FoodState
from mcp_servers.food_delivery.world import make_world


@pytest.fixture(scope="module")
def worlds() -> list[FoodState]:
    return [make_world(World(seed, "food_delivery")) for seed in range(0, 1100, 50)]


def test_worlds_are_sound_and_past_is_past(worlds):
    for state in worlds:
        check_invariants(state)
        now = state.now.isoformat(timespec="minutes")
        assert all(step.at <= now for step in state.steps)
        assert all(order.due_at is None or order.due_at > now for order in state.orders)


def test_sizes(worlds):
    for state in worlds:
        assert len(state.restaurants) == 16
        assert len(state.dishes) >= 100
        assert len(state.orders) == 17
        assert len(state.promotions) == 10


def test_there_is_an_order_in_each_stage(worlds):
    for state in worlds:
        stages = Counter(order.status for order in state.orders)
        assert min(stages[s] for s in ("scheduled", "placed", "preparing", "on_the_way")) >= 1
        assert stages["cancelled"] == 1
        assert stages["delivered"] >= 10


def test_names_need_a_look(worlds):
    for state in worlds:
        owners = Counter(restaurant.name.split()[0] for restaurant in state.restaurants)
        assert sum(count > 1 for count in owners.values()) >= 4
        assert len({restaurant.name for restaurant in state.restaurants}) == 16
        for restaurant in state.restaurants:
            names = [dish.name for dish in state.dishes.where(restaurant_id=restaurant.id)]
            assert len(set(names)) == len(names)


def test_some_restaurants_are_open_and_some_are_not(worlds):
    for state in worlds:
        states = [hours.is_open(restaurant, state.now) for restaurant in state.restaurants]
        assert sum(states) >= 3
    assert sum(not all(hours.is_open(r, s.now) for r in s.restaurants) for s in worlds) > 15


def test_most_baskets_can_be_ordered_and_some_cannot(worlds):
    filled = [state for state in worlds if len(state.lines)]
    assert 0.4 <= len(filled) / len(worlds) <= 0.8
    small = closed = 0
    for state in filled:
        restaurant = pricing.basket_restaurant(state)
        assert restaurant is not None
        small += pricing.subtotal_cents(state) < restaurant.minimum_cents
        closed += not hours.is_open(restaurant, state.now)
    assert small > 0
    assert closed > 0
    assert small + closed < len(filled) / 2


def test_everything_new_draws_names_from_the_held_out_pools():
    seen = {name for kind in ("first_name", "last_name") for name in pool(kind)}
    for seed in range(1000, 1010):
        state = make_world(World(seed, "food_delivery", everything_new=True))
        check_invariants(state)
        assert not {restaurant.name.split()[0] for restaurant in state.restaurants} & seen
        people = {word for courier in state.couriers for word in courier.name.split()}
        assert not people & seen
