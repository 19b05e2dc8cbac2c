"""A small network made by hand around one private account, and calls on it."""

from __future__ import annotations

from datetime import datetime

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.social_media.state import Block, Follow, Post, Request, SocialState, User
from mcp_servers.social_media.tools import server

NOW = datetime(2026, 3, 18, 10, 30)
ME, ANA, BEN, CLEO, DAN, EVE, FAY = (f"USR-000{n}" for n in range(1, 8))
PEOPLE = (
    ("Mia Ott", "mia", {"private": True}),
    ("Ana Cruz", "ana.cruz", {}),
    ("Ben Cruz", "ben.cruz", {"private": True}),
    ("Cleo Ray", "cleo", {"private": True}),
    ("Dan Bly", "dan", {"suspended": True}),
    ("Eve Kim", "eve", {}),
    ("Fay Lund", "fay", {}),
)
POSTS = (
    (ME, "Frost", None, {}),
    (ANA, "Tulips", None, {"topic": "gardening"}),
    (ANA, "Friends", None, {"visibility": "followers"}),
    (BEN, "Secret garden", None, {"topic": "gardening"}),
    (CLEO, "Hidden", None, {}),
    (EVE, "Gone", None, {}),
    (ANA, "Quiet", None, {"replies": "nobody"}),
    (FAY, "Closed circle", None, {"replies": "followed"}),
    (ANA, "Cold", "PST-0001", {}),
    (CLEO, "Lovely", "PST-0002", {}),
)


@pytest.fixture
def network() -> SocialState:
    """Mia follows Ana and Ben, who is private; Cleo is private, Dan suspended, Eve blocks Mia."""
    state = SocialState(now=NOW, me=ME)
    for name, handle, more in PEOPLE:
        user = User(id=state.new_id("users"), name=name, handle=handle, bio="Hello", **more)
        state.users.insert(user)
    for user_id, followed_id in ((ME, ANA), (ME, BEN), (ANA, ME)):
        follow(state, user_id, followed_id)
    state.blocks.insert(Block(id=state.new_id("blocks"), user_id=EVE, blocked_id=ME))
    for n, (author_id, text, parent_id, more) in enumerate(POSTS):
        state.posts.insert(
            Post(
                id=state.new_id("posts"),
                author_id=author_id,
                text=text,
                at=f"2026-03-17T09:{n:02d}",
                parent_id=parent_id,
                **more,
            )
        )
    for user_id in (FAY, DAN):
        state.requests.insert(
            Request(
                id=state.new_id("requests"),
                user_id=user_id,
                followed_id=ME,
                asked_on="2026-03-16",
            )
        )
    return state


def follow(state: SocialState, user_id: str, followed_id: str) -> None:
    """Lets one account follow another."""
    row = Follow(id=state.new_id("follows"), user_id=user_id, followed_id=followed_id)
    state.follows.insert(row)


@pytest.fixture
def call(network: SocialState) -> Call:
    """Calls a tool and returns its result."""
    return caller(server, network)


@pytest.fixture
def refused(network: SocialState) -> Refused:
    """Makes a call that must be refused; returns the message."""
    return refuser(server, network)
