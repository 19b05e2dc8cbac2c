"""How long a fleet takes to start, and the memory of its processes: forked, and executed.

Run as a script it measures one start in a process of its own and prints it as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import psutil

from mcp_servers.core.catalog import TOOL_COUNTS
from provelight.environments import MCPFleet
from provelight.environments.forking import ForkServer

START_TIMEOUT_S = 300.0


@dataclass(frozen=True, slots=True)
class Start:
    """One start of all servers.

    Attributes:
        seconds: from making the fleet until every server had told its tools.
        pss_mib: proportional set size of all processes started, the fork server included; None
            where the system does not tell it.
        processes: how many there were.
    """

    seconds: float
    pss_mib: float | None
    processes: int


def measure(forked: bool) -> Start:
    """Starts all servers in a new process, as a user's script would, and returns what it took."""
    how = "forked" if forked else "executed"
    command = [sys.executable, "-m", "benchmarks.server_starts", how]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return Start(**json.loads(told.splitlines()[-1]))


def main(arguments: Sequence[str]) -> None:
    """Starts all servers here, `forked` or `executed`, and prints a `Start`."""
    if arguments == ["executed"]:
        ForkServer.is_possible = staticmethod(lambda: False)  # type: ignore[method-assign]
    began = perf_counter()
    with MCPFleet(list(TOOL_COUNTS), start_timeout_s=START_TIMEOUT_S):
        seconds = perf_counter() - began
        pids = [child.pid for child in psutil.Process().children(recursive=True)]
        sizes = [_pss_mib(pid) for pid in pids]
        known = [size for size in sizes if size is not None]
        total = sum(known) if len(known) == len(sizes) else None
        print(json.dumps(asdict(Start(seconds, total, len(pids)))))


def _pss_mib(pid: int) -> float | None:
    rollup = Path(f"/proc/{pid}/smaps_rollup")
    if not rollup.is_file():
        return None
    for line in rollup.read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
