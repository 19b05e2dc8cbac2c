"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.team_chat.tools import server
from provelight.records import Json

WORLDS = range(0, 1100, 300)


def story(explorer: Explorer) -> None:
    """Goes through all channels and tries on each what one may do there, or not."""
    guests = rows(explorer, "search_users", "users", query="guest")
    users = rows(explorer, "search_users", "users", query="e", limit=40)
    closed = [user for user in users if "deactivated" in user]
    channels = rows(explorer, "list_channels", "channels", limit=50)
    channels += rows(explorer, "list_channels", "channels", show="archived")
    for channel in channels:
        ids = {"channel_id": channel["channel_id"]}
        for user in (*guests, *closed, *users[:3]):
            explorer.call("set_membership", user_id=user["user_id"], **ids)
            explorer.call("post_message", mention_id=user["user_id"], text="Hello.", **ids)
            explorer.call("set_membership", user_id=user["user_id"], action="remove", **ids)
        explorer.call("post_message", text="@channel look here", **ids)
        for message in rows(explorer, "list_messages", "messages", limit=6, **ids):
            work_on(explorer, message["message_id"], closed + users[:2])
        explorer.call("set_membership", **ids)
        explorer.call("set_membership", action="remove", **ids)


def work_on(explorer: Explorer, message_id: str, users: list[dict[str, Json]]) -> None:
    """Does to one message whatever can be done."""
    for user in users:
        mention = {"mention_id": user["user_id"]}
        explorer.call("reply_in_thread", message_id=message_id, text="See above.", **mention)
    more = {"text": "@channel Yes", "in_channel": True}
    explorer.call("reply_in_thread", message_id=message_id, **more)
    for emoji in ("heart", "heart", "laughing", "party", "thinking"):
        explorer.call("react_to_message", message_id=message_id, emoji=emoji)
    explorer.call("react_to_message", message_id=message_id, emoji="eyes", action="remove")
    for action in ("unpin", "pin", "pin"):
        explorer.call("pin_message", message_id=message_id, action=action)


def rows(explorer: Explorer, tool: str, key: str, **arguments: Json) -> list[dict[str, Json]]:
    """Returns a list of a result, empty where the call failed."""
    found = explorer.call(tool, **arguments)
    return list(found.result[key]) if found.ok else []


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, calls=60, story=story) == declared_failures(server)
