"""The town of a world: restaurants with their menus, couriers, the customer's addresses."""

from __future__ import annotations

import random

from mcp_servers.core.worlds import World
from mcp_servers.food_delivery.cuisines import KITCHENS, Recipe
from mcp_servers.food_delivery.state import (
    Address,
    Choice,
    Courier,
    Cuisine,
    Dish,
    Extra,
    FoodState,
    Opening,
    Restaurant,
    Vehicle,
)

FAMILIES = 4
SINGLES = 8
DISHES = 7
ALL_DAY_EVERY = 4
"""Every fourth restaurant is open from early to late."""
COURIERS = 6
VEHICLES: tuple[Vehicle, ...] = ("bicycle", "scooter", "car")
_WEEK, _FRIDAY = 7, 4
_CENTRE_M = 4_000


def add_town(state: FoodState, world: World) -> None:
    """Adds everything that is there whatever the customer does."""
    for number, (name, cuisine) in enumerate(_names(world)):
        all_day = number % ALL_DAY_EVERY == 0
        _add_restaurant(state, world, name, cuisine, all_day)
    _add_addresses(state, world)
    for name in world.people(COURIERS):
        vehicle = world.rng.choice(VEHICLES)
        state.couriers.insert(Courier(id=state.new_id("couriers"), name=name, vehicle=vehicle))


def _names(world: World) -> list[tuple[str, Cuisine]]:
    """Returns names with cuisines; a family runs two places that need a look to tell apart."""
    rng = world.rng
    last = world.sample("last_name", FAMILIES + SINGLES)
    cuisines = list(KITCHENS)
    owners = [name for name in last[:FAMILIES] for _ in range(2)] + last[FAMILIES:]
    named = []
    for number, owner in enumerate(owners):
        cuisine = cuisines[number % len(cuisines)]
        named.append((f"{owner} {rng.choice(KITCHENS[cuisine].places)}", cuisine))
    rng.shuffle(named)
    return named


def _add_restaurant(
    state: FoodState, world: World, name: str, cuisine: Cuisine, all_day: bool
) -> None:
    rng = world.rng
    restaurant = state.restaurants.insert(
        Restaurant(
            id=state.new_id("restaurants"),
            name=name,
            cuisine=cuisine,
            rating_tenths=rng.randrange(34, 50),
            street=f"{rng.randrange(1, 200)} {rng.choice(world.pool('street'))}",
            east_m=_CENTRE_M + 50 * rng.randrange(-40, 41),
            north_m=_CENTRE_M + 50 * rng.randrange(-40, 41),
            range_m=6_000 if all_day else 500 * rng.randrange(8, 13),
            prep_minutes=rng.randrange(10, 30),
            minimum_cents=rng.choice((0, 10_00, 15_00, 20_00)),
            fee_cents=rng.choice((99, 1_99, 2_49, 2_99, 3_99)),
            hours=_all_day() if all_day else _hours(rng),
        )
    )
    _add_menu(state, world, restaurant)


def _all_day() -> tuple[Opening, ...]:
    return tuple(Opening(day, "07:00", "23:30") for day in range(_WEEK))


def _hours(rng: random.Random) -> tuple[Opening, ...]:
    """Returns one of the usual weeks: lunch and dinner, noon to night, or evening past midnight."""
    closed = rng.choice((None, 0, 1, 6))
    days = [day for day in range(_WEEK) if day != closed]
    kind = rng.choice(("split", "noon", "late"))
    if kind == "noon":
        return tuple(Opening(day, "11:30", "22:00") for day in days)
    if kind == "late":
        return tuple(Opening(day, "16:00", "01:30") for day in days)
    openings = []
    for day in days:
        if day <= _FRIDAY:
            openings += [Opening(day, "11:00", "14:30"), Opening(day, "17:00", "22:30")]
        else:
            openings.append(Opening(day, "12:00", "23:00"))
    return tuple(openings)


def _add_menu(state: FoodState, world: World, restaurant: Restaurant) -> None:
    rng, kitchen = world.rng, KITCHENS[restaurant.cuisine]
    chef = rng.choice(world.pool("first_name"))
    mains = [recipe for recipe in kitchen.recipes if recipe.category == "main"]
    others = [recipe for recipe in kitchen.recipes if recipe.category != "main"]
    recipes = rng.sample(mains, 3) + rng.sample(others, DISHES - 4)
    recipes.append(Recipe(f"Chef {chef}'s {kitchen.special}", "main", 15_90, False, True))
    for recipe in recipes:
        state.dishes.insert(
            Dish(
                id=state.new_id("dishes"),
                restaurant_id=restaurant.id,
                name=recipe.name,
                category=recipe.category,
                price_cents=recipe.price_cents + 10 * rng.randrange(-8, 25),
                vegetarian=recipe.vegetarian,
                choice=kitchen.choice if recipe.options else None,
                extras=recipe.options,
            )
        )
    for name, cents in kitchen.choices:
        state.choices.insert(
            Choice(
                id=state.new_id("choices"),
                restaurant_id=restaurant.id,
                name=name,
                price_cents=cents,
            )
        )
    for name, cents in rng.sample(kitchen.extras, 3):
        state.extras.insert(
            Extra(
                id=state.new_id("extras"), restaurant_id=restaurant.id, name=name, price_cents=cents
            )
        )


def _add_addresses(state: FoodState, world: World) -> None:
    """Adds home and work, somebody's flat, and a place that is far from most restaurants."""
    rng = world.rng
    friend, relative = world.sample("first_name", 2)
    places = (
        ("Home", 1_000),
        (rng.choice(("Work", "Office")), 1_800),
        (f"{friend}'s Flat", 2_600),
        (f"{relative}'s House", 4_200),
    )
    for name, most_m in places:
        state.addresses.insert(
            Address(
                id=state.new_id("addresses"),
                name=name,
                street=f"{rng.randrange(1, 200)} {rng.choice(world.pool('street'))}",
                east_m=_CENTRE_M + 50 * rng.randrange(most_m // 100, most_m // 50),
                north_m=_CENTRE_M - 50 * rng.randrange(most_m // 100, most_m // 50),
            )
        )
    state.address_id = state.addresses.ids()[0]
