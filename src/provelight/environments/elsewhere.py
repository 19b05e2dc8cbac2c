"""A connection to a server that runs elsewhere and is known by its URL.

It cannot be ended from here, and others may use it too. So sessions get names that nobody else
has, and a session that got no proper answer is given up: whatever is still applied to it there,
no rollout sees. Where nobody listens any more, all are lost and the server is waited for.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import count
from typing import ClassVar, Final
from uuid import uuid4

import anyio
from mcp.client import Transport
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from mcp_servers.core.errors import UnknownSession
from mcp_servers.core.protocol import ControlResult, control_request
from provelight.environments.connection import Connection
from provelight.environments.failures import InfrastructureError, SessionRefused
from provelight.environments.http_streams import http_streams
from provelight.records import Json, ToolResult

FAREWELL_S: Final = 2.0
"""How long a server may take to close the sessions that are still open at the end."""


class UrlConnection(Connection):
    """Requests to a server by its URL."""

    consequence: ClassVar[str] = "the session is given up"

    def __init__(self, name: str, url: str) -> None:
        super().__init__(name)
        self._url = url
        self._ours = uuid4().hex[:12]
        self._numbers = count(1)
        self._names: dict[str, str] = {}
        self._farewells: set[asyncio.Task[None]] = set()

    @property
    def pid(self) -> int | None:
        """See `Connection`."""
        return None

    @property
    def stderr(self) -> tuple[str, ...]:
        """See `Connection`."""
        return ()

    def kill(self) -> None:
        """Does nothing: the server is not ours."""

    def why(self, failure: InfrastructureError) -> str:
        """See `Connection`."""
        return str(failure)

    async def call_tool(
        self, session: str, tool: str, arguments: dict[str, Json], timeout_s: float
    ) -> ToolResult:
        """Calls a tool once; see `Connection`. A failure of our side costs the session."""
        try:
            result = await super().call_tool(self._there(session), tool, arguments, timeout_s)
        except InfrastructureError:
            self._lose(session)
            raise
        if result.infrastructure and result.error and result.error.type == UnknownSession.type:
            self._names.pop(session, None)
            raise self._lost(session)
        return result

    async def control(
        self, operation: str, session: str, timeout_s: float, **parameters: Json
    ) -> Json:
        """Asks for something about a session; see `Connection`."""
        if operation == "ping":
            return await super().control(operation, session, timeout_s)
        if operation == "open":
            self._names[session] = f"{self._ours}-{next(self._numbers)}"
        there = self._there(session)
        if operation == "close":
            del self._names[session]
        try:
            return await super().control(operation, there, timeout_s, **parameters)
        except InfrastructureError:
            self._lose(session)
            raise
        except SessionRefused as error:
            if operation == "open" or error.type == UnknownSession.type:
                self._names.pop(session, None)
            if error.type == UnknownSession.type:
                raise self._lost(session) from error
            raise

    async def _transport(self) -> Transport:
        return http_streams(self._url, on_unreachable=self.end)

    async def _leave(self) -> None:
        await self._say_goodbye(*self._names.values())

    async def _close(self) -> None:
        for farewell in self._farewells:
            farewell.cancel()

    def _give_up(self, waiting: anyio.CancelScope) -> None:
        waiting.cancel()

    def _there(self, session: str) -> str:
        if session not in self._names:
            raise self._lost(session)
        return self._names[session]

    def _lost(self, session: str) -> InfrastructureError:
        message = f"server {self._name!r} has lost session {session!r}, or it was given up"
        return InfrastructureError("session_lost", message)

    def _lose(self, session: str) -> None:
        """Gives a session up, and closes it there without waiting for that."""
        if (there := self._names.pop(session, None)) is not None:
            farewell = asyncio.create_task(self._say_goodbye(there))
            self._farewells.add(farewell)
            farewell.add_done_callback(self._farewells.discard)

    async def _say_goodbye(self, *names: str) -> None:
        """Closes sessions there as far as the server lets us: nobody waits for them any more."""
        with anyio.move_on_after(FAREWELL_S):
            async with anyio.create_task_group() as group:
                for name in names:
                    group.start_soon(self._close_there, name)

    async def _close_there(self, name: str) -> None:
        assert self._client is not None
        with suppress(MCPError, ValidationError):
            await self._client.session.send_request(control_request("close", name), ControlResult)

    def _closed(self, what: str, reason: str) -> str:
        return f"server {self._name!r} gave no answer to {what}: {self._url}: {reason}"
