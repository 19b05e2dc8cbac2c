"""What time does: orders arrive, the exchange opens and closes, days off pass."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from trading_invariants import check_invariants

from mcp_servers.trading import hours
from mcp_servers.trading.state import Arrival
from mcp_servers.trading.tools import server


@pytest.mark.parametrize(
    ("now", "is_open", "changes"),
    [
        ("2026-03-18T09:29", False, "2026-03-18T09:30"),
        ("2026-03-18T09:30", True, "2026-03-18T16:00"),
        ("2026-03-18T15:59", True, "2026-03-18T16:00"),
        ("2026-03-18T16:00", False, "2026-03-20T09:30"),
        ("2026-03-19T11:00", False, "2026-03-20T09:30"),
        ("2026-03-20T12:59", True, "2026-03-20T13:00"),
        ("2026-03-20T13:00", False, "2026-03-23T09:30"),
        ("2026-03-22T11:00", False, "2026-03-23T09:30"),
    ],
)
def test_hours(call, exchange, now, is_open, changes):
    exchange.now = datetime.fromisoformat(now)
    assert hours.is_open(exchange) == is_open
    quote = call("get_quote", symbol="ENRG")
    assert (quote["market_open"], quote["until"]) == (is_open, changes)


def test_days_off_have_no_session(exchange):
    assert hours.session_of(exchange, date(2026, 3, 19)) is None
    assert hours.session_of(exchange, date(2026, 3, 21)) is None


def test_day_order_expires_at_the_close_and_the_other_stays(call, limit, exchange):
    day = limit("buy", 10, 49_00)["order_id"]
    lasting = limit("buy", 10, 48_00, time_in_force="good_till_cancelled")["order_id"]
    call("advance_clock", minutes=329)
    assert exchange.orders.require(day).status == "working"
    assert call("advance_clock", minutes=1) == {"now": "2026-03-18T16:00", "market_open": False}
    assert exchange.orders.require(day).status == "expired"
    assert exchange.orders.require(lasting).status == "working"
    assert call("list_orders", status="expired")["orders"][0]["order_id"] == day
    check_invariants(exchange)


def test_queued_orders_enter_at_the_opening_in_the_order_in_which_they_came(call, limit, exchange):
    call("advance_clock", minutes=400)
    first, second = (limit("buy", 60, 50_02)["order_id"] for _ in range(2))
    call("amend_order", order_id=first, limit_price_cents=50_02, quantity=70)
    call("advance_clock", minutes=2 * 24 * 60)
    # The amendment has put the first behind the second.
    assert exchange.orders.require(second).status == "filled"
    assert exchange.orders.require(first).filled == 20
    check_invariants(exchange)


def test_day_order_placed_when_closed_lasts_through_the_next_session(call, limit, exchange):
    call("advance_clock", minutes=400)
    own = limit("buy", 10, 49_00)["order_id"]
    call("advance_clock", minutes=(24 * 2 - 4) * 60)
    assert exchange.now == datetime(2026, 3, 20, 13, 10)
    assert exchange.orders.require(own).status == "expired"


def test_close_keeps_the_price_and_opening_starts_the_volume(call, exchange):
    call("place_market_order", symbol="ENRG", side="buy", quantity=10)
    call("advance_clock", minutes=400)
    assert call("get_quote", symbol="ENRG")["change_cents"] == 0
    assert call("get_quote", symbol="ENRG")["volume"] == 1_010
    call("advance_clock", minutes=3 * 24 * 60)
    assert call("get_quote", symbol="ENRG")["volume"] == 0
    check_invariants(exchange)


def arrive(exchange, at: str, symbol: str, side: str, cents: int, quantity: int) -> None:
    exchange.arrivals.insert(
        Arrival(
            id=exchange.new_id("arrivals"),
            at=at,
            symbol=symbol,
            side=side,
            price_cents=cents,
            quantity=quantity,
        )
    )


def test_arrivals_trade_with_what_rests_and_then_rest_themselves(call, limit, exchange):
    own = limit("buy", 10, 49_99)["order_id"]
    arrive(exchange, "2026-03-18T10:45", "ENRG", "sell", 49_98, 60)
    call("advance_clock", minutes=14)
    assert exchange.orders.require(own).filled == 0
    call("advance_clock", minutes=1)
    assert call("get_order", order_id=own)["fills"] == [
        {"at": "2026-03-18T10:45", "quantity": 10, "price_cents": 49_99}
    ]
    quote = call("get_quote", symbol="ENRG", depth=1)
    assert quote["asks"] == [{"price_cents": 49_98, "quantity": 10, "orders": 1}]
    assert len(exchange.arrivals) == 0
    check_invariants(exchange)


def test_exchange_turns_arrivals_away_while_closed_or_halted(call, exchange):
    arrive(exchange, "2026-03-18T10:31", "HALT", "sell", 80_00, 10)
    arrive(exchange, "2026-03-18T16:00", "ENRG", "sell", 49_90, 10)
    before = len(exchange.book)
    call("advance_clock", minutes=400)
    assert len(exchange.book) == before


def test_clock_is_no_tool_of_an_agent():
    assert "advance_clock" not in server.tools
