"""The tables of a chain of shops, seen by somebody who works in one of them, and what always holds.

Money is integer cents, distances integer metres, days and times ISO strings. A unit is reserved
where it waits for a customer or for the truck; what is on hand and not reserved is available.
Invariants, in every world and after every call:

1. Units are conserved: what is on hand in all stores, on the road, arrived but not received,
   collected by customers, or lost on the way, sums up to what there was.
2. Nothing is negative, and no store has more of a product reserved than on hand.
3. What is reserved of a product in a store = units of waiting holds + units of requested transfers.
4. A customer has at most `MOST_HOLDS` holds waiting, none of them for goods that are not held, and
   the holds that wait in a store fit its shelf.
5. A hold goes waiting -> collected, released or expired, and never changes again. The last day of
   one that waits is not over, and the store is open on it.
6. A transfer goes requested -> in_transit -> arrived -> received, or requested -> cancelled,
   between two different stores of one region; no two requests are for the same product and way.
7. A transfer tells when it is expected exactly while it is on the road, and how many units were
   received, never more than were sent, exactly once it was received.
8. The user works in a store that is not shut.
9. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

HOLD_DAYS = 14
"""How many days ahead goods are held at most."""
MOST_HOLDS = 3
MOST_UNITS = 10
"""Of a product, in one hold."""
NO_SHOWS, NO_SHOW_DAYS = 3, 60
"""Who let so many holds expire in so many days gets no more of them."""
KEPT_UNITS = 2
"""What a store keeps of each product when others ask for it."""
MOST_SENT = 40

Category = Literal["jackets", "shoes", "bags", "lamps", "cookware"]
Region = Literal["north", "south"]
HoldStatus = Literal["waiting", "collected", "released", "expired"]
TransferStatus = Literal["requested", "in_transit", "arrived", "received", "cancelled"]


@dataclass(frozen=True, slots=True)
class Opening:
    """Hours of one weekday; Monday is 0. On other days the store is closed."""

    weekday: int
    opens: str
    closes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """A product in one variant; `holdable` is False for clearance goods."""

    id: str
    name: str
    category: Category
    price_cents: int
    holdable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """A store; `trucks` are the weekdays on which it gets deliveries, `shelf` the units that it can
    keep for customers, `shut` is True while it is rebuilt."""

    id: str
    name: str
    city: str
    street: str
    region: Region
    east_m: int
    north_m: int
    hours: tuple[Opening, ...]
    trucks: tuple[int, ...]
    shelf: int
    shut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialDay:
    """A day on which a store closes at another time than usual, or stays closed (None)."""

    id: str
    store_id: str
    date: str
    closes: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """What a store has of a product; the id is both their ids."""

    id: str
    store_id: str
    product_id: str
    on_hand: int
    reserved: int = 0

    @property
    def available(self) -> int:
        """What can be sold, held or sent."""
        return self.on_hand - self.reserved


@dataclass(frozen=True, slots=True, kw_only=True)
class Customer:
    """A customer with a card of the chain."""

    id: str
    name: str
    phone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """Units that wait for a customer in a store until the end of a day."""

    id: str
    store_id: str
    product_id: str
    customer_id: str
    quantity: int
    until: str
    status: HoldStatus = "waiting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """Units that go from one store to another."""

    id: str
    product_id: str
    from_store_id: str
    to_store_id: str
    quantity: int
    status: TransferStatus
    requested_on: str
    expected_on: str | None = None
    received: int | None = None


@dataclass
class ChainState(State):
    """All stores of the chain, and the one where the user works."""

    store_id: str = ""
    products: Table[Product] = table(Product, "PRD")
    stores: Table[Store] = table(Store, "STO")
    special_days: Table[SpecialDay] = table(SpecialDay, "SPD")
    stock: Table[Stock] = table(Stock, None)
    customers: Table[Customer] = table(Customer, "CUS")
    holds: Table[Hold] = table(Hold, "HLD")
    transfers: Table[Transfer] = table(Transfer, "TRF")
