"""A server of ours over HTTP that runs by itself, as on another machine, to kill or stop it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from provelight.environments import ServerConfig

SERVE = "from mcp_servers.core.http import serve; serve('mock', port={port}, max_sessions={cap})"


class RunningServer:
    """The process; used as a context manager.

    Args:
        command: what to run, in place of the server of notes.
        port: 0 for any.
        cap: how many sessions may be open.
    """

    def __init__(
        self, command: Sequence[str] | None = None, *, port: int = 0, cap: int = 256
    ) -> None:
        code = SERVE.format(port=port, cap=cap)
        self._process = subprocess.Popen(
            command or (sys.executable, "-c", code),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().decode().strip()

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0

    @property
    def config(self) -> ServerConfig:
        return ServerConfig("mock", url=self.url)

    def send(self, number: signal.Signals) -> None:
        os.kill(self._process.pid, number)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
