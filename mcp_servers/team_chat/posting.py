"""Tools that say something: in a channel, or in the thread of a message."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.team_chat import rooms
from mcp_servers.team_chat.failures import (
    CallTooWide,
    MentionOutside,
    ThreadLocked,
    UserDeactivated,
)
from mcp_servers.team_chat.lookups import ChannelId, MessageId
from mcp_servers.team_chat.state import MOST_CALLED, Channel, ChatState, Message

CALL = "@channel"
LONGEST = 300

Mention = Annotated[str | None, arg("Somebody to mention.", entity="user")]


class PostReport(Output):
    """Result of the tools that say something."""

    message_id: Annotated[str, out("Id of the new message.", entity="message")]
    channel: Annotated[str, out("In which channel.")]
    text: Annotated[str, out("What it says.", label_of="message")]
    notified: Annotated[int, out("How many people are notified.")]


def post_message(
    state: ChatState,
    channel_id: ChannelId,
    text: Annotated[
        str,
        arg(
            "What to say; @channel notifies everybody.",
            format="text",
            examples=("The room is booked.", "@channel the demo starts now."),
            min_length=1,
            max_length=LONGEST,
        ),
    ],
    mention_id: Mention = None,
) -> PostReport:
    """Writes into a channel."""
    channel = rooms.require_inside(state, rooms.require_seen(state, channel_id))
    if channel.announcements:
        rooms.require_manager(state, channel, "write into")
    return _post(state, channel, text, mention_id)


def reply_in_thread(
    state: ChatState,
    message_id: MessageId,
    text: Annotated[
        str,
        arg(
            "What to say.",
            format="text",
            examples=("I will take care of it.", "Can we do that on Monday?"),
            min_length=1,
            max_length=LONGEST,
        ),
    ],
    mention_id: Mention = None,
    in_channel: Annotated[bool, arg("Show it in the channel, too.")] = False,
) -> PostReport:
    """Replies to a message, in the thread that it is in."""
    message, channel = rooms.require_message(state, message_id)
    rooms.require_inside(state, channel)
    root = message if message.root is None else state.messages.require(message.root)
    if root.locked:
        raise ThreadLocked(
            f"The thread of {root.id} is locked; write into #{channel.name} with post_message "
            "instead."
        )
    if in_channel and channel.announcements:
        rooms.require_manager(state, channel, "write into")
    return _post(state, channel, text, mention_id, root, in_channel)


def _post(
    state: ChatState,
    channel: Channel,
    text: str,
    mention_id: str | None,
    root: Message | None = None,
    in_channel: bool = False,
) -> PostReport:
    called = _called(state, channel, text)
    mentions = frozenset() if mention_id is None else _mentioned(state, channel, mention_id)
    message = state.messages.insert(
        Message(
            id=state.new_id("messages"),
            channel_id=channel.id,
            author=state.me,
            text=text,
            at=minute(state.now),
            root=root.id if root else None,
            in_channel=in_channel,
            mentions=mentions,
        )
    )
    return PostReport(
        message_id=message.id,
        channel=channel.name,
        text=text,
        notified=len((called | mentions | _followers(state, channel, root)) - {state.me}),
    )


def _called(state: ChatState, channel: Channel, text: str) -> frozenset[str]:
    """Returns whom `@channel` in a text calls.

    Raises:
        CallTooWide: in a large channel that `me` does not manage.
    """
    if CALL not in text.casefold().split():
        return frozenset()
    members = rooms.members(state, channel.id)
    if len(members) > MOST_CALLED and not rooms.manages(state, channel):
        raise CallTooWide(
            f"#{channel.name} has {len(members)} members, and {CALL} may call at most "
            f"{MOST_CALLED} there; leave it out, or mention one person with mention_id."
        )
    return frozenset(member.user_id for member in members)


def _mentioned(state: ChatState, channel: Channel, mention_id: str) -> frozenset[str]:
    user = state.users.require(mention_id)
    if not user.active:
        raise UserDeactivated(
            f"The account of {user.name} ({user.id}) is deactivated; search_users finds somebody "
            "else to mention."
        )
    if channel.private and rooms.membership(state, channel.id, user.id) is None:
        raise MentionOutside(
            f"{user.name} ({user.id}) is not in the private channel #{channel.name} and would not "
            "see it; add them with set_membership first."
        )
    return frozenset({user.id})


def _followers(state: ChatState, channel: Channel, root: Message | None) -> frozenset[str]:
    """Returns who has written in a thread and is still in the channel."""
    if root is None:
        return frozenset()
    authors = {root.author, *(reply.author for reply in state.messages.where(root=root.id))}
    return frozenset(a for a in authors if rooms.membership(state, channel.id, a) is not None)
