"""The invariants that the state of the service declares, as assertions on one state."""

from __future__ import annotations

from collections import Counter

from mcp_servers.food_delivery import pricing
from mcp_servers.food_delivery.state import (
    MOST_EXTRAS,
    MOST_LINES,
    MOST_PORTIONS,
    MOST_TIP_CENTS,
    FoodState,
    Item,
    Line,
    Order,
)

PATH = ("scheduled", "placed", "preparing", "on_the_way", "delivered")


def check_invariants(state: FoodState) -> None:
    """Asserts every invariant of mcp_servers/food_delivery/state.py that one state can show."""
    for order in state.orders:
        _price_adds_up(state, order)
        _money_is_conserved(state, order)
        _steps_tell_the_path(state, order)
    _credit_is_conserved(state)
    _couriers_bring_one_order_at_a_time(state)
    _basket_is_of_one_kind(state)
    _promotions_fit(state)
    _refunds_stay_within_items(state)
    assert all(dish.portions is None or dish.portions >= 0 for dish in state.dishes)
    assert state.address_id in state.addresses


def _price_adds_up(state: FoodState, order: Order) -> None:
    items = state.items.where(order_id=order.id)
    assert items
    assert order.subtotal_cents == sum(item.quantity * item.unit_cents for item in items)
    assert 0 <= order.discount_cents <= order.subtotal_cents
    assert 0 <= order.tip_cents <= MOST_TIP_CENTS
    fees = order.delivery_fee_cents + order.service_fee_cents
    assert order.total_cents == order.food_cents + fees + order.tip_cents
    for item in items:
        assert state.dishes.require(item.dish_id).restaurant_id == order.restaurant_id


def _money_is_conserved(state: FoodState, order: Order) -> None:
    moved = state.payments.where(order_id=order.id)
    kinds = Counter(payment.kind for payment in moved)
    paid = [p for p in moved if p.kind in ("charge", "tip")]
    back = [p for p in moved if p.kind in ("cancellation", "refund")]
    assert kinds["charge"] == 1
    assert all(p.card_cents >= 0 and p.credit_cents >= 0 for p in paid)
    assert all(p.card_cents <= 0 and p.credit_cents <= 0 for p in back)
    assert sum(p.card_cents + p.credit_cents for p in paid) == order.total_cents
    assert -sum(p.card_cents for p in back) <= sum(p.card_cents for p in paid)
    assert -sum(p.card_cents + p.credit_cents for p in back) <= order.total_cents
    assert kinds["cancellation"] == (order.status == "cancelled")


def _steps_tell_the_path(state: FoodState, order: Order) -> None:
    steps = state.steps.where(order_id=order.id)
    statuses = tuple(step.status for step in steps)
    done = statuses[:-1] if order.status == "cancelled" else statuses
    assert statuses[-1] == order.status
    begin = 0 if order.deliver_at else 1
    assert done == PATH[begin : begin + len(done)]
    assert order.status != "cancelled" or "on_the_way" not in done
    times = [step.at for step in steps]
    assert times == sorted(times)
    assert times[0] == order.placed_at
    assert (order.due_at is None) == (order.status in ("delivered", "cancelled"))


def _credit_is_conserved(state: FoodState) -> None:
    spent = sum(payment.credit_cents for payment in state.payments)
    assert state.credit_cents == state.opening_credit_cents - spent
    assert state.credit_cents >= 0


def _couriers_bring_one_order_at_a_time(state: FoodState) -> None:
    for order in state.orders:
        assert (order.courier_id is not None) == (order.status in ("on_the_way", "delivered"))
    under_way = [order.courier_id for order in state.orders.where(status="on_the_way")]
    assert len(under_way) == len(set(under_way))


def _basket_is_of_one_kind(state: FoodState) -> None:
    owners = {state.dishes.require(line.dish_id).restaurant_id for line in state.lines}
    assert len(owners) <= 1
    assert len(state.lines) <= MOST_LINES
    assert len({(o.dish_id, o.choice_id, o.extra_ids) for o in state.lines}) == len(state.lines)
    for line in (*state.lines, *state.items):
        assert 1 <= line.quantity <= MOST_PORTIONS
        _options_fit(state, line)


def _options_fit(state: FoodState, line: Line | Item) -> None:
    dish = state.dishes.require(line.dish_id)
    assert (line.choice_id is not None) == (dish.choice is not None)
    options = [state.choices.require(line.choice_id)] if line.choice_id else []
    extras = [state.extras.require(id) for id in line.extra_ids]
    assert all(option.restaurant_id == dish.restaurant_id for option in (*options, *extras))
    assert len(extras) <= (MOST_EXTRAS if dish.extras else 0)
    assert list(line.extra_ids) == sorted(set(line.extra_ids))


def _promotions_fit(state: FoodState) -> None:
    if state.promotion_id is not None:
        assert pricing.misfit(state, state.promotions.require(state.promotion_id)) is None
    for promotion in state.promotions:
        assert pricing.uses_left(state, promotion) >= 0


def _refunds_stay_within_items(state: FoodState) -> None:
    portions, cents = Counter[str](), Counter[str]()
    for refund in state.refunds:
        portions[refund.item_id] += refund.quantity
        cents[state.items.require(refund.item_id).order_id] += refund.amount_cents
    for item_id, quantity in portions.items():
        assert quantity <= state.items.require(item_id).quantity
    for order_id, amount in cents.items():
        order = state.orders.require(order_id)
        assert order.status == "delivered"
        assert amount <= order.food_cents
        back = state.payments.where(order_id=order_id, kind="refund")
        assert amount == -sum(payment.credit_cents for payment in back)
