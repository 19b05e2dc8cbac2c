"""What the cart costs: discounts, shipping, days of delivery. Nothing here changes the state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from mcp_servers.core.wording import dollars
from mcp_servers.shopping.state import (
    FREE_SHIPPING_CENTS,
    OVERSIZED_GRAMS,
    Address,
    CartLine,
    Coupon,
    Product,
    Shipping,
    ShopState,
    Variant,
)

STANDARD_CENTS = 4_95
EXPRESS_CENTS = 12_95
OVERSIZED_CENTS = 15_00
WORKDAYS: dict[Shipping, int] = {"standard": 4, "express": 1}
CUT_OFF_HOUR = 15
"""Orders from this hour on leave a day later."""


@dataclass(frozen=True, slots=True)
class Line:
    """Some of one variant, with what is needed to price it."""

    key: str
    product: Product
    variant: Variant
    quantity: int

    @property
    def cents(self) -> int:
        """The price of all of them, before discount."""
        return self.quantity * self.variant.price_cents


def line_of(state: ShopState, line: CartLine) -> Line:
    """Returns a line of the cart with its variant and product."""
    variant = state.variants.require(line.variant_id)
    product = state.products.require(variant.product_id)
    return Line(line.id, product, variant, line.quantity)


def cart_lines(state: ShopState) -> list[Line]:
    """Returns what is in the cart."""
    return [line_of(state, line) for line in state.cart]


def subtotal(lines: Sequence[Line]) -> int:
    """Returns what lines cost before discount, in cents."""
    return sum(line.cents for line in lines)


def covers(coupon: Coupon, line: Line) -> bool:
    """Tells whether a coupon takes anything off a line."""
    on_sale = line.variant.list_price_cents is not None
    return coupon.category in (None, line.product.category) and (coupon.covers_sale or not on_sale)


def shares(coupon: Coupon | None, lines: Sequence[Line]) -> dict[str, int]:
    """Returns line key -> discount in cents; lines without any are left out.

    The discount is shared out by price; cents left over go to the lines that lost most by rounding,
    the dearer one first.
    """
    covered = [line for line in lines if coupon is not None and covers(coupon, line)]
    base = subtotal(covered)
    if coupon is None or not covered or base < coupon.minimum_cents:
        return {}
    off = min(coupon.off_cents or (base * (coupon.percent or 0) + 50) // 100, base)
    parts = {line.key: off * line.cents // base for line in covered}
    left = off - sum(parts.values())
    covered.sort(key=lambda line: (-(off * line.cents % base), -line.cents, line.variant.id))
    for line in covered[:left]:
        parts[line.key] += 1
    return parts


def cart_coupon(state: ShopState) -> Coupon | None:
    """Returns the coupon on the cart, if any."""
    return state.coupons.require(state.coupon_id) if state.coupon_id else None


def is_oversized(lines: Sequence[Line]) -> bool:
    """Tells whether any product needs a freight parcel."""
    return any(line.product.grams > OVERSIZED_GRAMS for line in lines)


def shipping_cents(shipping: Shipping, net_cents: int, oversized: bool) -> int:
    """Returns the cost of shipping goods of `net_cents`, discount taken off."""
    cents = EXPRESS_CENTS if shipping == "express" else STANDARD_CENTS
    if shipping == "standard" and net_cents >= FREE_SHIPPING_CENTS:
        cents = 0
    return cents + (OVERSIZED_CENTS if oversized else 0)


def arrives_on(now: datetime, shipping: Shipping) -> str:
    """Returns the day on which a parcel ordered now arrives; parcels rest on weekends."""
    left = WORKDAYS[shipping] + (now.hour >= CUT_OFF_HOUR)
    day: date = now.date()
    while left:
        day += timedelta(days=1)
        left -= day.weekday() < 5
    return day.isoformat()


def is_box(street: str) -> bool:
    """Tells whether a street is a post office box."""
    return street.casefold().replace(".", "").startswith("po box")


def one_line(address: Address) -> str:
    """Returns an address as orders keep it."""
    return f"{address.street}, {address.city} {address.postal_code}"


def terms(coupon: Coupon) -> str:
    """Returns what a coupon does, in words."""
    off = f"{coupon.percent}%" if coupon.percent else dollars(coupon.off_cents or 0)
    on = f" on {coupon.category}" if coupon.category else ""
    least = f" from {dollars(coupon.minimum_cents)}" if coupon.minimum_cents else ""
    return f"{off} off{on}{least}{'' if coupon.covers_sale else ', sale items excluded'}"
