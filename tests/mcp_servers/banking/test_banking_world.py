"""Generated worlds: sound, repeatable, small to read, with names that need a look."""

from __future__ import annotations

from statistics import mean

import pytest
from banking_invariants import check_invariants

from mcp_servers.banking.state import BankState
from mcp_servers.banking.tools import server
from mcp_servers.banking.world import make_world
from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World

SEEDS = range(0, 1100, 7)
LISTS = ("list_accounts", "list_payees", "list_cards", "list_bills", "list_scheduled_payments")


@pytest.fixture(scope="module")
def worlds() -> list[BankState]:
    return [make_world(World(seed, "banking")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "banking"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_sizes_are_those_of_a_private_customer(worlds):
    for state in worlds:
        assert 4 <= len(state.accounts) <= 6
        assert 3 <= len(state.cards) <= 4
        assert 5 <= len(state.payees) <= 8
        assert len(state.transactions) >= 40


def test_look_ups_are_short(worlds):
    pages = []
    for state in worlds:
        for name in LISTS:
            assert len(to_text(server.tool(name).call(state, {}))) <= 600
        for account in state.accounts:
            page = server.tool("list_transactions").call(state, {"account_id": account.id})
            pages.append(len(to_text(page)))
    assert mean(pages) <= 560
    assert max(pages) <= 720


def test_first_rows_are_sound(worlds):
    for state in worlds:
        first = [next(iter(t)) for t in (state.accounts, state.cards, state.payees)]
        assert [row.status for row in first] == ["open", "active", "active"]
        assert first[0].balance_cents >= 1_000_00
        assert next(iter(state.schedules)).next_date > state.now.date().isoformat()


def test_some_names_need_a_second_look(worlds):
    for state in worlds:
        for rows in (state.accounts, state.payees, state.cards):
            words = [set(row.name.split()) for row in rows]
            assert any(a & b for i, a in enumerate(words) for b in words[:i])


def test_transactions_are_told_apart_by_date_and_description(worlds):
    for state in worlds:
        purchases = [(t.date, t.description) for t in state.transactions if t.card_id is not None]
        assert len(set(purchases)) == len(purchases)


def test_scheduled_payments_are_told_apart_by_payee_and_frequency(worlds):
    for state in worlds:
        names = [(s.payee_id, s.frequency) for s in state.schedules]
        assert len(set(names)) == len(names)


def test_troubles_are_common_but_not_everywhere(worlds):
    for find in (
        lambda s: s.accounts.where(status="frozen"),
        lambda s: s.cards.where(status="blocked"),
        lambda s: s.schedules.where(next_date=s.now.date().isoformat()),
        lambda s: s.transactions.where(kind="payment", date=s.now.date().isoformat()),
    ):
        share = sum(bool(find(state)) for state in worlds) / len(worlds)
        assert 0.2 < share < 0.8


def test_everything_new_draws_all_names_from_the_held_out_pools():
    seen = {name for kind in ("first_name", "last_name", "city") for name in pool(kind)}
    for seed in range(1000, 1030):
        state = make_world(World(seed, "banking", everything_new=True))
        check_invariants(state)
        words = {word for payee in state.payees for word in payee.name.split()}
        assert not words & seen
