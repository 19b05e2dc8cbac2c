"""MCP messages over two pipes on the event loop: the transport of both ends of stdio.

The SDK's stdio transports put a thread or two pump tasks between the pipe and the session. Here a
message is read and written by the task that wants it, which halves the cost of a call and lets a
message that cannot be encoded fail alone. This file leaves out processes: it is given open pipes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import IO, Any, Self

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage

MAX_MESSAGE_BYTES = 64 * 2**20
"""A longer line is not kept: it is reported as unreadable."""


class MessageReader:
    """The messages that come out of a pipe, one a line.

    A line that is no message becomes an exception in the stream, as the SDK's sessions expect;
    bytes that are no UTF-8 are replaced, so that they spoil a text and not the connection.

    Args:
        stream: the pipe.
        on_unreadable: is given each line that is no message.
        on_end: is awaited once the other end is gone, before the stream ends.
    """

    def __init__(
        self,
        stream: asyncio.StreamReader,
        *,
        on_unreadable: Callable[[bytes], Awaitable[None]] | None = None,
        on_end: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._stream = stream
        self._on_unreadable = on_unreadable
        self._on_end = on_end

    async def receive(self) -> SessionMessage | Exception:
        """Returns the next message, or what was wrong with the line.

        Raises:
            anyio.EndOfStream: when the other end is gone.
        """
        try:
            line = await self._stream.readline()
        except ValueError as error:
            return ValueError(f"a message longer than {MAX_MESSAGE_BYTES} bytes: {error}")
        except ConnectionError:
            line = b""
        if not line:
            if self._on_end is not None:
                await self._on_end()
            raise anyio.EndOfStream
        return await self._parse(line)

    async def _parse(self, line: bytes) -> SessionMessage | Exception:
        text = line.decode("utf-8", errors="replace")
        try:
            return SessionMessage(types.jsonrpc_message_adapter.validate_json(text, by_name=False))
        except ValueError as error:
            if self._on_unreadable is not None:
                await self._on_unreadable(line)
            return error

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def aclose(self) -> None:
        """Does nothing: whoever opened the pipe closes it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class MessageWriter:
    """Writes messages into a pipe, one a line; several tasks may write at once."""

    def __init__(self, stream: asyncio.StreamWriter) -> None:
        self._stream = stream

    async def send(self, item: SessionMessage, /) -> None:
        """Writes one message, and waits while the pipe is full.

        Raises:
            anyio.BrokenResourceError: when the other end is gone.
        """
        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        await self.send_line(text.encode())

    async def send_line(self, line: bytes) -> None:
        """Writes one line; raises as `send` does."""
        if self._stream.is_closing():
            raise anyio.BrokenResourceError
        try:
            self._stream.write(line + b"\n")
            await self._stream.drain()
        except ConnectionError as error:
            raise anyio.BrokenResourceError from error

    async def flush(self) -> None:
        """Closes the pipe once everything is written; a reader that is gone is no error."""
        self._stream.close()
        with suppress(ConnectionError):
            await self._stream.wait_closed()

    async def aclose(self) -> None:
        """Does nothing: whoever opened the pipe closes it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


async def open_read_pipe(pipe: IO[Any]) -> asyncio.StreamReader:
    """Returns a reader on the running event loop; the pipe becomes non-blocking."""
    reader = asyncio.StreamReader(limit=MAX_MESSAGE_BYTES)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


async def open_write_pipe(pipe: IO[Any]) -> asyncio.StreamWriter:
    """Returns a writer on the running event loop; the pipe becomes non-blocking."""
    loop = asyncio.get_running_loop()
    flow_control = asyncio.StreamReaderProtocol(asyncio.StreamReader())
    transport, protocol = await loop.connect_write_pipe(lambda: flow_control, pipe)
    return asyncio.StreamWriter(transport, protocol, None, loop)
