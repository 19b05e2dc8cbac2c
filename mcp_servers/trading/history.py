"""What the customer has done so far: trades of the last weeks, and orders that are still open.

Positions and cash follow from the trades alone, so that a world keeps the books as the tools do.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mcp_servers.core.wording import minute
from mcp_servers.trading import account, hours
from mcp_servers.trading.exchange import SIDES, Offer
from mcp_servers.trading.state import Fill, Instrument, Order, OrderStatus, Side, TradingState

HELD = 8
SOLD_AGAIN = 3
SESSIONS_BACK = 20


@dataclass(frozen=True, slots=True)
class Trade:
    """A fill to be, before its order has an id."""

    quantity: int
    price_cents: int


class History:
    """Collects orders in any order; `write` books them by time.

    Args:
        state: with instruments and holidays; `cash_cents` holds what the customer is to have.
        rng: the source of chance.
    """

    def __init__(self, state: TradingState, rng: random.Random) -> None:
        self._state = state
        self._rng = rng
        self._orders: list[tuple[Order, tuple[Trade, ...]]] = []
        self._days = _sessions_before(state, SESSIONS_BACK)

    def write(self, offered: list[Offer]) -> list[Offer]:
        """Makes and books everything; returns the book's rows with those of the open orders."""
        instruments = list(self._state.instruments)
        others = self._rng.sample(instruments[1:], len(instruments) - 1)
        held = [instruments[0], *others[: HELD - 1]]
        for i, instrument in enumerate(held):
            self._bought(instrument, and_sold=0 < i <= SOLD_AGAIN)
        self._ended(others)
        open_at = len(self._orders)
        self._working(offered, held, others)
        self._waiting(held, others)
        made = self._book(open_at)
        return offered + [_offer(order) for order in made if order.status == "working"]

    def _bought(self, instrument: Instrument, and_sold: bool) -> None:
        days = sorted(self._rng.sample(range(1, SESSIONS_BACK), 3))
        for back in days[1 : 2 + self._rng.randrange(2)]:
            self._filled(instrument, "buy", 10 * self._rng.randrange(6, 16), back)
        if and_sold:
            self._filled(instrument, "sell", 5 * self._rng.randrange(2, 7), days[0])

    def _filled(self, instrument: Instrument, side: Side, quantity: int, back: int) -> None:
        """Adds an order that was filled in up to three trades at or inside its limit."""
        tick = instrument.tick_cents
        limit = instrument.last_cents + tick * self._rng.randrange(-300 // tick, 300 // tick)
        inside = -tick if side == "buy" else tick
        parts = self._rng.choice(((quantity,), (quantity - 7, 7), (quantity - 9, 4, 5)))
        better = sorted((self._rng.randrange(6) for _ in parts), reverse=True)
        trades = tuple(
            Trade(part, limit + inside * steps) for part, steps in zip(parts, better, strict=True)
        )
        order = self._order(instrument, side, quantity, "filled", back)
        self._orders.append((replace(order, limit_cents=limit, filled=quantity), trades))

    def _ended(self, instruments: list[Instrument]) -> None:
        """Adds orders that were cancelled or expired, one of them after a first trade."""
        statuses: list[OrderStatus] = ["cancelled", "cancelled", "expired", "expired"]
        for instrument, status in zip(instruments, statuses, strict=False):
            order = self._order(instrument, "buy", 60, status, self._rng.randrange(2, 9))
            limit = instrument.last_cents - instrument.tick_cents * self._rng.randrange(20, 90)
            self._orders.append((replace(order, limit_cents=limit), ()))

    def _working(
        self, offered: list[Offer], held: list[Instrument], others: list[Instrument]
    ) -> None:
        """Adds limit orders at the best price or a few ticks behind: three to buy, two to sell.

        One instrument has both, and one order has had a trade.
        """
        best = {(o.symbol, o.side): o.price_cents for o in reversed(offered)}
        sold = [i for i in held[1:] if all((i.id, side) in best for side in SIDES)][:2]
        others = [i for i in others if (i.id, "buy") in best and i not in sold]
        bought = [sold[0], *others[-2:]]
        sides: list[Side] = [*(SIDES[0] for _ in bought), *(SIDES[1] for _ in sold)]
        for n, (instrument, side) in enumerate(zip(bought + sold, sides, strict=True)):
            away = instrument.tick_cents * self._rng.choice((0, 0, 4, 9))
            limit = best[instrument.id, side] + (-away if side == "buy" else away)
            quantity = 20 if side == "sell" else 10 * self._rng.randrange(2, 5)
            order = self._order(instrument, side, quantity, "working", 1)
            trades = (Trade(10, limit),) if n == 0 else ()
            self._orders.append(
                (replace(order, limit_cents=limit, filled=sum(t.quantity for t in trades)), trades)
            )

    def _waiting(self, held: list[Instrument], others: list[Instrument]) -> None:
        """Adds a stop to sell what is held, and a stop with a limit to buy."""
        sold, bought = held[-1], others[HELD + 1]
        low, high = (
            i.tick_cents * (i.last_cents * percent // 100 // i.tick_cents)
            for i, percent in ((sold, 88), (bought, 110))
        )
        stop = self._order(sold, "sell", 10, "waiting", 2)
        self._orders.append((replace(stop, kind="stop", stop_cents=low), ()))
        limited = self._order(bought, "buy", 20, "waiting", 3)
        limit = high + 20 * bought.tick_cents
        self._orders.append(
            (replace(limited, kind="stop_limit", stop_cents=high, limit_cents=limit), ())
        )

    def _order(
        self, instrument: Instrument, side: Side, quantity: int, status: OrderStatus, back: int
    ) -> Order:
        session = self._days[back - 1]
        placed = session.opens + timedelta(minutes=self._rng.randrange(200))
        day = session.opens.date().isoformat()
        return Order(
            id="",
            symbol=instrument.id,
            side=side,
            kind="limit",
            quantity=quantity,
            time_in_force="day" if status in ("filled", "expired") else "good_till_cancelled",
            status=status,
            placed_at=minute(placed),
            expires_on=day if status in ("filled", "expired") else None,
        )

    def _book(self, open_at: int) -> list[Order]:
        """Books all orders by time; returns those from index `open_at` on, with their ids."""
        state, still_open = self._state, []
        state.opening_cents, aim = 0, state.cash_cents
        state.cash_cents = 0
        indexed = sorted(enumerate(self._orders), key=lambda item: item[1][0].placed_at)
        for index, (draft, trades) in indexed:
            order = state.orders.insert(replace(draft, id=state.new_id("orders")))
            for n, trade in enumerate(trades):
                self._trade(order, trade, n)
            still_open += [order] if index >= open_at else []
        state.opening_cents, state.cash_cents = aim - state.cash_cents, aim
        return still_open

    def _trade(self, order: Order, trade: Trade, minutes: int) -> None:
        account.settle(self._state, order, trade.quantity, trade.price_cents)
        at = datetime.fromisoformat(order.placed_at) + timedelta(minutes=minutes)
        self._state.fills.insert(
            Fill(
                id=self._state.new_id("fills"),
                order_id=order.id,
                price_cents=trade.price_cents,
                quantity=trade.quantity,
                at=minute(at),
            )
        )


def _sessions_before(state: TradingState, count: int) -> list[hours.TradingSession]:
    """Returns the last sessions that ended before today, the latest first."""
    found: list[hours.TradingSession] = []
    day = state.now.date()
    while len(found) < count:
        day -= timedelta(days=1)
        session = hours.session_of(state, day)
        found += [session] if session else []
    return found


def _offer(order: Order) -> Offer:
    if order.limit_cents is None:
        raise ValueError(f"{order.id} has no limit and cannot rest in the book")
    return Offer(order.symbol, order.side, order.limit_cents, order.remaining, order.id)
