"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.social_media.tools import server

WORLDS = range(0, 1100, 275)
CALLS = 250


def story(explorer: Explorer) -> None:
    """Deletes a post that has replies, leaves and blocks authors, and tries their posts then."""
    mine = explorer.call("get_profile", limit=50).result["posts"]
    for _ in range(2):
        explorer.call("create_post", text="Hello again")
    for tool, more in (("delete_post", {}), ("delete_post", {}), ("like_post", {})):
        explorer.call(tool, post_id=mine[0]["post_id"], **more)
    explorer.call("reply_to_post", post_id=mine[0]["post_id"], text="Again")
    for status in ("pending", "accepted", "declined"):
        explorer.call("list_follow_requests", status=status, limit=50)
        explorer.call("list_follow_requests", status=status, direction="outgoing")
    for fragment in "aeiou":
        explorer.call("search_users", query=fragment, limit=50)
    for user_id in explorer.memory.ids["user"]:
        explorer.call("follow_user", user_id=user_id)
    posts = explorer.call("get_feed", limit=50).result["posts"]
    for post in posts:
        explorer.call("reply_to_post", post_id=post["post_id"], text="Lovely")
    for post in posts[:3]:
        thread = explorer.call("get_thread", post_id=post["post_id"])
        if not thread.ok:
            continue  # its author has been blocked on account of an earlier post
        explorer.call("block_user", user_id=thread.result["author_id"])
        for tool, more in (("like_post", {}), ("get_thread", {}), ("reply_to_post", {"text": "x"})):
            explorer.call(tool, post_id=post["post_id"], **more)


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, CALLS, story) == declared_failures(server)


def test_every_write_can_fail_on_account_of_the_state():
    assert all(tool.raises for tool in server.tools.values() if not tool.is_read)
