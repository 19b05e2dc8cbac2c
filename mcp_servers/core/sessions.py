"""Sessions of one server in this process: isolated states, and calls that never raise.

This is the whole server but for transport: the fronts (in process, stdio, HTTP) pass requests on.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from threading import RLock
from typing import Final, TypeVar

from mcp_servers.core.errors import (
    SessionExists,
    ToolError,
    TooManySessions,
    UnknownSession,
    UnknownSnapshot,
)
from mcp_servers.core.hashing import diff, effect_hash, state_hash
from mcp_servers.core.state import State
from mcp_servers.core.tools import ToolServer, to_text
from mcp_servers.core.worlds import made_world
from provelight.records import Json, ToolFailure, ToolResult

T = TypeVar("T")

DEFAULT_MAX_SESSIONS: Final = 256

_log = logging.getLogger(__name__)


class _Session:
    """The base is the shared state of the world: never changed, only copied."""

    __slots__ = ("base", "snapshots", "state", "taken")

    def __init__(self, base: State) -> None:
        self.base = base
        self.state = base.copy()
        self.snapshots: dict[str, State] = {}
        self.taken = 0


class SessionStore:
    """The open sessions of one server. Safe to call from several threads.

    Args:
        server: whose tools are called.
        max_sessions: how many may be open at once; one more is refused, none is evicted.

    Raises:
        ValueError: for a cap below 1.
    """

    def __init__(self, server: ToolServer, max_sessions: int = DEFAULT_MAX_SESSIONS) -> None:
        if max_sessions < 1:
            raise ValueError(f"max_sessions {max_sessions} must be at least 1")
        self.server = server
        self.max_sessions = max_sessions
        self._sessions: dict[str, _Session] = {}
        self._lock = RLock()

    def open(self, session_id: str, world_seed: int, everything_new: bool = False) -> None:
        """Opens a session on a fresh world.

        Raises:
            SessionExists: where the id is taken.
            TooManySessions: at the cap.
            ValueError: for a seed that no split has.
        """
        with self._lock:
            if session_id in self._sessions:
                raise SessionExists(f"session {session_id!r} is open already; close it or reset it")
            if len(self._sessions) >= self.max_sessions:
                raise TooManySessions(
                    f"{self.server.name} holds {len(self._sessions)} sessions, the most it may;"
                    " close one, or raise max_sessions"
                )
            self._sessions[session_id] = _Session(
                made_world(self.server, world_seed, everything_new)
            )

    def close(self, session_id: str) -> None:
        """Forgets a session and its snapshots.

        Raises:
            UnknownSession: where it is not open.
        """
        with self._lock:
            self._require(session_id)
            del self._sessions[session_id]

    def call(self, session_id: str, tool: str, arguments: Json, debug: bool = False) -> ToolResult:
        """Calls a tool; failures come back as results. A failed call leaves the state untouched.

        Args:
            session_id: an open session.
            tool: the bare name.
            arguments: as the caller sent them.
            debug: True where debug tools may be called.
        """
        with self._lock:
            try:
                return self._call(self._require(session_id), tool, arguments, debug)
            except ToolError as error:
                return failure(error.type, error.message)
            except Exception as error:
                _log.exception("%s: %s failed on %r", self.server.name, tool, arguments)
                message = f"{type(error).__name__}: {error}"
                return failure("internal_error", message, infrastructure=True)

    def reset(self, session_id: str) -> None:
        """Brings a session back to its world as it was made; snapshots stay."""
        with self._lock:
            session = self._require(session_id)
            session.state = session.base.copy()

    def snapshot(self, session_id: str) -> str:
        """Keeps the state of a session as it is now and returns a token for `restore`."""
        with self._lock:
            session = self._require(session_id)
            session.taken += 1
            token = f"snapshot-{session.taken}"
            session.snapshots[token] = session.state.copy()
            return token

    def restore(self, session_id: str, token: str) -> None:
        """Brings back the state of a snapshot, which stays for further use.

        Raises:
            UnknownSnapshot: where the session has no such token.
        """
        with self._lock:
            session = self._require(session_id)
            if token not in session.snapshots:
                kept = ", ".join(session.snapshots) or "none"
                raise UnknownSnapshot(f"session {session_id!r} has no {token!r}; it has: {kept}")
            session.state = session.snapshots[token].copy()

    def state_hash(self, session_id: str) -> str:
        """Returns the hash over everything in the state."""
        return self._with(session_id, lambda s: state_hash(s.state))

    def effect_hash(self, session_id: str) -> str:
        """Returns the hash over what was brought about (hashing.py)."""
        return self._with(session_id, lambda s: effect_hash(s.state, s.base.counters))

    def diff(self, session_id: str) -> dict[str, Json]:
        """Returns what changed since the world was made."""
        return self._with(session_id, lambda s: diff(s.base, s.state))

    def now(self, session_id: str) -> str:
        """Returns date and time of the session, ISO 8601 without zone."""
        return self._with(session_id, lambda s: s.state.now.isoformat(timespec="minutes"))

    def __contains__(self, session_id: object) -> bool:
        return session_id in self._sessions

    def session_ids(self) -> list[str]:
        """Returns the open sessions, oldest first."""
        with self._lock:
            return list(self._sessions)

    def _call(self, session: _Session, name: str, arguments: Json, debug: bool) -> ToolResult:
        tool = self.server.tool(name, debug)
        parsed = tool.parse(arguments)
        # A write works on a copy that takes the place of the state only when all went well.
        state = session.state if tool.is_read else session.state.copy()
        result = tool.run(state, parsed)
        text = to_text(result)
        session.state = state
        return ToolResult(ok=True, text=text, result=result)

    def _require(self, session_id: str) -> _Session:
        session = self._sessions.get(session_id)
        if session is None:
            raise UnknownSession(
                f"{self.server.name} has no session {session_id!r}; open it first"
                f" ({len(self._sessions)} are open)"
            )
        return session

    def _with(self, session_id: str, function: Callable[[_Session], T]) -> T:
        with self._lock:
            return function(self._require(session_id))


def failure(type: str, message: str, infrastructure: bool = False) -> ToolResult:
    """Returns the result of a failed call, with the text that the model reads."""
    # Messages quote what was sent; a lone surrogate in it would break every pipe after us.
    message = message.encode("utf-8", "backslashreplace").decode()
    text = json.dumps({"error": {"type": type, "message": message}}, ensure_ascii=False)
    error = ToolFailure(type, message)
    return ToolResult(ok=False, text=text, error=error, infrastructure=infrastructure)
