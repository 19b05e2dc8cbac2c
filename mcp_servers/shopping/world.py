"""Seeded worlds of the shop: about forty products, and one customer with a past.

Every world has products that need a look to tell apart (two models of one brand), and rows on which
calls fail: variants that are sold out or nearly, products of which an order may hold one, coupons
that are expired, upcoming, used or cover little, a post office box, orders in every state, items
too old to return. In a third of the worlds the cart holds more of something than is left.
"""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

from mcp_servers.core.worlds import World
from mcp_servers.shopping.goods import KINDS, OPINIONS, Kind
from mcp_servers.shopping.past import USED_CODES, add_past
from mcp_servers.shopping.state import (
    Address,
    CartLine,
    Coupon,
    Product,
    Review,
    ShopState,
    Variant,
    Wish,
)

LABELS = ("Home", "Office", "Parents", "Summer House", "Workshop", "Neighbour")
CODES = ("WELCOME", "SPRING", "FRIENDS", "COSY", "EXTRA", "WEEKEND", "HELLO", "LUCKY", "MEMBER")


def make_world(world: World) -> ShopState:
    """Returns what the shop shows one customer, the same for the same world."""
    state = ShopState(now=world.now)
    _add_products(state, world)
    _add_reviews(state, world)
    _add_addresses(state, world)
    _add_coupons(state, world.rng)
    add_past(state, world)
    _fill_lists(state, world.rng)
    _set_credit(state, world.rng)
    return state


def _add_products(state: ShopState, world: World) -> None:
    """Adds per kind two models of one brand, and for most one model of another brand."""
    rng = world.rng
    brands = world.sample("last_name", 7)
    for kind in KINDS:
        one, other = rng.sample(brands, 2)
        models = rng.sample(kind.models, 2)
        names = [f"{one} {kind.noun} {model}" for model in models]
        if rng.random() < 0.6:
            names.append(f"{other} {kind.noun} {rng.choice(models)}")
        for name in names:
            _add_product(state, rng, kind, name)


def _add_product(state: ShopState, rng: random.Random, kind: Kind, name: str) -> None:
    product = state.products.insert(
        Product(
            id=state.new_id("products"),
            name=name,
            category=kind.category,
            about=kind.about,
            grams=kind.grams,
            most_per_order=rng.choice((1, 2, 5, 10, 10, 10, 10)),
            final_sale=kind.final_sale or rng.random() < 0.06,
        )
    )
    price = 100 * rng.randint(*kind.dollars)
    count = rng.randint(2, min(4, len(kind.options)))
    chosen = sorted(rng.sample(range(len(kind.options)), count))
    for i in chosen:
        sale = rng.random() < 0.2
        full = price + 100 * rng.choice((0, 0, 0, 5, 10)) - rng.choice((0, 1, 5))
        state.variants.insert(
            Variant(
                id=state.new_id("variants"),
                product_id=product.id,
                option=kind.options[i],
                price_cents=full * rng.choice((70, 80, 90)) // 100 if sale else full,
                stock=rng.choice((0, 1, 2, 3, rng.randint(4, 30), rng.randint(4, 30), 12)),
                list_price_cents=full if sale else None,
            )
        )


def _add_reviews(state: ShopState, world: World) -> None:
    rng = world.rng
    authors = world.sample("first_name", 30)
    for product in state.products:
        for author in rng.sample(authors, rng.choice((0, 0, 1, 2, 3, 5, 6))):
            stars = rng.choice((1, 2, 3, 4, 4, 5, 5, 5))
            state.reviews.insert(
                Review(
                    id=state.new_id("reviews"),
                    product_id=product.id,
                    author=author,
                    stars=stars,
                    text=rng.choice(OPINIONS[stars]),
                    written_on=_day(state, -rng.randint(1, 300)),
                )
            )


