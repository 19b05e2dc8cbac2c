"""Connections to servers that we start: over their pipes, or over HTTP on loopback.

A request that is not answered in time kills the server: only so is it certain that the call
changes nothing later.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar, Final

import anyio
from mcp.client import Transport
from mcp.client._transport import TransportStreams

from mcp_servers.core.pipes import MessageReader, MessageWriter
from provelight.environments.connection import Connection
from provelight.environments.failures import InfrastructureError
from provelight.environments.http_streams import http_streams
from provelight.environments.process import ServerProcess

STOP_GRACE_S: Final = 1.0
"""How long a server may take to end by itself once its input is closed."""


class StdioConnection(Connection):
    """Requests to a server process over its stdin and stdout; ends the process with itself."""

    consequence: ClassVar[str] = "it was ended"
    one_stream: ClassVar[bool] = True

    def __init__(self, name: str, process: ServerProcess) -> None:
        super().__init__(name)
        self._process = process

    @property
    def pid(self) -> int | None:
        """See `Connection`."""
        return self._process.pid

    @property
    def stderr(self) -> tuple[str, ...]:
        """See `Connection`."""
        return self._process.stderr

    def kill(self) -> None:
        """See `Connection`."""
        self._process.kill()

    def why(self, failure: InfrastructureError) -> str:
        """See `Connection`."""
        timed_out = failure.type in ("timeout", "protocol_error")
        return str(failure) if timed_out else f"it ended with status {self._process.status}"

    async def _transport(self) -> Transport:
        output, input_ = await self._process.open()
        return _streams(MessageReader(output, on_end=self._gone), MessageWriter(input_))

    async def _leave(self) -> None:
        """Does nothing: what the process holds ends with it."""

    async def _close(self) -> None:
        await self._process.close(STOP_GRACE_S)

    def _closed(self, what: str, _: str) -> str:
        last = f": {self.stderr[-1]}" if self.stderr else ""
        return f"server {self._name!r} died before it answered {what}{last}"

    def _give_up(self, _: anyio.CancelScope) -> None:
        self.kill()  # closes the pipe, which ends the request; to cancel would write into it

    async def _gone(self) -> None:
        self.end()


class HttpConnection(StdioConnection):
    """Requests over HTTP to a server process, which tells its URL in the first line of stdout."""

    one_stream: ClassVar[bool] = False

    def __init__(self, name: str, process: ServerProcess) -> None:
        super().__init__(name, process)
        self._watch: asyncio.Task[None] | None = None

    async def _transport(self) -> Transport:
        output, _ = await self._process.open()
        url = await self._url(output)
        self._watch = asyncio.create_task(self._end_with(output))
        return http_streams(url)

    async def _close(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.wait({self._watch})  # `close` reads the rest of the output
        await super()._close()

    async def _url(self, output: asyncio.StreamReader) -> str:
        while line := await output.readline():
            if line.startswith(b"http://"):
                return line.decode().strip()
        raise InfrastructureError("server_died", f"server {self._name!r} told no URL")

    async def _end_with(self, output: asyncio.StreamReader) -> None:
        """Reads away what is printed, which would stop the server once the pipe is full."""
        while await output.read(2**16):
            pass
        self.end()


@asynccontextmanager
async def _streams(reader: MessageReader, writer: MessageWriter) -> AsyncIterator[TransportStreams]:
    yield reader, writer
