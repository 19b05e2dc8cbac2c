"""Generated worlds: sound, repeatable, with names that need a look."""

from __future__ import annotations

from collections import Counter
from time import process_time

import pytest
from social_media_invariants import check_invariants, may_see

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.worlds import World
from mcp_servers.social_media.state import SocialState
from mcp_servers.social_media.world import MINE, make_world

SEEDS = range(0, 1100, 110)


@pytest.fixture(scope="module")
def worlds() -> list[SocialState]:
    return [make_world(World(seed, "social_media")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)
        now = state.now.isoformat(timespec="minutes")
        assert all(post.at <= now for post in state.posts)


def test_replies_are_by_accounts_that_may(worlds):
    for state in worlds:
        follows = {(f.user_id, f.followed_id) for f in state.follows}
        for reply in state.posts:
            if reply.parent_id is None:
                continue
            parent = state.posts.require(reply.parent_id)
            assert parent.replies != "nobody"
            if parent.replies == "followed" and parent.author_id != reply.author_id:
                assert (parent.author_id, reply.author_id) in follows
            assert reply.author_id != state.me or may_see(state, parent)


def test_same_seed_same_world():
    hashes = [state_hash(make_world(World(seed, "social_media"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_world_is_made_fast():
    make_world(World(41, "social_media"))
    begun = process_time()
    for seed in (42, 43):
        make_world(World(seed, "social_media"))
    assert process_time() - begun < 2 * 0.2


def test_sizes(worlds):
    for state in worlds:
        assert len(state.users) == 35
        assert 120 < len(state.posts) < 300
        assert len(state.follows) > 100
        assert len(state.requests) >= 11
        mine = state.posts.where(author_id=state.me, parent_id=None)
        assert len(mine) == MINE


def test_some_names_need_a_second_look(worlds):
    for state in worlds:
        names = Counter(user.name for user in state.users)
        assert sum(count == 2 for count in names.values()) == 2
        families = Counter(name.split()[-1] for name in names)
        assert sum(count > 1 for count in families.values()) >= 5
        assert len({user.handle for user in state.users}) == len(state.users)


def test_author_and_topic_name_a_post(worlds):
    for state in worlds:
        roots = state.posts.where(parent_id=None)
        assert len({(post.author_id, post.topic) for post in roots}) == len(roots)
        assert len({post.text for post in roots}) == len(roots)


def test_troubles_are_in_every_world(worlds):
    for state in worlds:
        me = state.me
        assert len(state.users.where(suspended=True)) == 2
        assert len(state.blocks.where(blocked_id=me, ended_at=None)) == 3
        assert len(state.blocks.where(user_id=me, ended_at=None)) == 3
        assert sum(block.ended_at is not None for block in state.blocks) == 2
        incoming = Counter(r.status for r in state.requests.where(followed_id=me))
        assert set(incoming) == {"pending", "accepted", "declined"}
        assert any(state.users.require(r.user_id).suspended for r in state.requests)
        assert {r.status for r in state.requests.where(user_id=me)} == {"pending", "declined"}
        policies = {post.replies for post in state.posts if may_see(state, post)}
        assert policies == {"everyone", "followed", "nobody"}


def test_everything_new_draws_all_names_from_the_held_out_pools():
    first, last, cities = (set(pool(kind)) for kind in ("first_name", "last_name", "city"))
    for seed in range(1000, 1005):
        state = make_world(World(seed, "social_media", everything_new=True))
        check_invariants(state)
        for user in state.users:
            given, family = user.name.split(" ", 1)
            assert given not in first
            assert family not in last
        words = {word.strip(",") for post in state.posts for word in post.text.split()}
        assert not words & cities
