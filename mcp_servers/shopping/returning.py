"""Tools on returns."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.shopping.catalogue import called, return_days
from mcp_servers.shopping.failures import (
    AlreadyReturned,
    FinalSale,
    NotDelivered,
    OrderCancelled,
    ReturnTooMany,
    ReturnWindowPassed,
)
from mcp_servers.shopping.orders import product_of, variant_of
from mcp_servers.shopping.state import (
    RETURN_FEE_CENTS,
    Order,
    OrderItem,
    Reason,
    Return,
    ShopState,
)

OUR_FAULT: tuple[Reason, ...] = ("defective", "wrong_item")


class ReturnRow(Output):
    """A return in a list."""

    order_id: Annotated[str, out("Id of the order.", entity="order")]
    product: Annotated[str, out("What went back.")]
    option: Annotated[str, out("Colour or size.")]
    quantity: Annotated[int, out("How many.")]
    reason: Annotated[str, out("Why.")]
    refund_cents: Annotated[int, out("What was given back.", format="money")]
    created_on: Annotated[str, out("When.", format="date")]


class Returns(Page):
    """Result of list_returns."""

    returns: Annotated[list[ReturnRow], out("Newest first.")]


class ReturnReport(Output):
    """Result of return_item."""

    quantity: Annotated[int, out("How many go back.")]
    fee_cents: Annotated[int | None, out("Return fee taken off.", format="money")] = None
    refund_cents: Annotated[int, out("What is given back.", format="money")]
    refund_to: Annotated[str, out("card or store_credit.")]


def return_item(
    state: ShopState,
    item_id: Annotated[str, arg("Id of the order item, from get_order.", entity="order_item")],
    quantity: Annotated[int, arg("How many of it.", ge=1, le=50, examples=(1,))],
    reason: Annotated[Reason, arg("Why; defective and wrong_item cost no return fee.")],
) -> ReturnReport:
    """Returns units of a delivered item and refunds what was paid for them."""
    item = state.items.require(item_id)
    order = state.orders.require(item.order_id)
    _require_returnable(state, order, item, reason)
    _require_left(state, item, quantity)
    paid = _paid_cents(state, item, quantity)
    fee = 0 if reason in OUR_FAULT else min(RETURN_FEE_CENTS, paid)
    state.returns.insert(
        Return(
            id=state.new_id("returns"),
            item_id=item.id,
            quantity=quantity,
            reason=reason,
            refund_cents=paid - fee,
            fee_cents=fee,
            created_on=state.now.date().isoformat(),
        )
    )
    if order.paid_with == "store_credit":
        state.credit_cents += paid - fee
    return ReturnReport(
        quantity=quantity,
        fee_cents=fee or None,
        refund_cents=paid - fee,
        refund_to=order.paid_with,
    )


def list_returns(
    state: ShopState,
    reason: Annotated[Reason | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 5,
) -> Returns:
    """Lists what the customer has returned, and the refunds."""
    found = [r for r in state.returns if reason in (None, r.reason)]
    found.sort(key=lambda r: (r.created_on, r.id), reverse=True)
    rows, next_offset = page(found, offset, limit)
    return Returns(
        returns=[_row(state, r) for r in rows], total=len(found), next_offset=next_offset
    )


def _require_returnable(state: ShopState, order: Order, item: OrderItem, reason: Reason) -> None:
    """Checks that an item may go back for that reason.

    Raises:
        OrderCancelled, NotDelivered, FinalSale, ReturnWindowPassed: saying what would do.
    """
    product = product_of(state, item)
    name = f"{called(state, variant_of(state, item))} ({item.id})"
    if order.status == "cancelled":
        raise OrderCancelled(f"{name} is of {order.id}, which was cancelled and never sent.")
    if order.delivered_on is None:
        do = "cancel the order instead" if order.status == "processing" else "return it after that"
        raise NotDelivered(f"{name} does not arrive before {order.arrives_on}; {do}.")
    if product.final_sale and reason not in OUR_FAULT:
        raise FinalSale(
            f"{name} is final sale and goes back only for the reasons {' and '.join(OUR_FAULT)}."
        )
    last = date.fromisoformat(order.delivered_on) + timedelta(days=return_days(product))
    if state.now.date() > last:
        raise ReturnWindowPassed(
            f"{name} arrived on {order.delivered_on}, and {product.category} can be returned for "
            f"{return_days(product)} days: until {last}."
        )


def _require_left(state: ShopState, item: OrderItem, quantity: int) -> None:
    left = item.quantity - _returned(state, item)
    name = called(state, variant_of(state, item))
    if not left:
        raise AlreadyReturned(
            f"Nothing of {name} ({item.id}) is left to return; {item.quantity} bought, "
            f"{item.quantity} returned."
        )
    if quantity > left:
        raise ReturnTooMany(
            f"{item.quantity} of {name} ({item.id}) were bought; {left} can still be returned."
        )


def _returned(state: ShopState, item: OrderItem) -> int:
    return sum(r.quantity for r in state.returns.where(item_id=item.id))


def _paid_cents(state: ShopState, item: OrderItem, quantity: int) -> int:
    """Returns what was paid for the next units, such that all units come to the exact sum."""
    net = item.quantity * item.unit_price_cents - item.discount_cents
    before = _returned(state, item)
    return net * (before + quantity) // item.quantity - net * before // item.quantity


def _row(state: ShopState, back: Return) -> ReturnRow:
    item = state.items.require(back.item_id)
    return ReturnRow(
        order_id=item.order_id,
        product=product_of(state, item).name,
        option=variant_of(state, item).option,
        quantity=back.quantity,
        reason=back.reason,
        refund_cents=back.refund_cents,
        created_on=back.created_on,
    )
