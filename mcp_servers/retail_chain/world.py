"""Seeded worlds: a chain of twelve stores in six cities, and somebody who works in one of them.

Every world has names that need a look to tell apart (variants of one model, two stores in a city,
customers of one family), and rows on which calls fail: a store that is rebuilt, days on which
stores are closed, stores of the other region, clearance goods, empty shelves and full ones,
customers who never come, transfers in every status. In some worlds the own store is not open yet.
"""

from __future__ import annotations

import random
from datetime import timedelta

from mcp_servers.core.worlds import World
from mcp_servers.retail_chain.goods import CITIES, MODELS, MODELS_SOLD, PLACES, STORES_A_CITY
from mcp_servers.retail_chain.history import History
from mcp_servers.retail_chain.state import (
    ChainState,
    Customer,
    Opening,
    Product,
    SpecialDay,
    Stock,
    Store,
)

FAMILIES, PEOPLE = 5, 16
CLEARANCE_MODELS = 1
_SATURDAY, _SUNDAY, _WEEK = 5, 6, 7


def make_world(world: World) -> ChainState:
    """Returns the chain, the same for the same world."""
    state = ChainState(now=world.now)
    _add_products(state, world)
    _add_stores(state, world)
    _add_special_days(state, world.rng)
    _add_customers(state, world)
    _add_stock(state, world.rng)
    History(state, world.rng).write()
    return state


def _add_products(state: ChainState, world: World) -> None:
    """Adds models of two or three brands, each in four variants."""
    rng = world.rng
    brands = world.sample("last_name", 3)
    models = rng.sample(MODELS, MODELS_SOLD)
    for number, model in enumerate(models):
        brand = brands[number % len(brands)]
        for colour in model.colours:
            for size in model.sizes:
                state.products.insert(
                    Product(
                        id=state.new_id("products"),
                        name=f"{brand} {model.name} {colour} {size}",
                        category=model.category,
                        price_cents=model.price_cents + 1_00 * rng.randrange(-10, 11),
                        holdable=number >= CLEARANCE_MODELS,
                    )
                )


def _add_stores(state: ChainState, world: World) -> None:
    rng = world.rng
    for number, city in enumerate(world.sample("city", CITIES)):
        east_m, north_m = 100 * rng.randrange(900), 100 * rng.randrange(900)
        for place in rng.sample(PLACES, STORES_A_CITY):
            state.stores.insert(
                Store(
                    id=state.new_id("stores"),
                    name=f"{city} {place}",
                    city=city,
                    street=f"{rng.randrange(1, 200)} {rng.choice(world.pool('street'))}",
                    region="north" if number < CITIES // 2 else "south",
                    east_m=east_m + 100 * rng.randrange(30),
                    north_m=north_m + 100 * rng.randrange(30),
                    hours=_hours(rng),
                    trucks=rng.choice(((0, 2, 4), (1, 3), (1, 4), (0, 3, 5))),
                    shelf=rng.randrange(16, 31),
                )
            )
    state.store_id, shut = rng.sample(state.stores.ids(), 2)
    state.stores.update(shut, shut=True)


def _hours(rng: random.Random) -> tuple[Opening, ...]:
    """Returns a week: shorter on Saturdays, on Sundays mostly closed."""
    opens, closes = rng.choice(("08:00", "09:00", "10:00")), rng.choice(("19:00", "20:00", "21:00"))
    week = [Opening(day, opens, closes) for day in range(_SATURDAY)]
    week.append(Opening(_SATURDAY, "10:00", "18:00"))
    if rng.random() < 0.25:
        week.append(Opening(_SUNDAY, "11:00", "17:00"))
    return tuple(week)


def _add_special_days(state: ChainState, rng: random.Random) -> None:
    """Adds a day of the coming week on which some stores close early or stay closed."""
    for store in state.stores:
        if rng.random() < 0.6:
            ahead = rng.randrange(1, _WEEK)
            state.special_days.insert(
                SpecialDay(
                    id=state.new_id("special_days"),
                    store_id=store.id,
                    date=(state.now.date() + timedelta(days=ahead)).isoformat(),
                    closes=rng.choice((None, "14:00", "16:00")),
                )
            )


def _add_customers(state: ChainState, world: World) -> None:
    """Adds people, some of one family."""
    rng = world.rng
    first = world.sample("first_name", 2 * FAMILIES)
    last = world.sample("last_name", FAMILIES)
    names = [f"{name} {last[number // 2]}" for number, name in enumerate(first)]
    names += [name for name in world.people(PEOPLE) if name not in names]
    rng.shuffle(names)
    for name in names:
        phone = f"555-{rng.randrange(10_000):04d}"
        state.customers.insert(Customer(id=state.new_id("customers"), name=name, phone=phone))


def _add_stock(state: ChainState, rng: random.Random) -> None:
    """Adds what each store has of each product: often a few, sometimes none."""
    for store in state.stores:
        for product in state.products:
            most = rng.choice((0, 4, 10, 10, 24))
            state.stock.insert(
                Stock(
                    id=f"{store.id}/{product.id}",
                    store_id=store.id,
                    product_id=product.id,
                    on_hand=rng.randrange(most + 1),
                )
            )