def _add_addresses(state: ShopState, world: World) -> None:
    """Adds four or five addresses, two in one street, and a post office box."""
    rng = world.rng
    streets, cities = world.sample("street", 6), world.sample("city", 3)
    labels = [LABELS[0], *rng.sample(LABELS[1:], rng.choice((3, 4)))]
    for i, label in enumerate([*labels, "Mailbox"]):
        number = rng.randint(1, 180)
        box = label == "Mailbox"
        state.addresses.insert(
            Address(
                id=state.new_id("addresses"),
                label=label,
                street=f"PO Box {number}" if box else f"{number} {streets[max(0, i - 1)]}",
                city=rng.choice(cities),
                postal_code=f"{rng.randint(10_000, 99_999)}",
            )
        )


def _add_coupons(state: ShopState, rng: random.Random) -> None:
    """Adds coupons that are valid or not yet or no more, two of them under almost one code."""
    goods = sorted({product.category for product in state.products})
    first, second = rng.sample(goods, 2)
    twin, *words = rng.sample(CODES, 8)
    small, large = sorted(rng.sample((5, 10, 15, 20), 2))
    _add_coupon(state, f"{twin}{small}", -40, 60, percent=small)
    _add_coupon(state, f"{twin}{large}", -40, 30, percent=large, covers_sale=False)
    _add_coupon(state, f"{words[0]}15", -20, 10, off_cents=15_00, minimum_cents=80_00)
    _add_coupon(state, f"{words[1]}25", -10, 25, percent=25, category=first)
    _add_coupon(state, f"{words[2]}20", -10, 45, percent=20, category=second, covers_sale=False)
    _add_coupon(state, f"{words[3]}60", -30, 90, off_cents=60_00, minimum_cents=500_00)
    _add_coupon(state, f"{words[4]}10", -90, -1, off_cents=10_00)
    _add_coupon(state, f"{words[5]}30", -200, -40, percent=30, category=first)
    _add_coupon(state, f"{words[6]}20", 5, 35, percent=20)
    for code in USED_CODES:
        _add_coupon(state, code, -160, 20, percent=int(code[-2:]))


def _add_coupon(state: ShopState, code: str, start: int, end: int, **gives: Any) -> None:
    """Adds a coupon that is valid from `start` to `end`, in days from today."""
    state.coupons.insert(
        Coupon(
            id=state.new_id("coupons"),
            code=code,
            starts_on=_day(state, start),
            expires_on=_day(state, end),
            **gives,
        )
    )


def _fill_lists(state: ShopState, rng: random.Random) -> None:
    """Puts variants into the cart and on the wish list; a cart keeps no stock back."""
    left = [variant for variant in state.variants if variant.stock]
    chosen = rng.sample(left, rng.choice((2, 3, 3, 4)))
    for variant in chosen:
        most = state.products.require(variant.product_id).most_per_order
        quantity = min(rng.choice((1, 1, 2)), most, variant.stock)
        state.cart.insert(
            CartLine(id=state.new_id("cart"), variant_id=variant.id, quantity=quantity)
        )
    if rng.random() < 0.33:
        line = rng.choice(list(state.cart))
        state.variants.update(line.variant_id, stock=line.quantity - 1)
    for variant in rng.sample(list(state.variants), rng.randint(6, 9)):
        state.wishes.insert(
            Wish(
                id=state.new_id("wishes"),
                variant_id=variant.id,
                added_on=_day(state, -rng.randint(0, 90)),
            )
        )


def _set_credit(state: ShopState, rng: random.Random) -> None:
    """Chooses the opening credit so that what is left is little, or enough for an order."""
    left = rng.choice((0, rng.randrange(5_00, 60_00), rng.randrange(150_00, 600_00)))
    spent = sum(o.total_cents for o in state.orders if _from_credit(o.paid_with, o.status))
    back = state.credit_cents  # refunds so far: the opening credit was zero until now
    state.opening_credit_cents = left + spent - back
    state.credit_cents = left


def _from_credit(paid_with: str, status: str) -> bool:
    return paid_with == "store_credit" and status != "cancelled"


def _day(state: ShopState, days: int) -> str:
    return (state.now.date() + timedelta(days=days)).isoformat()
