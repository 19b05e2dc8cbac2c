"""The tools of the social network: which there are, which of them write, and how each may fail.

One session is one account, a private one. The functions stand in people.py, reading.py, posting.py,
following.py and asking.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.social_media import asking, following, people, posting, reading
from mcp_servers.social_media.failures import (
    AccountSuspended,
    AlreadyBlocked,
    AlreadyFollowing,
    AlreadyLiked,
    BlockedByUser,
    BlockTooSoon,
    DuplicatePost,
    NotBlocked,
    NotFollowing,
    NotLiked,
    NotYourPost,
    NotYourRequest,
    PostDeleted,
    PostingTooFast,
    PostNotVisible,
    RepliesLimited,
    RequestAnswered,
    RequestDeclined,
    RequestPending,
    UserBlocked,
)
from mcp_servers.social_media.state import SocialState
from mcp_servers.social_media.world import make_world

server = ToolServer(
    "social_media",
    title="Social network",
    instructions=(
        "One person's account on a social network. Look up the ids of accounts, posts and follow "
        "requests before you use them."
    ),
    state=SocialState,
    make_world=make_world,
)

server.read(people.search_users)
server.read(people.get_profile)

server.read(reading.get_feed)
server.read(reading.search_posts)
server.read(raises=(PostNotVisible,))(reading.get_thread)

server.write(raises=(DuplicatePost, PostingTooFast))(posting.create_post)
server.write(raises=(PostNotVisible, PostDeleted, RepliesLimited, PostingTooFast))(
    posting.reply_to_post
)
server.write(raises=(PostNotVisible, PostDeleted, AlreadyLiked, NotLiked))(posting.like_post)
server.write(destructive=True, raises=(NotYourPost, PostDeleted))(posting.delete_post)

server.write(
    raises=(
        AccountSuspended,
        UserBlocked,
        BlockedByUser,
        AlreadyFollowing,
        RequestPending,
        RequestDeclined,
    )
)(following.follow_user)
server.write(raises=(NotFollowing,))(following.unfollow_user)
server.write(destructive=True, raises=(AlreadyBlocked, BlockTooSoon))(following.block_user)
server.write(raises=(NotBlocked,))(following.unblock_user)

server.read(asking.list_follow_requests)
server.write(raises=(NotYourRequest, RequestAnswered, AccountSuspended))(
    asking.answer_follow_request
)
