"""A server in this process: no MCP, no subprocess, no time limit; for synthesis and for tests.

Everything happens at once, in the thread that asks, so futures come back done. A tool that hangs
hangs its caller: servers that may hang belong behind stdio.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TypeVar

from mcp_servers.core.catalog import load
from mcp_servers.core.control import Operation, operations
from mcp_servers.core.errors import ToolError
from mcp_servers.core.sessions import SessionStore
from provelight.environments.backend import EventHook, FleetEvent, Health
from provelight.environments.config import ServerConfig
from provelight.environments.failures import InfrastructureError, SessionRefused
from provelight.records import Json, ToolResult, ToolSpec

T = TypeVar("T")


class LocalBackend:
    """One server over a `SessionStore` of this process.

    Args:
        config: which server.
        on_event: is told that it is ready, and that it was stopped.
    """

    def __init__(self, config: ServerConfig, *, on_event: EventHook) -> None:
        self.config = config
        self.tools: Mapping[str, ToolSpec] = {}
        self._on_event = on_event
        self._store: SessionStore | None = None
        self._operations: Mapping[str, Operation] = {}

    def start(self) -> Future[None]:
        """Makes the store; see `Backend`."""
        return _at_once(self._start)

    def stop(self) -> Future[None]:
        """Forgets the store and with it every session; see `Backend`."""
        if self._store is not None:
            self._store = None
            self._on_event(FleetEvent(self.config.name, "stopped"))
        return _at_once(lambda: None)

    def kill(self) -> None:
        """Does nothing: there is no process to kill."""

    def health(self) -> Future[Health]:
        """Tells whether there is a store; see `Backend`."""
        name, alive = self.config.name, self._store is not None
        latency_ms, problem = (0.0, None) if alive else (None, "it is not started")
        return _at_once(lambda: Health(name, alive, latency_ms=latency_ms, problem=problem))

    def call(self, session: str, tool: str, arguments: dict[str, Json]) -> Future[ToolResult]:
        """Calls a tool once; see `Backend`."""
        return _at_once(lambda: self._call(session, tool, arguments))

    def control(self, operation: str, session: str, **parameters: Json) -> Future[Json]:
        """Asks for something about a session; see `Backend`."""
        return _at_once(lambda: self._control(operation, session, parameters))

    def _start(self) -> None:
        server = load(self.config.name)
        self._store = SessionStore(server)
        self._operations = operations(self._store)
        self.tools = {name: tool.spec for name, tool in server.tools.items()}
        self._on_event(FleetEvent(self.config.name, "ready"))

    def _call(self, session: str, tool: str, arguments: dict[str, Json]) -> ToolResult:
        try:
            return self._running().call(session, tool, arguments)
        except InfrastructureError as error:
            return error.to_result()

    def _control(self, operation: str, session: str, parameters: dict[str, Json]) -> Json:
        try:
            self._running()
            return self._operations[operation](session, **parameters)
        except ToolError as error:
            raise SessionRefused(error.type, error.message) from error
        except ValueError as error:
            raise SessionRefused("invalid_value", str(error)) from error

    def _running(self) -> SessionStore:
        if self._store is None:
            raise InfrastructureError("stopped", f"server {self.config.name!r} is not started")
        return self._store


def _at_once(function: Callable[[], T]) -> Future[T]:
    """Returns a future that is done already, with the value or the exception of `function`."""
    future: Future[T] = Future()
    try:
        future.set_result(function())
    except Exception as error:
        future.set_exception(error)
    return future
