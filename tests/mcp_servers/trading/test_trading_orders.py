"""What may be placed, amended and cancelled, at the limits of each rule."""

from __future__ import annotations

from datetime import datetime

import pytest
from trading_invariants import check_invariants

from mcp_servers.core.errors import InvalidArguments, NotFound
from mcp_servers.trading import account

AFTER_CLOSE = datetime(2026, 3, 18, 16, 0)
FREE = 10_000_00


def test_limit_buy_reserves_its_whole_cost(limit, exchange):
    report = limit("buy", 100, 49_00)
    assert report == {
        "order_id": "ORD-0002",
        "status": "working",
        "filled": 0,
        "free_cents": FREE - 100 * 49_00,
    }
    assert exchange.cash_cents == FREE


def test_all_the_cash_may_be_reserved_and_not_a_cent_more(limit, refused):
    order = {"symbol": "ENRG", "side": "buy", "limit_price_cents": 40_00}
    message = refused("insufficient_funds", "place_limit_order", quantity=251, **order)
    assert "enough for 250 shares at $40.00" in message
    assert limit("buy", 250, 40_00)["free_cents"] == 0


def test_market_buy_needs_what_it_would_really_cost(call, refused, exchange):
    exchange.opening_cents -= FREE - 30 * 50_02
    exchange.cash_cents = 30 * 50_02
    order = {"symbol": "ENRG", "side": "buy"}
    assert "30 shares at $50.02" in refused(
        "insufficient_funds", "place_market_order", quantity=31, **order
    )
    assert call("place_market_order", quantity=30, **order)["free_cents"] == 0


def test_stop_buy_reserves_its_protection(call, refused):
    order = {"symbol": "ENRG", "side": "buy", "stop_price_cents": 60_00}
    # 60.00 and 5% are 63.00: 158 shares for 10,000.00
    refused("insufficient_funds", "place_stop_order", quantity=159, **order)
    assert call("place_stop_order", quantity=158, **order)["free_cents"] == FREE - 158 * 63_00


def test_what_is_offered_cannot_be_offered_again(limit, refused):
    first = limit("sell", 70, 51_00)["order_id"]
    sell = {"symbol": "ENRG", "side": "sell"}
    message = refused(
        "insufficient_shares", "place_limit_order", quantity=31, limit_price_cents=52_00, **sell
    )
    assert "can sell 30" in message
    assert first in message
    refused("insufficient_shares", "place_market_order", quantity=31, **sell)
    refused("insufficient_shares", "place_stop_order", quantity=31, stop_price_cents=45_00, **sell)
    limit("sell", 30, 52_00)


def test_selling_out_ends_the_position(call, exchange):
    call("place_market_order", symbol="ENRG", side="sell", quantity=40)
    assert exchange.positions.require("ENRG").cost_cents == 60 * 40_00
    call("place_market_order", symbol="ENRG", side="sell", quantity=60)
    assert "ENRG" not in exchange.positions
    assert exchange.cash_cents == FREE + 40 * 49_98 + 60 * 49_90
    check_invariants(exchange)


def test_nobody_sells_food_near_the_last_price(refused):
    refused("no_liquidity", "place_market_order", symbol="FOOD", side="buy", quantity=1)


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("place_market_order", {}),
        ("place_limit_order", {"limit_price_cents": 80_00}),
        ("place_stop_order", {"stop_price_cents": 85_00}),
    ],
)
def test_halted_instrument_takes_no_order(refused, tool, more):
    refused("instrument_halted", tool, symbol="HALT", side="buy", quantity=1, **more)


@pytest.mark.parametrize("cents", [24_99, 75_01])
def test_prices_beyond_the_band_are_refused(refused, cents):
    message = refused(
        "price_out_of_band",
        "place_limit_order",
        symbol="ENRG",
        side="buy",
        quantity=1,
        limit_price_cents=cents,
    )
    assert "$25.00 to $75.00" in message


@pytest.mark.parametrize("cents", [25_00, 75_00])
def test_prices_at_the_edge_of_the_band_are_taken(limit, cents):
    limit("buy", 1, cents)


def test_price_between_two_ticks_names_both(refused):
    message = refused(
        "off_tick",
        "place_limit_order",
        symbol="FOOD",
        side="buy",
        quantity=1,
        limit_price_cents=19_97,
    )
    assert "$19.95 or $20.00" in message


@pytest.mark.parametrize(("side", "cents"), [("buy", 50_00), ("sell", 50_00), ("sell", 51_00)])
def test_stop_price_must_be_yet_to_come(refused, side, cents):
    message = refused(
        "stop_already_reached",
        "place_stop_order",
        symbol="ENRG",
        side=side,
        quantity=1,
        stop_price_cents=cents,
    )
    assert ("above" if side == "buy" else "below") in message


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("place_market_order", {}),
        ("place_limit_order", {"limit_price_cents": 51_00}),
        ("place_limit_order", {"limit_price_cents": 60_00}),
    ],
)
def test_nobody_trades_with_himself(limit, refused, tool, more):
    own = limit("sell", 10, 51_00)["order_id"]
    order = {"symbol": "ENRG", "side": "buy", "quantity": 1}
    assert own in refused("would_trade_with_yourself", tool, **order, **more)
    limit("buy", 1, 50_99)


