"""The invariants that the state of the network declares, as assertions on one state.

Who may see what is worked out from sets of pairs, which shares nothing with the server.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from mcp_servers.social_media.state import (
    MOST_POSTS,
    POSTS_WINDOW_MINUTES,
    Post,
    SocialState,
)


def check_invariants(state: SocialState) -> None:
    """Asserts every invariant of mcp_servers/social_media/state.py that one state can show."""
    _pairs_stand_once(state)
    _blocks_keep_apart(state)
    _requests_make_sense(state)
    _likes_are_of_posts(state)
    _stones_have_replies(state)
    _person_writes_slowly(state)


def may_see(state: SocialState, post: Post) -> bool:
    """True where the person may see a post."""
    follows = {(f.user_id, f.followed_id) for f in state.follows}
    blocks = _blocks(state)
    chain: list[Post] = [post]
    while chain[-1].parent_id is not None:
        chain.append(state.posts.require(chain[-1].parent_id))
    for one in chain:
        author = state.users.require(one.author_id)
        if author.id == state.me:
            continue
        if author.suspended or {(state.me, author.id), (author.id, state.me)} & blocks:
            return False
        for_followers = author.private or one.visibility == "followers"
        if for_followers and (state.me, author.id) not in follows:
            return False
    return True


def _blocks(state: SocialState) -> set[tuple[str, str]]:
    return {(b.user_id, b.blocked_id) for b in state.blocks if b.ended_at is None}


def _pairs_stand_once(state: SocialState) -> None:
    follows = Counter((f.user_id, f.followed_id) for f in state.follows)
    blocks = Counter((b.user_id, b.blocked_id) for b in state.blocks if b.ended_at is None)
    asked = Counter((r.user_id, r.followed_id) for r in state.requests if r.status == "pending")
    for pairs in (follows, blocks, asked):
        assert all(a != b and a in state.users and b in state.users for a, b in pairs)
        assert max(pairs.values(), default=1) == 1


def _blocks_keep_apart(state: SocialState) -> None:
    follows = {frozenset((f.user_id, f.followed_id)) for f in state.follows}
    asked = {frozenset((r.user_id, r.followed_id)) for r in state.requests.where(status="pending")}
    assert not {frozenset(pair) for pair in _blocks(state)} & (follows | asked)


def _requests_make_sense(state: SocialState) -> None:
    follows = {(f.user_id, f.followed_id) for f in state.follows}
    for request in state.requests:
        assert (request.status == "pending") == (request.answered_on is None)
        assert state.users.require(request.followed_id).private
        if request.status == "pending":
            assert (request.user_id, request.followed_id) not in follows


def _likes_are_of_posts(state: SocialState) -> None:
    likes = Counter((like.user_id, like.post_id) for like in state.likes)
    assert max(likes.values(), default=1) == 1
    assert all(not state.posts.require(like.post_id).deleted for like in state.likes)
    assert all(like.user_id in state.users for like in state.likes)


def _stones_have_replies(state: SocialState) -> None:
    parents = {post.parent_id for post in state.posts}
    for post in state.posts:
        assert post.author_id in state.users
        assert (post.text == "") == post.deleted
        assert not post.deleted or post.id in parents
        if post.parent_id is not None:
            assert state.posts.require(post.parent_id).at <= post.at


def _person_writes_slowly(state: SocialState) -> None:
    since = (state.now - timedelta(minutes=POSTS_WINDOW_MINUTES)).isoformat(timespec="minutes")
    assert sum(post.at > since for post in state.posts.where(author_id=state.me)) <= MOST_POSTS
