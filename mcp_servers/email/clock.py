"""The passing of time, for people and tests: no agent moves the clock of a session."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.email.state import EmailState

_WEEK_MINUTES = 7 * 24 * 60


class Clock(Output):
    """Result of advance_clock."""

    now: Annotated[str, out("The new time.", format="datetime")]


def advance_clock(
    state: EmailState, minutes: Annotated[int, arg("How far to move it.", ge=1, le=_WEEK_MINUTES)]
) -> Clock:
    """Moves the clock; who has come back until then no longer answers automatically."""
    state.now += timedelta(minutes=minutes)
    today = state.now.date().isoformat()
    for contact in state.contacts:
        if contact.away_until is not None and contact.away_until < today:
            state.contacts.update(contact.id, away_until=None)
    return Clock(now=minute(state.now))
