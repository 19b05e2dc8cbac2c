"""Tools that add to a message without saying anything: reactions and pins."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed
from mcp_servers.team_chat import rooms
from mcp_servers.team_chat.failures import (
    AlreadyPinned,
    AlreadyReacted,
    NotPinned,
    NotReacted,
    TooManyEmoji,
    TooManyPins,
)
from mcp_servers.team_chat.lookups import MessageId
from mcp_servers.team_chat.state import (
    MOST_EMOJI,
    MOST_PINS,
    Channel,
    ChatState,
    Emoji,
    Message,
    Pin,
    Reaction,
)


class ReactionReport(Output):
    """Result of react_to_message."""

    message_id: Annotated[str, out("Id of the message.", entity="message")]
    emoji: Annotated[str, out("Which emoji.")]
    count: Annotated[int, out("How many have given it now.")]


class PinReport(Output):
    """Result of pin_message."""

    message_id: Annotated[str, out("Id of the message.", entity="message")]
    channel: Annotated[str, out("In which channel.")]
    pins: Annotated[int, out("How many pins the channel has now.")]


def react_to_message(
    state: ChatState,
    message_id: MessageId,
    emoji: Annotated[Emoji, arg("Which.")],
    action: Annotated[Literal["add", "remove"], arg("What to do.")] = "add",
) -> ReactionReport:
    """Gives a message an emoji of yours or takes it back."""
    message, channel = rooms.require_message(state, message_id)
    rooms.require_inside(state, channel)
    id = f"{message.id}/{state.me}/{emoji}"
    given = state.reactions.where(message_id=message.id)
    if action == "add":
        _require_new(given, id, message, emoji)
        state.reactions.insert(
            Reaction(id=id, message_id=message.id, user_id=state.me, emoji=emoji)
        )
    else:
        if id not in state.reactions:
            own = listed(sorted(r.emoji for r in given if r.user_id == state.me))
            raise NotReacted(f"You gave {message.id} no {emoji}; yours on it: {own}.")
        state.reactions.delete(id)
    count = len(state.reactions.where(message_id=message.id, emoji=emoji))
    return ReactionReport(message_id=message.id, emoji=emoji, count=count)


def pin_message(
    state: ChatState,
    message_id: MessageId,
    action: Annotated[Literal["pin", "unpin"], arg("What to do.")] = "pin",
) -> PinReport:
    """Pins a message to its channel for everybody to find, or takes the pin off."""
    message, channel = rooms.require_message(state, message_id)
    rooms.require_inside(state, channel)
    if channel.announcements:
        rooms.require_manager(state, channel, "pin in")
    if action == "pin":
        _require_pinnable(state, message, channel)
        state.pins.insert(Pin(id=message.id, channel_id=channel.id, pinned_by=state.me))
    else:
        if message.id not in state.pins:
            raise NotPinned(
                f"{message.id} is not pinned; list_messages of {channel.id} with pinned_only shows "
                "what is."
            )
        state.pins.delete(message.id)
    pins = len(state.pins.where(channel_id=channel.id))
    return PinReport(message_id=message.id, channel=channel.name, pins=pins)


def _require_new(given: list[Reaction], id: str, message: Message, emoji: Emoji) -> None:
    if any(reaction.id == id for reaction in given):
        raise AlreadyReacted(
            f"You gave {message.id} the {emoji} already; give another emoji, or take it back with "
            "action remove."
        )
    kinds = {reaction.emoji for reaction in given}
    if emoji not in kinds and len(kinds) >= MOST_EMOJI:
        raise TooManyEmoji(
            f"{message.id} has {MOST_EMOJI} different emoji, the most it may; join one of "
            f"{listed(sorted(kinds))}."
        )


def _require_pinnable(state: ChatState, message: Message, channel: Channel) -> None:
    if message.id in state.pins:
        raise AlreadyPinned(f"{message.id} is pinned in #{channel.name} already.")
    pins = state.pins.where(channel_id=channel.id)
    if len(pins) >= MOST_PINS:
        raise TooManyPins(
            f"#{channel.name} has {MOST_PINS} pins, the most it may; unpin one of "
            f"{listed(pin.id for pin in pins)} first."
        )
