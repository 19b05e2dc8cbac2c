"""Generated worlds: sound, repeatable, with names that need a look and rows on which calls fail."""

from __future__ import annotations

import pytest
from shopping_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World
from mcp_servers.shopping.state import ShopState
from mcp_servers.shopping.tools import server
from mcp_servers.shopping.world import make_world

SEEDS = range(0, 1100, 50)


@pytest.fixture(scope="module")
def worlds() -> list[ShopState]:
    return [make_world(World(seed, "shopping")) for seed in SEEDS]


def test_worlds_are_sound_and_lie_in_the_past(worlds):
    for state in worlds:
        check_invariants(state)
        today = state.now.date().isoformat()
        assert all(o.placed_on <= today for o in state.orders)
        assert all((o.delivered_on or "") <= today for o in state.orders)
        assert all(o.arrives_on > today for o in state.orders.where(status="shipped"))
        assert all(r.created_on <= today for r in state.returns)


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "shopping"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_sizes(worlds):
    for state in worlds:
        assert len(state.products) >= 32
        assert len(state.variants) >= 70
        assert len(state.reviews) >= 40
        assert len(state.orders) == 14
        assert len(state.cart) >= 2


def test_names_are_unique_and_some_need_a_second_look(worlds):
    for state in worlds:
        names = [product.name for product in state.products]
        assert len(set(names)) == len(names)
        words = [set(name.split()) for name in names]
        assert sum(len(a & b) >= 2 for i, a in enumerate(words) for b in words[:i]) >= 16
        codes = {coupon.code for coupon in state.coupons}
        assert len(codes) == len(state.coupons)
        assert len({code.rstrip("0123456789") for code in codes}) <= len(codes) - 2


def test_every_kind_of_trouble_is_there(worlds):
    for state in worlds:
        assert {order.status for order in state.orders} == {
            "processing",
            "shipped",
            "delivered",
            "cancelled",
        }
        assert sum(coupon.order_id is not None for coupon in state.coupons) == 2
        assert any(variant.stock == 0 for variant in state.variants)
        assert any(product.final_sale for product in state.products)
        assert len(state.returns) == 4
    short = [
        any(s.variants.require(c.variant_id).stock < c.quantity for c in s.cart) for s in worlds
    ]
    assert 0.1 < sum(short) / len(short) < 0.7


def test_look_ups_are_short(worlds):
    for state in worlds:
        sizes = []
        for name in (
            "view_cart",
            "list_coupons",
            "list_addresses",
            "list_orders",
            "list_wish_list",
        ):
            sizes.append(len(to_text(server.tool(name).call(state, {}))))
        for product in state.products:
            details = server.tool("get_product").call(state, {"product_id": product.id})
            sizes.append(len(to_text(details)))
        assert max(sizes) < 1_200


def test_everything_new_draws_all_names_from_the_held_out_pools():
    seen = set(pool("last_name")) | set(pool("first_name"))
    for seed in range(1000, 1010):
        state = make_world(World(seed, "shopping", everything_new=True))
        check_invariants(state)
        assert not {product.name.split()[0] for product in state.products} & seen
        assert not {review.author for review in state.reviews} & seen
