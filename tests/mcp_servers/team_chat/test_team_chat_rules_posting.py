"""Rules of writing, reacting and pinning at their limits."""

from __future__ import annotations

import pytest
from team_chat_team import ANN, DEV, GONE, HIDDEN, HOME, ME, NEWS, OLD, QUIET, TOM, crowd, say

from mcp_servers.core.errors import InvalidArguments, NotFound
from mcp_servers.team_chat import rooms
from mcp_servers.team_chat.state import MOST_CALLED, MOST_EMOJI, MOST_PINS, Reaction


def test_a_message_stands_last_in_its_channel(call):
    posted = call("post_message", channel_id=HOME, text="Good morning")
    assert posted == {
        "message_id": "MSG-0010",
        "channel": "general",
        "text": "Good morning",
        "notified": 0,
    }
    assert call("list_messages", channel_id=HOME)["messages"][0]["at"] == "2026-03-18T10:30"


def test_only_members_write_and_only_where_it_is_open(call, refused):
    assert "set_membership" in refused(
        "not_in_channel", "post_message", channel_id=QUIET, text="Hi"
    )
    refused("not_in_channel", "reply_in_thread", message_id="MSG-0006", text="Hi")
    refused("channel_archived", "post_message", channel_id=OLD, text="Hi")
    refused("channel_archived", "reply_in_thread", message_id="MSG-0008", text="Hi")
    call("set_membership", channel_id=QUIET)
    call("post_message", channel_id=QUIET, text="Hi")


def test_what_is_private_is_as_if_it_were_not_there(call):
    for tool, ids in (
        ("post_message", {"channel_id": HIDDEN, "text": "Hi"}),
        ("list_messages", {"channel_id": HIDDEN}),
        ("set_membership", {"channel_id": HIDDEN}),
        ("search_users", {"query": "a", "channel_id": HIDDEN}),
        ("get_thread", {"message_id": "MSG-0007"}),
        ("react_to_message", {"message_id": "MSG-0007", "emoji": "eyes"}),
    ):
        with pytest.raises(NotFound, match="you can see"):
            call(tool, **ids)


def test_announcements_are_made_by_managers_and_answered_by_all(chat, call, refused):
    news = {"channel_id": NEWS, "text": "Hi"}
    assert "Ann Reed" in refused("managers_only", "post_message", **news)
    call("reply_in_thread", message_id="MSG-0004", text="Why?")
    shown = {"message_id": "MSG-0004", "text": "Why?", "in_channel": True}
    refused("managers_only", "reply_in_thread", **shown)
    refused("managers_only", "pin_message", message_id="MSG-0004")
    chat.memberships.update(f"{NEWS}/{ME}", manager=True)
    call("post_message", **news)
    call("pin_message", message_id="MSG-0004")


def test_a_reply_to_a_reply_stays_in_the_thread_and_tells_who_is_in_it(chat, call):
    reply = call("reply_in_thread", message_id="MSG-0002", text="Hello Tom")
    assert chat.messages.require(reply["message_id"]).root == "MSG-0001"
    assert reply["notified"] == 2
    thread = call("get_thread", message_id=reply["message_id"])
    assert thread["message_id"] == "MSG-0001"
    assert [row["text"] for row in thread["replies"]] == ["Hello Ann", "Hello Tom"]


def test_a_reply_is_shown_in_the_channel_only_where_wanted(call):
    for shown in (False, True):
        call("reply_in_thread", message_id="MSG-0001", text=f"Shown: {shown}", in_channel=shown)
    listed = call("list_messages", channel_id=HOME)
    assert [row["text"] for row in listed["messages"]] == ["Shown: True", "Lunch?", "Hello all"]
    assert listed["messages"][-1]["replies"] == 3


def test_a_locked_thread_takes_no_reply(call, refused):
    refused("thread_locked", "reply_in_thread", message_id="MSG-0005", text="Hi")
    call("react_to_message", message_id="MSG-0005", emoji="eyes")


