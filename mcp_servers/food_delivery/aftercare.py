"""What can be done about an order that was placed: cancelling, refunds, tips."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import dollars, minute
from mcp_servers.food_delivery.failures import (
    AlreadyRefunded,
    NoCourier,
    NotDelivered,
    OrderFinished,
    OrderOnTheWay,
    RefundWindowPassed,
    TipTooLarge,
    TipWindowPassed,
    TooManyRefunds,
)
from mcp_servers.food_delivery.ordering import OrderId, add_step, pay
from mcp_servers.food_delivery.state import (
    MOST_PORTIONS,
    MOST_REFUNDS,
    MOST_TIP_CENTS,
    REFUND_DAYS,
    REFUND_HOURS,
    TIP_DAYS,
    FoodState,
    Item,
    Order,
    Refund,
    RefundReason,
)

_HALF: tuple[RefundReason, ...] = ("cold",)
"""Reasons for which half of the price is given back; for the others all of it."""


class CancelReport(Output):
    """Result of cancel_order."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    kept_cents: Annotated[int, out("Kept, for food in preparation.", format="money")]
    card_cents: Annotated[int, out("Given back to the card.", format="money")]
    credit_cents: Annotated[int, out("Given back to the credit.", format="money")]


class RefundReport(Output):
    """Result of request_refund."""

    refunded_cents: Annotated[int, out("Credit that was given.", format="money")]
    quantity: Annotated[int, out("For how many portions.")]
    credit_cents: Annotated[int, out("The credit now.", format="money")]


class TipReport(Output):
    """Result of tip_courier."""

    courier: Annotated[str, out("Who gets it.")]
    tip_cents: Annotated[int, out("All tips for the order.", format="money")]


def cancel_order(state: FoodState, order_id: OrderId) -> CancelReport:
    """Cancels an order and gives the money back; half the food is paid once it is in preparation.
    Impossible once it is on the way."""
    order = state.orders.require(order_id)
    _require_cancellable(state, order)
    begun = order.status == "preparing"
    kept = order.food_cents // 2 if begun else 0
    paid = state.payments.where(order_id=order.id)
    back = order.total_cents - kept
    credit = min(back, sum(payment.credit_cents for payment in paid))
    pay(state, order, "cancellation", credit - back, -credit)
    if not begun:
        _restock(state, order)
    add_step(state, state.orders.update(order.id, status="cancelled", due_at=None))
    return CancelReport(
        order_id=order.id, kept_cents=kept, card_cents=back - credit, credit_cents=credit
    )


def request_refund(
    state: FoodState,
    item_id: Annotated[str, arg("Item of a delivered order.", entity="item")],
    reason: Annotated[RefundReason, arg("What was wrong; cold gives half the price.")],
    quantity: Annotated[
        int | None, arg("Portions; leave out for all.", ge=1, le=MOST_PORTIONS, examples=(1, 2))
    ] = None,
) -> RefundReport:
    """Gives credit for an item that was missing or not as it should be."""
    item = state.items.require(item_id)
    order = state.orders.require(item.order_id)
    left = item.quantity - refunded(state, item)
    wanted = left if quantity is None else quantity
    _require_refundable(state, order)
    name = state.dishes.require(item.dish_id).name
    if not 1 <= wanted <= left:
        raise AlreadyRefunded(
            f"{item.quantity} x {name} was ordered and {item.quantity - left} refunded; {left} can "
            "still be."
        )
    _require_few(state)
    price = item.unit_cents * wanted * order.food_cents // order.subtotal_cents
    amount = price // 2 if reason in _HALF else price
    state.refunds.insert(
        Refund(
            id=state.new_id("refunds"),
            item_id=item.id,
            quantity=wanted,
            reason=reason,
            amount_cents=amount,
            at=minute(state.now),
        )
    )
    pay(state, order, "refund", 0, -amount)
    return RefundReport(refunded_cents=amount, quantity=wanted, credit_cents=state.credit_cents)


