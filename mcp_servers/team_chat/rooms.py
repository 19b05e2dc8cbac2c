"""Who is where and may do what: the requirements that several tools share."""

from __future__ import annotations

from mcp_servers.core.errors import NotFound
from mcp_servers.core.wording import listed
from mcp_servers.team_chat.failures import ChannelArchived, ManagersOnly, NotInChannel
from mcp_servers.team_chat.state import Channel, ChatState, Membership, Message


def membership(state: ChatState, channel_id: str, user_id: str) -> Membership | None:
    """Returns somebody's membership in a channel, if any."""
    return state.memberships.get(f"{channel_id}/{user_id}")


def enter(state: ChatState, channel_id: str, user_id: str, manager: bool = False) -> Membership:
    """Adds somebody to a channel."""
    row = Membership(
        id=f"{channel_id}/{user_id}", channel_id=channel_id, user_id=user_id, manager=manager
    )
    return state.memberships.insert(row)


def members(state: ChatState, channel_id: str) -> list[Membership]:
    """Returns the members of a channel."""
    return state.memberships.where(channel_id=channel_id)


def sees(state: ChatState, channel: Channel) -> bool:
    """True where `me` can see a channel: it is public, or they are in it."""
    return not channel.private or membership(state, channel.id, state.me) is not None


def manages(state: ChatState, channel: Channel) -> bool:
    """True where `me` is a manager of a channel."""
    own = membership(state, channel.id, state.me)
    return own is not None and own.manager


def require_seen(state: ChatState, channel_id: str) -> Channel:
    """Returns a channel that `me` can see.

    Raises:
        NotFound: where there is none, or none for them.
    """
    channel = state.channels.require(channel_id)
    if not sees(state, channel):
        raise NotFound(
            f"There is no channel with the id {channel_id!r}; list_channels shows those that you "
            "can see."
        )
    return channel


def require_message(state: ChatState, message_id: str) -> tuple[Message, Channel]:
    """Returns a message that `me` can see, and its channel.

    Raises:
        NotFound: where there is none, or none for them.
    """
    message = state.messages.require(message_id)
    channel = state.channels.require(message.channel_id)
    if not sees(state, channel):
        raise NotFound(
            f"There is no message with the id {message_id!r}; search_messages finds those that you "
            "can see."
        )
    return message, channel


def require_open(channel: Channel) -> Channel:
    """Returns the channel once it is not archived.

    Raises:
        ChannelArchived: where it is.
    """
    if channel.archived:
        raise ChannelArchived(
            f"#{channel.name} ({channel.id}) is archived and can only be read; use a channel that "
            "is not, or create_channel."
        )
    return channel


def require_inside(state: ChatState, channel: Channel) -> Channel:
    """Returns the channel once it is open and `me` is in it.

    Raises:
        ChannelArchived, NotInChannel: saying what would do.
    """
    require_open(channel)
    if membership(state, channel.id, state.me) is None:
        raise NotInChannel(
            f"You are not in #{channel.name} ({channel.id}); join it with set_membership first."
        )
    return channel


def require_manager(state: ChatState, channel: Channel, what: str) -> None:
    """Checks that `me` manages a channel.

    Args:
        what: what only managers do, such as `write`.

    Raises:
        ManagersOnly: naming the managers.
    """
    if not manages(state, channel):
        managers = [m.user_id for m in members(state, channel.id) if m.manager]
        names = listed(sorted(state.users.require(id).name for id in managers))
        raise ManagersOnly(
            f"Only managers {what} #{channel.name} ({channel.id}); ask one of them: {names}."
        )
