"""The tables of one customer of a food delivery service, and what always holds of them.

Money is integer cents, distances integer metres along the blocks of a grid, times ISO strings to
the minute. Invariants, in every world and after every call:

1. The total of an order = subtotal - discount + delivery fee + service fee + tip; the subtotal is
   quantity x unit price over its items, and the discount never exceeds it.
2. Money is conserved: what was charged for an order is its total, nothing is given back that was
   not paid, and `credit_cents` = `opening_credit_cents` - credit spent + credit given, never < 0.
3. An order goes scheduled -> placed -> preparing -> on_the_way -> delivered, or is cancelled before
   it is on the way. Its steps tell this path, in order of time, and end with its status.
4. Orders that are on the way or delivered have a courier, others have none; a courier carries at
   most one order at a time.
5. The lines of the basket are of one restaurant, at most `MOST_LINES` of at most `MOST_PORTIONS`;
   each has a choice exactly where its dish asks for one, only options of that dish, and no two are
   alike.
6. A promotion in the basket fits it, and none is used more often than it may be.
7. Portions left of a dish are never negative; only orders use them up, and only orders that are
   cancelled before the kitchen begins give them back.
8. Refunds are for delivered items only, never for more of an item than was ordered, and together
   never more than the food of the order has cost.
9. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

MOST_LINES = 8
MOST_PORTIONS = 20
MOST_EXTRAS = 3
AHEAD_MINUTES = 45
"""How long before it a delivery has to be planned."""
AHEAD_DAYS = 7
REFUND_HOURS = 48
MOST_REFUNDS = 3
REFUND_DAYS = 30
"""No more than `MOST_REFUNDS` refunds are granted in as many days."""
TIP_DAYS = 7
MOST_TIP_CENTS = 30_00

Cuisine = Literal["american", "indian", "italian", "japanese", "mexican", "thai"]
Category = Literal["starter", "main", "side", "dessert", "drink"]
Vehicle = Literal["bicycle", "scooter", "car"]
OrderStatus = Literal["scheduled", "placed", "preparing", "on_the_way", "delivered", "cancelled"]
RefundReason = Literal["missing", "wrong_dish", "spoiled", "cold"]
PaymentKind = Literal["charge", "tip", "cancellation", "refund"]


@dataclass(frozen=True, slots=True)
class Opening:
    """Hours of one weekday (Monday is 0); where `closes` is not after `opens` it is the next day's.

    A restaurant may have two a day, for lunch and dinner.
    """

    weekday: int
    opens: str
    closes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Restaurant:
    """A restaurant; `paused` while its kitchen takes no orders for now."""

    id: str
    name: str
    cuisine: Cuisine
    rating_tenths: int
    street: str
    east_m: int
    north_m: int
    range_m: int
    prep_minutes: int
    minimum_cents: int
    fee_cents: int
    hours: tuple[Opening, ...]
    paused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dish:
    """A dish; `choice` names what has to be chosen with it, `portions` what is left if counted."""

    id: str
    restaurant_id: str
    name: str
    category: Category
    price_cents: int
    vegetarian: bool
    choice: str | None = None
    extras: bool = False
    available: bool = True
    portions: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of the options of which a dish needs exactly one, such as a size."""

    id: str
    restaurant_id: str
    name: str
    price_cents: int
    available: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Something that may go with a dish."""

    id: str
    restaurant_id: str
    name: str
    price_cents: int
    available: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where the customer has food brought to."""

    id: str
    name: str
    street: str
    east_m: int
    north_m: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion:
    """A promotion: `percent` off, `off_cents` off, or free delivery where both are 0.

    It is for one restaurant, one cuisine or all; `uses` is how often this customer may use it.
    """

    id: str
    title: str
    percent: int = 0
    off_cents: int = 0
    most_cents: int = 0
    minimum_cents: int = 0
    restaurant_id: str | None = None
    cuisine: Cuisine | None = None
    starts_on: str
    ends_on: str
    uses: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the basket. Ids of extras are sorted."""

    id: str
    dish_id: str
    quantity: int
    choice_id: str | None = None
    extra_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Courier:
    """Somebody who brings orders."""

    id: str
    name: str
    vehicle: Vehicle


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An order; `due_at` is when its next step is expected, None once nothing is to come."""

    id: str
    restaurant_id: str
    address_id: str
    placed_at: str
    status: OrderStatus
    due_at: str | None
    deliver_at: str | None
    promotion_id: str | None
    subtotal_cents: int
    discount_cents: int
    delivery_fee_cents: int
    service_fee_cents: int
    tip_cents: int
    courier_id: str | None = None

    @property
    def food_cents(self) -> int:
        """What the customer pays for the food itself."""
        return self.subtotal_cents - self.discount_cents

    @property
    def total_cents(self) -> int:
        """What the customer pays in all."""
        fees = self.delivery_fee_cents + self.service_fee_cents
        return self.food_cents + fees + self.tip_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of an order, at the price that it was ordered for."""

    id: str
    order_id: str
    dish_id: str
    quantity: int
    unit_cents: int
    choice_id: str | None = None
    extra_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The moment when an order got a status."""

    id: str
    order_id: str
    status: OrderStatus
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refund:
    """Credit for items that were not as they should be."""

    id: str
    item_id: str
    quantity: int
    reason: RefundReason
    amount_cents: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """A movement of money for an order; positive where the customer pays."""

    id: str
    order_id: str
    kind: PaymentKind
    card_cents: int
    credit_cents: int


@dataclass
class FoodState(State):
    """Restaurants, couriers, and one customer with basket and orders."""

    opening_credit_cents: int = 0
    credit_cents: int = 0
    address_id: str = ""
    deliver_at: str | None = None
    promotion_id: str | None = None
    restaurants: Table[Restaurant] = table(Restaurant, "RST")
    dishes: Table[Dish] = table(Dish, "DSH")
    choices: Table[Choice] = table(Choice, "CHO")
    extras: Table[Extra] = table(Extra, "EXT")
    addresses: Table[Address] = table(Address, "ADR")
    promotions: Table[Promotion] = table(Promotion, "PRM")
    lines: Table[Line] = table(Line, "LIN", noun="line of the basket")
    couriers: Table[Courier] = table(Courier, "COU")
    orders: Table[Order] = table(Order, "ORD")
    items: Table[Item] = table(Item, "ITM", noun="item of an order")
    steps: Table[Step] = table(Step, "STP")
    refunds: Table[Refund] = table(Refund, "RFD")
    payments: Table[Payment] = table(Payment, "PAY")
