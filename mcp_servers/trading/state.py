"""The tables of one customer's brokerage account, and of the exchange that it trades on.

Money and prices are integer cents, times ISO strings to the minute. The order book is one table,
in order of entry: at equal prices the row that stands first has priority. Invariants, in every
world and after every call:

1. Cash is conserved: `cash_cents` = `opening_cents` + sales - purchases, over all fills.
2. Open buy orders never reserve more than the cash; what is not reserved is free to spend.
3. A position = what was bought - what was sold, and is above zero: nothing is sold short. Open
   sell orders never offer more than the position.
4. The fills of an order sum to its `filled`, which never exceeds its quantity and equals it where
   the status is filled.
5. No fill is worse than the limit of its order.
6. The book is neither crossed nor locked: the best bid of an instrument is below its best ask.
7. A working order has one row in the book, of what remains of it and at its limit; no other own
   order has any. Resting prices are whole ticks, quantities positive.
8. Who trades takes the best price first and at one price the oldest row, each in full before the
   next is touched; and nobody trades with himself.
9. The stop price of a waiting order has not been reached: above the last price for a buy, below it
   for a sell.
10. Nothing trades while the exchange is closed or the instrument halted; queued orders exist only
    until the next opening, day orders only until their day's close.
11. A watchlist holds at most `WATCHLIST_SIZE` instruments.
12. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

WATCHLIST_SIZE = 6
PROTECTION_PERCENT = 5
"""How far from the last or stop price an order without a limit may trade."""
BAND_PERCENT = 50
"""How far from the last price a limit or stop price may lie."""

Side = Literal["buy", "sell"]
Kind = Literal["market", "limit", "stop", "stop_limit"]
TimeInForce = Literal["day", "good_till_cancelled", "immediate_or_cancel", "fill_or_kill"]
OrderStatus = Literal["queued", "waiting", "working", "filled", "cancelled", "expired"]

OPEN: tuple[OrderStatus, ...] = ("queued", "waiting", "working")
"""Until the exchange opens, until the stop price is reached, in the book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Instrument:
    """A share that is traded; its id is the symbol. Prices are multiples of `tick_cents`."""

    id: str
    name: str
    sector: str
    last_cents: int
    previous_close_cents: int
    volume: int
    tick_cents: int
    status: Literal["trading", "halted"] = "trading"

    @property
    def label(self) -> str:
        """What messages call it."""
        return f"{self.name} ({self.id})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resting:
    """A row of the order book; `order_id` is None for the orders of other people."""

    id: str
    symbol: str
    side: Side
    price_cents: int
    quantity: int
    order_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An order of the customer; `expires_on` is the day at whose close it ends, None for never."""

    id: str
    symbol: str
    side: Side
    kind: Kind
    quantity: int
    time_in_force: TimeInForce
    status: OrderStatus
    placed_at: str
    filled: int = 0
    limit_cents: int | None = None
    stop_cents: int | None = None
    expires_on: str | None = None

    @property
    def remaining(self) -> int:
        """What has not been filled."""
        return self.quantity - self.filled

    @property
    def is_open(self) -> bool:
        """True where it may still be filled."""
        return self.status in OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """One trade of an order of the customer."""

    id: str
    order_id: str
    price_cents: int
    quantity: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Shares that the customer holds; its id is the symbol, `cost_cents` what they cost in all."""

    id: str
    quantity: int
    cost_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Watchlist:
    """A named selection of instruments, in no order."""

    id: str
    name: str
    symbols: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holiday:
    """A day that is special; its id is the date. `closes_at` (HH:MM) is None on a day off."""

    id: str
    name: str
    closes_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A limit order of somebody else that will reach the exchange at a time to come."""

    id: str
    at: str
    symbol: str
    side: Side
    price_cents: int
    quantity: int


@dataclass
class TradingState(State):
    """Everything that the broker and the exchange know."""

    opening_cents: int = 0
    cash_cents: int = 0
    instruments: Table[Instrument] = table(Instrument, None)
    book: Table[Resting] = table(Resting, "RST", noun="row of the book")
    orders: Table[Order] = table(Order, "ORD")
    fills: Table[Fill] = table(Fill, "FIL")
    positions: Table[Position] = table(Position, None)
    watchlists: Table[Watchlist] = table(Watchlist, "WAT")
    holidays: Table[Holiday] = table(Holiday, None)
    arrivals: Table[Arrival] = table(Arrival, "ARR")
