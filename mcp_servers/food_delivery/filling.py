"""What may lie in the basket together, and how it gets there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcp_servers.core.errors import StateError
from mcp_servers.core.wording import dollars, listed
from mcp_servers.food_delivery import menus, pricing
from mcp_servers.food_delivery.failures import (
    BasketFull,
    ChoiceRequired,
    DishUnavailable,
    NotEnoughPortions,
    OptionUnavailable,
    OtherRestaurant,
    WrongOption,
)
from mcp_servers.food_delivery.state import (
    MOST_LINES,
    MOST_PORTIONS,
    Choice,
    Dish,
    Extra,
    FoodState,
    Item,
    Line,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A line that somebody wants in the basket. Ids of extras are sorted."""

    dish_id: str
    quantity: int
    choice_id: str | None = None
    extra_ids: tuple[str, ...] = ()

    @classmethod
    def like(cls, line: Line | Item) -> Wanted:
        """Returns what somebody wants who wants such a line."""
        return cls(line.dish_id, line.quantity, line.choice_id, line.extra_ids)


def put(state: FoodState, wanted: Sequence[Wanted], start_over: bool) -> list[Line]:
    """Puts lines of one restaurant into the basket, all or none, and returns them.

    Lines that are alike become one.

    Args:
        state: is changed only once everything has been checked.
        wanted: at least one line.
        start_over: True where a basket of another restaurant is to be emptied first.

    Raises:
        OtherRestaurant, DishUnavailable, ChoiceRequired, WrongOption, OptionUnavailable,
        NotEnoughPortions, BasketFull: saying what would do.
    """
    restaurant_id = state.dishes.require(wanted[0].dish_id).restaurant_id
    held = pricing.basket_restaurant(state)
    emptied = held is not None and held.id != restaurant_id
    if emptied and not start_over and held is not None:
        other = state.restaurants.require(restaurant_id).name
        raise OtherRestaurant(
            f"The basket holds dishes of {held.name}, and an order is from one restaurant. Order "
            f"those first, or give start_over true to empty it and begin one of {other}."
        )
    for one in wanted:
        require_dish(state, one)
    kept = [] if emptied else list(state.lines)
    require_portions(state, kept, wanted)
    _require_room(kept, wanted)
    if emptied:
        for line in state.lines:
            state.lines.delete(line.id)
    return [_put(state, one) for one in wanted]


def require_dish(state: FoodState, wanted: Wanted) -> None:
    """Checks that a dish is on the menu today and that its options go with it.

    Raises:
        DishUnavailable, ChoiceRequired, WrongOption, OptionUnavailable: naming what would do.
    """
    dish = state.dishes.require(wanted.dish_id)
    if not dish.available:
        others = [d for d in state.dishes.where(restaurant_id=dish.restaurant_id) if d.available]
        alike = [d.name for d in others if d.category == dish.category]
        raise DishUnavailable(
            f"{dish.name} ({dish.id}) is sold out today. Other {dish.category} dishes there: "
            f"{listed(alike)}."
        )
    choices, extras = menus.choices_of(state, dish), menus.extras_of(state, dish)
    if choices and wanted.choice_id is None:
        raise ChoiceRequired(
            f"{dish.name} needs a choice of {dish.choice}: give one of {_priced(choices)} as "
            "choice_id."
        )
    if wanted.choice_id is not None:
        _require_option(dish, state.choices.require(wanted.choice_id), choices)
    for id in wanted.extra_ids:
        _require_option(dish, state.extras.require(id), extras)


def require_portions(state: FoodState, kept: Sequence[Line], wanted: Sequence[Wanted]) -> None:
    """Checks that enough portions are left for lines that stay and lines that come.

    Raises:
        NotEnoughPortions: naming how many are left.
    """
    due: Counter[str] = Counter()
    for one in (*map(Wanted.like, kept), *wanted):
        due[one.dish_id] += one.quantity
    for dish_id in dict.fromkeys(one.dish_id for one in wanted):
        dish = state.dishes.require(dish_id)
        if (error := short(dish, due[dish_id])) is not None:
            raise error


def short(dish: Dish, quantity: int) -> StateError | None:
    """Returns why so many portions of a dish cannot be had, None where they can."""
    if dish.portions is None or quantity <= dish.portions:
        return None
    return NotEnoughPortions(
        f"Only {dish.portions} portions of {dish.name} ({dish.id}) are left today, and the basket "
        f"would need {quantity}; take at most {dish.portions}."
    )


def _require_option(dish: Dish, option: Choice | Extra, fitting: Sequence[Choice | Extra]) -> None:
    if option not in fitting:
        raise WrongOption(
            f"{option.name} ({option.id}) does not go with {dish.name} ({dish.id}). What does: "
            f"{_priced(fitting)}."
        )
    if not option.available:
        left: list[Choice | Extra] = [other for other in fitting if other.available]
        raise OptionUnavailable(
            f"{option.name} ({option.id}) has run out; {dish.name} can be had with: "
            f"{_priced(left)}."
        )


def _require_room(kept: Sequence[Line], wanted: Sequence[Wanted]) -> None:
    portions: Counter[Wanted] = Counter()
    for one in (*map(Wanted.like, kept), *wanted):
        portions[replace(one, quantity=0)] += one.quantity
    if len(portions) > MOST_LINES or max(portions.values()) > MOST_PORTIONS:
        raise BasketFull(
            f"An order has at most {MOST_LINES} lines of at most {MOST_PORTIONS} portions each, and"
            " this would be more. Place the order first, or lower a quantity with change_quantity."
        )


def _put(state: FoodState, wanted: Wanted) -> Line:
    like = {
        "dish_id": wanted.dish_id,
        "choice_id": wanted.choice_id,
        "extra_ids": wanted.extra_ids,
    }
    for line in state.lines.where(**like):
        return state.lines.update(line.id, quantity=line.quantity + wanted.quantity)
    return state.lines.insert(
        Line(
            id=state.new_id("lines"),
            dish_id=wanted.dish_id,
            quantity=wanted.quantity,
            choice_id=wanted.choice_id,
            extra_ids=wanted.extra_ids,
        )
    )


def _priced(options: Sequence[Choice | Extra]) -> str:
    return listed(f"{o.name} ({o.id}, +{dollars(o.price_cents)})" for o in options)
