"""Server processes forked off one that has imported what they share (mcp_servers/core/forkserver).

A fleet has one such process, started with its first server from the thread that lives as long as
the fleet does. Where it was killed, the next start makes a new one.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import IO, Any, Final

from mcp_servers.core import forkserver
from provelight.environments import launcher

ANSWER_S: Final = 30.0
"""How long an answer may take; the first one waits for the imports."""


class ForkedChild:
    """A forked server; of `subprocess.Popen` what `ServerProcess` needs.

    Attributes:
        pid: its id, also of its group; not given to another process before `poll` told its end.
        stdin, stdout, stderr: our ends of its pipes.
        returncode: as `Popen`'s; set by `poll`.
    """

    def __init__(self, server: ForkServer, pid: int, ends: tuple[IO[bytes], ...]) -> None:
        self.pid = pid
        self.stdin, self.stdout, self.stderr = ends
        self.returncode: int | None = None
        self._server = server

    def has_ended(self) -> bool:
        """Whether it is over; does not reap it."""
        return self.returncode is not None or self._server.status_of(self.pid) is not None

    def poll(self) -> int | None:
        """Returns its exit status, and reaps it, where it is over."""
        if self.returncode is None and self.has_ended():
            self.returncode = self._server.reap(self.pid)
        return self.returncode


class ForkServer:
    """The process that servers are forked off.

    Args:
        names: the servers that will be started, to be loaded ahead.
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._names = tuple(names)
        self._lock = threading.Lock()
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def is_possible() -> bool:
        """Whether this system can fork servers so that they end with this process."""
        return sys.platform == "linux"

    def begin(self) -> None:
        """Starts the process, which gets ready while its caller does something else.

        To be called from the thread that owns the servers; they end with it.

        Raises:
            OSError: where it cannot be started.
        """
        with self._lock:
            if self._control is None:
                self._begin()

    def start(self, name: str, env: Mapping[str, str]) -> ForkedChild:
        """Starts one of our servers over stdio.

        Raises:
            OSError: where it cannot be started.
        """
        pipes = [os.pipe() for _ in range(3)]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
        try:
            answer = self._ask({"start": name, "env": dict(env)}, theirs)
        except OSError:
            for descriptor in ours:
                os.close(descriptor)
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        modes = ("wb", "rb", "rb")
        ends = tuple(os.fdopen(d, mode, 0) for d, mode in zip(ours, modes, strict=True))
        return ForkedChild(self, answer["pid"], ends)

    def status_of(self, pid: int) -> int | None:
        """Returns the exit status of a server, None while it lives."""
        return self._asked_of_one_gone({"status": pid})

    def reap(self, pid: int) -> int:
        """Returns the exit status of a server that is over; its id is free then."""
        status = self._asked_of_one_gone({"reap": pid})
        return -signal.SIGKILL if status is None else status

    def close(self) -> None:
        """Ends the process, and with it every server that still runs."""
        with self._lock:
            self._drop()

    def _asked_of_one_gone(self, question: dict[str, Any]) -> int | None:
        """Asks about a server; one whose fork server was killed was killed with it."""
        with self._lock:
            if self._control is None:
                return -signal.SIGKILL
        try:
            status: int | None = self._ask(question, [])["status"]
        except OSError:
            return -signal.SIGKILL
        return status

    def _ask(self, question: dict[str, Any], descriptors: list[int]) -> dict[str, Any]:
        packet = json.dumps(question).encode()
        with self._lock:
            control = self._control or self._begin()
            try:
                socket.send_fds(control, [packet], descriptors)
                answer = control.recv(forkserver.PACKET_BYTES)
            except OSError:
                self._drop()
                raise
            if not answer:
                self._drop()
                raise ConnectionError("the process that starts servers has died")
        found: dict[str, Any] = json.loads(answer)
        return found

    def _begin(self) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(ANSWER_S)
        with theirs:
            words = ["-m", forkserver.__name__, str(theirs.fileno()), *self._names]
            tied = [sys.executable, "-I", "-S", launcher.__file__, str(os.getpid())]
            self._process = subprocess.Popen(
                [*tied, sys.executable, *words],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._control = ours
        return ours

    def _drop(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
