"""Look-ups on menus: dishes, and the choices and extras that go with them."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.food_delivery.restaurants import RestaurantId
from mcp_servers.food_delivery.state import MOST_EXTRAS, Category, Choice, Dish, Extra, FoodState

DishId = Annotated[str, arg("Id of the dish.", entity="dish")]
_COURSES = ("starter", "main", "side", "dessert", "drink")


class DishRow(Output):
    """A dish in a menu."""

    dish_id: Annotated[str, out("Id of the dish.", entity="dish")]
    name: Annotated[str, out("Name of the dish.", label_of="dish")]
    category: Annotated[str, out("Course.")]
    price_cents: Annotated[int, out("Price without options.", format="money")]
    choice: Annotated[str | None, out("What has to be chosen with it; see get_dish.")] = None
    sold_out: Annotated[bool | None, out("true where it cannot be ordered today.")] = None


class Menu(Page):
    """Result of list_menu."""

    dishes: Annotated[list[DishRow], out("By course, then name.")]


class ChoiceRow(Output):
    """A choice of a dish."""

    choice_id: Annotated[str, out("Id of the choice.", entity="choice")]
    name: Annotated[str, out("Name of the choice.", label_of="choice")]
    price_cents: Annotated[int, out("What it adds to the price.", format="money")]
    sold_out: Annotated[bool | None, out("true where it has run out.")] = None


class ExtraRow(Output):
    """An extra to a dish."""

    extra_id: Annotated[str, out("Id of the extra.", entity="extra")]
    name: Annotated[str, out("Name of the extra.", label_of="extra")]
    price_cents: Annotated[int, out("What it adds to the price.", format="money")]
    sold_out: Annotated[bool | None, out("true where it has run out.")] = None


class DishDetails(Output):
    """Result of get_dish."""

    dish_id: Annotated[str, out("Id of the dish.", entity="dish")]
    name: Annotated[str, out("Name of the dish.", label_of="dish")]
    restaurant: Annotated[str, out("Who cooks it.")]
    price_cents: Annotated[int, out("Price without options.", format="money")]
    vegetarian: Annotated[bool, out("true where it is without meat and fish.")]
    sold_out: Annotated[bool | None, out("true where it cannot be ordered today.")] = None
    portions_left: Annotated[int | None, out("How many are left, where few are.")] = None
    choice: Annotated[str | None, out("What exactly one of `choices` has to be chosen for.")] = None
    choices: Annotated[list[ChoiceRow], out("Of these it needs one, if there are any.")]
    extras: Annotated[list[ExtraRow], out(f"Of these up to {MOST_EXTRAS} may go with it.")]


def list_menu(
    state: FoodState,
    restaurant_id: RestaurantId,
    category: Annotated[Category | None, arg("Only this course.")] = None,
    vegetarian: Annotated[bool, arg("Only dishes without meat and fish.")] = False,
    most_cents: Annotated[
        int | None, arg("Only up to this price.", format="money", ge=1_00)
    ] = None,
    offset: Offset = 0,
    limit: Limit = 8,
) -> Menu:
    """Lists the dishes of a restaurant with their prices."""
    state.restaurants.require(restaurant_id)
    rows = [
        dish
        for dish in state.dishes.where(restaurant_id=restaurant_id)
        if category in (None, dish.category)
        and (dish.vegetarian or not vegetarian)
        and (most_cents is None or dish.price_cents <= most_cents)
    ]
    rows.sort(key=lambda dish: (_COURSES.index(dish.category), dish.name))
    shown, next_offset = page(rows, offset, limit)
    return Menu(dishes=[_row(dish) for dish in shown], total=len(rows), next_offset=next_offset)


def get_dish(state: FoodState, dish_id: DishId) -> DishDetails:
    """Gets one dish: the choices that it needs, the extras that may go with it, what is left."""
    dish = state.dishes.require(dish_id)
    return DishDetails(
        dish_id=dish.id,
        name=dish.name,
        restaurant=state.restaurants.require(dish.restaurant_id).name,
        price_cents=dish.price_cents,
        vegetarian=dish.vegetarian,
        sold_out=None if orderable(dish) else True,
        portions_left=dish.portions,
        choice=dish.choice,
        choices=[
            ChoiceRow(
                choice_id=choice.id,
                name=choice.name,
                price_cents=choice.price_cents,
                sold_out=None if choice.available else True,
            )
            for choice in choices_of(state, dish)
        ],
        extras=[
            ExtraRow(
                extra_id=extra.id,
                name=extra.name,
                price_cents=extra.price_cents,
                sold_out=None if extra.available else True,
            )
            for extra in extras_of(state, dish)
        ],
    )


def orderable(dish: Dish) -> bool:
    """Tells whether at least one portion can be had."""
    return dish.available and dish.portions != 0


def choices_of(state: FoodState, dish: Dish) -> list[Choice]:
    """Returns the choices of which the dish needs one; none where it has no kinds."""
    return state.choices.where(restaurant_id=dish.restaurant_id) if dish.choice else []


def extras_of(state: FoodState, dish: Dish) -> list[Extra]:
    """Returns the extras that may go with the dish."""
    return state.extras.where(restaurant_id=dish.restaurant_id) if dish.extras else []


def _row(dish: Dish) -> DishRow:
    return DishRow(
        dish_id=dish.id,
        name=dish.name,
        category=dish.category,
        price_cents=dish.price_cents,
        choice=dish.choice,
        sold_out=None if orderable(dish) else True,
    )
