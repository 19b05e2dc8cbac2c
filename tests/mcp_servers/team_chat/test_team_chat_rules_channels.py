"""Rules of channels and who is in them, and what lists and searches show."""

from __future__ import annotations

import pytest
from team_chat_team import ANN, DEV, GONE, GUEST, HOME, ME, NEWS, OLD, QUIET, TOM

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.team_chat import rooms


def test_a_public_channel_is_joined_and_left(chat, call, refused):
    joined = call("set_membership", channel_id=QUIET)
    assert joined == {
        "channel_id": QUIET,
        "name": "quiet",
        "user": "Olga Winter",
        "members": 2,
    }
    refused("already_member", "set_membership", channel_id=QUIET)
    assert call("set_membership", channel_id=QUIET, action="remove")["members"] == 1
    assert "channel_id" in refused(
        "not_member", "set_membership", channel_id=QUIET, action="remove"
    )
    assert not rooms.membership(chat, QUIET, ME)


def test_others_are_added_by_members_and_removed_by_managers(call, refused):
    tom = {"channel_id": NEWS, "user_id": TOM}
    call("set_membership", **tom)
    assert "Ann Reed" in refused("managers_only", "set_membership", action="remove", **tom)
    ann = {"channel_id": DEV, "user_id": ANN}
    call("set_membership", action="remove", **ann)
    refused("not_in_channel", "set_membership", channel_id=QUIET, user_id=ANN)
    refused("user_deactivated", "set_membership", channel_id=HOME, user_id=GONE)


def test_nobody_leaves_the_channel_for_all(refused):
    for user in ({}, {"user_id": ANN}):
        refused("home_channel", "set_membership", channel_id=HOME, action="remove", **user)


def test_an_archived_channel_keeps_its_members(refused):
    for action in ("add", "remove"):
        refused("channel_archived", "set_membership", channel_id=OLD, action=action)


def test_guests_are_added_by_managers_to_two_channels(call, refused):
    guest = {"user_id": GUEST}
    refused("managers_only", "set_membership", channel_id=NEWS, **guest)
    call("set_membership", channel_id=DEV, **guest)
    own = call("create_channel", name="visit", topic="Dates")["channel_id"]
    call("set_membership", channel_id=own, **guest)
    third = call("create_channel", name="visit-2", topic="Dates")["channel_id"]
    message = refused("guest_limit", "set_membership", channel_id=third, **guest)
    assert "#dev and #visit" in message
    call("set_membership", channel_id=own, action="remove", **guest)
    call("set_membership", channel_id=third, **guest)


def test_the_last_to_leave_closes_the_channel(chat, call):
    own = call("create_channel", name="brief", topic="Soon over", private=True)["channel_id"]
    left = call("set_membership", channel_id=own, action="remove")
    assert (left["members"], left["archived"]) == (0, True)
    assert chat.channels.require(own).archived
    assert "brief" not in [c["name"] for c in call("list_channels", show="archived")["channels"]]


@pytest.mark.parametrize("name", ["general", "old", "hidden"])
def test_names_are_taken_by_hidden_and_archived_channels_too(call, refused, name):
    call("create_channel", name=f"{name}-2", topic="Other")
    assert f"{name}-3" in refused("name_taken", "create_channel", name=name, topic="Other")


@pytest.mark.parametrize("name", ["Dev", "two words", "-a", "a-", "a--b", "", "x" * 41])
def test_names_are_lower_case_with_hyphens(call, name):
    with pytest.raises(InvalidArguments):
        call("create_channel", name=name, topic="Other")


def test_channels_are_listed_as_they_can_be_seen(call):
    def names(**how):
        return [row["name"] for row in call("list_channels", **how)["channels"]]

    assert names() == ["dev", "general", "news", "quiet"]
    assert names(show="joined") == ["dev", "general", "news"]
    assert names(show="archived") == ["old"]
    assert names(sort="members", limit=2) == ["general", "dev"]
    assert call("list_channels", limit=3)["next_offset"] == 3


def test_people_are_found_in_the_team_or_a_channel(call):
    def names(query, **where):
        return [row["name"] for row in call("search_users", query=query, **where)["users"]]

    assert names("reed") == ["Ann Reed", "Tom Reed"]
    assert names("reed", channel_id=DEV) == ["Ann Reed"]
    assert names("developer") == ["Ben Hill", "Olga Winter"]
    assert names("reed sales") == ["Tom Reed"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("hello", [2, 1]),
        ("HELLO tom", [2]),
        ("from:reed hello", [2, 1]),
        ("from:me", [9]),
        ("mentions:me", [3]),
        ("mentions:ann", []),
        ("in:dev", [9, 5]),
        ("in:#dev from:ann", [5]),
        ("in:hidden", []),
        ("secret", []),
        ("has:thread", [1]),
        ("has:pin", [3]),
        ("has:reaction", [1]),
        ("before:2026-03-11", [2, 1, 8]),
        ("after:2026-03-13 before:2026-03-16", [6, 5]),
        ("about:nothing", []),
        ("from:", []),
    ],
)
def test_search(call, query, found):
    call("pin_message", message_id="MSG-0003")
    call("react_to_message", message_id="MSG-0001", emoji="clap")
    shown = call("search_messages", query=query)
    assert [row["message_id"] for row in shown["messages"]] == [f"MSG-{n:04d}" for n in found]


@pytest.mark.parametrize("query", ["has:pins", "before:now", "after:2026-02-30"])
def test_values_that_mean_nothing_are_refused(call, query):
    with pytest.raises(InvalidArguments, match="takes"):
        call("search_messages", query=query)
