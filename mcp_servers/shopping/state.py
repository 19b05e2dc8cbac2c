"""The tables of one customer of an online shop, and what always holds of them.

Money is integer cents, weights are grams, days ISO dates. Invariants, in every world and after
every call:

1. No stock is negative, and units are conserved: what leaves the stock of a variant is in an order,
   what a cancelled order held is back. What is returned is not sold again.
2. The total of an order = quantity x unit price over its items - their discounts + shipping, and no
   item is discounted by more than it costs.
3. A discount is what the coupon says of the lines that it covers: nothing below its minimum, never
   more than those lines cost, shared out among them to the cent.
4. A coupon is used up by at most one order that is not cancelled, and the one in the cart is valid
   today and not used.
5. The cart holds a variant in one line at most, within the limit of its product, and at most
   `MOST_LINES` lines.
6. Of an order item no more is returned than was bought, only once it was delivered, within the
   window of its category; final sale goes back only where the shop is at fault. The refunds and
   fees of an item never exceed what was paid for it.
7. Store credit is conserved: opening credit - orders paid from it that are not cancelled + refunds
   of such orders, and never negative.
8. Addresses have different labels, there is always one; an order that has not arrived goes to one
   of them. A post office box gets neither express parcels nor oversized goods.
9. A variant stands on the wish list once at most.
10. A call moves an order only from processing to cancelled, and only then is its address changed.
11. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

MOST_LINES = 8
MOST_WISHES = 12
MOST_ADDRESSES = 8
OVERSIZED_GRAMS = 10_000
FREE_SHIPPING_CENTS = 50_00
RETURN_FEE_CENTS = 4_95
RETURN_DAYS = {"electronics": 14, "clothing": 60, "shoes": 60}
"""Days from delivery within which goods of a category can be returned."""
OTHER_RETURN_DAYS = 30

Category = Literal[
    "bags", "clothing", "shoes", "electronics", "kitchen", "lighting", "furniture", "care"
]
Shipping = Literal["standard", "express"]
PayWith = Literal["card", "store_credit"]
OrderStatus = Literal["processing", "shipped", "delivered", "cancelled"]
Reason = Literal["defective", "wrong_item", "does_not_fit", "changed_mind"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """Something that the shop sells, in one or more variants."""

    id: str
    name: str
    category: Category
    about: str
    grams: int
    most_per_order: int
    final_sale: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A colour or size of a product; `list_price_cents` is what it cost before a sale."""

    id: str
    product_id: str
    option: str
    price_cents: int
    stock: int
    list_price_cents: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What somebody wrote of a product."""

    id: str
    product_id: str
    author: str
    stars: int
    text: str
    written_on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CartLine:
    """Some of one variant in the cart, at the price of the moment."""

    id: str
    variant_id: str
    quantity: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Coupon:
    """A discount that can be used once: either `percent` or `off_cents` is set.

    It covers the goods of `category`, or all; those on sale only where `covers_sale`. They must
    come to `minimum_cents`. `order_id` is the order that used it up.
    """

    id: str
    code: str
    starts_on: str
    expires_on: str
    percent: int | None = None
    off_cents: int | None = None
    category: Category | None = None
    covers_sale: bool = True
    minimum_cents: int = 0
    order_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where parcels can go."""

    id: str
    label: str
    street: str
    city: str
    postal_code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What was bought at once. `ship_to` is the text of the address, which may be deleted later."""

    id: str
    placed_on: str
    status: OrderStatus
    ship_to: str
    shipping: Shipping
    shipping_cents: int
    total_cents: int
    paid_with: PayWith
    arrives_on: str
    delivered_on: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderItem:
    """Some of one variant in an order; the discount is on all of them together."""

    id: str
    order_id: str
    variant_id: str
    quantity: int
    unit_price_cents: int
    discount_cents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    """Units of an order item that go back; the fee has been taken off the refund."""

    id: str
    item_id: str
    quantity: int
    reason: Reason
    refund_cents: int
    fee_cents: int
    created_on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A variant on the wish list."""

    id: str
    variant_id: str
    added_on: str


@dataclass
class ShopState(State):
    """Everything that the shop shows one customer."""

    coupon_id: str | None = None
    opening_credit_cents: int = 0
    credit_cents: int = 0
    products: Table[Product] = table(Product, "PRD")
    variants: Table[Variant] = table(Variant, "VAR")
    reviews: Table[Review] = table(Review, "REV")
    cart: Table[CartLine] = table(CartLine, "CRT", noun="cart line")
    coupons: Table[Coupon] = table(Coupon, "CPN")
    addresses: Table[Address] = table(Address, "ADR")
    orders: Table[Order] = table(Order, "ORD")
    items: Table[OrderItem] = table(OrderItem, "ITM")
    returns: Table[Return] = table(Return, "RET")
    wishes: Table[Wish] = table(Wish, "WSH")
