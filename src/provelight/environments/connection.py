"""A live connection to one stdio server: requests with a time limit that the server cannot outlive.

A request that is not answered in time kills the server: only so is it certain that the call
changes nothing later. Nothing is ever sent twice. This file leaves out restarts and sessions.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import mcp_types as types
from mcp import Client
from mcp.client import Transport
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from pydantic import BaseModel, ValidationError

from mcp_servers.core.pipes import MessageReader, MessageWriter
from mcp_servers.core.protocol import (
    CONTROL_PREFIX,
    PROTOCOL_VERSION,
    ControlParams,
    ControlRequest,
    ControlResult,
    from_mcp_result,
    from_mcp_tool,
    session_meta,
)
from provelight.environments.failures import InfrastructureError, SessionRefused
from provelight.environments.process import ServerProcess
from provelight.records import Json, ToolResult, ToolSpec

STOP_GRACE_S: Final = 1.0
"""How long a server may take to end by itself once its input is closed."""

Streams = tuple[ReadStream[SessionMessage | Exception], WriteStream[SessionMessage]]
Answer = TypeVar("Answer", bound=BaseModel)


class Connection:
    """Requests to one server process; `run` belongs to the task that owns the server.

    Attributes:
        process: the server; this connection ends it.
        tools: bare name -> tool, as the server told them.
    """

    def __init__(self, name: str, process: ServerProcess) -> None:
        self._name = name
        self._client: Client | None = None
        self._ended = asyncio.Event()
        self.process = process
        self.tools: dict[str, ToolSpec] = {}

    async def run(self, on_ready: Callable[[], None], start_timeout_s: float) -> None:
        """Connects, calls `on_ready`, and holds on until the server is gone or `end` is called.

        Raises:
            InfrastructureError: where the server is gone or silent before it was ready.
        """
        failure: InfrastructureError | None = None
        try:
            transport: Transport = self._transport()
            async with Client(transport, mode=PROTOCOL_VERSION, cache=None) as self._client:
                try:
                    self.tools = await self._list_tools(start_timeout_s)
                    on_ready()
                    await self._ended.wait()
                except InfrastructureError as error:  # inside, the SDK would wrap it in a group
                    failure = error
        finally:
            await self.process.close(STOP_GRACE_S)
        if failure is not None:
            raise failure

    @property
    def alive(self) -> bool:
        """True from the first answer of the server until it is gone or told to end."""
        return bool(self.tools) and not self._ended.is_set()

    def end(self) -> None:
        """Lets `run` go on to its end."""
        self._ended.set()

    async def call_tool(
        self, session: str, tool: str, arguments: dict[str, Json], timeout_s: float
    ) -> ToolResult:
        """Calls a tool once.

        Raises:
            InfrastructureError: where no proper answer came; the call may have been applied.
        """
        params = types.CallToolRequestParams(
            name=tool, arguments=arguments, _meta=session_meta(session)
        )
        request = types.CallToolRequest(params=params)
        try:
            return from_mcp_result(
                await self._request(request, types.CallToolResult, f"tool {tool!r}", timeout_s)
            )
        except SessionRefused as error:
            raise InfrastructureError(error.type, str(error)) from error

    async def control(
        self, operation: str, session: str, timeout_s: float, **parameters: Json
    ) -> Json:
        """Asks for something about a session, such as `state_hash`.

        Raises:
            InfrastructureError: where no proper answer came.
            SessionRefused: where the server would not.
        """
        params = ControlParams(parameters=parameters, _meta=session_meta(session))
        request = ControlRequest(method=CONTROL_PREFIX + operation, params=params)
        return (await self._request(request, ControlResult, operation, timeout_s)).value

    async def _list_tools(self, timeout_s: float) -> dict[str, ToolSpec]:
        tools: dict[str, ToolSpec] = {}
        cursor: str | None = None
        while True:
            request = types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor))
            page = await self._request(request, types.ListToolsResult, "its start", timeout_s)
            tools |= {tool.name: from_mcp_tool(tool) for tool in page.tools}
            cursor = page.next_cursor
            if cursor is None:
                return tools

    async def _request(
        self,
        request: types.Request[Any, Any],
        answer: type[Answer],
        what: str,
        timeout_s: float,
    ) -> Answer:
        late = False

        def give_up() -> None:
            nonlocal late
            late = True
            self.process.kill()  # closes the pipe, which ends the request below

        if self._client is None or self._ended.is_set():
            raise InfrastructureError("server_died", f"server {self._name!r} is gone")
        timer = asyncio.get_running_loop().call_later(timeout_s, give_up)
        try:
            return await self._client.session.send_request(request, answer)
        except MCPError as error:
            raise self._explain(error, what, timeout_s if late else None) from error
        except ValidationError as error:
            message = f"server {self._name!r} gave no proper answer to {what}: {error}"
            raise InfrastructureError("bad_answer", message) from error
        finally:
            timer.cancel()

    def _explain(
        self, error: MCPError, what: str, late_s: float | None
    ) -> InfrastructureError | SessionRefused:
        if late_s is not None:
            message = (
                f"server {self._name!r} did not answer {what} within {late_s:g} s; it was ended"
            )
            return InfrastructureError("timeout", message)
        if error.code == types.CONNECTION_CLOSED:
            last = f": {self.process.stderr[-1]}" if self.process.stderr else ""
            message = f"server {self._name!r} died before it answered {what}{last}"
            return InfrastructureError("server_died", message)
        data = error.data if isinstance(error.data, dict) else {}
        message = f"server {self._name!r} refused {what}: {error.message}"
        return SessionRefused(str(data.get("type", "protocol_error")), message)

    @asynccontextmanager
    async def _transport(self) -> AsyncIterator[Streams]:
        output, input_ = await self.process.open()
        yield MessageReader(output, on_end=self._gone), MessageWriter(input_)

    async def _gone(self) -> None:
        self._ended.set()
