"""Look-ups on posts: the feed, a search, and one post with its replies."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.social_media.sight import Sight, likes_of, require_seen
from mcp_servers.social_media.state import Post, SocialState

PostId = Annotated[str, arg("Id of the post.", entity="post")]
Sort = Annotated[Literal["latest", "top"], arg("Newest, or most liked first.")]


class PostRow(Output):
    """A post in a list."""

    post_id: Annotated[str, out("Id of the post.", entity="post")]
    author: Annotated[str, out("Who wrote it.")]
    topic: Annotated[str | None, out("Its topic, if any.", label_of="post")] = None
    text: Annotated[str, out("What it says.", label_of="post")]
    likes: Annotated[int, out("How many like it.")]


class Posts(Page):
    """Result of get_feed and search_posts."""

    posts: Annotated[list[PostRow], out("Posts that fit.")]


class ReplyRow(Output):
    """A reply."""

    reply_id: Annotated[str, out("Id of the reply, a post itself.", entity="post")]
    replier: Annotated[str, out("Who wrote it.")]
    reply: Annotated[str, out("What it says.", label_of="post")]
    likes: Annotated[int, out("How many like it.")]


class Thread(Page):
    """Result of get_thread."""

    post_id: Annotated[str, out("Id of the post.", entity="post")]
    content: Annotated[str, out("What it says.", label_of="post")]
    author_id: Annotated[str, out("Id of its author.", entity="user")]
    author_name: Annotated[str, out("Who wrote it.")]
    posted_at: Annotated[str, out("When.", format="datetime")]
    visibility: Annotated[str, out("public, or followers only.")]
    likes: Annotated[int, out("How many like it.")]
    liked_by_you: Annotated[bool, out("Whether you do.")]
    who_may_reply: Annotated[str, out("everyone, those the author follows, or nobody.")]
    replies: Annotated[list[ReplyRow], out("Replies that you may see, oldest first.")]


def get_feed(
    state: SocialState,
    sort: Sort = "latest",
    topic: Annotated[str | None, arg("Only this topic.", min_length=1)] = None,
    offset: Offset = 0,
    limit: Limit = 4,
) -> Posts:
    """Gets the newest posts of the accounts that you follow."""
    sight = Sight(state)
    rows = [
        post
        for post in sight.posts()
        if post.author_id in sight.following and _is_about(post, topic)
    ]
    return _posts(state, rows, sort, offset, limit)


def search_posts(
    state: SocialState,
    query: Annotated[str, arg("Words of text, topic or author.", min_length=1)],
    sort: Sort = "latest",
    offset: Offset = 0,
    limit: Limit = 4,
) -> Posts:
    """Finds posts of anyone, as far as you may see them."""
    words = query.casefold().replace("#", "").split()
    rows = [p for p in Sight(state).posts() if all(word in _text(state, p) for word in words)]
    return _posts(state, rows, sort, offset, limit)


def get_thread(state: SocialState, post_id: PostId, offset: Offset = 0, limit: Limit = 4) -> Thread:
    """Gets one post in full, with who may reply and the replies so far."""
    post = state.posts.require(post_id)
    require_seen(state, post)
    sight = Sight(state)
    rows = [reply for reply in state.posts.where(parent_id=post.id) if sight.sees(reply)]
    rows.sort(key=lambda reply: (reply.at, reply.id))
    shown, next_offset = page(rows, offset, limit)
    likes, counts = state.likes.where(post_id=post.id), likes_of(state, shown)
    return Thread(
        post_id=post.id,
        content=_said(post),
        author_id=post.author_id,
        author_name=state.users.require(post.author_id).name,
        posted_at=post.at,
        visibility=post.visibility,
        likes=len(likes),
        liked_by_you=any(like.user_id == state.me for like in likes),
        who_may_reply=post.replies,
        replies=[_reply(state, reply, counts[reply.id]) for reply in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def _is_about(post: Post, topic: str | None) -> bool:
    wanted = None if topic is None else topic.casefold().lstrip("#")
    return wanted is None or (post.topic or "").casefold() == wanted


def _text(state: SocialState, post: Post) -> str:
    author = state.users.require(post.author_id)
    return f"{post.text} {post.topic or ''} {author.name} {author.handle}".casefold()


def _posts(state: SocialState, rows: list[Post], sort: str, offset: int, limit: int) -> Posts:
    likes = likes_of(state, rows)
    rows.sort(key=lambda p: (likes[p.id] if sort == "top" else 0, p.at, p.id), reverse=True)
    shown, next_offset = page(rows, offset, limit)
    return Posts(
        posts=[
            PostRow(
                post_id=post.id,
                author=state.users.require(post.author_id).name,
                topic=post.topic,
                text=post.text,
                likes=likes[post.id],
            )
            for post in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def _reply(state: SocialState, reply: Post, likes: int) -> ReplyRow:
    return ReplyRow(
        reply_id=reply.id,
        replier=state.users.require(reply.author_id).name,
        reply=_said(reply),
        likes=likes,
    )


def _said(post: Post) -> str:
    return "(deleted)" if post.deleted else post.text
