"""Writing, replying, liking, and deleting what one wrote."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.social_media.failures import (
    AlreadyLiked,
    DuplicatePost,
    NotLiked,
    NotYourPost,
    PostDeleted,
    PostingTooFast,
    RepliesLimited,
)
from mcp_servers.social_media.reading import PostId
from mcp_servers.social_media.sight import follow_of, require_visible
from mcp_servers.social_media.state import (
    MOST_POSTS,
    POSTS_WINDOW_MINUTES,
    REPEAT_HOURS,
    Like,
    Post,
    ReplyPolicy,
    SocialState,
    Visibility,
)

_POSTS = (
    "The attic is finally finished",
    "Looking for a good plumber, any tips",
    "First frost this morning",
    "New personal best today",
    "Who is coming to the street fair",
    "Three hours on the train and no seat",
)
_REPLIES = (
    "Congratulations",
    "I could not agree more",
    "Where was that",
    "Count me in",
    "Thanks for sharing",
    "That made my day",
)


class PostReport(Output):
    """Result of create_post."""

    post_id: Annotated[str, out("Id of the post.", entity="post")]
    audience: Annotated[str, out("Who sees it.")]


class ReplyReport(Output):
    """Result of reply_to_post."""

    post_id: Annotated[str, out("Id of the reply.", entity="post")]
    replied_to: Annotated[str, out("Whom you answered.")]
    replies: Annotated[int, out("How many replies the post has now.")]


class LikeReport(Output):
    """Result of like_post."""

    post_id: Annotated[str, out("Id of the post.", entity="post")]
    likes: Annotated[int, out("How many like it now.")]


class DeleteReport(Output):
    """Result of delete_post."""

    deleted: Annotated[str, out("What it said.")]
    replies_left: Annotated[int, out("Replies of others that stay.")]


def create_post(
    state: SocialState,
    text: Annotated[str, arg("What to say.", min_length=1, max_length=280, examples=_POSTS)],
    topic: Annotated[
        str | None,
        arg(
            "Hashtag, without #.",
            pattern="^[a-z]+$",
            max_length=30,
            examples=("home", "weather", "running", "travel"),
        ),
    ] = None,
    visibility: Annotated[Visibility, arg("Who may see it.")] = "public",
    replies: Annotated[
        ReplyPolicy, arg("Who may reply; followed: only those whom you follow.")
    ] = "everyone",
) -> PostReport:
    """Posts something new."""
    since = minute(state.now - timedelta(hours=REPEAT_HOURS))
    for post in state.posts.where(author_id=state.me, text=text, parent_id=None):
        if post.at > since:
            raise DuplicatePost(
                f"You posted just that at {post.at} ({post.id}); say it in other words, or wait "
                f"until {REPEAT_HOURS} hours have passed."
            )
    _require_slow(state)
    post = _write(state, text, topic=topic, visibility=visibility, replies=replies)
    private = state.users.require(state.me).private or visibility == "followers"
    return PostReport(post_id=post.id, audience="your followers" if private else "everyone")


def reply_to_post(
    state: SocialState,
    post_id: PostId,
    text: Annotated[str, arg("What to say.", min_length=1, max_length=280, examples=_REPLIES)],
) -> ReplyReport:
    """Replies to a post or a reply, where its author lets you."""
    post = require_visible(state, post_id)
    _require_allowed(state, post)
    _require_slow(state)
    reply = _write(state, text, parent_id=post.id)
    return ReplyReport(
        post_id=reply.id,
        replied_to=state.users.require(post.author_id).name,
        replies=len(state.posts.where(parent_id=post.id)),
    )


def like_post(
    state: SocialState,
    post_id: PostId,
    undo: Annotated[bool, arg("true takes a like back.")] = False,
) -> LikeReport:
    """Likes a post or a reply."""
    post = require_visible(state, post_id)
    known = next(iter(state.likes.where(user_id=state.me, post_id=post.id)), None)
    if undo and known is None:
        raise NotLiked(f"You do not like {post.id}, so there is nothing to take back.")
    if known is not None and not undo:
        raise AlreadyLiked(f"You like {post.id} already; undo takes that back.")
    if known is None:
        like = Like(id=state.new_id("likes"), user_id=state.me, post_id=post.id)
        state.likes.insert(like)
    else:
        state.likes.delete(known.id)
    return LikeReport(post_id=post.id, likes=len(state.likes.where(post_id=post.id)))


def delete_post(state: SocialState, post_id: PostId) -> DeleteReport:
    """Deletes a post or reply of yours for good; replies of others stay."""
    post = state.posts.require(post_id)
    if post.author_id != state.me:
        author = state.users.require(post.author_id)
        raise NotYourPost(
            f"{author.name} wrote {post.id}; only your own posts can be deleted, get_profile shows "
            "them."
        )
    if post.deleted:
        raise PostDeleted(f"{post.id} is deleted already; only the replies to it are left.")
    left = len(state.posts.where(parent_id=post.id))
    for like in state.likes.where(post_id=post.id):
        state.likes.delete(like.id)
    if left:
        state.posts.update(post.id, deleted=True, text="", topic=None)
    else:
        _remove(state, post)
    return DeleteReport(deleted=post.text, replies_left=left)


def _remove(state: SocialState, post: Post) -> None:
    """Removes a post, and the stone that it answered where that has no other reply."""
    state.posts.delete(post.id)
    parent = state.posts.get(post.parent_id) if post.parent_id else None
    if parent is not None and parent.deleted and not state.posts.where(parent_id=parent.id):
        _remove(state, parent)


def _require_slow(state: SocialState) -> None:
    since = minute(state.now - timedelta(minutes=POSTS_WINDOW_MINUTES))
    recent = sorted(post.at for post in state.posts.where(author_id=state.me) if post.at > since)
    if len(recent) >= MOST_POSTS:
        again = datetime.fromisoformat(recent[-MOST_POSTS])
        raise PostingTooFast(
            f"You wrote {len(recent)} posts and replies within {POSTS_WINDOW_MINUTES} minutes; the "
            f"next is taken from {minute(again + timedelta(minutes=POSTS_WINDOW_MINUTES))} on."
        )


def _require_allowed(state: SocialState, post: Post) -> None:
    """Checks that the author of a post lets the person reply.

    Raises:
        RepliesLimited: saying whom the author lets.
    """
    if post.author_id == state.me or post.replies == "everyone":
        return
    author = state.users.require(post.author_id)
    if post.replies == "nobody":
        raise RepliesLimited(f"{author.name} takes no replies to {post.id}; like_post still works.")
    if follow_of(state, author.id, state.me) is None:
        raise RepliesLimited(
            f"{author.name} takes replies to {post.id} only from accounts that {author.name} "
            "follows, and yours is none of them; like_post still works."
        )


def _write(
    state: SocialState,
    text: str,
    *,
    parent_id: str | None = None,
    topic: str | None = None,
    visibility: Visibility = "public",
    replies: ReplyPolicy = "everyone",
) -> Post:
    return state.posts.insert(
        Post(
            id=state.new_id("posts"),
            author_id=state.me,
            text=text,
            at=minute(state.now),
            topic=topic,
            parent_id=parent_id,
            visibility=visibility,
            replies=replies,
        )
    )
