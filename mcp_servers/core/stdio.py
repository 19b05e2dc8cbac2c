"""The stdio front of a server: `python -m mcp_servers.core.stdio NAME`.

Tools run on the event loop, one after another, never in threads: calls of a session cannot overtake
one another, and nothing goes on once the process is gone. It ends when its input ends. A client
that names no session gets one over world 0, so that every server works in any MCP client.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import stat
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import IO, Any, Final

import mcp_types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

from mcp_servers.core import catalog
from mcp_servers.core.front import build_front
from mcp_servers.core.pipes import MessageReader, MessageWriter, open_read_pipe, open_write_pipe
from mcp_servers.core.sessions import SessionStore

LINGER_S: Final = 0.05
"""How long after the end of the input the calls before it may take."""

FLUSH_S: Final = 1.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves the named server until its input ends; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m mcp_servers.core.stdio", description="Serve one server over stdio."
    )
    parser.add_argument("name", help="the server, such as banking")
    name = parser.parse_args(arguments).name
    try:
        catalog.load(name)
    except ValueError as error:
        parser.error(str(error))
    return serve(name)


def serve(name: str) -> int:
    """Serves the named server over this process's stdin and stdout.

    Returns:
        The exit status: 0 once the client is gone, 130 on Ctrl-C.

    Raises:
        ValueError: for an unknown server, naming those that there are.
    """
    front = build_front(SessionStore(catalog.load(name)))
    try:
        asyncio.run(_serve_standard_streams(front))
    except KeyboardInterrupt:
        return 130
    return 0


async def _serve_standard_streams(front: Server[Any]) -> None:
    options = front.create_initialization_options()
    if not (_is_pipe(0) and _is_pipe(1)):  # a terminal or a file: the SDK reads them in a thread
        async with stdio_server() as (reader, writer):
            await front.run(reader, writer, options)
        return
    incoming, outgoing = _claim_standard_streams()
    sender = MessageWriter(await open_write_pipe(outgoing))
    receiver = MessageReader(
        await open_read_pipe(incoming),
        on_unreadable=_refusal(sender),
        # The SDK drops what it has not answered when the input ends: `echo ... | serve` wants it.
        on_end=partial(asyncio.sleep, LINGER_S),
    )
    await front.run(receiver, sender, options)
    await asyncio.wait_for(sender.flush(), FLUSH_S)


def _is_pipe(descriptor: int) -> bool:
    mode = os.fstat(descriptor).st_mode
    return os.name == "posix" and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode))


def _claim_standard_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Takes stdin and stdout for the protocol; whatever a tool prints goes to stderr instead."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb", 0), os.fdopen(os.dup(1), "wb", 0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return incoming, outgoing


def _refusal(sender: MessageWriter) -> Callable[[bytes], Awaitable[None]]:
    """Returns what answers a request that cannot be read, so that its caller does not wait.

    The SDK drops such a line; a lone surrogate in one argument would cost a whole time-out.
    """

    async def refuse(line: bytes) -> None:
        with suppress(ValueError, AttributeError):
            request_id = json.loads(line).get("id")
            if isinstance(request_id, int | str):
                error = types.ErrorData(
                    code=types.INVALID_REQUEST,
                    message="no JSON-RPC message, or text in it that is no valid Unicode",
                )
                answer = types.JSONRPCError(jsonrpc="2.0", id=request_id, error=error)
                text = answer.model_dump_json(by_alias=True, exclude_unset=True)
                await sender.send_line(text.encode())

    return refuse


if __name__ == "__main__":
    sys.exit(main())
