"""Tools on channels: opening one, and who is in it."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.team_chat import rooms
from mcp_servers.team_chat.failures import (
    AlreadyMember,
    GuestLimit,
    HomeChannel,
    NameTaken,
    NotMember,
    UserDeactivated,
)
from mcp_servers.team_chat.lookups import ChannelId
from mcp_servers.team_chat.state import GUEST_CHANNELS, HOME, Channel, ChatState, User


class ChannelReport(Output):
    """Result of create_channel."""

    channel_id: Annotated[str, out("Id of the new channel.", entity="channel")]
    name: Annotated[str, out("Its name.", label_of="channel")]
    private: Annotated[bool | None, out("true where private.")] = None


class MembershipReport(Output):
    """Result of set_membership."""

    channel_id: Annotated[str, out("Id of the channel.", entity="channel")]
    name: Annotated[str, out("Its name.", label_of="channel")]
    user: Annotated[str, out("Who was added or removed.")]
    members: Annotated[int, out("How many are in it now.")]
    archived: Annotated[bool | None, out("true where that was the last one.")] = None


def create_channel(
    state: ChatState,
    name: Annotated[
        str,
        arg(
            "Such as data-team.",
            examples=("book-club", "release-party", "office-move", "hackathon"),
            pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$",
            max_length=40,
        ),
    ],
    topic: Annotated[
        str,
        arg("What it is about.", format="text", examples=("Dates and ideas", "Open questions")),
    ],
    private: Annotated[bool, arg("Only for who is added.")] = False,
) -> ChannelReport:
    """Opens a channel that you are in and manage; set_membership adds others."""
    if state.channels.where(name=name):
        raise NameTaken(
            f"There is a channel #{name} already, perhaps a private or an archived one; choose "
            f"another name, such as {_free_name(state, name)}."
        )
    channel = state.channels.insert(
        Channel(id=state.new_id("channels"), name=name, topic=topic, private=private)
    )
    rooms.enter(state, channel.id, state.me, manager=True)
    return ChannelReport(channel_id=channel.id, name=name, private=private or None)


def set_membership(
    state: ChatState,
    channel_id: ChannelId,
    user_id: Annotated[str | None, arg("Whom; yourself if left out.", entity="user")] = None,
    action: Annotated[Literal["add", "remove"], arg("What to do.")] = "add",
) -> MembershipReport:
    """Joins or leaves a channel yourself, or adds somebody else to it or removes them."""
    channel = rooms.require_open(rooms.require_seen(state, channel_id))
    user = state.users.require(state.me if user_id is None else user_id)
    if action == "add":
        _add(state, channel, user)
    else:
        _remove(state, channel, user)
    left = len(rooms.members(state, channel.id))
    if left == 0:
        state.channels.update(channel.id, archived=True)
    return MembershipReport(
        channel_id=channel.id,
        name=channel.name,
        user=user.name,
        members=left,
        archived=left == 0 or None,
    )


def _add(state: ChatState, channel: Channel, user: User) -> None:
    who, where = f"{user.name} ({user.id})", f"#{channel.name} ({channel.id})"
    if rooms.membership(state, channel.id, user.id) is not None:
        raise AlreadyMember(f"{who} is in {where} already.")
    if user.id != state.me:
        rooms.require_inside(state, channel)
    if not user.active:
        raise UserDeactivated(
            f"The account of {who} is deactivated; search_users finds somebody else to add."
        )
    if user.guest:
        rooms.require_manager(state, channel, "add guests to")
        _require_guest_may(state, user)
    rooms.enter(state, channel.id, user.id)


def _require_guest_may(state: ChatState, user: User) -> None:
    rows = state.memberships.where(user_id=user.id)
    if len(rows) >= GUEST_CHANNELS:
        names = " and ".join(f"#{state.channels.require(r.channel_id).name}" for r in rows)
        raise GuestLimit(
            f"{user.name} ({user.id}) is a guest and in {GUEST_CHANNELS} channels, the most a "
            f"guest may: {names}. Remove them from one of these first."
        )


def _remove(state: ChatState, channel: Channel, user: User) -> None:
    if channel.name == HOME:
        raise HomeChannel(f"Everybody is in #{HOME}, nobody leaves it; other channels can be left.")
    found = rooms.membership(state, channel.id, user.id)
    if found is None:
        raise NotMember(
            f"{user.name} ({user.id}) is not in #{channel.name} ({channel.id}); search_users with "
            "channel_id finds who is."
        )
    if user.id != state.me:
        rooms.require_manager(state, channel, "remove others from")
    state.memberships.delete(found.id)


def _free_name(state: ChatState, name: str) -> str:
    taken = {channel.name for channel in state.channels}
    return next(free for n in range(2, 1_000) if (free := f"{name}-{n}") not in taken)
