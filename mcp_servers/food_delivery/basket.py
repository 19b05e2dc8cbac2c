"""Tools on the basket: looking into it, filling it, and where and when to deliver."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed, minute
from mcp_servers.food_delivery import filling, hours, pricing
from mcp_servers.food_delivery.failures import (
    DeliveryUnchanged,
    OutOfRange,
    RestaurantClosed,
    SameQuantity,
    TimeNotAhead,
)
from mcp_servers.food_delivery.filling import Wanted
from mcp_servers.food_delivery.menus import DishId
from mcp_servers.food_delivery.state import (
    AHEAD_DAYS,
    AHEAD_MINUTES,
    MOST_EXTRAS,
    MOST_PORTIONS,
    Address,
    FoodState,
    Restaurant,
)

StartOver = Annotated[bool, arg("true: empty a basket of another restaurant first.")]


class LineRow(Output):
    """A line of the basket."""

    line_id: Annotated[str, out("Id of the line.", entity="line")]
    dish: Annotated[str, out("Name of the dish.", label_of="line")]
    options: Annotated[str | None, out("Choice and extras.")] = None
    quantity: Annotated[int, out("How many.")]
    price_cents: Annotated[int, out("For all of them.", format="money")]


class AddressRow(Output):
    """An address that the basket could go to."""

    address_id: Annotated[str, out("Id of the address.", entity="address")]
    address: Annotated[str, out("What the customer calls it.", label_of="address")]
    in_range: Annotated[bool | None, out("Whether the restaurant delivers there.")] = None


class Basket(Output):
    """Result of get_basket."""

    restaurant: Annotated[str | None, out("Whose dishes these are.")] = None
    lines: Annotated[list[LineRow], out("What is in it.")]
    subtotal_cents: Annotated[int, out("Price of the dishes.", format="money")]
    promotion: Annotated[str | None, out("Promotion that is applied.")] = None
    discount_cents: Annotated[int, out("What it takes off.", format="money")]
    delivery_fee_cents: Annotated[int, out("For the delivery.", format="money")]
    service_fee_cents: Annotated[int, out("For the service.", format="money")]
    total_cents: Annotated[int, out("What placing it costs, tip left out.", format="money")]
    deliver_to: Annotated[str, out("Address that it would go to.")]
    deliver_at: Annotated[
        str | None, out("When it is to arrive, if not soon.", format="datetime")
    ] = None
    credit_cents: Annotated[int, out("Credit that could pay for it.", format="money")]
    addresses: Annotated[list[AddressRow], out("The customer's addresses.")]


class BasketReport(Output):
    """Result of tools that change what is in the basket."""

    lines: Annotated[int, out("How many lines it has now.")]
    subtotal_cents: Annotated[int, out("Price of its dishes.", format="money")]
    line_id: Annotated[str | None, out("Line that was changed.", entity="line")] = None
    promotion_dropped: Annotated[
        bool | None, out("true where the promotion no longer fits and was taken out.")
    ] = None


class DeliveryReport(Output):
    """Result of set_delivery."""

    deliver_to: Annotated[str, out("Name of the address.")]
    street: Annotated[str, out("Street and number.")]
    deliver_at: Annotated[
        str | None,
        out("When it is to arrive; as soon as possible where absent.", format="datetime"),
    ] = None


def get_basket(state: FoodState) -> Basket:
    """Gets the lines of the basket and what they cost, where and when they would go, and the
    customer's addresses and credit."""
    restaurant = pricing.basket_restaurant(state)
    price = pricing.quote(state, restaurant) if restaurant else pricing.Quote(0, 0, 0, 0)
    promotion = state.promotions.get(state.promotion_id) if state.promotion_id else None
    return Basket(
        restaurant=restaurant.name if restaurant else None,
        lines=[
            LineRow(
                line_id=line.id,
                dish=state.dishes.require(line.dish_id).name,
                options=pricing.options(state, line),
                quantity=line.quantity,
                price_cents=line.quantity * pricing.unit_cents(state, line),
            )
            for line in state.lines
        ],
        subtotal_cents=price.subtotal_cents,
        promotion=promotion.title if promotion else None,
        discount_cents=price.discount_cents,
        delivery_fee_cents=price.delivery_fee_cents,
        service_fee_cents=price.service_fee_cents,
        total_cents=price.total_cents,
        deliver_to=state.addresses.require(state.address_id).name,
        deliver_at=state.deliver_at,
        credit_cents=state.credit_cents,
        addresses=[
            AddressRow(
                address_id=address.id,
                address=address.name,
                in_range=pricing.in_range(restaurant, address) if restaurant else None,
            )
            for address in state.addresses
        ],
    )


