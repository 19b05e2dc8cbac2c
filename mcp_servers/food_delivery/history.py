"""What the customer has ordered so far: made by the rules themselves, at times gone by.

A fortnight-old order, last night's dinner and what is on its way now all went through the basket,
so that prices, payments and steps agree with the rules.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from mcp_servers.core.wording import minute
from mcp_servers.food_delivery import aftercare, filling, hours, menus, ordering, pricing
from mcp_servers.food_delivery.clock import run_until
from mcp_servers.food_delivery.filling import Wanted
from mcp_servers.food_delivery.ordering import ACCEPT_MINUTES
from mcp_servers.food_delivery.state import FoodState, RefundReason, Restaurant

DAYS_AGO = (70, 61, 55, 47, 40, 33, 26, 19, 12, 6, 4, 2, 1)
MEALTIMES = (time(12, 15), time(13, 5), time(18, 40), time(19, 10), time(20, 25))
REASONS: tuple[RefundReason, ...] = ("missing", "wrong_dish", "spoiled", "cold")
CANCELLED_ON, TIPS_CENTS = 4, (0, 0, 2_00, 3_00, 5_00)


class History:
    """Writes the orders of one customer.

    Args:
        state: with restaurants, promotions and addresses, no orders.
        rng: the source of chance.
    """

    def __init__(self, state: FoodState, rng: random.Random) -> None:
        self._state, self._rng = state, rng
        self._now = state.now

    def write(self) -> None:
        """Adds orders of some weeks, refunds for some, and one order in each stage now."""
        for days in DAYS_AGO:
            day = self._now.date() - timedelta(days=days)
            self._order(datetime.combine(day, self._rng.choice(MEALTIMES)))
            if days == CANCELLED_ON:
                aftercare.cancel_order(self._state, self._state.orders.ids()[-1])
        self._add_refunds()
        self._add_live()
        run_until(self._state, self._now)

    def _order(self, moment: datetime) -> None:
        """Orders at a past moment, from a restaurant that was open."""
        run_until(self._state, moment)
        self._fill(self._rng.choice(self._open_restaurants(moment)))
        self._place()

    def _open_restaurants(self, moment: datetime) -> list[Restaurant]:
        state = self._state
        home = state.addresses.require(state.address_id)
        return [
            r for r in state.restaurants if hours.is_open(r, moment) and pricing.in_range(r, home)
        ]

    def _fill(self, restaurant: Restaurant) -> None:
        fill_basket(self._state, self._rng, restaurant, self._rng.randrange(1, 4))

    def _place(self) -> None:
        state, rng = self._state, self._rng
        fitting = [p.id for p in state.promotions if pricing.misfit(state, p) is None]
        if fitting and rng.random() < 0.4:
            state.promotion_id = rng.choice(fitting)
        ordering.place_order(state, rng.choice(TIPS_CENTS), use_credit=rng.random() < 0.15)

    def _add_refunds(self) -> None:
        """Has items of the last days refunded: none, or as many as anybody gets."""
        state, rng = self._state, self._rng
        run_until(state, state.now + timedelta(hours=2))
        last = state.orders.where(status="delivered")[-1]
        items = state.items.where(order_id=last.id)[: rng.choice((0, 0, 1, 2, 3))]
        for item in items[: len(items) if len(items) > 1 else 0]:
            aftercare.request_refund(state, item.id, rng.choice(REASONS), 1)

    def _add_live(self) -> None:
        """Orders such that now one is scheduled, one on the way, one in preparation, one new."""
        run_until(self._state, max(self._state.now, self._now - timedelta(minutes=50)))
        begun = self._open_restaurants(self._state.now)
        still = [r for r in self._open_restaurants(self._now) if r in begun]
        on_the_way, preparing, placed = self._rng.sample(still, 3)
        noon = datetime.combine(self._now.date() + timedelta(days=1), time(12, 30))
        self._fill(self._rng.choice(self._open_restaurants(noon)))
        self._state.deliver_at = minute(noon)
        self._place()
        for restaurant, minutes in (
            (on_the_way, ACCEPT_MINUTES + on_the_way.prep_minutes),
            (preparing, ACCEPT_MINUTES + 3),
            (placed, 2),
        ):
            run_until(self._state, max(self._state.now, self._now - timedelta(minutes=minutes)))
            self._fill(restaurant)
            self._place()


def fill_basket(state: FoodState, rng: random.Random, restaurant: Restaurant, count: int) -> None:
    """Puts dishes into the basket, and more of the first where the minimum asks for it."""
    dishes = rng.sample(state.dishes.where(restaurant_id=restaurant.id), count)
    wanted = [_wanted(state, rng, dish.id, rng.choice((1, 1, 2))) for dish in dishes]
    filling.put(state, wanted, start_over=True)
    while pricing.subtotal_cents(state) < restaurant.minimum_cents:
        filling.put(state, [_more(wanted)], start_over=False)


def _wanted(state: FoodState, rng: random.Random, dish_id: str, quantity: int) -> Wanted:
    dish = state.dishes.require(dish_id)
    choices, extras = menus.choices_of(state, dish), menus.extras_of(state, dish)
    chosen = [rng.choice(extras).id] if extras and rng.random() < 0.4 else []
    choice_id = rng.choice(choices).id if choices else None
    return Wanted(dish.id, quantity, choice_id, tuple(chosen))


def _more(wanted: Sequence[Wanted]) -> Wanted:
    first = wanted[0]
    return Wanted(first.dish_id, 1, first.choice_id, first.extra_ids)