def tip_courier(
    state: FoodState,
    order_id: OrderId,
    tip_cents: Annotated[int, arg("Tip to add.", format="money", ge=1_00, le=MOST_TIP_CENTS)],
) -> TipReport:
    """Adds a tip for the courier who brings or brought an order, paid by card."""
    order = state.orders.require(order_id)
    if order.courier_id is None:
        raise NoCourier(
            f"No courier has picked up {order.id}, which is {order.status}. An order can be tipped "
            "when it is on the way or delivered."
        )
    _require_recent(state, order)
    left = MOST_TIP_CENTS - order.tip_cents
    if tip_cents > left:
        raise TipTooLarge(
            f"{order.id} has tips of {dollars(order.tip_cents)}; the most is "
            f"{dollars(MOST_TIP_CENTS)}, so at most {dollars(left)} can be added."
        )
    order = state.orders.update(order.id, tip_cents=order.tip_cents + tip_cents)
    pay(state, order, "tip", tip_cents, 0)
    courier = state.couriers.require(order.courier_id or "").name
    return TipReport(courier=courier, tip_cents=order.tip_cents)


def refunded(state: FoodState, item: Item) -> int:
    """Returns for how many portions of an item a refund was given."""
    return sum(refund.quantity for refund in state.refunds.where(item_id=item.id))


def delivered_at(state: FoodState, order: Order) -> datetime | None:
    """Returns when an order was delivered, None where it has not been."""
    steps = state.steps.where(order_id=order.id, status="delivered")
    return datetime.fromisoformat(steps[0].at) if steps else None


def _require_cancellable(state: FoodState, order: Order) -> None:
    if order.status == "on_the_way":
        raise OrderOnTheWay(
            f"{order.id} is with the courier already and cannot be cancelled. Should something be "
            "wrong with it, use request_refund once it has arrived."
        )
    if order.status in ("delivered", "cancelled"):
        under_way = ("scheduled", "placed", "preparing")
        open_ids = [o.id for o in state.orders if o.status in under_way]
        raise OrderFinished(
            f"{order.id} is {order.status} already. Orders that can be cancelled: "
            f"{', '.join(open_ids) or 'none'}."
        )


def _restock(state: FoodState, order: Order) -> None:
    """Gives the portions back of an order that the kitchen has not begun."""
    for item in state.items.where(order_id=order.id):
        dish = state.dishes.require(item.dish_id)
        if dish.portions is not None:
            state.dishes.update(dish.id, portions=dish.portions + item.quantity)


def _require_refundable(state: FoodState, order: Order) -> None:
    at = delivered_at(state, order)
    if at is None:
        what = (
            "cancel_order gives the money back"
            if order.status in ("scheduled", "placed", "preparing")
            else "get_order shows what was given back"
            if order.status == "cancelled"
            else "wait until it has arrived"
        )
        raise NotDelivered(f"{order.id} is {order.status}, not delivered; {what}.")
    if state.now - at > timedelta(hours=REFUND_HOURS):
        raise RefundWindowPassed(
            f"{order.id} was delivered at {minute(at)}; a refund can be asked for within "
            f"{REFUND_HOURS} hours. list_orders shows newer ones."
        )


def _require_few(state: FoodState) -> None:
    since = minute(state.now - timedelta(days=REFUND_DAYS))
    lately = [refund for refund in state.refunds if refund.at >= since]
    if len(lately) >= MOST_REFUNDS:
        raise TooManyRefunds(
            f"{len(lately)} refunds were given in the last {REFUND_DAYS} days, the most there are "
            f"without a talk with the support team; the next is possible {REFUND_DAYS} days after "
            f"{lately[0].at}."
        )


def _require_recent(state: FoodState, order: Order) -> None:
    at = delivered_at(state, order)
    if at is not None and state.now - at > timedelta(days=TIP_DAYS):
        raise TipWindowPassed(
            f"{order.id} was delivered at {minute(at)}; a tip can be added for {TIP_DAYS} days."
        )