def add_to_basket(
    state: FoodState,
    dish_id: DishId,
    quantity: Annotated[int, arg("Portions.", ge=1, le=MOST_PORTIONS, examples=(2, 3))] = 1,
    choice_id: Annotated[
        str | None, arg("Which kind, where get_dish lists choices.", entity="choice")
    ] = None,
    extra_ids: Annotated[
        list[str] | None, arg("Ids of extras.", entity="extra", max_length=MOST_EXTRAS)
    ] = None,
    start_over: StartOver = False,
) -> BasketReport:
    """Puts a dish into the basket, which holds dishes of one restaurant only."""
    extras = tuple(sorted(set(extra_ids or ())))
    (line,) = filling.put(state, [Wanted(dish_id, quantity, choice_id, extras)], start_over)
    return report(state, line.id)


def change_quantity(
    state: FoodState,
    line_id: Annotated[str, arg("Line of the basket.", entity="line")],
    quantity: Annotated[
        int,
        arg("Portions; 0 removes it.", ge=0, le=MOST_PORTIONS, examples=(1, 2, 3, 4)),
    ],
) -> BasketReport:
    """Changes how many portions a line of the basket has, or removes the line."""
    line = state.lines.require(line_id)
    dish = state.dishes.require(line.dish_id)
    if quantity == line.quantity:
        raise SameQuantity(
            f"There are {quantity} portions of {dish.name} in {line.id} already; give another "
            "number, or 0 to remove the line."
        )
    others = sum(o.quantity for o in state.lines.where(dish_id=dish.id) if o.id != line.id)
    error = filling.short(dish, others + quantity)
    if quantity > line.quantity and error is not None:
        raise error
    if quantity:
        state.lines.update(line.id, quantity=quantity)
    else:
        state.lines.delete(line.id)
    return report(state, line.id if quantity else None)


def set_delivery(
    state: FoodState,
    address_id: Annotated[str, arg("Id of the address.", entity="address")],
    deliver_at: Annotated[
        str | None, arg("YYYY-MM-DDTHH:MM; leave out for soon.", format="datetime")
    ] = None,
) -> DeliveryReport:
    """Sets to which address, and at what time, the next order is delivered."""
    address = state.addresses.require(address_id)
    if (address.id, deliver_at) == (state.address_id, state.deliver_at):
        others = listed(a.name for a in state.addresses if a.id != address.id)
        raise DeliveryUnchanged(
            f"The basket goes to {address.name} at that time already. Other addresses: {others}."
        )
    if deliver_at is not None:
        _require_ahead(state, deliver_at)
    restaurant = pricing.basket_restaurant(state)
    if restaurant is not None:
        require_range(state, restaurant, address)
        if deliver_at is not None:
            require_open(state, restaurant, deliver_at)
    state.address_id, state.deliver_at = address.id, deliver_at
    return DeliveryReport(deliver_to=address.name, street=address.street, deliver_at=deliver_at)


def require_range(state: FoodState, restaurant: Restaurant, address: Address) -> None:
    """Checks that a restaurant delivers to an address.

    Raises:
        OutOfRange: naming the addresses that it does deliver to.
    """
    if not pricing.in_range(restaurant, address):
        distance = pricing.distance_m(restaurant, address)
        near = [a for a in state.addresses if pricing.in_range(restaurant, a)]
        raise OutOfRange(
            f"{restaurant.name} delivers up to {restaurant.range_m} m, and {address.name} is "
            f"{distance} m away. Addresses in range: {listed(f'{a.name} ({a.id})' for a in near)}."
        )


def require_open(state: FoodState, restaurant: Restaurant, deliver_at: str | None) -> None:
    """Checks that the kitchen works at the time of the delivery, or now.

    Raises:
        RestaurantClosed: saying when it opens.
    """
    moment = datetime.fromisoformat(deliver_at) if deliver_at else state.now
    if not hours.is_open(restaurant, moment):
        raise RestaurantClosed(
            f"{restaurant.name} is closed at {minute(moment)} and "
            f"{hours.opens_next(restaurant, moment)}; set_delivery takes a time when it is open."
        )


def report(state: FoodState, line_id: str | None = None) -> BasketReport:
    """Returns what the basket is like after a change; a promotion that no longer fits goes."""
    dropped = pricing.drop_misfit(state)
    return BasketReport(
        lines=len(state.lines),
        subtotal_cents=pricing.subtotal_cents(state),
        line_id=line_id,
        promotion_dropped=dropped or None,
    )


def _require_ahead(state: FoodState, deliver_at: str) -> None:
    first = state.now + timedelta(minutes=AHEAD_MINUTES)
    last = state.now + timedelta(days=AHEAD_DAYS)
    if not first <= datetime.fromisoformat(deliver_at) <= last:
        raise TimeNotAhead(
            f"A delivery can be planned from {minute(first)} to {minute(last)}, not for "
            f"{deliver_at}; leave deliver_at out to have it as soon as possible."
        )
