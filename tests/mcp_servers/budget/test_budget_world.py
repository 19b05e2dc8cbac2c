"""Generated worlds: sound, repeatable, with names that need a look and troubles to run into."""

from __future__ import annotations

from collections import Counter

import pytest
from budget_invariants import check_invariants

from mcp_servers.budget.state import BudgetState
from mcp_servers.budget.tools import server
from mcp_servers.budget.world import make_world
from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World

SEEDS = range(0, 1100, 100)


@pytest.fixture(scope="module")
def worlds() -> list[BudgetState]:
    return [make_world(World(seed, "budget")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)
        assert state.closed_through < f"{state.now:%Y-%m}"
        closed = state.accounts.where(status="closed")
        assert [account.balance_cents for account in closed] == [0]


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "budget"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_sizes(worlds):
    for state in worlds:
        assert len(state.accounts) == 10
        assert len(state.categories) == 31
        assert len(state.entries) >= 150
        assert len(state.recurring) >= 20
        assert len(state.limits) >= 20


def test_names_need_a_second_look(worlds):
    for state in worlds:
        banks = Counter(a.name.rpartition(" ")[0] for a in state.accounts)
        assert max(banks.values()) >= 2
        last_words = Counter(c.name.split()[-1] for c in state.categories)
        assert last_words["Insurance"] == 3
        assert last_words["Clothes"] == last_words["Salary"] == 2
        families = {(e.payee.split()[0], e.payee) for e in state.entries if e.category_id}
        assert max(Counter(family for family, _ in families).values()) >= 3
        payees = Counter(r.payee.split()[0] for r in state.recurring)
        assert max(payees.values()) >= 2


def test_income_covers_what_is_spent(worlds):
    for state in worlds:
        report = server.tool("get_report").call(state, {"period": "last_month"})
        assert report["income_cents"] > report["spent_cents"] > 1_000_00


def test_look_ups_are_short(worlds):
    pages = [
        ("list_accounts", {}),
        ("list_categories", {}),
        ("list_recurring", {}),
        ("get_report", {}),
        ("search_transactions", {"query": "e"}),
    ]
    for state in worlds:
        lengths = [len(to_text(server.tool(n).call(state, a))) for n, a in pages]
        assert sum(lengths) / len(lengths) < 1_000
        assert max(lengths) < 1_500


def test_troubles_are_common(worlds):
    for find in (
        lambda s: s.recurring.where(status="stopped"),
        lambda s: server.tool("list_recurring").call(s, {"status": "overdue"})["recurring"],
        lambda s: s.categories.where(status="archived"),
        lambda s: [a for a in s.accounts if 0 < a.balance_cents - a.floor_cents < 100_00],
    ):
        assert sum(bool(find(state)) for state in worlds) / len(worlds) > 0.8


def test_everything_new_draws_all_names_from_the_held_out_pools():
    seen = {name for kind in ("first_name", "last_name") for name in pool(kind)}
    for seed in range(1000, 1006):
        state = make_world(World(seed, "budget", everything_new=True))
        check_invariants(state)
        owners = {c.name.split("'")[0] for c in state.categories if "'s " in c.name}
        families = {e.payee.split()[0] for e in state.entries if e.category_id}
        assert not (owners | families - {"State"}) & seen
