"""The streamable-HTTP front of a server: `provelight servers serve NAME --transport http`.

The same MCP server as over stdio (front.py), for clients that reach it by URL, also from other
machines. It listens on loopback unless told otherwise, answers only requests that name it
(hosts.py), refuses bodies over 16 MiB and sessions over its cap. It knows no users and no
encryption: beyond loopback it belongs in a network of one's own, or behind a proxy.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final, NoReturn

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from mcp_servers.core import catalog
from mcp_servers.core.front import build_front
from mcp_servers.core.hosts import LOOPBACK, HostGuard, is_loopback
from mcp_servers.core.pipes import open_read_pipe
from mcp_servers.core.sessions import DEFAULT_MAX_SESSIONS, SessionStore

PATH: Final = "/mcp"
MAX_BODY_BYTES: Final = 16 * 2**20
"""A larger request is answered with status 413."""

GRACE_S: Final = 1
"""How long requests in flight may take once the server is told to end."""

KEEP_ALIVE_S: Final = 60
"""How long an idle connection stays; clients that let go sooner never write into a closed one."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves the named server to a parent process: on a free loopback port, until input ends."""
    parser = argparse.ArgumentParser(
        prog="python -m mcp_servers.core.http",
        description="Serve one server over HTTP on a free port of loopback until input ends;"
        " `provelight servers serve NAME --transport http` has options.",
    )
    parser.add_argument("name", help="the server, such as banking")
    name = parser.parse_args(arguments).name
    try:
        return serve(name, until_input_ends=True)
    except ValueError as error:
        parser.error(str(error))


def serve(
    name: str,
    host: str = LOOPBACK,
    port: int = 0,
    allow_host: Iterable[str] = (),
    max_sessions: int = DEFAULT_MAX_SESSIONS,
    until_input_ends: bool = False,
) -> int:
    """Serves the named server over HTTP, and prints its URL once it can be reached.

    Args:
        name: the server.
        host: what to listen on; anything but loopback lets other machines in.
        port: 0 for any that is free.
        allow_host: further names that a request may give as its host.
        max_sessions: one more is refused.
        until_input_ends: end when standard input does, for a parent that may be killed.

    Returns:
        The exit status: 0 once it was told to end, 130 on Ctrl-C.

    Raises:
        ValueError: for an unknown server, a cap below 1, or an address that cannot be had.
    """
    store = SessionStore(catalog.load(name), max_sessions)
    app = HostGuard(build_app(store), host, allow_host)
    with _listen(host, port) as listener:
        print(url_of(host, listener.getsockname()[1]), flush=True)
        if not is_loopback(host):
            print(f"{name}: anyone who reaches {host} may call it", file=sys.stderr)
        signal.signal(signal.SIGTERM, _end)
        try:
            asyncio.run(_serve(app, listener, until_input_ends))
        except KeyboardInterrupt:
            return 130
    return 0


def build_app(store: SessionStore) -> ASGIApp:
    """Returns the ASGI application that serves a store at `PATH`, to whoever asks."""
    return build_front(store).streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        max_request_body_size=MAX_BODY_BYTES,
        max_sessions=store.max_sessions,
        # Looks at lists of names only, and at the body first; HostGuard stands before it.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )


def url_of(host: str, port: int) -> str:
    """Returns where clients find a server that listens on this host."""
    named = socket.gethostname() if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{named}]' if ':' in named else named}:{port}{PATH}"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Told that it is TCP, asyncio sends at once; of a socket that does not say so it collects small
    # writes, and every answer would take 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        raise ValueError(
            f"cannot listen on {host!r}, port {port}: {error}; give another --port, or none for"
            " any that is free, and an address of this machine as --host"
        ) from error
    return listener


async def _serve(app: ASGIApp, listener: socket.socket, until_input_ends: bool) -> None:
    config = uvicorn.Config(
        app,
        ws="none",
        log_config=None,
        access_log=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=GRACE_S,
    )
    server = uvicorn.Server(config)
    watch = asyncio.create_task(_end_with_input(server)) if until_input_ends else None
    try:
        await server.serve(sockets=[listener])
    finally:
        if watch is not None:
            watch.cancel()


async def _end_with_input(server: uvicorn.Server) -> None:
    stdin = await open_read_pipe(sys.stdin.buffer)
    while await stdin.read(2**16):
        pass
    server.should_exit = True


def _end(*_: Any) -> NoReturn:
    """Ends with status 0. uvicorn catches SIGTERM, answers what it has, and raises it again."""
    raise SystemExit(0)


if __name__ == "__main__":
    sys.exit(main())
