"""Following and blocking; following a private account begins with a request."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, out
from mcp_servers.core.wording import minute
from mcp_servers.social_media.failures import (
    AccountSuspended,
    AlreadyBlocked,
    AlreadyFollowing,
    BlockedByUser,
    BlockTooSoon,
    NotBlocked,
    NotFollowing,
    RequestDeclined,
    RequestPending,
    UserBlocked,
)
from mcp_servers.social_media.people import UserId
from mcp_servers.social_media.sight import block_of, follow_of, pending_between
from mcp_servers.social_media.state import (
    DECLINED_DAYS,
    REBLOCK_HOURS,
    Block,
    Follow,
    Request,
    SocialState,
    User,
)


class RelationReport(Output):
    """Result of follow_user, unfollow_user, block_user and unblock_user."""

    user_id: Annotated[str, out("Id of the account.", entity="user")]
    account: Annotated[str, out("Name of the account.", label_of="user")]
    now: Annotated[str, out("How you stand with it now.")]


def follow_user(state: SocialState, user_id: UserId) -> RelationReport:
    """Follows an account, or asks a private one to be let in."""
    user = _other(state, user_id, "follow")
    _require_reachable(state, user)
    if follow_of(state, state.me, user.id) is not None:
        raise AlreadyFollowing(f"You follow {user.name} already; unfollow_user ends that.")
    if not user.private:
        state.follows.insert(
            Follow(id=state.new_id("follows"), user_id=state.me, followed_id=user.id)
        )
        return RelationReport(user_id=user.id, account=user.name, now="followed by you")
    _require_may_ask(state, user)
    state.requests.insert(
        Request(
            id=state.new_id("requests"),
            user_id=state.me,
            followed_id=user.id,
            asked_on=state.now.date().isoformat(),
        )
    )
    return RelationReport(user_id=user.id, account=user.name, now="requested by you")


def unfollow_user(state: SocialState, user_id: UserId) -> RelationReport:
    """Stops following an account, or takes back a request to follow it."""
    user = _other(state, user_id, "unfollow")
    follow = follow_of(state, state.me, user.id)
    request = pending_between(state, state.me, user.id)
    if follow is not None:
        state.follows.delete(follow.id)
    elif request is not None:
        state.requests.delete(request.id)
    else:
        raise NotFollowing(f"You do not follow {user.name}, nor have you asked to.")
    return RelationReport(user_id=user.id, account=user.name, now="not followed by you")


def block_user(state: SocialState, user_id: UserId) -> RelationReport:
    """Blocks an account: neither sees the other, and follows and requests between the two end."""
    user = _other(state, user_id, "block")
    if block_of(state, state.me, user.id) is not None:
        raise AlreadyBlocked(f"You have blocked {user.name} already; unblock_user lifts that.")
    _require_long_unblocked(state, user)
    pairs = ((state.me, user.id), (user.id, state.me))
    for follower, followed in pairs:
        follow = follow_of(state, follower, followed)
        request = pending_between(state, follower, followed)
        if follow is not None:
            state.follows.delete(follow.id)
        if request is not None:
            state.requests.delete(request.id)
    state.blocks.insert(Block(id=state.new_id("blocks"), user_id=state.me, blocked_id=user.id))
    return RelationReport(user_id=user.id, account=user.name, now="blocked by you")


def unblock_user(state: SocialState, user_id: UserId) -> RelationReport:
    """Lifts a block; what it ended does not come back, and it cannot be renewed for two days."""
    user = _other(state, user_id, "unblock")
    block = block_of(state, state.me, user.id)
    if block is None:
        raise NotBlocked(
            f"You have not blocked {user.name}; search_users with only=blocked lists whom."
        )
    state.blocks.update(block.id, ended_at=minute(state.now))
    return RelationReport(user_id=user.id, account=user.name, now="not blocked by you")


def _other(state: SocialState, user_id: str, what: str) -> User:
    user = state.users.require(user_id)
    if user.id == state.me:
        raise InvalidArguments(
            f"user_id is {user.id}, your own account; one cannot {what} oneself."
        )
    return user


def _require_reachable(state: SocialState, user: User) -> None:
    """Checks that nothing stands between the person and an account.

    Raises:
        AccountSuspended, UserBlocked, BlockedByUser: saying what.
    """
    if user.suspended:
        raise AccountSuspended(f"The account of {user.name} is suspended; nobody can follow it.")
    if block_of(state, state.me, user.id) is not None:
        raise UserBlocked(f"You have blocked {user.name}; unblock_user comes first.")
    if block_of(state, user.id, state.me) is not None:
        raise BlockedByUser(
            f"{user.name} has blocked you, so you cannot follow; only they can change it."
        )


def _require_may_ask(state: SocialState, user: User) -> None:
    """Checks that the person may ask a private account to be let in.

    Raises:
        RequestPending, RequestDeclined: saying since or from when.
    """
    pending = pending_between(state, state.me, user.id)
    if pending is not None:
        raise RequestPending(
            f"You asked to follow {user.name} on {pending.asked_on}; wait for the answer, or take "
            "the request back with unfollow_user."
        )
    for request in state.requests.where(user_id=state.me, followed_id=user.id, status="declined"):
        again = date.fromisoformat(request.answered_on or "") + timedelta(days=DECLINED_DAYS)
        if state.now.date() < again:
            raise RequestDeclined(
                f"{user.name} declined your request on {request.answered_on}; you may ask again "
                f"from {again} on."
            )


def _require_long_unblocked(state: SocialState, user: User) -> None:
    since = minute(state.now - timedelta(hours=REBLOCK_HOURS))
    for block in state.blocks.where(user_id=state.me, blocked_id=user.id):
        if block.ended_at is not None and block.ended_at > since:
            raise BlockTooSoon(
                f"You unblocked {user.name} at {block.ended_at}; a new block is possible "
                f"{REBLOCK_HOURS} hours after that. Until then unfollow_user keeps the posts away."
            )
