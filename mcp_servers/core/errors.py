"""Errors that a tool may answer with: a stable type, and a message that says what would do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar


class ToolError(Exception):
    """Base of everything that a tool tells its caller. `type` is part of the interface."""

    type: ClassVar[str] = "tool_error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class InvalidArguments(ToolError):
    """The arguments do not fit the schema, or a value makes no sense whatever the state is."""

    type = "invalid_arguments"


class UnknownTool(ToolError):
    """The server has no tool of that name."""

    type = "unknown_tool"


class NotFound(ToolError):
    """No row has the id that was given."""

    type = "not_found"


class StateError(ToolError):
    """Base of failures that depend on the state; each server subclasses it with its own `type`."""

    type = "invalid_state"


class UnknownSession(ToolError):
    """The session was never opened, or is closed."""

    type = "unknown_session"


class SessionExists(ToolError):
    """A session of that id is open already."""

    type = "session_exists"


class TooManySessions(ToolError):
    """The server holds as many sessions as it may; live state is never evicted."""

    type = "too_many_sessions"


class UnknownSnapshot(ToolError):
    """The session has no snapshot of that token."""

    type = "unknown_snapshot"


def did_you_mean(name: str, options: Iterable[str]) -> str:
    """Returns ` Did you mean 'a' or 'b'?` for the options near `name`, or an empty string."""
    near = get_close_matches(name, list(options), n=3, cutoff=0.6)
    return f" Did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
