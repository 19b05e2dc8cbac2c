"""The passing of time, for people and tests: no agent moves the clock of a session."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.team_chat.state import ChatState

_WEEK_MINUTES = 7 * 24 * 60


class Clock(Output):
    """Result of advance_clock."""

    now: Annotated[str, out("The new time.", format="datetime")]


def advance_clock(
    state: ChatState, minutes: Annotated[int, arg("How far to move it.", ge=1, le=_WEEK_MINUTES)]
) -> Clock:
    """Moves the clock; nothing else happens."""
    state.now += timedelta(minutes=minutes)
    return Clock(now=minute(state.now))
