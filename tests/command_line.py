"""The command line in processes of its own, forked from one that has imported what is slow."""

from __future__ import annotations

import multiprocessing
import os
import sys
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

_PRELOADED = ["provelight.cli", "provelight.configuration.compose", "provelight.training.entry"]


def _main(arguments: tuple[str, ...], output: str) -> None:
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor in (1, 2):
        os.dup2(file, descriptor)
    from provelight import cli

    sys.exit(cli.main(arguments))


@dataclass(frozen=True, slots=True)
class CommandLine:
    """One `provelight ...` that is running or done; `output` holds what it printed."""

    process: ForkServerProcess
    output: Path

    @classmethod
    def start(cls, folder: Path, *arguments: str) -> CommandLine:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(_PRELOADED)
        output = folder / "output.txt"
        process = context.Process(target=_main, args=(arguments, str(output)), daemon=True)
        process.start()
        return cls(process, output)

    def wait(self, timeout_s: float = 100.0) -> tuple[int | None, str]:
        """Returns the exit status, None after a time-out, and what was printed."""
        self.process.join(timeout_s)
        status = self.process.exitcode
        if status is None:
            self.process.kill()
            self.process.join()
        return status, self.output.read_text()

    def servers(self) -> list[int]:
        """The process ids of the servers that it has started."""
        return [pid for pid in _processes() if _parent(pid) == self.process.pid]


def _processes() -> list[int]:
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]


def _parent(pid: int) -> int | None:
    fields = _stat(pid)
    return int(fields[1]) if fields else None


def is_gone(pid: int) -> bool:
    """Tells whether a process is no more, or waits only for someone to read its status."""
    fields = _stat(pid)
    return not fields or fields[0] == "Z"


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
