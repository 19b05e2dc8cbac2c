"""Seeded worlds: one private account among some three dozen, and what they all have posted.

Every world has names that need a look to tell apart (pairs of one last name, two pairs of one whole
name), and rows on which calls fail: accounts that are suspended, that block the person or are
blocked, one whose block was lifted hours ago, private ones of which one declined the person lately,
requests that are answered or the person's own, posts that take replies of some or of nobody.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Final

from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.social_media.cast import Cast
from mcp_servers.social_media.sight import Sight
from mcp_servers.social_media.state import (
    Like,
    Post,
    ReplyPolicy,
    SocialState,
    Visibility,
)
from mcp_servers.social_media.texts import ANSWERS, TOPICS

MINE: Final = 7
VISIBILITIES: Final[tuple[Visibility, ...]] = ("public",) * 5 + ("followers",)
POLICIES: Final[tuple[ReplyPolicy, ...]] = ("everyone",) * 6 + ("followed", "followed", "nobody")
NAMES_TOLD: Final = 40
OLDEST_MINUTES: Final = 14 * 24 * 60


def make_world(world: World) -> SocialState:
    """Returns the network around one person, the same for the same world."""
    state = SocialState(now=world.now)
    cast = Cast(state, world)
    cast.relate()
    words = _Words(world)
    _add_posts(state, world.rng, words)
    audience = _Audience(state)
    _add_replies(state, world.rng, words, audience)
    _add_likes(state, world.rng, audience)
    return state


class _Words:
    """Texts with names of the world, none of them twice."""

    def __init__(self, world: World) -> None:
        self._rng = world.rng
        self._cities = world.sample("city", NAMES_TOLD)
        self._names = world.sample("first_name", NAMES_TOLD)
        self._said: set[str] = set()

    def of(self, texts: tuple[str, ...], once: bool = True) -> str:
        """Returns one of the texts, filled in."""
        while True:
            text = self._rng.choice(texts)
            text = text.replace("{city}", self._rng.choice(self._cities))
            text = text.replace("{name}", self._rng.choice(self._names))
            if not once or text not in self._said:
                self._said.add(text)
                return text


def _add_posts(state: SocialState, rng: random.Random, words: _Words) -> None:
    """Adds posts in order of time; no account has two on one topic."""
    plans = []
    for user in state.users:
        count = MINE if user.id == state.me else rng.randrange(1, 5)
        for topic in rng.sample(sorted(TOPICS), count):
            plans.append((rng.randrange(90, OLDEST_MINUTES), user.id, topic))
    for minutes_ago, author_id, topic in sorted(plans, reverse=True):
        state.posts.insert(
            Post(
                id=state.new_id("posts"),
                author_id=author_id,
                text=words.of(TOPICS[topic]),
                at=minute(state.now - timedelta(minutes=minutes_ago)),
                topic=topic,
                visibility=rng.choice(VISIBILITIES),
                replies="everyone" if author_id == state.me else rng.choice(POLICIES),
            )
        )


class _Audience:
    """Who may see and answer what, as the world is made: the person's sight and all follows."""

    def __init__(self, state: SocialState) -> None:
        self._state = state
        self._sight = Sight(state)
        self._follows = {(follow.user_id, follow.followed_id) for follow in state.follows}

    def may_see(self, user_id: str, post: Post) -> bool:
        """True where an account sees a post."""
        author = self._state.users.require(post.author_id)
        if user_id == self._state.me:
            return self._sight.sees(post)
        open_to_all = not author.private and post.visibility == "public"
        return open_to_all or (user_id, author.id) in self._follows

    def may_reply(self, user_id: str, post: Post) -> bool:
        """True where an account other than the author may reply to a post."""
        author = post.author_id
        if user_id == author or post.replies == "nobody" or not self.may_see(user_id, post):
            return False
        return post.replies == "everyone" or (author, user_id) in self._follows


def _add_replies(
    state: SocialState, rng: random.Random, words: _Words, audience: _Audience
) -> None:
    """Adds replies by accounts that may, to posts and to some of the replies."""
    for post in state.posts:
        able = [user.id for user in state.users if audience.may_reply(user.id, post)]
        count = 3 if post.author_id == state.me else rng.choice((0, 0, 1, 2, 3))
        for author_id in rng.sample(able, min(count, len(able))):
            reply = _reply(state, rng, words, author_id, post)
            if rng.random() < 0.15 and audience.may_see(post.author_id, reply):
                _reply(state, rng, words, post.author_id, reply)


def _reply(
    state: SocialState, rng: random.Random, words: _Words, author_id: str, parent: Post
) -> Post:
    since = datetime.fromisoformat(parent.at)
    minutes = max(1, int((state.now - since).total_seconds()) // 60)
    return state.posts.insert(
        Post(
            id=state.new_id("posts"),
            author_id=author_id,
            text=words.of(ANSWERS, once=False),
            at=minute(since + timedelta(minutes=rng.randrange(1, 1 + min(minutes, 600)))),
            parent_id=parent.id,
        )
    )


def _add_likes(state: SocialState, rng: random.Random, audience: _Audience) -> None:
    """Adds likes of posts by accounts that see them."""
    for post in state.posts.where(parent_id=None):
        able = [
            user.id
            for user in state.users
            if user.id != post.author_id and audience.may_see(user.id, post)
        ]
        for user_id in rng.sample(able, min(len(able), rng.randrange(0, 7))):
            state.likes.insert(Like(id=state.new_id("likes"), user_id=user_id, post_id=post.id))
