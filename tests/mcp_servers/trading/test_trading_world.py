"""Generated worlds: sound, repeatable, small to read, with names that need a look."""

from __future__ import annotations

from statistics import mean

import pytest
from trading_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World
from mcp_servers.trading import hours
from mcp_servers.trading.matching import by_priority
from mcp_servers.trading.state import OPEN, TradingState
from mcp_servers.trading.tools import server
from mcp_servers.trading.world import make_world

SEEDS = range(0, 1100, 20)


@pytest.fixture(scope="module")
def worlds() -> list[TradingState]:
    return [make_world(World(seed, "trading")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)
        assert 15_000_00 <= state.cash_cents < 30_000_00


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "trading"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_sizes(worlds):
    for state in worlds:
        assert len(state.instruments) == 22
        assert 8 <= len(state.positions) <= 9
        assert len(state.orders) >= 20
        assert len(state.book) >= 300
        assert len(state.watchlists) == 3


def test_look_ups_are_short(worlds):
    pages = []
    for state in worlds:
        for name in ("get_portfolio", "list_orders", "list_watchlists"):
            pages.append(len(to_text(server.tool(name).call(state, {}))))
        pages.append(len(to_text(server.tool("search_instruments").call(state, {"query": "a"}))))
        symbol = state.instruments.ids()[-1]
        pages.append(len(to_text(server.tool("get_quote").call(state, {"symbol": symbol}))))
    assert mean(pages) <= 680
    assert max(pages) <= 950


def test_first_instrument_is_sound_and_held(worlds):
    for state in worlds:
        first = next(iter(state.instruments))
        assert first.status == "trading"
        assert first.id in state.positions
        assert by_priority(state, first.id, "buy")
        assert by_priority(state, first.id, "sell")


def test_some_names_need_a_second_look(worlds):
    for state in worlds:
        words = [set(i.name.split()) for i in state.instruments]
        alike = sum(len(a & b) > 0 for i, a in enumerate(words) for b in words[:i])
        assert alike >= 6
        assert len({i.name for i in state.instruments}) == len(state.instruments)


def test_open_orders_of_every_kind_wait_in_every_world(worlds):
    for state in worlds:
        still_open = [order for order in state.orders if order.status in OPEN]
        assert {(o.kind, o.side) for o in still_open} == {
            ("limit", "buy"),
            ("limit", "sell"),
            ("stop", "sell"),
            ("stop_limit", "buy"),
        }
        assert any(order.filled for order in still_open)
        names = [(order.symbol, order.side) for order in still_open]
        assert len(set(names)) == len(names)


def test_troubles_are_common_but_not_everywhere(worlds):
    closed = sum(not hours.is_open(state) for state in worlds) / len(worlds)
    assert 0.2 < closed < 0.6
    off = sum(state.now.date().isoformat() in state.holidays for state in worlds)
    assert 0 < off < len(worlds) / 3
    for state in worlds:
        assert len(state.instruments.where(status="halted")) == 2
        sides = [by_priority(state, i.id, s) for i in state.instruments for s in ("buy", "sell")]
        assert 1 <= sum(not rows for rows in sides) <= 2


def test_everything_new_draws_all_names_from_the_held_out_pools():
    seen = set(pool("last_name"))
    for seed in range(1000, 1030):
        state = make_world(World(seed, "trading", everything_new=True))
        check_invariants(state)
        assert not {i.name.split()[0] for i in state.instruments} & seen
