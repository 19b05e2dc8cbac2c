"""Generated worlds: sound, with enough to choose from, and with what makes calls fail."""

from __future__ import annotations

from collections import Counter

import pytest
from retail_chain_invariants import check_invariants

from mcp_servers.core.pools import pool
from mcp_servers.core.worlds import World
from mcp_servers.retail_chain import customers, hours
from mcp_servers.retail_chain.state import NO_SHOWS, ChainState
from mcp_servers.retail_chain.world import make_world


@pytest.fixture(scope="module")
def worlds() -> list[ChainState]:
    return [make_world(World(seed, "retail_chain")) for seed in range(0, 1100, 50)]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)


def test_sizes(worlds):
    for state in worlds:
        assert (len(state.stores), len(state.products)) == (12, 36)
        assert len(state.customers) >= 24
        assert len(state.holds) >= 35
        assert len(state.transfers) >= 20


def test_names_need_a_look(worlds):
    for state in worlds:
        models = Counter(" ".join(p.name.split()[:3]) for p in state.products)
        assert min(models.values()) >= 4
        assert len({product.name for product in state.products}) == 36
        families = Counter(customer.name.split()[-1] for customer in state.customers)
        assert sum(count > 1 for count in families.values()) >= 5
        assert len({customer.name for customer in state.customers}) == len(state.customers)
        assert len({store.name for store in state.stores}) == 12


def test_there_is_something_to_do_in_the_own_store(worlds):
    for state in worlds:
        here = state.store_id
        assert len(state.holds.where(store_id=here, status="waiting")) >= 4
        for status in ("requested", "in_transit", "arrived", "received", "cancelled"):
            assert state.transfers.where(to_store_id=here, status=status)
        assert state.transfers.where(from_store_id=here, status="requested")


def test_troubles_are_common(worlds):
    for state in worlds:
        assert len(state.stores.where(shut=True)) == 1
        assert len(state.products.where(holdable=False)) == 4
        missed = [customers.no_shows(state, customer) for customer in state.customers]
        assert sum(count >= NO_SHOWS for count in missed) >= 2
        assert any(row.available == 0 for row in state.stock)
    closed = [not hours.is_open(s, s.stores.require(s.store_id)) for s in worlds]
    assert 0 < sum(closed) < len(worlds) / 2


def test_everything_new_draws_names_from_the_held_out_pools():
    seen = {name for kind in ("first_name", "last_name") for name in pool(kind)}
    cities = set(pool("city"))
    for seed in range(1000, 1010):
        state = make_world(World(seed, "retail_chain", everything_new=True))
        check_invariants(state)
        assert not {store.city for store in state.stores} & cities
        assert not {product.name.split()[0] for product in state.products} & seen
        assert not {word for c in state.customers for word in c.name.split()} & seen
