"""What was said in the last weeks, what people gave emoji to and pinned.

This file leaves out who is in the team and which channels there are.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.team_chat import rooms
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
from mcp_servers.team_chat.talk import DAYS, EMOJI, LEISURE, NEWS, SOCIAL, WORK

_BACK_DAYS = 20
_DAY_MINUTES = 24 * 60
_WORK_MINUTES = (7 * 60, 17 * 60)
_ARCHIVED_MINUTES = 100 * _DAY_MINUTES
_LATEST_MINUTES = 2
_CALLS_ME = 0.3


class History:
    """Fills the channels of a team.

    Args:
        state: with users, channels and memberships.
        world: names and chance.
    """

    def __init__(self, state: ChatState, world: World) -> None:
        self._state = state
        self._world = world
        self._rng: random.Random = world.rng
        self._said: list[Message] = []

    def write(self) -> None:
        """Lets people talk, oldest first, then react and pin; locks some threads."""
        for channel in self._state.channels:
            self._talk(channel)
        self._keep()
        self._react()
        for channel in self._state.channels:
            self._pin(channel, self._rng.choice((0, 1, 2)))

    def fill(self, channel: Channel) -> None:
        """Gives a channel as many pins as it may have, and a message as many emoji."""
        self._pin(channel, MOST_PINS - len(self._state.pins.where(channel_id=channel.id)))
        last = self._state.messages.where(channel_id=channel.id)[-1]
        for emoji in EMOJI[:MOST_EMOJI]:
            if not self._state.reactions.where(message_id=last.id, emoji=emoji):
                kinds = {r.emoji for r in self._state.reactions.where(message_id=last.id)}
                if len(kinds) < MOST_EMOJI:
                    self._give(last.id, self._members(channel)[0], emoji)

    def _talk(self, channel: Channel) -> None:
        """Adds what was said in one channel, under ids that only hold until `_keep`."""
        rng = self._rng
        lines = NEWS if channel.announcements else LEISURE if channel.name in SOCIAL else WORK
        for opening, *replies in rng.sample(lines, min(len(lines), rng.randrange(5, 8))):
            ago = self._minutes_ago() + (_ARCHIVED_MINUTES if channel.archived else 0)
            author = rng.choice(self._members(channel, writers=True))
            root = self._say(channel, author, opening, ago)
            for reply in replies if rng.random() < 0.5 else ():
                if ago < _LATEST_MINUTES:
                    break
                ago = rng.randrange(max(1, ago - 90), ago)
                author = rng.choice(self._members(channel))
                shown = rng.random() < 0.15 and not channel.announcements
                self._say(channel, author, reply, ago, root, shown)

    def _minutes_ago(self) -> int:
        """Returns how long ago somebody began to talk: during a day's work, rather a recent one."""
        days = min(self._rng.randrange(_BACK_DAYS), self._rng.randrange(_BACK_DAYS))
        today = 60 * self._state.now.hour + self._state.now.minute
        begin, end = _WORK_MINUTES
        if days == 0:
            return self._rng.randrange(20, today - begin + 1)
        return days * _DAY_MINUTES + today - self._rng.randrange(begin, end)

    def _say(
        self,
        channel: Channel,
        author: str,
        text: str,
        minutes_ago: int,
        root: Message | None = None,
        in_channel: bool = False,
    ) -> Message:
        rng = self._rng
        others = [id for id in self._members(channel) if id != author]
        called = rng.choice(others) if others else None
        if self._state.me in others and rng.random() < _CALLS_ME:
            called = self._state.me
        first = self._state.users.require(called or author).name.split()[0]
        city = rng.choice(self._world.pool("city"))
        words = {"n": rng.randrange(11, 99), "city": city, "day": rng.choice(DAYS), "name": first}
        message = Message(
            id=f"said-{len(self._said)}",
            channel_id=channel.id,
            author=author,
            text=text.format(**words),
            at=minute(self._state.now - timedelta(minutes=minutes_ago)),
            root=root.id if root else None,
            in_channel=in_channel,
            mentions=frozenset({called} if called and "{name}" in text else ()),
            locked=root is None and rng.random() < 0.08,
        )
        self._said.append(message)
        return message

    def _keep(self) -> None:
        """Puts everything that was said into the state, in order of time."""
        ids: dict[str, str] = {}
        for message in sorted(self._said, key=lambda m: (m.at, m.root is not None)):
            ids[message.id] = self._state.new_id("messages")
            root = None if message.root is None else ids[message.root]
            self._state.messages.insert(replace(message, id=ids[message.id], root=root))

    def _react(self) -> None:
        rng = self._rng
        for message in self._state.messages:
            if rng.random() < 0.35:
                channel = self._state.channels.require(message.channel_id)
                for emoji in rng.sample(EMOJI, rng.randrange(1, 3)):
                    members = self._members(channel)
                    for user_id in rng.sample(members, min(len(members), rng.randrange(1, 4))):
                        self._give(message.id, user_id, emoji)

    def _give(self, message_id: str, user_id: str, emoji: Emoji) -> None:
        id = f"{message_id}/{user_id}/{emoji}"
        if id not in self._state.reactions:
            self._state.reactions.insert(
                Reaction(id=id, message_id=message_id, user_id=user_id, emoji=emoji)
            )

    def _pin(self, channel: Channel, count: int) -> None:
        """Pins openings that are not pinned yet, by members who may."""
        free = [
            message.id
            for message in self._state.messages.where(channel_id=channel.id, root=None)
            if message.id not in self._state.pins
        ]
        for id in self._rng.sample(free, min(len(free), count)):
            by = self._rng.choice(self._members(channel, writers=True))
            self._state.pins.insert(Pin(id=id, channel_id=channel.id, pinned_by=by))

    def _members(self, channel: Channel, writers: bool = False) -> list[str]:
        """Returns the ids of the members, or of those who may write into the channel."""
        rows = rooms.members(self._state, channel.id)
        only_managers = writers and channel.announcements
        return [row.user_id for row in rows if row.manager or not only_managers]
