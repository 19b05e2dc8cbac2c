"""Who may see what, and how the person stands with other accounts.

This file leaves out what can be done about it.
"""

from __future__ import annotations

from collections.abc import Iterable

from mcp_servers.social_media.failures import PostDeleted, PostNotVisible
from mcp_servers.social_media.state import Block, Follow, Post, Request, SocialState, User


class Sight:
    """What the person may see, as things are.

    Args:
        state: is read once, so make a new one after a change.

    Attributes:
        following: ids of the accounts that the person follows.
        blocked: ids of those that the person blocks.
        blocking: ids of those that block the person.
    """

    def __init__(self, state: SocialState) -> None:
        self._state = state
        self.following = {f.followed_id for f in state.follows.where(user_id=state.me)}
        in_force = state.blocks.where(ended_at=None)
        self.blocked = {b.blocked_id for b in in_force if b.user_id == state.me}
        self.blocking = {b.user_id for b in in_force if b.blocked_id == state.me}
        self._open = {user.id for user in state.users if self._opens(user)}

    def sees_posts_of(self, user: User) -> bool:
        """True where the public posts of an account are shown to the person."""
        return user.id in self._open

    def sees(self, post: Post) -> bool:
        """True where the person may see a post, or the stone that is left of it."""
        return self.hidden_by(post) is None

    def hidden_by(self, post: Post) -> User | None:
        """Returns the author on whose account a post is hidden, its own or of what it answers."""
        if not self._shows(post):
            return self._state.users.require(post.author_id)
        if post.parent_id is None:
            return None
        return self.hidden_by(self._state.posts.require(post.parent_id))

    def posts(self, **equals: str) -> list[Post]:
        """Returns the posts, no replies, that the person may see, in order of their ids.

        Args:
            **equals: what fields of them must be, such as `author_id`.
        """
        found = self._state.posts.where(parent_id=None, deleted=False, **equals)
        return [post for post in found if self._shows(post)]

    def relation(self, user: User) -> str | None:
        """Returns how the person stands with an account: None where there is nothing to say."""
        if user.id == self._state.me:
            return "you"
        if user.id in self.blocked:
            return "blocked by you"
        if user.id in self.blocking:
            return "blocks you"
        if user.id in self.following:
            return "followed by you"
        return "requested by you" if pending_between(self._state, self._state.me, user.id) else None

    def _opens(self, user: User) -> bool:
        """True where an account lets the person see its public posts."""
        if user.id == self._state.me:
            return True
        if user.suspended or user.id in self.blocked or user.id in self.blocking:
            return False
        return not user.private or user.id in self.following

    def _shows(self, post: Post) -> bool:
        """True where a post itself is shown, whatever it answers."""
        if post.author_id not in self._open:
            return False
        if post.visibility == "public" or post.author_id == self._state.me:
            return True
        return post.author_id in self.following


def likes_of(state: SocialState, posts: Iterable[Post]) -> dict[str, int]:
    """Returns how many like each of the posts, by its id."""
    counts = {post.id: 0 for post in posts}
    for like in state.likes:
        if like.post_id in counts:
            counts[like.post_id] += 1
    return counts


def require_visible(state: SocialState, post_id: str) -> Post:
    """Returns a post that the person may see and that is not deleted.

    Raises:
        PostNotVisible, PostDeleted: saying why.
    """
    post = state.posts.require(post_id)
    require_seen(state, post)
    if post.deleted:
        raise PostDeleted(f"{post.id} has been deleted; get_feed shows posts that are still there.")
    return post


def require_seen(state: SocialState, post: Post) -> None:
    """Checks that the person may see a post or its stone.

    Raises:
        PostNotVisible: saying what would make it visible.
    """
    sight = Sight(state)
    hider = sight.hidden_by(post)
    if hider is not None:
        author = state.users.require(post.author_id)
        raise PostNotVisible(f"You cannot see {post.id} of {author.name}. {_remedy(sight, hider)}")


def follow_of(state: SocialState, user_id: str, followed_id: str) -> Follow | None:
    """Returns the row that says that one account follows another, if so."""
    found = state.follows.where(user_id=user_id, followed_id=followed_id)
    return next(iter(found), None)


def block_of(state: SocialState, user_id: str, blocked_id: str) -> Block | None:
    """Returns the block in force of one account by another, if any."""
    found = state.blocks.where(user_id=user_id, blocked_id=blocked_id, ended_at=None)
    return next(iter(found), None)


def pending_between(state: SocialState, user_id: str, followed_id: str) -> Request | None:
    """Returns the pending request of one account to follow another, if any."""
    found = state.requests.where(user_id=user_id, followed_id=followed_id, status="pending")
    return next(iter(found), None)


def _remedy(sight: Sight, hider: User) -> str:
    if hider.id in sight.blocked:
        return f"You have blocked {hider.name}; unblock_user lifts that."
    if hider.id in sight.blocking:
        return f"{hider.name} has blocked you."
    if hider.suspended:
        return f"The account of {hider.name} is suspended."
    return f"{hider.name} shows it to followers only; follow_user comes first."
