"""The tables of a social network as one person's account sees it, and what always holds of them.

Invariants, in every world and after every call:

1. Nobody follows, blocks or asks to follow themselves; a pair has at most one follow, one block in
   force and one pending request in each direction.
2. Between two accounts of which one blocks the other there is no follow and no pending request.
3. Pending requests go to private accounts, and never come from somebody who follows already.
4. An account likes a post at most once, and nobody likes a deleted one.
5. A post that was deleted leaves an empty stone only while it has replies; a reply is later than
   what it answers.
6. Look-ups show, and writes take, only posts that the person may see: their own, and those of
   accounts that neither block them nor are blocked or suspended, of a private account or for
   followers only where the person follows, and replies only under posts that they may see.
7. The person writes at most `MOST_POSTS` posts and replies in `POSTS_WINDOW_MINUTES`.
8. What other accounts wrote never changes; what they follow only by a block or an answer of the
   person.
9. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

MOST_POSTS = 5
POSTS_WINDOW_MINUTES = 60
REPEAT_HOURS = 24
REBLOCK_HOURS = 48
DECLINED_DAYS = 7

Visibility = Literal["public", "followers"]
ReplyPolicy = Literal["everyone", "followed", "nobody"]
RequestStatus = Literal["pending", "accepted", "declined"]


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """An account; a private one is followed only by those it accepts."""

    id: str
    name: str
    handle: str
    bio: str
    private: bool = False
    suspended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A post, or a reply where `parent_id` is given; deleted ones are empty stones.

    Attributes:
        replies: who may reply: everyone, accounts that the author follows, or nobody.
    """

    id: str
    author_id: str
    text: str
    at: str
    topic: str | None = None
    parent_id: str | None = None
    visibility: Visibility = "public"
    replies: ReplyPolicy = "everyone"
    deleted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Like:
    """A like of a post by an account."""

    id: str
    user_id: str
    post_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """`user_id` follows `followed_id`."""

    id: str
    user_id: str
    followed_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """`user_id` blocks `blocked_id`, until `ended_at` where that is given."""

    id: str
    user_id: str
    blocked_id: str
    ended_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """`user_id` asks to follow the private account `followed_id`."""

    id: str
    user_id: str
    followed_id: str
    asked_on: str
    status: RequestStatus = "pending"
    answered_on: str | None = None


@dataclass
class SocialState(State):
    """The network; `me` is the id of the person's own account."""

    me: str = ""
    users: Table[User] = table(User, "USR", noun="account")
    posts: Table[Post] = table(Post, "PST")
    likes: Table[Like] = table(Like, "LIK")
    follows: Table[Follow] = table(Follow, "FLW")
    blocks: Table[Block] = table(Block, "BLK")
    requests: Table[Request] = table(Request, "REQ", noun="follow request")
