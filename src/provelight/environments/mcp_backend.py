"""A server spoken to over MCP; started, or waited for, again when it dies or hangs.

One task owns the server through all its lives. A session lives as long as the connection it was
opened on: afterwards each of its calls fails as infrastructure, and nothing is sent again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from typing import Final

from provelight.environments.backend import EventHook, EventKind, FleetEvent, Health
from provelight.environments.config import ServerConfig
from provelight.environments.connecting import connect, origin_of
from provelight.environments.connection import Connection
from provelight.environments.failures import (
    InfrastructureError,
    ServerStartError,
    SessionRefused,
    StartFailure,
)
from provelight.environments.forking import ForkServer
from provelight.environments.loop import LoopThread
from provelight.records import Json, ToolResult, ToolSpec

FIRST_RETRY_S: Final = 0.5
LAST_RETRY_S: Final = 30.0


class MCPBackend:
    """One server in a subprocess, over stdio or HTTP, or elsewhere by its URL.

    Args:
        config: which server, and how it is reached.
        loop: the thread that owns the connection.
        call_timeout_s: a call that takes longer ends the server.
        start_timeout_s: likewise for its start; also how long a new session waits for a restart.
        on_event: is told of starts, failures and ends, on the loop's thread.
        forks: what forks servers of ours; None executes them.
    """

    def __init__(
        self,
        config: ServerConfig,
        loop: LoopThread,
        *,
        call_timeout_s: float,
        start_timeout_s: float,
        on_event: EventHook,
        forks: ForkServer | None = None,
    ) -> None:
        self.config = config
        self._forks = forks
        self.tools: Mapping[str, ToolSpec] = {}
        self._loop = loop
        self._call_timeout_s = call_timeout_s
        self._start_timeout_s = start_timeout_s
        self._on_event = on_event
        self._connection: Connection | None = None
        self._ready = asyncio.Event()
        self._stopping = asyncio.Event()
        self._sessions: dict[str, Connection] = {}
        self._restarts = 0
        self._began = 0.0
        self._failure: StartFailure | None = None
        self._first: Future[None] = Future()
        self._owner: Future[None] | None = None

    def start(self) -> Future[None]:
        """Starts the server; see `Backend`."""
        self._owner = self._loop.submit(self._own())
        self._owner.add_done_callback(self._on_owner_gone)
        return self._first

    def stop(self) -> Future[None]:
        """Ends the server; see `Backend`."""
        return self._loop.submit(self._stop())

    def kill(self) -> None:
        """Ends the server at once; see `Backend`."""
        if (connection := self._connection) is not None:
            connection.kill()

    def health(self) -> Future[Health]:
        """Asks for a sign of life; see `Backend`."""
        return self._loop.submit(self._health())

    def call(self, session: str, tool: str, arguments: dict[str, Json]) -> Future[ToolResult]:
        """Calls a tool once; see `Backend`."""
        return self._loop.submit(self._call(session, tool, arguments))

    def control(self, operation: str, session: str, **parameters: Json) -> Future[Json]:
        """Asks for something about a session; see `Backend`."""
        return self._loop.submit(self._control(operation, session, parameters))

    def _on_owner_gone(self, owner: Future[None]) -> None:
        """Lets nobody wait for a start that will not be: the owner never ends before that."""
        if not self._first.done():
            error = None if owner.cancelled() else owner.exception()
            self._first.set_exception(error or self._stopped())

    async def _own(self) -> None:
        """Keeps the server running: starts it, and again after it ended, until `stop`."""
        delay_s = 0.0
        while not self._stopping.is_set():
            self._failure = await self._live_once()
            if self._failure is None:
                delay_s = 0.0
            elif self._first.done():
                delay_s = min(max(2 * delay_s, FIRST_RETRY_S), LAST_RETRY_S)
            else:
                self._first.set_exception(ServerStartError(self._failure))
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), delay_s)
            self._restarts += not self._stopping.is_set()
        self._tell("stopped")

    async def _live_once(self) -> StartFailure | None:
        """Runs one process from its start to its end; returns why it did not start, if so."""
        self._began = time.monotonic()
        self._tell("starting")
        try:
            self._connection = connection = connect(self.config, self._forks)
        except OSError as error:
            return self._not_started(f"the command cannot be run ({error})", ())
        try:
            await connection.run(self._on_ready, self._start_timeout_s)
        except InfrastructureError as error:
            return self._not_started(connection.why(error), connection.stderr)
        finally:
            self._connection = None
            self._ready.clear()
        if not self._stopping.is_set():
            self._tell("died", "; ".join(connection.stderr[-1:]))
        return None

    def _on_ready(self) -> None:
        assert self._connection is not None
        self.tools = self._connection.tools
        self._ready.set()
        self._tell("ready")
        if not self._first.done():
            self._first.set_result(None)

    def _not_started(self, reason: str, stderr: tuple[str, ...]) -> StartFailure | None:
        if self._stopping.is_set():
            return None
        failure = StartFailure.of(self.config.name, origin_of(self.config), reason, stderr)
        self._tell("failed", str(failure))
        return failure

    async def _stop(self) -> None:
        self._stopping.set()
        if (connection := self._connection) is not None:
            connection.end()
            if not self._ready.is_set():
                connection.kill()  # it starts: nobody will talk to it
        if self._owner is not None:
            await asyncio.wrap_future(self._owner)

    async def _health(self) -> Health:
        began = time.monotonic()
        problem: str | None = None
        try:
            await self._current().control("ping", "", self._call_timeout_s)
        except (InfrastructureError, SessionRefused) as error:
            problem = str(error)
        return Health(
            server=self.config.name,
            alive=problem is None,
            restarts=self._restarts,
            pid=self._connection.pid if self._connection else None,
            latency_ms=None if problem else 1000 * (time.monotonic() - began),
            problem=problem,
        )

    async def _call(self, session: str, tool: str, arguments: dict[str, Json]) -> ToolResult:
        try:
            connection = self._of_session(session)
            return await connection.call_tool(session, tool, arguments, self._call_timeout_s)
        except InfrastructureError as error:
            return error.to_result()

    async def _control(self, operation: str, session: str, parameters: dict[str, Json]) -> Json:
        if operation == "open":
            return await self._open(session, parameters)
        try:
            connection = self._of_session(session)
            return await connection.control(operation, session, self._call_timeout_s, **parameters)
        finally:
            if operation == "close":
                self._sessions.pop(session, None)

    async def _open(self, session: str, parameters: dict[str, Json]) -> Json:
        """Opens a session; once more where the server ends meanwhile, as nothing is lost by it."""
        try:
            return await self._open_once(session, parameters)
        except InfrastructureError as error:
            if error.type not in ("server_died", "timeout") or self._stopping.is_set():
                raise
        return await self._open_once(session, parameters)

    async def _open_once(self, session: str, parameters: dict[str, Json]) -> Json:
        """Waits for a server that is being started again, and opens a session on it."""
        if self._connection is None or not self._connection.alive:
            self._ready.clear()  # the next process sets it
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ready.wait(), self._start_timeout_s)
        connection = self._current()
        now = await connection.control("open", session, self._call_timeout_s, **parameters)
        self._sessions[session] = connection
        return now

    def _current(self) -> Connection:
        if self._connection is not None and self._connection.alive:
            return self._connection
        if self._stopping.is_set():
            raise self._stopped()
        if self._failure is not None:
            raise ServerStartError(self._failure)
        raise InfrastructureError("not_ready", f"server {self.config.name!r} is being started")

    def _of_session(self, session: str) -> Connection:
        connection = self._sessions.get(session)
        if connection is not None and connection.alive:
            return connection
        if self._stopping.is_set():
            raise self._stopped()
        raise InfrastructureError(
            "session_lost",
            f"server {self.config.name!r} was started again; session {session!r} is lost with it",
        )

    def _stopped(self) -> InfrastructureError:
        return InfrastructureError("stopped", f"server {self.config.name!r} was stopped")

    def _tell(self, kind: EventKind, detail: str = "") -> None:
        elapsed_s = time.monotonic() - self._began
        self._on_event(FleetEvent(self.config.name, kind, detail, elapsed_s, self._restarts))