def test_closed_exchange_takes_limit_orders_for_the_opening_only(limit, refused, exchange):
    exchange.now = AFTER_CLOSE
    order = {"symbol": "ENRG", "side": "buy", "quantity": 1}
    message = refused("market_closed", "place_market_order", **order)
    # Thursday is a day off.
    assert "closed until 2026-03-20T09:30" in message
    for lasts in ("immediate_or_cancel", "fill_or_kill"):
        refused(
            "market_closed",
            "place_limit_order",
            limit_price_cents=50_00,
            time_in_force=lasts,
            **order,
        )
    report = limit("buy", 10, 50_05)
    assert (report["status"], report["filled"]) == ("queued", 0)
    assert exchange.orders.require(report["order_id"]).expires_on == "2026-03-20"
    assert report["free_cents"] == FREE - 10 * 50_05


def test_queued_orders_count_as_own_opposite_ones(limit, refused, exchange):
    exchange.now = AFTER_CLOSE
    limit("buy", 10, 50_05)
    refused(
        "would_trade_with_yourself",
        "place_limit_order",
        symbol="ENRG",
        side="sell",
        quantity=1,
        limit_price_cents=50_05,
    )


def test_cancelled_order_frees_what_it_reserved(call, limit, exchange):
    own = limit("buy", 100, 50_02)["order_id"]
    report = call("cancel_order", order_id=own)
    assert (report["status"], report["filled"]) == ("cancelled", 80)
    assert report["free_cents"] == exchange.cash_cents == FREE - 80 * 50_02
    check_invariants(exchange)


@pytest.mark.parametrize(
    ("tool", "more"), [("cancel_order", {}), ("amend_order", {"limit_price_cents": 1})]
)
def test_ended_order_stays_as_it_is(limit, refused, tool, more):
    open_id = limit("buy", 1, 49_00)["order_id"]
    message = refused("order_closed", tool, order_id="ORD-0001", **more)
    assert "filled already" in message
    assert open_id in message


def test_amendment_is_covered_by_what_the_order_reserved(call, limit, refused):
    own = limit("buy", 250, 40_00)["order_id"]
    buy = {"order_id": own, "limit_price_cents": 40_00}
    refused("insufficient_funds", "amend_order", quantity=251, **buy)
    report = call("amend_order", quantity=200, **buy | {"limit_price_cents": 45_00})
    assert report["free_cents"] == FREE - 200 * 45_00
    sale = {"order_id": limit("sell", 60, 55_00)["order_id"], "limit_price_cents": 55_00}
    refused("insufficient_shares", "amend_order", quantity=101, **sale)
    call("amend_order", quantity=100, **sale)


def test_quantity_stays_above_what_is_filled(call, limit, refused):
    own = {"order_id": limit("buy", 100, 50_02)["order_id"], "limit_price_cents": 50_02}
    assert "80 shares" in refused("below_filled", "amend_order", quantity=80, **own)
    report = call("amend_order", quantity=81, **own)
    assert (report["status"], report["filled"]) == ("working", 80)


@pytest.mark.parametrize("more", [{}, {"quantity": 10}])
def test_amendment_must_change_something(limit, refused, more):
    own = limit("buy", 10, 49_00)["order_id"]
    refused("nothing_to_change", "amend_order", order_id=own, limit_price_cents=49_00, **more)


def test_stop_without_limit_gets_none(call, refused):
    stop = call(
        "place_stop_order", symbol="ENRG", side="sell", quantity=10, stop_price_cents=45_00
    )["order_id"]
    refused("no_limit_price", "amend_order", order_id=stop, limit_price_cents=44_00)


def test_stop_with_limit_is_amended_while_it_waits(call):
    stop = call(
        "place_stop_order",
        symbol="ENRG",
        side="sell",
        quantity=10,
        stop_price_cents=45_00,
        limit_price_cents=44_00,
    )["order_id"]
    report = call("amend_order", order_id=stop, limit_price_cents=43_00, quantity=20)
    assert report["status"] == "waiting"
    order = call("get_order", order_id=stop)
    assert (order["quantity"], order["limit_price_cents"]) == (20, 43_00)


@pytest.mark.parametrize(
    ("cents", "type"),
    [(80_00, "price_out_of_band"), (51_00, "would_trade_with_yourself")],
)
def test_amended_limit_obeys_the_rules_of_a_new_one(limit, refused, cents, type):
    limit("sell", 10, 51_00)
    own = limit("buy", 10, 49_00)["order_id"]
    refused(type, "amend_order", order_id=own, limit_price_cents=cents)


def test_amended_limit_keeps_to_the_tick(call, refused):
    own = call("place_limit_order", symbol="FOOD", side="buy", quantity=1, limit_price_cents=19_00)[
        "order_id"
    ]
    refused("off_tick", "amend_order", order_id=own, limit_price_cents=19_01)


def test_orders_of_a_halted_instrument_can_only_be_cancelled(call, limit, refused, exchange):
    own = limit("buy", 10, 49_00)["order_id"]
    exchange.instruments.update("ENRG", status="halted")
    refused("instrument_halted", "amend_order", order_id=own, limit_price_cents=48_00)
    call("cancel_order", order_id=own)


def test_order_amended_after_the_close_is_queued(call, limit, exchange):
    own = limit("buy", 10, 49_00, time_in_force="good_till_cancelled")["order_id"]
    exchange.now = AFTER_CLOSE
    assert call("amend_order", order_id=own, limit_price_cents=50_02)["status"] == "queued"
    assert account.reserved_cents(exchange) == 10 * 50_02
    check_invariants(exchange)


def test_unknown_symbol_names_close_ones(call):
    with pytest.raises(NotFound, match="ENRG"):
        call("get_quote", symbol="ENRGY")


@pytest.mark.parametrize("quantity", [0, -5, 1.5, "10", 100_001])
def test_quantities_are_whole_positive_and_bounded(call, quantity):
    with pytest.raises(InvalidArguments, match="quantity"):
        call("place_market_order", symbol="ENRG", side="buy", quantity=quantity)
