"""Whatever is called, in whatever order, and however time passes: the invariants hold."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine
from social_media_invariants import check_invariants, may_see

from mcp_servers.core.tools import ToolServer
from mcp_servers.social_media.state import SocialState
from mcp_servers.social_media.tools import server
from provelight.records import Json

PICK = st.integers(0, 400)
RELATING = st.sampled_from(["follow_user", "unfollow_user", "block_user", "unblock_user"])
SHOWING = ("get_feed", "search_posts", "get_profile", "get_thread")


class NetworkMachine(ServerMachine):
    """Relates to accounts at will, writes, and judges what is shown by a rule of its own."""

    server: ClassVar[ToolServer] = server
    state: SocialState

    def check(self) -> None:
        check_invariants(self.state)

    def after(
        self, tool: str, arguments: dict[str, Json], result: Json, before: SocialState
    ) -> None:
        self.others_keep_what_is_theirs(before)
        if tool in SHOWING:
            shown = [row["post_id"] for row in result.get("posts", ())]
            shown += [row["reply_id"] for row in result.get("replies", ())]
            for post_id in shown:
                assert may_see(self.state, self.state.posts.require(post_id))
        if tool in ("like_post", "reply_to_post", "get_thread"):
            assert may_see(before, before.posts.require(arguments["post_id"]))
        if tool == "delete_post":
            assert before.posts.require(arguments["post_id"]).author_id == self.state.me
        if tool == "answer_follow_request":
            request = before.requests.require(arguments["request_id"])
            assert (request.followed_id, request.status) == (self.state.me, "pending")

    def others_keep_what_is_theirs(self, before: SocialState) -> None:
        me = self.state.me
        assert list(before.users) == list(self.state.users)
        for table, fields in (
            ("posts", ("author_id",)),
            ("likes", ("user_id",)),
            ("follows", ("user_id", "followed_id")),
            ("blocks", ("user_id",)),
        ):
            theirs = [
                [
                    row
                    for row in getattr(state, table)
                    if me not in [getattr(row, f) for f in fields]
                ]
                for state in (before, self.state)
            ]
            gone = {like.post_id for like in before.likes} - set(self.state.posts.ids())
            stones = {post.id for post in self.state.posts.where(deleted=True)} | gone
            if table == "likes":  # likes go with the post
                theirs[0] = [like for like in theirs[0] if like.post_id not in stones]
            assert theirs[0] == theirs[1]

    @rule(tool=RELATING, pick=PICK)
    def relate(self, tool: str, pick: int) -> None:
        self.call(tool, user_id=self.id_of("users", pick))

    @rule(pick=PICK)
    def shut_out_and_let_in(self, pick: int) -> None:
        user_id = self.id_of("users", pick)
        for tool in ("follow_user", "block_user", "unblock_user", "follow_user"):
            self.call(tool, user_id=user_id)

    @rule(pick=PICK, undo=st.booleans())
    def like(self, pick: int, undo: bool) -> None:
        self.call("like_post", post_id=self.id_of("posts", pick), undo=undo)

    @rule(pick=PICK, text=st.sampled_from(["Yes", "No", "Maybe"]))
    def write(self, pick: int, text: str) -> None:
        visible = [post.id for post in self.state.posts if may_see(self.state, post)]
        self.call("reply_to_post", post_id=visible[pick % len(visible)], text=text)
        self.call("create_post", text=text, visibility=("public", "followers")[pick % 2])

    @rule(pick=PICK)
    def delete(self, pick: int) -> None:
        mine = [post.id for post in self.state.posts.where(author_id=self.state.me)]
        if mine:
            self.call("delete_post", post_id=mine[pick % len(mine)])

    @rule(pick=PICK, decision=st.sampled_from(["accept", "decline"]))
    def answer(self, pick: int, decision: str) -> None:
        request_id = self.id_of("requests", pick)
        self.call("answer_follow_request", request_id=request_id, decision=decision)

    @rule(user=PICK, post=PICK)
    def look(self, user: int, post: int) -> None:
        self.call("get_feed", limit=50)
        self.call("search_posts", query="e", limit=50)
        self.call("get_profile", user_id=self.id_of("users", user))
        self.call("get_thread", post_id=self.id_of("posts", post))

    @rule(pick=PICK)
    def nothing_is_missing(self, pick: int) -> None:
        """Every post that may be seen is found, and no other."""
        author_id = self.id_of("users", pick)
        due = [
            post.id
            for post in self.state.posts.where(author_id=author_id, parent_id=None, deleted=False)
            if may_see(self.state, post)
        ]
        shown = self.call("get_profile", user_id=author_id, limit=50)["posts"]
        assert sorted(row["post_id"] for row in shown) == sorted(due)

    @rule(minutes=st.integers(1, 4_000))
    def wait(self, minutes: int) -> None:
        self.state.now += timedelta(minutes=minutes)


TestNetwork = NetworkMachine.TestCase
TestNetwork.settings = settings(MACHINE_SETTINGS, max_examples=15, stateful_step_count=25)
