"""Whatever is called, in whatever order, and however time passes: the invariants hold."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from trading_invariants import check_invariants, sign

from mcp_servers.core.errors import ToolError
from mcp_servers.core.hashing import diff
from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import made_world
from mcp_servers.trading import hours
from mcp_servers.trading.account import protected_cents, worst_cents
from mcp_servers.trading.state import Fill, Resting, TradingState
from mcp_servers.trading.tools import server
from provelight.records import Json

PICK = st.integers(0, 200)
CROWD = 15
SIDES = st.sampled_from(["buy", "sell"])
QUANTITIES = st.one_of(st.integers(1, 40), st.integers(1, 40), st.integers(1, 3_000))
TICKS = st.one_of(st.integers(-15, 15), st.integers(-15, 15), st.integers(-3_000, 3_000))
LASTING = st.sampled_from(["day", "good_till_cancelled", "immediate_or_cancel", "fill_or_kill"])


class ExchangeMachine(RuleBasedStateMachine):
    """Calls tools on rows of the live state, good and bad ones alike, and moves the clock.

    Calls work on the state itself, so a failed one shows that checks precede changes.
    """

    state: TradingState

    @initialize(seed=st.integers(0, 1099))
    def open(self, seed: int) -> None:
        state = made_world(server, seed).copy()
        assert isinstance(state, TradingState)
        self.state = state

    def id_of(self, table: str, pick: int) -> str:
        ids = getattr(self.state, table).ids()
        return ids[pick % len(ids)]

    def busy(self, pick: int) -> str:
        """Returns a symbol, most often that of the first instrument, so that orders meet."""
        return self.id_of("instruments", 0 if pick % 4 else pick)

    def price(self, symbol: str, ticks: int) -> int:
        instrument = self.state.instruments.require(symbol)
        return max(1, instrument.last_cents + ticks * instrument.tick_cents)

    def call(self, tool: str, **arguments: Json) -> Json | None:
        """Returns the result, None where the call was refused, and checks what it has changed."""
        before = self.state.copy()
        try:
            result = server.tool(tool).call(self.state, arguments)
        except ToolError:
            self.is_as(before)
            return None
        if server.tool(tool).is_read:
            self.is_as(before)
        self.check_trades(before)
        return result

    def is_as(self, before: TradingState) -> None:
        assert diff(before, self.state) == {}
        assert self.state.counters == before.counters

    def check_trades(self, before: TradingState) -> None:
        """Checks what one call of an agent has traded: at the instant, and in whole priority."""
        new = self.new_fills(before)
        for fill in new:
            order = self.state.orders.require(fill.order_id)
            assert hours.is_open(self.state)
            assert self.state.instruments.require(order.symbol).status == "trading"
            last = before.instruments.require(order.symbol).last_cents
            market = order.kind == "market"
            worst = protected_cents(last, order.side) if market else worst_cents(order)
            assert sign(order) * (worst - fill.price_cents) >= 0
        traded = {self.state.orders.require(fill.order_id).symbol for fill in new}
        changed = {row.id for row in before.book} - {row.id for row in self.state.book}
        assert {before.book.require(id).symbol for id in changed} <= traded | self.touched(before)
        for symbol in traded:
            for side in ("buy", "sell"):
                self.check_priority(before.book.where(symbol=symbol, side=side))

    def touched(self, before: TradingState) -> set[str]:
        """Returns the instruments of own orders that the call has changed."""
        orders = [o for o in self.state.orders if before.orders.get(o.id) != o]
        return {order.symbol for order in orders}

    def new_fills(self, before: TradingState) -> list[Fill]:
        return [fill for fill in self.state.fills if fill.id not in before.fills]

    def check_priority(self, rows: list[Resting]) -> None:
        """Of other people's rows the first are gone, one may be smaller, the rest is untouched.

        The rows come in order of entry, which is their order at one price.
        """
        theirs = [row for row in rows if row.order_id is None]
        theirs.sort(key=lambda row: row.price_cents if row.side == "sell" else -row.price_cents)
        left = [self.state.book.get(row.id) for row in theirs]
        kept = [row for row in left if row is not None]
        assert left[len(theirs) - len(kept) :] == kept
        touched = len(theirs) - len(kept)
        assert kept[1:] == theirs[touched + 1 :]
        assert not kept or kept[0].quantity <= theirs[touched].quantity

    @rule(pick=PICK, side=SIDES, quantity=QUANTITIES)
    def market(self, pick: int, side: str, quantity: int) -> None:
        report = self.call(
            "place_market_order", symbol=self.busy(pick), side=side, quantity=quantity
        )
        if report is not None:
            assert report["status"] in ("filled", "cancelled")
            assert 1 <= report["filled"] <= quantity

    @rule(pick=PICK, side=SIDES, quantity=QUANTITIES, ticks=TICKS, lasts=LASTING)
    def limit(self, pick: int, side: str, quantity: int, ticks: int, lasts: str) -> None:
        symbol = self.busy(pick)
        report = self.call(
            "place_limit_order",
            symbol=symbol,
            side=side,
            quantity=quantity,
            limit_price_cents=self.price(symbol, ticks),
            time_in_force=lasts,
        )
        if report is not None and lasts == "fill_or_kill":
            assert report["filled"] == quantity
        if report is not None and not hours.is_open(self.state):
            assert report["status"] == "queued"

    @rule(pick=PICK, side=SIDES, quantity=QUANTITIES, ticks=TICKS, more=st.none() | TICKS)
    def stop(self, pick: int, side: str, quantity: int, ticks: int, more: int | None) -> None:
        symbol = self.busy(pick)
        away = abs(ticks) if side == "buy" else -abs(ticks)
        limit = None if more is None else self.price(symbol, away + more)
        report = self.call(
            "place_stop_order",
            symbol=symbol,
            side=side,
            quantity=quantity,
            stop_price_cents=self.price(symbol, away),
            limit_price_cents=limit,
        )
        assert report is None or report["status"] == "waiting"

    @rule(seed=st.integers(0, 2**32))
    def crowded_hour(self, seed: int) -> None:
        """Places many orders around the price of one instrument, so that they meet.

        Most of them go the same way: those that would meet own ones are refused.
        """
        rng = Random(seed)
        main, other = rng.sample(("buy", "sell"), 2)
        if not hours.is_open(self.state):
            opens = hours.current_or_next(self.state).opens
            self.wait(int((opens - self.state.now).total_seconds()) // 60)
        for _ in range(CROWD):
            side = main if rng.random() < 0.8 else other
            quantity, ticks = rng.choice((1, 5, 30, 200)), rng.randrange(-9, 10)
            match rng.choice(("market", "limit", "limit", "stop", "amend", "cancel", "wait")):
                case "market":
                    self.market(1, side, quantity)
                case "limit":
                    self.limit(1, side, quantity, ticks, rng.choice(("day", "fill_or_kill")))
                case "stop":
                    self.stop(1, side, quantity, ticks, rng.choice((None, ticks)))
                case "amend":
                    self.amend(rng.randrange(12), None, ticks)
                case "cancel":
                    self.cancel(rng.randrange(12))
                case _:
                    self.wait(rng.randrange(1, 9))
            check_invariants(self.state)

    @rule(pick=PICK, quantity=st.none() | QUANTITIES, ticks=st.none() | TICKS)
    def amend(self, pick: int, quantity: int | None, ticks: int | None) -> None:
        order = self.state.orders.require(self.id_of("orders", -1 - pick % 12))
        price = order.limit_cents if ticks is None else self.price(order.symbol, ticks)
        self.call("amend_order", order_id=order.id, quantity=quantity, limit_price_cents=price)

    @rule(pick=PICK)
    def cancel(self, pick: int) -> None:
        order_id = self.id_of("orders", -1 - pick % 12)
        cash = self.state.cash_cents
        if self.call("cancel_order", order_id=order_id) is not None:
            assert self.state.orders.require(order_id).status == "cancelled"
            assert self.state.cash_cents == cash

    @rule(pick=PICK, watchlist=PICK, add=st.booleans())
    def watch(self, pick: int, watchlist: int, add: bool) -> None:
        self.call(
            "add_to_watchlist" if add else "remove_from_watchlist",
            watchlist_id=self.id_of("watchlists", watchlist),
            symbol=self.id_of("instruments", pick),
        )

    @rule(pick=PICK)
    def look(self, pick: int) -> None:
        self.call("get_quote", symbol=self.id_of("instruments", pick))
        self.call("get_order", order_id=self.id_of("orders", pick))
        for tool in ("get_portfolio", "list_orders", "list_watchlists"):
            self.call(tool)

    @rule(minutes=st.one_of(st.integers(1, 90), st.integers(1, 3_000)))
    def wait(self, minutes: int) -> None:
        before = self.state.copy()
        server.tool("advance_clock", debug=True).call(self.state, {"minutes": minutes})
        assert (self.state.now - before.now).total_seconds() == 60 * minutes
        for fill in self.new_fills(before):
            assert minute(before.now) < fill.at <= minute(self.state.now)

    @precondition(lambda self: hasattr(self, "state"))
    @invariant()
    def state_is_sound(self) -> None:
        check_invariants(self.state)


TestExchange = ExchangeMachine.TestCase
TestExchange.settings = settings(
    deadline=None,
    max_examples=40,
    stateful_step_count=25,
    suppress_health_check=[HealthCheck.too_slow],
)
