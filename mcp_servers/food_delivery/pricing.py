"""Prices of dishes, fees, distances, and whether a promotion fits the basket."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_servers.core.errors import StateError
from mcp_servers.core.wording import dollars
from mcp_servers.food_delivery.failures import (
    BasketEmpty,
    BelowPromotionMinimum,
    PromotionElsewhere,
    PromotionExpired,
    PromotionUsedUp,
)
from mcp_servers.food_delivery.state import (
    Address,
    FoodState,
    Item,
    Line,
    Promotion,
    Restaurant,
    Vehicle,
)

SERVICE_PERCENT = 8
SERVICE_BOUNDS_CENTS = (99, 5_99)
CENTS_PER_KM = 40
METRES_PER_MINUTE: dict[Vehicle, int] = {"bicycle": 230, "scooter": 380, "car": 320}


@dataclass(frozen=True, slots=True)
class Quote:
    """What the basket would cost, tip left out."""

    subtotal_cents: int
    discount_cents: int
    delivery_fee_cents: int
    service_fee_cents: int

    @property
    def total_cents(self) -> int:
        """The sum."""
        fees = self.delivery_fee_cents + self.service_fee_cents
        return self.subtotal_cents - self.discount_cents + fees


def unit_cents(state: FoodState, line: Line | Item) -> int:
    """Returns the price of one portion with its options, as of now."""
    price = state.dishes.require(line.dish_id).price_cents
    if line.choice_id is not None:
        price += state.choices.require(line.choice_id).price_cents
    return price + sum(state.extras.require(id).price_cents for id in line.extra_ids)


def options(state: FoodState, line: Line | Item) -> str | None:
    """Returns the options of a line as people say them, None where it has none."""
    names = [] if line.choice_id is None else [state.choices.require(line.choice_id).name]
    names += [state.extras.require(id).name for id in line.extra_ids]
    return ", ".join(names) or None


def basket_restaurant(state: FoodState) -> Restaurant | None:
    """Returns whose dishes are in the basket."""
    for line in state.lines:
        return state.restaurants.require(state.dishes.require(line.dish_id).restaurant_id)
    return None


def distance_m(restaurant: Restaurant, address: Address) -> int:
    """Returns how far it is along the blocks."""
    east = abs(restaurant.east_m - address.east_m)
    return east + abs(restaurant.north_m - address.north_m)


def in_range(restaurant: Restaurant, address: Address) -> bool:
    """Tells whether a restaurant delivers as far as an address."""
    return distance_m(restaurant, address) <= restaurant.range_m


def travel_minutes(restaurant: Restaurant, address: Address, vehicle: Vehicle = "scooter") -> int:
    """Returns how long the way takes, begun minutes whole."""
    return -(-distance_m(restaurant, address) // METRES_PER_MINUTE[vehicle])


def delivery_fee_cents(restaurant: Restaurant, address: Address) -> int:
    """Returns the restaurant's fee plus so much for each full kilometre."""
    return restaurant.fee_cents + CENTS_PER_KM * (distance_m(restaurant, address) // 1_000)


def subtotal_cents(state: FoodState) -> int:
    """Returns the price of the dishes in the basket."""
    return sum(line.quantity * unit_cents(state, line) for line in state.lines)


def quote(state: FoodState, restaurant: Restaurant) -> Quote:
    """Returns what the basket, which has lines of the restaurant, would cost."""
    subtotal = subtotal_cents(state)
    low, high = SERVICE_BOUNDS_CENTS
    fee = delivery_fee_cents(restaurant, state.addresses.require(state.address_id))
    promotion = state.promotions.get(state.promotion_id) if state.promotion_id else None
    return Quote(
        subtotal_cents=subtotal,
        discount_cents=_discount_cents(promotion, subtotal) if promotion else 0,
        delivery_fee_cents=0 if promotion and _is_free_delivery(promotion) else fee,
        service_fee_cents=min(max((subtotal * SERVICE_PERCENT + 50) // 100, low), high),
    )


def offer(promotion: Promotion) -> str:
    """Returns what a promotion gives, in words."""
    if _is_free_delivery(promotion):
        return "free delivery"
    if promotion.percent:
        return f"{promotion.percent}% off, at most {dollars(promotion.most_cents)}"
    return f"{dollars(promotion.off_cents)} off"


def good_for(state: FoodState, promotion: Promotion) -> str:
    """Returns where a promotion can be used, in words."""
    if promotion.restaurant_id is not None:
        return state.restaurants.require(promotion.restaurant_id).name
    return f"{promotion.cuisine} restaurants" if promotion.cuisine else "all restaurants"


def uses_left(state: FoodState, promotion: Promotion) -> int:
    """Returns how often it can still be used; an order that is cancelled does not count."""
    used = state.orders.where(promotion_id=promotion.id)
    return promotion.uses - sum(order.status != "cancelled" for order in used)


def is_running(state: FoodState, promotion: Promotion) -> bool:
    """Tells whether today lies in the time of the promotion."""
    return promotion.starts_on <= state.now.date().isoformat() <= promotion.ends_on


def misfit(state: FoodState, promotion: Promotion) -> StateError | None:
    """Returns why a promotion cannot be used for the basket, None where it can."""
    restaurant, title = basket_restaurant(state), f"{promotion.title} ({promotion.id})"
    if restaurant is None:
        return BasketEmpty("The basket is empty; add dishes before you apply a promotion.")
    if not is_running(state, promotion):
        span = f"from {promotion.starts_on} to {promotion.ends_on}"
        return PromotionExpired(f"{title} runs {span}, not today. list_promotions shows others.")
    if uses_left(state, promotion) < 1:
        return PromotionUsedUp(
            f"{title} can be used {promotion.uses} times and has been. Apply another one."
        )
    if promotion.restaurant_id not in (None, restaurant.id) or promotion.cuisine not in (
        None,
        restaurant.cuisine,
    ):
        return PromotionElsewhere(
            f"{title} is good for {good_for(state, promotion)}; the basket is from "
            f"{restaurant.name}, which is {restaurant.cuisine}."
        )
    short = promotion.minimum_cents - subtotal_cents(state)
    if short > 0:
        return BelowPromotionMinimum(
            f"{title} is for orders from {dollars(promotion.minimum_cents)}; add dishes for "
            f"{dollars(short)} more."
        )
    return None


def drop_misfit(state: FoodState) -> bool:
    """Takes the promotion out where it no longer fits the basket; tells whether it did."""
    promotion = state.promotions.get(state.promotion_id) if state.promotion_id else None
    if promotion is None or misfit(state, promotion) is None:
        return False
    state.promotion_id = None
    return True


def _is_free_delivery(promotion: Promotion) -> bool:
    return not promotion.percent and not promotion.off_cents


def _discount_cents(promotion: Promotion, subtotal: int) -> int:
    if promotion.percent:
        return min(subtotal * promotion.percent // 100, promotion.most_cents)
    return min(promotion.off_cents, subtotal)