def test_the_whole_channel_is_called_up_to_twelve_people(chat, call, refused):
    crowd(chat, HOME, MOST_CALLED - 3)
    text = {"channel_id": HOME, "text": "Now, @channel come"}
    assert call("post_message", **text)["notified"] == MOST_CALLED - 1
    crowd(chat, HOME, 1)
    assert "13 members" in refused("call_too_wide", "post_message", **text)
    refused("call_too_wide", "reply_in_thread", message_id="MSG-0001", text="@Channel")
    call("post_message", channel_id=HOME, text="the @channels are full")
    chat.memberships.update(f"{HOME}/{ME}", manager=True)
    assert call("post_message", **text)["notified"] == MOST_CALLED


def test_a_mention_reaches_those_who_can_see_it(chat, call, refused):
    posted = call("post_message", channel_id=HOME, text="Look", mention_id=ANN)
    assert posted["notified"] == 1
    assert chat.messages.require(posted["message_id"]).mentions == {ANN}
    refused("user_deactivated", "post_message", channel_id=HOME, text="Look", mention_id=GONE)
    outside = {"channel_id": DEV, "text": "Look", "mention_id": TOM}
    refused("mention_outside", "post_message", **outside)
    call("set_membership", channel_id=DEV, user_id=TOM)
    call("post_message", **outside)


def test_a_mention_in_public_may_be_of_anybody(chat, call):
    rooms.enter(chat, QUIET, ME)
    assert call("post_message", channel_id=QUIET, text="Look", mention_id=ANN)["notified"] == 1


def test_an_emoji_is_given_once_and_taken_back_once(call, refused):
    ids = {"message_id": "MSG-0001", "emoji": "eyes"}
    assert "none" in refused("not_reacted", "react_to_message", action="remove", **ids)
    assert call("react_to_message", **ids)["count"] == 1
    refused("already_reacted", "react_to_message", **ids)
    assert call("react_to_message", action="remove", **ids)["count"] == 0


def test_a_message_has_four_emoji_and_more_of_the_same(chat, call, refused):
    kinds = ("heart", "party", "clap", "eyes")
    assert len(kinds) == MOST_EMOJI
    for emoji in kinds:
        row = {"message_id": "MSG-0001", "user_id": ANN, "emoji": emoji}
        chat.reactions.insert(Reaction(id=f"MSG-0001/{ANN}/{emoji}", **row))
    fifth = {"message_id": "MSG-0001", "emoji": "laughing"}
    assert "clap, eyes, heart, party" in refused("too_many_emoji", "react_to_message", **fifth)
    assert call("react_to_message", message_id="MSG-0001", emoji="heart")["count"] == 2
    shown = call("get_thread", message_id="MSG-0001")["reactions"]
    assert shown == "clap 1, eyes 1, heart 2, party 1"


def test_reactions_and_pins_are_for_members_of_open_channels(refused):
    for message, type in (("MSG-0006", "not_in_channel"), ("MSG-0008", "channel_archived")):
        refused(type, "react_to_message", message_id=message, emoji="eyes")
        refused(type, "pin_message", message_id=message)


def test_a_channel_has_five_pins(chat, call, refused):
    for n in range(MOST_PINS):
        say(chat, HOME, ANN, f"Rule {n}", f"2026-03-17T09:{n:02d}")
        assert call("pin_message", message_id=f"MSG-{n + 10:04d}")["pins"] == n + 1
    refused("already_pinned", "pin_message", message_id="MSG-0010")
    assert "MSG-0010" in refused("too_many_pins", "pin_message", message_id="MSG-0001")
    refused("not_pinned", "pin_message", message_id="MSG-0001", action="unpin")
    call("pin_message", message_id="MSG-0010", action="unpin")
    call("pin_message", message_id="MSG-0001")
    assert call("list_messages", channel_id=HOME, pinned_only=True)["total"] == MOST_PINS


def test_a_text_is_no_novel(call):
    call("post_message", channel_id=HOME, text="x" * 300)
    with pytest.raises(InvalidArguments):
        call("post_message", channel_id=HOME, text="x" * 301)
