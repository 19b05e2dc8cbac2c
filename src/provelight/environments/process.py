"""One server subprocess: its pipes, its last words, and its end."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import IO, Final, Protocol, cast

from mcp_servers.core.pipes import open_read_pipe, open_write_pipe
from provelight.environments import launcher

KEPT_STDERR_LINES: Final = 20
_POLL_S: Final = 0.005
_REAP_S: Final = 2.0
_LAST_WORDS_S: Final = 0.2

log = logging.getLogger(__name__)


class Child(Protocol):
    """A process just started that leads its own session, with pipes for its three streams."""

    pid: int
    returncode: int | None

    @property
    def stdin(self) -> IO[bytes] | None:
        """Our end of its input."""
        ...

    @property
    def stdout(self) -> IO[bytes] | None:
        """Our end of its output."""
        ...

    @property
    def stderr(self) -> IO[bytes] | None:
        """Our end of its messages."""
        ...

    def has_ended(self) -> bool:
        """Whether it is over; does not reap it where that can be helped."""
        ...

    def poll(self) -> int | None:
        """Returns its exit status, and reaps it, where it is over."""
        ...


class ExecutedChild(subprocess.Popen[bytes]):
    """A command.

    Raises:
        OSError: where it cannot be run.
    """

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        super().__init__(
            _tied_to_this_process(command, env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(env),
            start_new_session=True,
        )

    def has_ended(self) -> bool:
        """See `Child`."""
        if not hasattr(os, "waitid"):
            return self.poll() is not None
        how = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.pid, how) is not None


class ServerProcess:
    """A running server; made and closed on the event loop, killed from anywhere.

    Ctrl-C in the terminal does not reach it, and killing its group takes what it started along. It
    is reaped only after the group was killed, so that its id cannot belong to another process by
    then.
    """

    def __init__(self, name: str, child: Child) -> None:
        self._name = name
        self._stderr: deque[str] = deque(maxlen=KEPT_STDERR_LINES)
        self._child = child
        self._tail: asyncio.Task[None] | None = None
        self._input: asyncio.StreamWriter | None = None
        self._output: asyncio.StreamReader | None = None

    @property
    def pid(self) -> int:
        """The process id, also of its group."""
        return self._child.pid

    @property
    def stderr(self) -> tuple[str, ...]:
        """The last lines that it wrote to stderr."""
        return tuple(self._stderr)

    @property
    def status(self) -> int | None:
        """Its exit status, negative for a signal; None before `close`."""
        return self._child.returncode

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Returns the ends of its stdout and stdin, and starts keeping its stderr."""
        self._tail = asyncio.create_task(self._keep_stderr())
        self._input = await open_write_pipe(cast("IO[bytes]", self._child.stdin))
        self._output = await open_read_pipe(cast("IO[bytes]", self._child.stdout))
        return self._output, self._input

    def kill(self) -> None:
        """Kills the process and its group at once; safe from any thread and twice."""
        if self._child.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child.pid, signal.SIGKILL)

    async def close(self, grace_s: float) -> None:
        """Ends the process, its input first and by force after `grace_s`, and reaps it."""
        if self._input is not None:
            self._input.close()
        draining = asyncio.create_task(self._drain())  # else it could hang on a full pipe
        await _until(self._child.has_ended, grace_s)
        self.kill()
        if not await _until(lambda: self._child.poll() is not None, _REAP_S):
            log.warning("server %r (process %d) does not die", self._name, self.pid)
        draining.cancel()
        if self._tail is not None:  # its last words may still be in the pipe
            await asyncio.wait({self._tail}, timeout=_LAST_WORDS_S)
            self._tail.cancel()

    async def _drain(self) -> None:
        """Reads what it still writes, until its end closes the pipe."""
        if self._output is not None:
            while await self._output.read(2**16):
                pass

    async def _keep_stderr(self) -> None:
        lines = await open_read_pipe(cast("IO[bytes]", self._child.stderr))
        while True:
            try:
                line = await lines.readline()
            except ValueError:  # longer than any line worth keeping
                continue
            if not line:
                return
            text = line.decode("utf-8", errors="replace").rstrip()
            self._stderr.append(text)
            log.info("%s: %s", self._name, text)


async def _until(condition: Callable[[], bool], timeout_s: float) -> bool:
    """Returns whether the condition came true in time."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(_POLL_S)
    return True


def _tied_to_this_process(command: Sequence[str], env: Mapping[str, str]) -> list[str]:
    """Returns the command behind the launcher, which makes it die with us where the kernel can."""
    if shutil.which(command[0], path=env.get("PATH")) is None:
        raise FileNotFoundError(f"there is no program {command[0]!r}")
    if sys.platform != "linux":
        return list(command)
    return [sys.executable, "-I", "-S", launcher.__file__, str(os.getpid()), *command]
