"""Price-time priority, partial fills, protection, stops, and what an amendment costs."""

from __future__ import annotations

import pytest
from trading_invariants import check_invariants

from mcp_servers.trading import account, matching


def rows(exchange, side: str) -> list[tuple[int, int]]:
    """Price and quantity of one side of ENRG, in order of priority."""
    return [(r.price_cents, r.quantity) for r in matching.by_priority(exchange, "ENRG", side)]


def market(call, side: str, quantity: int):
    return call("place_market_order", symbol="ENRG", side=side, quantity=quantity)


def endow(exchange) -> None:
    """Gives the customer enough to buy the whole book."""
    exchange.opening_cents += 100_000_00
    exchange.cash_cents += 100_000_00


def test_market_order_takes_the_best_price_first_and_the_oldest_row_of_it(call, exchange):
    report = market(call, "buy", 40)
    assert (report["status"], report["filled"]) == ("filled", 40)
    assert report["average_price_cents"] == 50_02
    assert rows(exchange, "sell") == [(50_02, 40), (50_05, 100), (56_00, 1_000)]
    check_invariants(exchange)


def test_market_order_goes_on_to_the_next_price(call, exchange):
    report = market(call, "buy", 100)
    fills = call("get_order", order_id=report["order_id"])["fills"]
    assert [(f["quantity"], f["price_cents"]) for f in fills] == [
        (30, 50_02),
        (50, 50_02),
        (20, 50_05),
    ]
    # (80 * 5002 + 20 * 5005) / 100 = 5002.6
    assert report["average_price_cents"] == 50_03
    assert exchange.cash_cents == 14_000_00 - 100 * 40_00 - 80 * 50_02 - 20 * 50_05
    assert exchange.instruments.require("ENRG").last_cents == 50_05
    assert exchange.instruments.require("ENRG").volume == 1_100


def test_market_order_trades_within_protection_and_the_rest_is_cancelled(call, exchange):
    endow(exchange)
    report = market(call, "buy", 500)
    assert (report["status"], report["filled"]) == ("cancelled", 180)
    assert rows(exchange, "sell") == [(56_00, 1_000)]
    check_invariants(exchange)


def test_limit_order_trades_at_the_better_price_and_the_rest_waits_in_the_book(limit, exchange):
    report = limit("buy", 100, 50_03)
    assert (report["status"], report["filled"]) == ("working", 80)
    assert report["average_price_cents"] == 50_02
    assert rows(exchange, "buy")[0] == (50_03, 20)
    assert rows(exchange, "sell")[0] == (50_05, 100)
    assert report["free_cents"] == 10_000_00 - 80 * 50_02 - 20 * 50_03
    check_invariants(exchange)


def test_immediate_or_cancel_never_rests(limit, exchange):
    report = limit("buy", 100, 50_03, time_in_force="immediate_or_cancel")
    assert (report["status"], report["filled"]) == ("cancelled", 80)
    assert rows(exchange, "buy")[0] == (49_98, 40)
    assert report["free_cents"] == 10_000_00 - 80 * 50_02


def test_fill_or_kill_fills_whole_or_is_refused(limit, refused):
    order = {"symbol": "ENRG", "side": "buy", "time_in_force": "fill_or_kill"}
    message = refused(
        "not_fillable", "place_limit_order", quantity=81, limit_price_cents=50_04, **order
    )
    assert "Only 80 of 81" in message
    assert limit("buy", 80, 50_04, time_in_force="fill_or_kill")["status"] == "filled"


def test_own_order_stands_behind_older_rows_of_its_price(limit, exchange):
    own = limit("buy", 10, 49_98)["order_id"]
    matching.enter_other(exchange, "ENRG", "sell", 45, 49_98)
    assert exchange.orders.require(own).filled == 5
    assert rows(exchange, "buy")[0] == (49_98, 5)
    matching.enter_other(exchange, "ENRG", "sell", 5, 49_98)
    assert exchange.orders.require(own).status == "filled"
    assert account.held(exchange, "ENRG") == 110
    check_invariants(exchange)


def test_better_price_goes_before_an_older_row(limit, exchange):
    own = limit("buy", 10, 49_99)["order_id"]
    matching.enter_other(exchange, "ENRG", "sell", 10, 49_98)
    assert exchange.orders.require(own).status == "filled"
    # The buyer's own, better price counts: the row was there first.
    assert exchange.fills.where(order_id=own)[0].price_cents == 49_99


