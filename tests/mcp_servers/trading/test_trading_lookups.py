"""Search, quotes, portfolio, orders and watchlists as they are shown."""

from __future__ import annotations

import pytest

from mcp_servers.core.errors import NotFound
from mcp_servers.core.hashing import effect_hash
from mcp_servers.trading import matching
from mcp_servers.trading.state import WATCHLIST_SIZE
from mcp_servers.trading.tools import server


def test_search_looks_for_all_words_in_name_sector_and_symbol(call):
    def found(query):
        rows = call("search_instruments", query=query)["instruments"]
        return [row["symbol"] for row in rows]

    assert found("FISCHER") == ["ENRG", "FOOD"]
    assert found("foods fischer") == ["FOOD"]
    assert found("halt") == ["HALT"]
    assert found("fischer media") == []


def test_search_pages_by_eight(call, exchange):
    row = exchange.instruments.require("ENRG")
    for n in range(9):
        exchange.instruments.insert(type(row)(**_fields(row) | {"id": f"X{n}", "name": f"Ott {n}"}))
    first = call("search_instruments", query="ott")
    assert (len(first["instruments"]), first["total"], first["next_offset"]) == (8, 9, 8)
    rest = call("search_instruments", query="ott", offset=8)
    assert [i["symbol"] for i in rest["instruments"]] == ["X8"]
    assert "next_offset" not in rest


def _fields(row) -> dict[str, object]:
    return {name: getattr(row, name) for name in type(row).__slots__}


def test_quote_adds_up_the_orders_of_each_price(call):
    assert call("get_quote", symbol="ENRG") == {
        "symbol": "ENRG",
        "name": "Fischer Energy",
        "status": "trading",
        "last_cents": 50_00,
        "change_cents": 1_00,
        "tick_cents": 1,
        "volume": 1_000,
        "bids": [
            {"price_cents": 49_98, "quantity": 40, "orders": 1},
            {"price_cents": 49_90, "quantity": 200, "orders": 1},
        ],
        "asks": [
            {"price_cents": 50_02, "quantity": 80, "orders": 2},
            {"price_cents": 50_05, "quantity": 100, "orders": 1},
        ],
        "market_open": True,
        "until": "2026-03-18T16:00",
    }
    assert len(call("get_quote", symbol="ENRG", depth=10)["asks"]) == 3


def test_portfolio_values_positions_at_the_last_price(call, limit):
    limit("buy", 10, 49_00)
    assert call("get_portfolio") == {
        "cash_cents": 10_000_00,
        "free_cents": 10_000_00 - 10 * 49_00,
        "total_value_cents": 15_000_00,
        "positions": [
            {
                "symbol": "ENRG",
                "name": "Fischer Energy",
                "quantity": 100,
                "value_cents": 5_000_00,
                "gain_cents": 1_000_00,
            }
        ],
        "total": 1,
    }


@pytest.mark.parametrize(
    ("sort_by", "symbols"),
    [("value", ["ENRG", "FOOD"]), ("gain", ["FOOD", "ENRG"]), ("name", ["ENRG", "FOOD"])],
)
def test_portfolio_is_sorted(call, exchange, sort_by, symbols):
    call("place_limit_order", symbol="FOOD", side="buy", quantity=10, limit_price_cents=20_00)
    matching.enter_other(exchange, "FOOD", "sell", 10, 20_00)
    exchange.instruments.update("ENRG", last_cents=39_00)
    rows = call("get_portfolio", sort_by=sort_by)["positions"]
    assert [row["symbol"] for row in rows] == symbols


def test_orders_are_listed_newest_first_by_status_and_instrument(call, limit):
    ids = [limit("buy", 1, 40_00 + n)["order_id"] for n in range(6)]
    page = call("list_orders")
    assert [row["order_id"] for row in page["orders"]] == ids[:0:-1]
    assert (page["total"], page["next_offset"]) == (6, 5)
    assert call("list_orders", offset=5)["orders"][0]["order_id"] == ids[0]
    assert call("list_orders", status="filled")["orders"][0] == {
        "order_id": "ORD-0001",
        "name": "Fischer Energy",
        "side": "buy",
        "kind": "limit",
        "quantity": 100,
        "filled": 100,
        "limit_price_cents": 40_00,
    }
    assert call("list_orders", symbol="FOOD")["total"] == 0
    with pytest.raises(NotFound, match="FOOD"):
        call("list_orders", symbol="FOOOD")


def test_watchlists_show_their_instruments(call):
    assert call("list_watchlists")["watchlists"] == [
        {
            "watchlist_id": "WAT-0001",
            "title": "Growth Ideas",
            "instruments": [{"symbol": "ENRG", "name": "Fischer Energy"}],
        },
        {"watchlist_id": "WAT-0002", "title": "Growth Picks", "instruments": []},
    ]


def test_instrument_is_put_on_a_watchlist_and_taken_off(call, refused):
    pair = {"watchlist_id": "WAT-0002", "symbol": "FOOD"}
    assert call("add_to_watchlist", **pair)["size"] == 1
    refused("already_watched", "add_to_watchlist", **pair)
    assert call("remove_from_watchlist", **pair)["size"] == 0
    message = refused(
        "not_watched", "remove_from_watchlist", watchlist_id="WAT-0002", symbol="ENRG"
    )
    assert "Growth Ideas (WAT-0001)" in message


def test_seventh_instrument_does_not_fit(exchange, refused):
    full = frozenset(["FOOD", *(f"X{n}" for n in range(WATCHLIST_SIZE - 1))])
    exchange.watchlists.update("WAT-0001", symbols=full)
    message = refused("watchlist_full", "add_to_watchlist", watchlist_id="WAT-0001", symbol="ENRG")
    assert "Growth Picks (WAT-0002)" in message


def test_order_of_independent_steps_has_no_effect(exchange):
    base = dict(exchange.counters)
    steps = [
        ("add_to_watchlist", {"watchlist_id": "WAT-0002", "symbol": "FOOD"}),
        ("add_to_watchlist", {"watchlist_id": "WAT-0002", "symbol": "HALT"}),
        ("place_market_order", {"symbol": "ENRG", "side": "buy", "quantity": 40}),
        (
            "place_limit_order",
            {"symbol": "FOOD", "side": "buy", "quantity": 5, "limit_price_cents": 19_00},
        ),
    ]
    hashes = set()
    for order in (steps, steps[::-1]):
        state = exchange.copy()
        for tool, arguments in order:
            server.tool(tool).call(state, arguments)
        hashes.add(effect_hash(state, base))
    assert len(hashes) == 1
