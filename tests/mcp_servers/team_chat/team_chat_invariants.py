"""The invariants that the state of the chat declares, as assertions on one state or on two."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mcp_servers.team_chat.state import GUEST_CHANNELS, HOME, MOST_EMOJI, MOST_PINS, ChatState


def check_invariants(state: ChatState) -> None:
    """Asserts every invariant of mcp_servers/team_chat/state.py that one state can show."""
    _replies_follow_their_roots(state)
    _reactions_are_few_and_once(state)
    _pins_are_at_home(state)
    _people_are_where_they_may_be(state)
    _names_are_their_own(state)
    _references_resolve(state)


def check_transition(before: ChatState, after: ChatState) -> None:
    """Asserts that what was said stays, and that archived channels stay as they were."""
    old, new = list(before.messages), list(after.messages)
    assert new[: len(old)] == old
    frozen = {channel.id for channel in before.channels.where(archived=True)}
    assert _belongings(before, frozen) == _belongings(after, frozen)
    for message in new[len(old) :]:
        channel = before.channels.require(message.channel_id)
        inside = {m.user_id: m for m in before.memberships.where(channel_id=channel.id)}
        assert message.author == before.me
        assert message.author in inside
        assert inside[message.author].manager or not channel.announcements or message.root
        assert message.mentions <= inside.keys() or not channel.private
        assert message.root is None or not before.messages.require(message.root).locked


def _belongings(state: ChatState, channels: set[str]) -> list[Any]:
    messages = {m.id for m in state.messages if m.channel_id in channels}
    return [
        messages,
        [row for row in state.memberships if row.channel_id in channels],
        [row for row in state.pins if row.channel_id in channels],
        [row for row in state.reactions if row.message_id in messages],
        [row for row in state.channels if row.id in channels],
    ]


def _replies_follow_their_roots(state: ChatState) -> None:
    times = [message.at for message in state.messages]
    assert times == sorted(times)
    for message in state.messages:
        if message.root is not None:
            root = state.messages.require(message.root)
            assert root.root is None
            assert root.channel_id == message.channel_id
            assert root.at <= message.at
        assert message.root is not None or not message.in_channel


def _reactions_are_few_and_once(state: ChatState) -> None:
    kinds: dict[str, set[str]] = {}
    for row in state.reactions:
        assert row.id == f"{row.message_id}/{row.user_id}/{row.emoji}"
        kinds.setdefault(row.message_id, set()).add(row.emoji)
    assert max(map(len, kinds.values()), default=0) <= MOST_EMOJI


def _pins_are_at_home(state: ChatState) -> None:
    for pin in state.pins:
        assert state.messages.require(pin.id).channel_id == pin.channel_id
    pins = Counter(pin.channel_id for pin in state.pins)
    assert max(pins.values(), default=0) <= MOST_PINS


def _people_are_where_they_may_be(state: ChatState) -> None:
    home = next(channel for channel in state.channels if channel.name == HOME)
    sizes = Counter(row.channel_id for row in state.memberships)
    places = Counter(row.user_id for row in state.memberships)
    for user in state.users:
        inside = f"{home.id}/{user.id}" in state.memberships
        assert inside or user.guest or not user.active
        assert not user.guest or places[user.id] <= GUEST_CHANNELS
        assert user.active or not places[user.id]
    assert all(sizes[channel.id] or channel.archived for channel in state.channels)
    assert all(row.id == f"{row.channel_id}/{row.user_id}" for row in state.memberships)


def _names_are_their_own(state: ChatState) -> None:
    names = Counter(channel.name for channel in state.channels)
    assert max(names.values()) == 1


def _references_resolve(state: ChatState) -> None:
    assert state.me in state.users
    for message in state.messages:
        assert message.channel_id in state.channels
        assert {message.author, *message.mentions} <= set(state.users.ids())
    for row in state.memberships:
        assert row.channel_id in state.channels
        assert row.user_id in state.users
    assert all(r.message_id in state.messages and r.user_id in state.users for r in state.reactions)
    assert all(pin.pinned_by in state.users for pin in state.pins)
