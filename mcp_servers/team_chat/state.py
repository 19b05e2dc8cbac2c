"""The tables of a team's chat as one of its members sees it, and what always holds of them.

Times are ISO strings to the minute. The member whose chat it is, is `me`.
Invariants, in every world and after every call:

1. Append-only: a message never changes and never vanishes.
2. A reply belongs to a message that is itself no reply, in the same channel and not later; a locked
   thread gets no further replies.
3. Who writes is in the channel at that time, and a manager of it where it is for announcements.
   Nobody outside a private channel is mentioned in it.
4. Nobody reacts twice with one emoji to one message, and a message has at most `MOST_EMOJI`
   different ones. A channel has at most `MOST_PINS` pins, each of a message of its own.
5. Everybody active but guests is in the channel `HOME`, and none of them can leave it. A guest is
   in at most `GUEST_CHANNELS` channels. Who is deactivated is in none.
6. An archived channel is frozen: its messages, reactions, pins and members stay as they are. A
   channel that its last member leaves is archived.
7. No two channels have one name, archived and private ones included.
8. Private channels without `me` are as if they were not there.
9. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

HOME = "general"
MOST_PINS = 5
MOST_EMOJI = 4
GUEST_CHANNELS = 2
MOST_CALLED = 12
"""Into how large a channel somebody who does not manage it may call `@channel`."""

Emoji = Literal["thumbs_up", "heart", "party", "eyes", "check_mark", "laughing", "clap", "thinking"]


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Somebody in the team; a guest comes from outside."""

    id: str
    name: str
    job: str
    guest: bool = False
    active: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A place to talk. Into one for announcements only its managers write."""

    id: str
    name: str
    topic: str
    private: bool = False
    archived: bool = False
    announcements: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """Says that somebody is in a channel; its id is made of theirs."""

    id: str
    channel_id: str
    user_id: str
    manager: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something that was said.

    Attributes:
        root: the message whose thread this is a reply in.
        in_channel: a reply that is shown in the channel, too.
        mentions: who is called by name; `@channel` in the text calls everybody.
        locked: nobody can reply any more.
    """

    id: str
    channel_id: str
    author: str
    text: str
    at: str
    root: str | None = None
    in_channel: bool = False
    mentions: frozenset[str] = frozenset()
    locked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """One emoji of one person on one message; its id is made of theirs."""

    id: str
    message_id: str
    user_id: str
    emoji: Emoji


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """Says that a message is pinned in its channel; its id is the message's."""

    id: str
    channel_id: str
    pinned_by: str


@dataclass
class ChatState(State):
    """Everything in the team's chat."""

    me: str = ""
    users: Table[User] = table(User, "USR")
    channels: Table[Channel] = table(Channel, "CHN")
    memberships: Table[Membership] = table(Membership, None)
    messages: Table[Message] = table(Message, "MSG")
    reactions: Table[Reaction] = table(Reaction, None)
    pins: Table[Pin] = table(Pin, None)
