"""Tools on coupons: each can be used once, some cover only part of the goods."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import dollars, listed
from mcp_servers.shopping import pricing
from mcp_servers.shopping.failures import (
    CartEmpty,
    CouponApplied,
    CouponExcludesCart,
    CouponExpired,
    CouponMinimum,
    CouponNotStarted,
    CouponUsed,
)
from mcp_servers.shopping.state import Coupon, ShopState

_ORDER = ("valid", "upcoming", "used", "expired")


class CouponRow(Output):
    """A coupon in a list."""

    coupon_id: Annotated[str, out("Id of the coupon.", entity="coupon")]
    code: Annotated[str, out("Its code.", label_of="coupon")]
    gives: Annotated[str, out("What it takes off, and of what.")]
    status: Annotated[str, out("valid, upcoming, expired or used.")]
    starts_on: Annotated[str | None, out("First day, where ahead.", format="date")] = None
    expires_on: Annotated[str, out("Last day.", format="date")]


class Coupons(Page):
    """Result of list_coupons."""

    coupons: Annotated[list[CouponRow], out("Valid ones first.")]


class CouponReport(Output):
    """Result of apply_coupon."""

    code: Annotated[str, out("Code of the coupon.")]
    replaced: Annotated[str | None, out("Code of the coupon it took the place of.")] = None
    subtotal_cents: Annotated[int, out("Price of all lines.", format="money")]
    discount_cents: Annotated[int, out("What the coupon takes off.", format="money")]


def list_coupons(
    state: ShopState,
    status: Annotated[
        Literal["valid", "upcoming", "expired", "used"] | None, arg("Only these.")
    ] = None,
    offset: Offset = 0,
    limit: Limit = 6,
) -> Coupons:
    """Lists the customer's coupons with what they are good for."""
    found = [c for c in state.coupons if status in (None, _status(state, c))]
    found.sort(key=lambda c: (_ORDER.index(_status(state, c)), c.expires_on, c.code))
    rows, next_offset = page(found, offset, limit)
    return Coupons(
        coupons=[_row(state, coupon) for coupon in rows], total=len(found), next_offset=next_offset
    )


def apply_coupon(
    state: ShopState,
    coupon_id: Annotated[str, arg("Id of the coupon, not its code.", entity="coupon")],
) -> CouponReport:
    """Puts a coupon on the cart, in place of any other; an order takes one."""
    coupon = state.coupons.require(coupon_id)
    _require_valid(state, coupon)
    lines = pricing.cart_lines(state)
    _require_covered(coupon, lines)
    before = pricing.cart_coupon(state)
    state.coupon_id = coupon.id
    return CouponReport(
        code=coupon.code,
        replaced=before.code if before else None,
        subtotal_cents=pricing.subtotal(lines),
        discount_cents=sum(pricing.shares(coupon, lines).values()),
    )


def _require_valid(state: ShopState, coupon: Coupon) -> None:
    """Checks that a coupon can be used today, and is not already.

    Raises:
        CouponUsed, CouponExpired, CouponNotStarted, CouponApplied: naming coupons that would do.
    """
    valid = [c for c in state.coupons if _status(state, c) == "valid" and c.id != coupon.id]
    instead = f"Valid ones: {listed(f'{c.code} ({c.id})' for c in valid)}."
    match _status(state, coupon):
        case "used":
            raise CouponUsed(f"{coupon.code} was used for {coupon.order_id}. {instead}")
        case "expired":
            raise CouponExpired(f"{coupon.code} expired after {coupon.expires_on}. {instead}")
        case "upcoming":
            raise CouponNotStarted(f"{coupon.code} is valid from {coupon.starts_on}. {instead}")
    if state.coupon_id == coupon.id:
        raise CouponApplied(f"{coupon.code} is on the cart already. {instead}")


def _require_covered(coupon: Coupon, lines: list[pricing.Line]) -> None:
    """Checks that a coupon takes something off.

    Raises:
        CartEmpty, CouponExcludesCart, CouponMinimum: saying what the cart lacks.
    """
    if not lines:
        raise CartEmpty(f"The cart is empty; add something before you apply {coupon.code}.")
    covered = [line for line in lines if pricing.covers(coupon, line)]
    if not covered:
        raise CouponExcludesCart(
            f"{coupon.code} gives {pricing.terms(coupon)}; nothing of that is in the cart. Add "
            "such goods, or choose another coupon."
        )
    base = pricing.subtotal(covered)
    if base < coupon.minimum_cents:
        raise CouponMinimum(
            f"{coupon.code} gives {pricing.terms(coupon)}; the cart has {dollars(base)} of that, "
            f"add {dollars(coupon.minimum_cents - base)} more."
        )


def _status(state: ShopState, coupon: Coupon) -> str:
    today = state.now.date().isoformat()
    if coupon.order_id is not None:
        return "used"
    if coupon.expires_on < today:
        return "expired"
    return "upcoming" if coupon.starts_on > today else "valid"


def _row(state: ShopState, coupon: Coupon) -> CouponRow:
    status = _status(state, coupon)
    return CouponRow(
        coupon_id=coupon.id,
        code=coupon.code,
        gives=pricing.terms(coupon),
        status=status,
        starts_on=coupon.starts_on if status == "upcoming" else None,
        expires_on=coupon.expires_on,
    )
