"""Starts servers by forking a process that has them loaded: `forkserver.py DESCRIPTOR NAME...`.

Imports are most of the time that a server takes to start and most of the memory that it takes; a
forked one shares both with the others. All named servers are loaded before the first fork, and one
of them answers a client: what either does for the first time writes into most of the shared pages,
and so would give each process its own copy of them.

Requests come over a socket, one a packet, as JSON:

    {"start": NAME, "env": {...}} and stdin, stdout, stderr as descriptors -> {"pid": N}
    {"status": PID} -> {"status": STATUS or null}       does not reap: the id stays taken
    {"reap": PID} -> {"status": STATUS}                 waits for it

It ends when the socket does, and its servers with it. Linux only; elsewhere servers are executed.
Modules of servers see the environment of this process; what a server does later sees its own.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mcp_servers.core.tools import ToolServer

PACKET_BYTES: Final = 2**17
_PR_SET_PDEATHSIG: Final = 1


def main(descriptor: str, *names: str) -> None:
    """Answers requests until the other end of the socket is gone.

    Args:
        descriptor: the socket.
        *names: the servers that will be asked for; others can be, and load themselves.
    """
    # The collector is off until a server serves: it would find next to nothing in what is
    # imported, and leave holes that the servers write into.
    gc.disable()
    from mcp_servers.core import stdio  # noqa: F401 - what servers have in common, imported once

    _rehearse([server for name in names if (server := _loaded(name)) is not None])
    gc.freeze()  # else the collector would write into pages that the servers share
    control = socket.socket(fileno=int(descriptor))
    while True:
        packet, descriptors, _, _ = socket.recv_fds(control, PACKET_BYTES, 3)
        if not packet:
            return
        control.send(json.dumps(_answer(json.loads(packet), descriptors, control)).encode())


def _answer(
    request: dict[str, Any], descriptors: Sequence[int], control: socket.socket
) -> dict[str, Any]:
    if "start" in request:
        return {"pid": _start(request["start"], request["env"], descriptors, control)}
    if "status" in request:
        return {"status": _status(request["status"], os.WNOHANG | os.WNOWAIT)}
    return {"status": _status(request["reap"], 0)}


def _loaded(name: str) -> ToolServer | None:
    from mcp_servers.core import catalog

    with suppress(Exception):  # its own process fails in the same way, and says so
        return catalog.load(name)
    return None


def _rehearse(servers: Sequence[ToolServer]) -> None:
    """Lets a client talk to one of the servers, so that the SDK has made what it makes once."""
    for server in servers[:1]:
        asyncio.run(_talk(server))


async def _talk(server: ToolServer) -> None:
    from mcp import Client
    from mcp_types import (
        CallToolRequest,
        CallToolRequestParams,
        CallToolResult,
        ListToolsRequest,
        ListToolsResult,
    )

    from mcp_servers.core.front import build_front
    from mcp_servers.core.protocol import PROTOCOL_VERSION, ControlResult, control_request
    from mcp_servers.core.sessions import SessionStore

    front = build_front(SessionStore(server))
    async with Client(front, mode=PROTOCOL_VERSION, cache=None) as client:
        call = CallToolRequest(params=CallToolRequestParams(name="", arguments={}))
        await client.session.send_request(ListToolsRequest(), ListToolsResult)
        await client.session.send_request(control_request("open", "", world_seed=0), ControlResult)
        await client.session.send_request(call, CallToolResult)


def _status(pid: int, how: int) -> int | None:
    """Returns the exit status as `subprocess` tells it, negative for a signal; None while alive.

    That of another fork server's child is unknown; it was killed when that one ended.
    """
    try:
        ended = os.waitid(os.P_PID, pid, os.WEXITED | how)
    except ChildProcessError:
        return -signal.SIGKILL
    if ended is None:
        return None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _start(
    name: str, env: Mapping[str, str], descriptors: Sequence[int], control: socket.socket
) -> int:
    parent = os.getpid()
    waiting, ready = os.pipe()
    if pid := os.fork():
        for descriptor in (*descriptors, ready):
            os.close(descriptor)
        os.read(waiting, 1)  # until the child leads its group, which whoever asked may then kill
        os.close(waiting)
        return pid
    status = 1
    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() == parent:
            _become(descriptors, env, control)
            os.close(waiting)
            os.close(ready)
            gc.enable()
            from mcp_servers.core import stdio

            status = stdio.main([name])
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1
    except BaseException:  # the interpreter would tell it, had it started this function
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(status)  # never back into the loop of the parent


def _become(descriptors: Sequence[int], env: Mapping[str, str], control: socket.socket) -> None:
    """Makes this a process of its own: its session, its three streams, its environment."""
    os.setsid()
    control.close()
    for target, descriptor in enumerate(descriptors):
        os.dup2(descriptor, target)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(env)


if __name__ == "__main__":
    main(*sys.argv[1:])
