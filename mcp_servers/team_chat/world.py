"""Seeded worlds of the chat: a team of some two dozen, some twenty channels, what was said there.

Every world has names that need a look to tell apart (relatives, channels on parts of one project),
and rows on which calls fail: archived and announcement channels, private ones without the member
whose chat it is, guests at their limit, closed accounts, locked threads, a channel full of pins.
"""

from __future__ import annotations

import random
from typing import Any

from mcp_servers.core.worlds import World
from mcp_servers.team_chat import rooms
from mcp_servers.team_chat.history import History
from mcp_servers.team_chat.state import GUEST_CHANNELS, HOME, Channel, ChatState, User
from mcp_servers.team_chat.talk import PARTS, SOCIAL

_PEOPLE = 21
_RELATIVES = 4
_GUESTS = 3
_LEFT = 2
_PROJECTS = 4
_CLIENTS = 3
_JOBS = ("Designer", "Developer", "Tester", "Sales", "Support", "Accounting", "Manager")


def make_world(world: World) -> ChatState:
    """Returns the chat of one team, the same for the same world."""
    state = ChatState(now=world.now)
    _add_users(state, world)
    _add_channels(state, world)
    _add_members(state, world.rng)
    _archive(state, world.rng)
    history = History(state, world)
    history.write()
    own = [c for c in state.channels if _is_busy(state, c)]
    for channel in world.rng.sample(own, 2):
        history.fill(channel)
    return state


def _add_users(state: ChatState, world: World) -> None:
    """Adds the team; the last of it are guests, and two have left."""
    rng = world.rng
    names = world.people(_PEOPLE)
    first = world.sample("first_name", _RELATIVES)
    names += [f"{a} {name.split()[-1]}" for a, name in zip(first, names, strict=False)]
    names = list(dict.fromkeys(names))
    rng.shuffle(names)
    for n, name in enumerate(names):
        guest = n >= len(names) - _GUESTS
        job = "Guest" if guest else rng.choice(_JOBS)
        id = state.new_id("users")
        state.users.insert(User(id=id, name=name, job=job, guest=guest))
    state.me, *left = rng.sample(state.users.ids()[:-_GUESTS], 1 + _LEFT)
    for id in left:
        state.users.update(id, active=False)


def _add_channels(state: ChatState, world: World) -> None:
    _open(state, HOME, "For everybody")
    _open(state, "announcements", "News of the house", announcements=True)
    _open(state, "office-news", "What happens in the office", announcements=True)
    for name, topic in SOCIAL.items():
        _open(state, name, topic)
    for word in world.sample("word", _PROJECTS):
        _open(state, f"project-{word}", f"All about {word}")
        part = world.rng.choice(list(PARTS))
        _open(state, f"project-{word}-{part}", PARTS[part])
    for name in world.sample("last_name", _CLIENTS):
        slug = "".join(c for c in name.lower() if c.isalnum() and c.isascii())
        _open(state, f"client-{slug}", f"With the people of {name}")
        _open(state, f"client-{slug}-internal", f"About {name}, among us", private=True)
    _open(state, "salaries", "For few", private=True)
    _open(state, "surprise-party", "Do not tell", private=True)


def _open(state: ChatState, name: str, topic: str, **kind: Any) -> None:
    id = state.new_id("channels")
    state.channels.insert(Channel(id=id, name=name, topic=topic, **kind))


def _add_members(state: ChatState, rng: random.Random) -> None:
    """Puts people into channels; `me` is in some of each kind, and manages a few."""
    team = [u.id for u in state.users if u.active and not u.guest]
    others = [id for id in team if id != state.me]
    for channel in state.channels:
        most = len(others) if channel.name == HOME or channel.announcements else 16
        least = most if channel.name == HOME else 3
        inside = rng.sample(others, rng.randrange(least, most + 1))
        for n, user_id in enumerate(inside):
            rooms.enter(state, channel.id, user_id, manager=n == 0)
    mine = _mine(state, rng)
    for channel_id, manager in mine.items():
        rooms.enter(state, channel_id, state.me, manager=manager)
    guests = [u.id for u in state.users if u.guest]
    public = [c.id for c in state.channels if not (c.private or c.announcements or c.name == HOME)]
    for n, user_id in enumerate(guests):
        count = GUEST_CHANNELS if n else 1
        for channel_id in rng.sample(public, count):
            rooms.enter(state, channel_id, user_id)


def _mine(state: ChatState, rng: random.Random) -> dict[str, bool]:
    """Returns the channels that `me` is in, and which of them they manage."""
    home, news, office = state.channels.ids()[:3]
    private = [c.id for c in state.channels if c.private]
    public = [c.id for c in state.channels if not c.private][3:]
    joined = rng.sample(public, 8) + rng.sample(private, 3)
    managed = rng.sample(joined, 4)
    kept = {id: id in managed for id in joined}
    return {home: False, news: False, office: rng.random() < 0.5} | kept


def _archive(state: ChatState, rng: random.Random) -> None:
    """Archives three channels, two of which `me` is in."""
    inside = [c.id for c in state.channels if _is_busy(state, c)]
    outside = [
        c.id
        for c in state.channels
        if not c.private and rooms.membership(state, c.id, state.me) is None
    ]
    for id in (*rng.sample(inside, 2), rng.choice(outside)):
        state.channels.update(id, archived=True)


def _is_busy(state: ChatState, channel: Channel) -> bool:
    """True for a channel for everyday talk that `me` is in."""
    inside = rooms.membership(state, channel.id, state.me) is not None
    return inside and not (channel.archived or channel.announcements or channel.name == HOME)
