"""A live connection to one MCP server: requests with a time limit, and what their failures mean.

Nothing is ever sent twice. This file leaves out how the server is reached and ended (started.py,
elsewhere.py), and restarts and sessions (mcp_backend.py).
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import anyio
import mcp_types as types
from mcp import Client
from mcp.client import Transport
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel, ValidationError

from mcp_servers.core.protocol import (
    PROTOCOL_VERSION,
    ControlResult,
    control_request,
    from_mcp_result,
    from_mcp_tool,
    session_meta,
)
from provelight.environments.failures import InfrastructureError, SessionRefused
from provelight.records import Json, ToolResult, ToolSpec

log = logging.getLogger(__name__)

Answer = TypeVar("Answer", bound=BaseModel)


class Connection(ABC):
    """Requests to one server; `run` belongs to the task that owns it.

    Attributes:
        tools: bare name -> tool, as the server told them.
    """

    consequence: ClassVar[str]
    """What became of a server that did not answer in time, for the message."""

    one_stream: ClassVar[bool] = False
    """True where one stream carries all requests, so that none can follow once it is closed."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._client: Client | None = None
        self._ended = asyncio.Event()
        self.tools: dict[str, ToolSpec] = {}

    @property
    @abstractmethod
    def pid(self) -> int | None:
        """The process id of the server, where it is ours."""

    @property
    @abstractmethod
    def stderr(self) -> tuple[str, ...]:
        """The last lines that it wrote to stderr, where we see them."""

    @abstractmethod
    def kill(self) -> None:
        """Ends the server at once, where it is ours; safe from any thread."""

    @abstractmethod
    def why(self, failure: InfrastructureError) -> str:
        """Returns why it was not ready, once `run` failed with `failure`."""

    @abstractmethod
    async def _transport(self) -> Transport:
        """Returns what carries the messages; may raise as `run` does."""

    @abstractmethod
    async def _leave(self) -> None:
        """Is awaited at the end, while requests can still be sent."""

    @abstractmethod
    async def _close(self) -> None:
        """Lets go of what `_transport` took hold of."""

    @abstractmethod
    def _closed(self, what: str, reason: str) -> str:
        """Returns how to tell that the connection broke before `what` was answered."""

    @abstractmethod
    def _give_up(self, waiting: anyio.CancelScope) -> None:
        """Makes sure that a request with no answer in time ends, and that its session is over."""

    async def run(self, on_ready: Callable[[], None], start_timeout_s: float) -> None:
        """Connects, calls `on_ready`, and holds on until the server is gone or `end` is called.

        Raises:
            InfrastructureError: where the server is gone or silent before it was ready.
        """
        failure: InfrastructureError | None = None
        try:
            transport = await self._reach(start_timeout_s)
            async with Client(transport, mode=PROTOCOL_VERSION, cache=None) as self._client:
                try:
                    self.tools = await self._list_tools(start_timeout_s)
                    on_ready()
                    await self._ended.wait()
                    await self._leave()
                except InfrastructureError as error:  # inside, the SDK would wrap it in a group
                    failure = error
        except ExceptionGroup as errors:
            # The SDK's own tasks stumble when a connection ends under them; the owner lives on.
            log.debug("the client of server %r ended in errors", self._name, exc_info=errors)
            if not self.tools:
                failure = failure or InfrastructureError("server_died", str(errors))
        finally:
            self._ended.set()
            await self._close()
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
        request = control_request(operation, session, **parameters)
        return (await self._request(request, ControlResult, operation, timeout_s)).value

    async def _reach(self, timeout_s: float) -> Transport:
        try:
            return await asyncio.wait_for(self._transport(), timeout_s)
        except TimeoutError as error:
            raise self._too_late("its start", timeout_s) from error

    async def _list_tools(self, timeout_s: float) -> dict[str, ToolSpec]:
        tools: dict[str, ToolSpec] = {}
        cursor: str | None = None
        while True:
            request = types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor))
            try:
                page = await self._request(request, types.ListToolsResult, "its start", timeout_s)
            except SessionRefused as error:
                raise InfrastructureError(error.type, str(error)) from error
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
            self._give_up(waiting)

        if self._client is None or self._ended.is_set():
            raise InfrastructureError("server_died", f"server {self._name!r} is gone")
        timer = asyncio.get_running_loop().call_later(timeout_s, give_up)
        try:
            with anyio.CancelScope() as waiting:
                return await self._client.session.send_request(request, answer)
        except MCPError as error:
            if error.code == types.CONNECTION_CLOSED and self.one_stream:
                self.end()  # at once, so that nobody else is sent here meanwhile
            if not late:
                raise self._explain(error, what) from error
        except ValidationError as error:
            message = f"server {self._name!r} gave no proper answer to {what}: {error}"
            raise InfrastructureError("bad_answer", message) from error
        finally:
            timer.cancel()
        raise self._too_late(what, timeout_s)

    def _too_late(self, what: str, timeout_s: float) -> InfrastructureError:
        message = f"server {self._name!r} did not answer {what} within {timeout_s:g} s"
        return InfrastructureError("timeout", f"{message}; {self.consequence}")

    def _explain(self, error: MCPError, what: str) -> InfrastructureError | SessionRefused:
        if error.code == types.CONNECTION_CLOSED:
            return InfrastructureError("server_died", self._closed(what, error.message))
        data = error.data if isinstance(error.data, dict) else {}
        message = f"server {self._name!r} refused {what}: {error.message}"
        return SessionRefused(str(data.get("type", "protocol_error")), message)
