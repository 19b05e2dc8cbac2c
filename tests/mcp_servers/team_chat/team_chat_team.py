"""A small team made by hand, and rows to add to it."""

from __future__ import annotations

from datetime import datetime

from mcp_servers.team_chat import rooms
from mcp_servers.team_chat.state import Channel, ChatState, Message, User

NOW = datetime(2026, 3, 18, 10, 30)
ME, ANN, TOM, GUEST, GONE = (f"USR-000{n}" for n in range(1, 6))
HOME, NEWS, DEV, QUIET, HIDDEN, OLD = (f"CHN-000{n}" for n in range(1, 7))


def small_team() -> ChatState:
    """Four people and one who has left; `me` is in all channels but `quiet` and `hidden`."""
    state = ChatState(now=NOW, me=ME)
    for name, job, how in (
        ("Olga Winter", "Developer", {}),
        ("Ann Reed", "Designer", {}),
        ("Tom Reed", "Sales", {}),
        ("Eva Stone", "Guest", {"guest": True}),
        ("Ben Hill", "Developer", {"active": False}),
    ):
        state.users.insert(User(id=state.new_id("users"), name=name, job=job, **how))
    for name, how, inside in (
        ("general", {}, (ANN, ME, TOM)),
        ("news", {"announcements": True}, (ANN, ME)),
        ("dev", {"private": True}, (ME, ANN)),
        ("quiet", {}, (TOM,)),
        ("hidden", {"private": True}, (TOM,)),
        ("old", {"archived": True}, (ANN, ME)),
    ):
        id = state.new_id("channels")
        state.channels.insert(Channel(id=id, name=name, topic=f"About {name}", **how))
        for n, user_id in enumerate(inside):
            rooms.enter(state, id, user_id, manager=n == 0)
    say(state, HOME, ANN, "Hello all", "2026-03-10T09:00")
    say(state, HOME, TOM, "Hello Ann", "2026-03-10T09:05", root=1)
    say(state, HOME, TOM, "Lunch?", "2026-03-11T12:00", mentions={ME})
    say(state, NEWS, ANN, "We are closed on Friday", "2026-03-12T09:00")
    say(state, DEV, ANN, "Build 12 is red", "2026-03-13T09:00", locked=True)
    say(state, QUIET, TOM, "Nobody here", "2026-03-14T09:00")
    say(state, HIDDEN, TOM, "A secret", "2026-03-15T09:00")
    say(state, OLD, ANN, "Farewell", "2025-03-15T09:00")
    say(state, DEV, ME, "Build 13 is green", "2026-03-16T09:00")
    return state


def say(
    state: ChatState,
    channel_id: str,
    author: str,
    text: str,
    at: str,
    root: int | None = None,
    mentions: set[str] | None = None,
    locked: bool = False,
) -> None:
    """Adds a message."""
    state.messages.insert(
        Message(
            id=state.new_id("messages"),
            channel_id=channel_id,
            author=author,
            text=text,
            at=at,
            root=f"MSG-{root:04d}" if root else None,
            mentions=frozenset(mentions or ()),
            locked=locked,
        )
    )


def crowd(state: ChatState, channel_id: str, count: int) -> None:
    """Adds new people to a channel."""
    for n in range(count):
        user = User(id=state.new_id("users"), name=f"Extra Nr{n}", job="Sales")
        rooms.enter(state, channel_id, state.users.insert(user).id)
