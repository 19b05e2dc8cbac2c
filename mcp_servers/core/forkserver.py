"""Starts servers by forking a process that has imported everything: `forkserver.py DESCRIPTOR`.

Imports are most of the time that a server takes to start and most of the memory that it takes; a
forked one shares both with the others. Requests come over a socket, one a packet, as JSON:

    {"start": NAME, "env": {...}} and stdin, stdout, stderr as descriptors -> {"pid": N}
    {"status": PID} -> {"status": STATUS or null}       does not reap: the id stays taken
    {"reap": PID} -> {"status": STATUS}                 waits for it

It ends when the socket does, and its servers with it. Linux only; elsewhere servers are executed.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

PACKET_BYTES: Final = 2**17
_PR_SET_PDEATHSIG: Final = 1


def main(descriptor: str) -> None:
    """Answers requests until the other end of the socket is gone."""
    from mcp_servers.core import stdio  # noqa: F401 - what servers have in common, imported once

    gc.collect()
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
