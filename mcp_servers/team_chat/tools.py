"""The tools of the team chat server: which there are, which write, and how each may fail.

One session is the chat as one member sees it. The functions stand in lookups.py, posting.py,
reacting.py and membership.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.team_chat import clock, lookups, membership, posting, reacting
from mcp_servers.team_chat.failures import (
    AlreadyMember,
    AlreadyPinned,
    AlreadyReacted,
    CallTooWide,
    ChannelArchived,
    GuestLimit,
    HomeChannel,
    ManagersOnly,
    MentionOutside,
    NameTaken,
    NotInChannel,
    NotMember,
    NotPinned,
    NotReacted,
    ThreadLocked,
    TooManyEmoji,
    TooManyPins,
    UserDeactivated,
)
from mcp_servers.team_chat.state import ChatState
from mcp_servers.team_chat.world import make_world

server = ToolServer(
    "team_chat",
    title="Team chat",
    instructions=(
        "The chat of a team, as one member sees it. Public channels can be read by everybody and "
        "written into by members. Look up the ids of channels, messages and users before you use "
        "them."
    ),
    state=ChatState,
    make_world=make_world,
)

server.read(lookups.list_channels)
server.read(lookups.list_messages)
server.read(lookups.get_thread)
server.read(lookups.search_messages)
server.read(lookups.search_users)

_POSTING = (NotInChannel, ChannelArchived, ManagersOnly, CallTooWide, MentionOutside)
server.write(raises=(*_POSTING, UserDeactivated))(posting.post_message)
server.write(raises=(*_POSTING, UserDeactivated, ThreadLocked))(posting.reply_in_thread)

server.write(raises=(NotInChannel, ChannelArchived, AlreadyReacted, NotReacted, TooManyEmoji))(
    reacting.react_to_message
)
server.write(
    raises=(NotInChannel, ChannelArchived, ManagersOnly, AlreadyPinned, NotPinned, TooManyPins)
)(reacting.pin_message)

server.write(raises=(NameTaken,))(membership.create_channel)
server.write(
    destructive=True,
    raises=(
        ChannelArchived,
        NotInChannel,
        ManagersOnly,
        AlreadyMember,
        NotMember,
        UserDeactivated,
        GuestLimit,
        HomeChannel,
    ),
)(membership.set_membership)

server.debug(clock.advance_clock)