def test_smaller_quantity_keeps_the_place_in_the_book(call, limit, exchange):
    own = limit("buy", 10, 49_98)["order_id"]
    matching.enter_other(exchange, "ENRG", "buy", 10, 49_98)
    call("amend_order", order_id=own, limit_price_cents=49_98, quantity=8)
    matching.enter_other(exchange, "ENRG", "sell", 45, 49_98)
    assert exchange.orders.require(own).filled == 5


@pytest.mark.parametrize(("first_cents", "change"), [(49_98, {"quantity": 12}), (49_97, {})])
def test_other_amendments_cost_it(call, limit, exchange, first_cents, change):
    own = limit("buy", 10, first_cents)["order_id"]
    matching.enter_other(exchange, "ENRG", "buy", 10, 49_98)
    call("amend_order", order_id=own, limit_price_cents=49_98, **change)
    matching.enter_other(exchange, "ENRG", "sell", 50, 49_98)
    assert exchange.orders.require(own).filled == 0
    check_invariants(exchange)


def test_amended_limit_may_trade_at_once(call, limit, exchange):
    own = limit("buy", 30, 49_97)["order_id"]
    report = call("amend_order", order_id=own, limit_price_cents=50_02)
    assert (report["status"], report["filled"]) == ("filled", 30)
    check_invariants(exchange)


def test_stop_sells_when_the_price_falls_to_it(call, exchange):
    stop = call(
        "place_stop_order", symbol="ENRG", side="sell", quantity=20, stop_price_cents=49_95
    )["order_id"]
    assert exchange.orders.require(stop).status == "waiting"
    matching.enter_other(exchange, "ENRG", "sell", 40, 49_98)
    assert exchange.orders.require(stop).status == "waiting"
    matching.enter_other(exchange, "ENRG", "sell", 10, 49_90)
    order = exchange.orders.require(stop)
    assert (order.status, order.filled) == ("filled", 20)
    assert exchange.fills.where(order_id=stop)[0].price_cents == 49_90
    check_invariants(exchange)


def test_own_trade_sets_off_an_own_stop(call, exchange):
    stop = call("place_stop_order", symbol="ENRG", side="buy", quantity=10, stop_price_cents=50_05)[
        "order_id"
    ]
    market(call, "buy", 80)
    assert exchange.orders.require(stop).status == "waiting"
    market(call, "buy", 5)
    assert exchange.orders.require(stop).status == "filled"
    check_invariants(exchange)


def test_stop_does_not_trade_beyond_its_protection(call, exchange):
    stop = call("place_stop_order", symbol="ENRG", side="buy", quantity=40, stop_price_cents=50_05)[
        "order_id"
    ]
    reserved = account.reserved_cents(exchange)
    assert reserved == 40 * (50_05 * 105 // 100)
    endow(exchange)
    market(call, "buy", 170)
    order = exchange.orders.require(stop)
    assert (order.status, order.filled) == ("cancelled", 10)
    assert rows(exchange, "sell") == [(56_00, 1_000)]
    check_invariants(exchange)


def test_stop_with_a_limit_rests_at_it_once_set_off(call, exchange):
    stop = call(
        "place_stop_order",
        symbol="ENRG",
        side="buy",
        quantity=40,
        stop_price_cents=50_05,
        limit_price_cents=50_06,
    )["order_id"]
    endow(exchange)
    market(call, "buy", 170)
    order = exchange.orders.require(stop)
    assert (order.status, order.filled) == ("working", 10)
    assert rows(exchange, "buy")[0] == (50_06, 30)
    check_invariants(exchange)


def test_one_stop_can_set_off_another(call, exchange):
    first, second = (
        call("place_stop_order", symbol="ENRG", side="sell", quantity=quantity, **prices)
        for quantity, prices in (
            (40, {"stop_price_cents": 49_98}),
            (10, {"stop_price_cents": 49_90}),
        )
    )
    matching.enter_other(exchange, "ENRG", "sell", 20, 49_98)
    assert exchange.orders.require(first["order_id"]).status == "filled"
    assert exchange.orders.require(second["order_id"]).status == "filled"
    assert account.held(exchange, "ENRG") == 50
    check_invariants(exchange)


def test_stop_never_trades_with_an_own_order(call, limit, exchange):
    resting = limit("sell", 10, 50_03)["order_id"]
    stop = call(
        "place_stop_order",
        symbol="ENRG",
        side="buy",
        quantity=60,
        stop_price_cents=50_02,
        limit_price_cents=50_10,
    )["order_id"]
    matching.enter_other(exchange, "ENRG", "buy", 30, 50_02)
    order = exchange.orders.require(stop)
    # It takes the other 50 at 50.02 and is cancelled before the own row, not left across it.
    assert (order.status, order.filled) == ("cancelled", 50)
    assert exchange.orders.require(resting).filled == 0
    check_invariants(exchange)
