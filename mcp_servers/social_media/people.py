"""Look-ups on accounts: by name or handle, and one with what it posted."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.social_media.sight import Sight, follow_of, likes_of
from mcp_servers.social_media.state import Post, SocialState, User

UserId = Annotated[str, arg("Id of the account.", entity="user")]
Only = Literal["followed", "followers", "blocked"]


class UserRow(Output):
    """An account in a list."""

    user_id: Annotated[str, out("Id of the account.", entity="user")]
    name: Annotated[str, out("Name shown.", label_of="user")]
    handle: Annotated[str, out("Its handle, without @.", label_of="user")]
    private: Annotated[bool | None, out("true where followers have to be accepted.")] = None
    relation: Annotated[str | None, out("How you stand with it, if at all.")] = None


class Users(Page):
    """Result of search_users."""

    users: Annotated[list[UserRow], out("Accounts that fit, by name.")]


class OwnPostRow(Output):
    """A post on a profile."""

    post_id: Annotated[str, out("Id of the post.", entity="post")]
    about: Annotated[str | None, out("Its topic, if any.", label_of="post")] = None
    says: Annotated[str, out("Its text.", label_of="post")]
    at: Annotated[str, out("When it was posted.", format="datetime")]
    likes: Annotated[int, out("How many like it.")]


class Profile(Page):
    """Result of get_profile."""

    user_id: Annotated[str, out("Id of the account.", entity="user")]
    profile: Annotated[str, out("Name and handle.", label_of="user")]
    bio: Annotated[str, out("What it says of itself.")]
    followers: Annotated[int, out("How many follow it.")]
    following: Annotated[int, out("How many it follows.")]
    relation: Annotated[str | None, out("How you stand with it, if at all.")] = None
    follows_you: Annotated[bool | None, out("Whether it follows you.")] = None
    hidden: Annotated[str | None, out("Why its posts are not shown, if so.")] = None
    posts: Annotated[list[OwnPostRow], out("Its posts, newest first.")]


def search_users(
    state: SocialState,
    query: Annotated[str, arg("Words of name or handle.", min_length=1)],
    only: Annotated[Only | None, arg("Only those.")] = None,
    offset: Offset = 0,
    limit: Limit = 6,
) -> Users:
    """Finds accounts."""
    words = query.casefold().replace("@", "").split()
    sight = Sight(state)
    chosen = _chosen(state, sight, only)
    rows = [
        user
        for user in state.users
        if (chosen is None or user.id in chosen) and all(w in _text(user) for w in words)
    ]
    rows.sort(key=lambda user: (user.name, user.handle))
    shown, next_offset = page(rows, offset, limit)
    return Users(
        users=[_row(sight, user) for user in shown], total=len(rows), next_offset=next_offset
    )


def get_profile(
    state: SocialState,
    user_id: Annotated[str | None, arg("Whose; yours by default.", entity="user")] = None,
    offset: Offset = 0,
    limit: Limit = 4,
) -> Profile:
    """Gets an account with its followers and posts, yours or another one."""
    user, sight = state.users.require(user_id or state.me), Sight(state)
    rows = sight.posts(author_id=user.id)
    rows.sort(key=lambda post: (post.at, post.id), reverse=True)
    shown, next_offset = page(rows, offset, limit)
    likes = likes_of(state, shown)
    return Profile(
        user_id=user.id,
        profile=f"{user.name} (@{user.handle})",
        bio=user.bio,
        followers=len(state.follows.where(followed_id=user.id)),
        following=len(state.follows.where(user_id=user.id)),
        relation=sight.relation(user),
        follows_you=None
        if user.id == state.me
        else follow_of(state, user.id, state.me) is not None,
        hidden=_hidden(sight, user),
        posts=[_post(post, likes[post.id]) for post in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def _chosen(state: SocialState, sight: Sight, only: Only | None) -> set[str] | None:
    """Returns the ids of the accounts that a filter lets through; None: all."""
    match only:
        case "followed":
            return sight.following
        case "followers":
            return {follow.user_id for follow in state.follows.where(followed_id=state.me)}
        case "blocked":
            return sight.blocked
        case None:
            return None


def _text(user: User) -> str:
    return f"{user.name} {user.handle}".casefold()


def _row(sight: Sight, user: User) -> UserRow:
    return UserRow(
        user_id=user.id,
        name=user.name,
        handle=user.handle,
        private=True if user.private else None,
        relation=sight.relation(user),
    )


def _hidden(sight: Sight, user: User) -> str | None:
    if sight.sees_posts_of(user):
        return None
    if user.suspended:
        return "suspended"
    return sight.relation(user) if user.id in sight.blocked | sight.blocking else "private"


def _post(post: Post, likes: int) -> OwnPostRow:
    return OwnPostRow(
        post_id=post.id,
        about=post.topic,
        says=post.text,
        at=post.at,
        likes=likes,
    )
