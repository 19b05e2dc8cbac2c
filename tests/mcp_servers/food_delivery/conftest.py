"""A small town made by hand, and calls on the service."""

from __future__ import annotations

from datetime import datetime

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.food_delivery.state import (
    Address,
    Choice,
    Courier,
    Dish,
    Extra,
    FoodState,
    Opening,
    Promotion,
    Restaurant,
)
from mcp_servers.food_delivery.tools import server

NOW = datetime(2026, 3, 18, 12, 0)  # a Wednesday
SPLIT = tuple(
    Opening(d, *span) for d in range(5) for span in (("11:00", "14:30"), ("17:00", "22:00"))
)
LATE = tuple(Opening(day, "18:00", "02:00") for day in range(7))


@pytest.fixture
def town() -> FoodState:
    """Two restaurants, one open and one for the night, an address in range and one out of it."""
    state = FoodState(now=NOW, opening_credit_cents=10_00, credit_cents=10_00)
    for name, hours in (("Reed Pizzeria", SPLIT), ("Reed Trattoria", LATE)):
        state.restaurants.insert(
            Restaurant(
                id=state.new_id("restaurants"),
                name=name,
                cuisine="italian",
                rating_tenths=45,
                street="1 Mill Road",
                east_m=0,
                north_m=0,
                range_m=3_000,
                prep_minutes=20,
                minimum_cents=15_00,
                fee_cents=1_99,
                hours=hours,
            )
        )
    for restaurant, name, cents, choice in (
        ("RST-0001", "Margherita Pizza", 10_00, "size"),
        ("RST-0001", "Garlic Bread", 5_00, None),
        ("RST-0002", "Lasagne", 14_00, None),
    ):
        state.dishes.insert(
            Dish(
                id=state.new_id("dishes"),
                restaurant_id=restaurant,
                name=name,
                category="main",
                price_cents=cents,
                vegetarian=True,
                choice=choice,
                extras=choice is not None,
            )
        )
    for restaurant, name, cents in (
        ("RST-0001", "Small", 0),
        ("RST-0001", "Large", 3_00),
        ("RST-0002", "Other", 0),
    ):
        row = {"restaurant_id": restaurant, "name": name, "price_cents": cents}
        state.choices.insert(Choice(id=state.new_id("choices"), **row))
    for name, cents in (("Olives", 1_00), ("Corn", 50)):
        row = {"restaurant_id": "RST-0001", "name": name, "price_cents": cents}
        state.extras.insert(Extra(id=state.new_id("extras"), **row))
    for name, east_m in (("Home", 2_100), ("Office", 3_000), ("Cabin", 3_001)):
        row = {"name": name, "street": "2 Hill Road", "east_m": east_m, "north_m": 0}
        state.addresses.insert(Address(id=state.new_id("addresses"), **row))
    state.address_id = "ADR-0001"
    for title, what in (
        ("Fifth Off", {"percent": 20, "most_cents": 4_00, "minimum_cents": 20_00}),
        ("Free Ride", {"uses": 2}),
        ("Thai Week", {"off_cents": 5_00, "cuisine": "thai"}),
        ("Over", {"off_cents": 5_00, "ends_on": "2026-03-17"}),
    ):
        days = {"starts_on": "2026-03-01", "ends_on": "2026-03-18"}
        row = {"id": state.new_id("promotions"), "title": title} | days | what
        state.promotions.insert(Promotion(**row))
    for name in ("Ana Cruz", "Ben Ott"):
        state.couriers.insert(Courier(id=state.new_id("couriers"), name=name, vehicle="scooter"))
    return state


@pytest.fixture
def call(town: FoodState) -> Call:
    """Calls a tool, the clock's included, and returns its result."""
    return caller(server, town)


@pytest.fixture
def refused(town: FoodState) -> Refused:
    """Makes a call that must be refused, and returns the message."""
    return refuser(server, town)


@pytest.fixture
def ordered(call: Call):
    """Orders two large pizzas with olives, $28.00, and returns the id of the order."""

    def order(**arguments: object) -> str:
        add = {"dish_id": "DSH-0001", "choice_id": "CHO-0002", "extra_ids": ["EXT-0001"]}
        call("add_to_basket", quantity=2, **add)
        return str(call("place_order", **arguments)["order_id"])

    return order


@pytest.fixture
def delivered(call: Call, ordered):
    """Orders the same and lets it arrive."""

    def deliver(**arguments: object) -> str:
        order_id: str = ordered(**arguments)
        call("advance_clock", minutes=60)
        return order_id

    return deliver
