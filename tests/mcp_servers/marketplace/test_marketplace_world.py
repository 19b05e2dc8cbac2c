"""Generated worlds: sound, repeatable, with titles alike and rows on which calls fail."""

from __future__ import annotations

import pytest
from marketplace_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World
from mcp_servers.marketplace.auction import standing
from mcp_servers.marketplace.selling import late_sales
from mcp_servers.marketplace.settling import committed_cents
from mcp_servers.marketplace.state import MarketState
from mcp_servers.marketplace.tools import server
from mcp_servers.marketplace.world import make_world

SEEDS = range(0, 1100, 50)


@pytest.fixture(scope="module")
def worlds() -> list[MarketState]:
    return [make_world(World(seed, "marketplace")) for seed in SEEDS]


def test_worlds_are_sound_and_their_past_lies_behind(worlds):
    for state in worlds:
        check_invariants(state)
        today = state.now.date().isoformat()
        assert all(
            trade.sold_on <= (trade.delivered_on or today) <= today for trade in state.trades
        )
        assert all(dispute.opened_on <= today for dispute in state.disputes)


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "marketplace"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_titles_are_unique_and_some_need_a_second_look(worlds):
    for state in worlds:
        titles = [listing.title for listing in state.listings]
        assert len(set(titles)) == len(titles) >= 70
        words = [set(title.split()) for title in titles]
        assert sum(len(a & b) >= 2 for i, a in enumerate(words) for b in words[:i]) >= 40


def test_every_kind_of_trouble_is_there(worlds):
    for state in worlds:
        trades = {(trade.seller_id == state.me, trade.status) for trade in state.trades}
        assert trades >= {(s, t) for s in (True, False) for t in ("paid", "shipped", "delivered")}
        assert {d.status for d in state.disputes} == {"open", "refunded", "contested"}
        assert {o.status for o in state.offers} >= {"pending", "countered", "declined", "expired"}
        assert len([m for m in state.members if m.blocks_me]) == 2
        bids = [state.listings.require(b.listing_id) for b in state.bids.where(bidder_id=state.me)]
        active = [listing for listing in bids if listing.status == "active"]
        assert any(standing(state, listing).leader == state.me for listing in active)
    shares = {
        "late": [bool(late_sales(state)) for state in worlds],
        "poor": [state.wallet_cents - committed_cents(state) < 60_00 for state in worlds],
        "reserve": [any(listing.reserve_cents for listing in state.listings) for state in worlds],
    }
    assert all(sum(found) > 0.1 * len(worlds) for found in shares.values())
    assert all(sum(shares[name]) < 0.7 * len(worlds) for name in ("late", "poor"))


def test_look_ups_are_short(worlds):
    sizes = []
    for state in worlds:
        for name in ("list_my_listings", "list_offers", "list_trades"):
            sizes.append(len(to_text(server.tool(name).call(state, {}))))
        found = server.tool("search_listings").call(state, {"query": "bike"})
        sizes.append(len(to_text(found)))
        for listing in list(state.listings)[:10]:
            details = server.tool("get_listing").call(state, {"listing_id": listing.id})
            sizes.append(len(to_text(details)))
    assert sum(sizes) / len(sizes) < 700
    assert max(sizes) < 1_500


def test_everything_new_draws_all_names_from_the_held_out_pools():
    seen = set(pool("last_name")) | set(pool("first_name"))
    for seed in range(1000, 1010):
        state = make_world(World(seed, "marketplace", everything_new=True))
        check_invariants(state)
        assert not {listing.title.split()[0] for listing in state.listings} & seen
        assert not {word for member in state.members for word in member.name.split()} & seen
