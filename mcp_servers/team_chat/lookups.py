"""Look-ups: channels, people, what was said where."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.team_chat import rooms
from mcp_servers.team_chat.query import read_query
from mcp_servers.team_chat.state import ChatState, Message, User

ChannelId = Annotated[str, arg("Id of the channel.", entity="channel")]
MessageId = Annotated[str, arg("Id of the message.", entity="message")]


class ChannelRow(Output):
    """A channel."""

    channel_id: Annotated[str, out("Id of the channel.", entity="channel")]
    name: Annotated[str, out("Its name.", label_of="channel")]
    members: Annotated[int, out("How many are in it.")]
    joined: Annotated[bool | None, out("true where you are in it.")] = None
    private: Annotated[bool | None, out("true where private.")] = None
    archived: Annotated[bool | None, out("true where archived.")] = None


class Channels(Page):
    """Result of list_channels."""

    channels: Annotated[list[ChannelRow], out("Those that fit.")]


class UserRow(Output):
    """Somebody in the team."""

    user_id: Annotated[str, out("Id of the user.", entity="user")]
    name: Annotated[str, out("Their name.", label_of="user")]
    job: Annotated[str, out("What they do.")]
    guest: Annotated[bool | None, out("true for a guest.")] = None
    deactivated: Annotated[bool | None, out("true where the account is closed.")] = None


class Users(Page):
    """Result of search_users."""

    users: Annotated[list[UserRow], out("By name.")]


class MessageRow(Output):
    """A message."""

    message_id: Annotated[str, out("Id of the message.", entity="message")]
    author: Annotated[str, out("Who said it.", label_of="message")]
    text: Annotated[str, out("What was said.", label_of="message")]
    at: Annotated[str, out("When.", format="datetime")]
    replies: Annotated[int | None, out("How many replies its thread has.")] = None
    reactions: Annotated[str | None, out("Emoji and how many gave each.")] = None
    pinned: Annotated[bool | None, out("true where pinned.")] = None


class Messages(Page):
    """Result of list_messages."""

    topic: Annotated[str, out("What the channel is about.")]
    messages: Annotated[list[MessageRow], out("Newest first.")]


class FoundRow(Output):
    """A message that a search found."""

    message_id: Annotated[str, out("Id of the message.", entity="message")]
    author: Annotated[str, out("Who said it.", label_of="message")]
    text: Annotated[str, out("What was said.", label_of="message")]
    channel: Annotated[str, out("In which channel.")]
    at: Annotated[str, out("When.", format="datetime")]


class Found(Page):
    """Result of search_messages."""

    messages: Annotated[list[FoundRow], out("Newest first.")]


class Replies(Page):
    """Result of get_thread."""

    message_id: Annotated[str, out("Id of the message.", entity="message")]
    author: Annotated[str, out("Who said it.", label_of="message")]
    text: Annotated[str, out("What was said.", label_of="message")]
    channel: Annotated[str, out("In which channel.")]
    at: Annotated[str, out("When.", format="datetime")]
    reactions: Annotated[str | None, out("Emoji and how many gave each.")] = None
    pinned: Annotated[bool | None, out("true where pinned.")] = None
    locked: Annotated[bool | None, out("true where nobody can reply.")] = None
    replies: Annotated[list[MessageRow], out("Oldest first.")]


def list_channels(
    state: ChatState,
    show: Annotated[Literal["all", "joined", "archived"], arg("Which.")] = "all",
    sort: Annotated[Literal["name", "members"], arg("By what.")] = "name",
    offset: Offset = 0,
    limit: Limit = 12,
) -> Channels:
    """Lists the channels that you can see; archived ones only where asked for."""
    sizes = Counter(row.channel_id for row in state.memberships)
    own = {row.channel_id for row in state.memberships.where(user_id=state.me)}
    rows = [
        channel
        for channel in state.channels.where(archived=show == "archived")
        if channel.id in own or not (channel.private or show == "joined")
    ]
    rows.sort(key=lambda c: (-sizes[c.id] if sort == "members" else 0, c.name))
    shown, next_offset = page(rows, offset, limit)
    return Channels(
        channels=[
            ChannelRow(
                channel_id=channel.id,
                name=channel.name,
                members=sizes[channel.id],
                joined=channel.id in own or None,
                private=channel.private or None,
                archived=channel.archived or None,
            )
            for channel in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def search_users(
    state: ChatState,
    query: Annotated[str, arg("Words of the name or job.", min_length=1)],
    channel_id: Annotated[str | None, arg("Only who is in it.", entity="channel")] = None,
    offset: Offset = 0,
    limit: Limit = 6,
) -> Users:
    """Finds people in the team, or in one channel."""
    words = query.casefold().split()
    rows = [u for u in state.users if all(w in f"{u.name} {u.job}".casefold() for w in words)]
    if channel_id is not None:
        channel = rooms.require_seen(state, channel_id)
        rows = [u for u in rows if rooms.membership(state, channel.id, u.id) is not None]
    rows.sort(key=lambda user: user.name)
    shown, next_offset = page(rows, offset, limit)
    return Users(users=[_user(u) for u in shown], total=len(rows), next_offset=next_offset)


def list_messages(
    state: ChatState,
    channel_id: ChannelId,
    pinned_only: Annotated[bool, arg("Only pinned ones.")] = False,
    offset: Offset = 0,
    limit: Limit = 5,
) -> Messages:
    """Reads a channel: its topic and messages, replies in threads left out."""
    channel = rooms.require_seen(state, channel_id)
    rows = [
        message
        for message in reversed(state.messages.where(channel_id=channel.id))
        if (message.root is None or message.in_channel)
        and (message.id in state.pins or not pinned_only)
    ]
    shown, next_offset = page(rows, offset, limit)
    return Messages(
        topic=channel.topic,
        messages=[_message(state, message) for message in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def get_thread(
    state: ChatState, message_id: MessageId, offset: Offset = 0, limit: Limit = 5
) -> Replies:
    """Gets the thread that a message is in: its beginning and the replies."""
    message, channel = rooms.require_message(state, message_id)
    root = message if message.root is None else state.messages.require(message.root)
    replies = state.messages.where(root=root.id)
    shown, next_offset = page(replies, offset, limit)
    return Replies(
        message_id=root.id,
        author=state.users.require(root.author).name,
        text=root.text,
        channel=channel.name,
        at=root.at,
        reactions=_reactions(state, root.id),
        pinned=root.id in state.pins or None,
        locked=root.locked or None,
        replies=[_message(state, reply) for reply in shown],
        total=len(replies),
        next_offset=next_offset,
    )


def search_messages(
    state: ChatState,
    query: Annotated[
        str,
        arg(
            "Words and operators from: in: mentions: has:thread before: after:YYYY-MM-DD.",
            examples=("mentions:me", "from:me has:thread", "has:reaction", "has:pin"),
            min_length=1,
        ),
    ],
    offset: Offset = 0,
    limit: Limit = 5,
) -> Found:
    """Finds messages and replies in all channels that you can see."""
    seen = {channel.id for channel in state.channels if rooms.sees(state, channel)}
    tests = read_query(state, query)
    rows = [
        message
        for message in state.messages
        if message.channel_id in seen and all(test(message) for test in tests)
    ]
    rows.sort(key=lambda message: (message.at, message.id), reverse=True)
    shown, next_offset = page(rows, offset, limit)
    return Found(
        messages=[_found(state, message) for message in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def _user(user: User) -> UserRow:
    return UserRow(
        user_id=user.id,
        name=user.name,
        job=user.job,
        guest=user.guest or None,
        deactivated=None if user.active else True,
    )


def _message(state: ChatState, message: Message) -> MessageRow:
    return MessageRow(
        message_id=message.id,
        author=state.users.require(message.author).name,
        text=message.text,
        at=message.at,
        replies=len(state.messages.where(root=message.id)) or None,
        reactions=_reactions(state, message.id),
        pinned=message.id in state.pins or None,
    )


def _found(state: ChatState, message: Message) -> FoundRow:
    return FoundRow(
        message_id=message.id,
        author=state.users.require(message.author).name,
        text=message.text,
        channel=state.channels.require(message.channel_id).name,
        at=message.at,
    )


def _reactions(state: ChatState, message_id: str) -> str | None:
    given = Counter(row.emoji for row in state.reactions.where(message_id=message_id))
    return ", ".join(f"{emoji} {given[emoji]}" for emoji in sorted(given)) or None
