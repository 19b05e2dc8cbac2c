"""Look-ups on restaurants: which there are, when they are open, how far they deliver."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.food_delivery import hours, pricing
from mcp_servers.food_delivery.state import Address, FoodState, Restaurant

RestaurantId = Annotated[str, arg("Id of the restaurant.", entity="restaurant")]


class RestaurantRow(Output):
    """A restaurant in a list."""

    restaurant_id: Annotated[str, out("Id of the restaurant.", entity="restaurant")]
    name: Annotated[str, out("Name of the restaurant.", label_of="restaurant")]
    cuisine: Annotated[str, out("What it cooks.")]
    rating: Annotated[float, out("Stars out of 5.")]
    status: Annotated[str, out("open, closed, or paused: taking no orders for now.")]
    distance_m: Annotated[int, out("Metres from the delivery address.")]


class Restaurants(Page):
    """Result of search_restaurants."""

    restaurants: Annotated[list[RestaurantRow], out("Best match first.")]


class DayRow(Output):
    """Opening hours of some days."""

    days: Annotated[str, out("Days of the week.")]
    open: Annotated[str, out("From-to, or closed.")]


class RestaurantDetails(Output):
    """Result of get_restaurant."""

    restaurant_id: Annotated[str, out("Id of the restaurant.", entity="restaurant")]
    name: Annotated[str, out("Name of the restaurant.", label_of="restaurant")]
    status: Annotated[str, out("open, closed, or paused.")]
    street: Annotated[str, out("Where it is.")]
    hours: Annotated[list[DayRow], out("When the kitchen works.")]
    minimum_order_cents: Annotated[int, out("Least worth of an order.", format="money")]
    minutes: Annotated[int, out("How long a delivery takes.")]
    delivers: Annotated[bool, out("false where the delivery address is out of range.")]
    fee_cents: Annotated[int, out("Fee for a delivery to there.", format="money")]


def search_restaurants(
    state: FoodState,
    query: Annotated[
        str,
        arg("Words of name or cuisine.", min_length=1, examples=("italian", "thai", "mexican")),
    ],
    open_now: Annotated[bool, arg("Only those that take orders now.")] = False,
    sort_by: Annotated[Literal["match", "rating", "distance"], arg("Order.")] = "match",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Restaurants:
    """Finds restaurants by words of name or cuisine; those with more of the words come first."""
    words = query.casefold().split()
    address = state.addresses.require(state.address_id)
    found = [
        (-hits, restaurant)
        for restaurant in state.restaurants
        if (hits := sum(word in _text(restaurant) for word in words))
        and not (open_now and status(state, restaurant) != "open")
    ]

    def rank(hit: tuple[int, Restaurant]) -> tuple[int, str]:
        misses, restaurant = hit
        by = {
            "match": misses,
            "rating": -restaurant.rating_tenths,
            "distance": pricing.distance_m(restaurant, address),
        }
        return by[sort_by], restaurant.name

    rows, next_offset = page(sorted(found, key=rank), offset, limit)
    return Restaurants(
        restaurants=[_row(state, restaurant, address) for _, restaurant in rows],
        total=len(found),
        next_offset=next_offset,
    )


def get_restaurant(state: FoodState, restaurant_id: RestaurantId) -> RestaurantDetails:
    """Gets opening hours, minimum order and street of a restaurant, and what a delivery from there
    to the chosen address takes and costs."""
    restaurant = state.restaurants.require(restaurant_id)
    chosen = state.addresses.require(state.address_id)
    return RestaurantDetails(
        restaurant_id=restaurant.id,
        name=restaurant.name,
        status=status(state, restaurant),
        street=restaurant.street,
        hours=[DayRow(days=days, open=times) for days, times in hours.by_days(restaurant)],
        minimum_order_cents=restaurant.minimum_cents,
        minutes=restaurant.prep_minutes + pricing.travel_minutes(restaurant, chosen),
        delivers=pricing.in_range(restaurant, chosen),
        fee_cents=pricing.delivery_fee_cents(restaurant, chosen),
    )


def status(state: FoodState, restaurant: Restaurant) -> str:
    """Returns open, closed or paused, as of now."""
    if not hours.is_open(restaurant, state.now):
        return "closed"
    return "paused" if restaurant.paused else "open"


def _row(state: FoodState, restaurant: Restaurant, address: Address) -> RestaurantRow:
    return RestaurantRow(
        restaurant_id=restaurant.id,
        name=restaurant.name,
        cuisine=restaurant.cuisine,
        rating=restaurant.rating_tenths / 10,
        status=status(state, restaurant),
        distance_m=pricing.distance_m(restaurant, address),
    )


def _text(restaurant: Restaurant) -> str:
    return f"{restaurant.name} {restaurant.cuisine}".casefold()
