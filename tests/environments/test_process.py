"""M5: no server survives its parent, however it ends and whatever the server does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from faulty_fleet import FAULTY_SERVER

# Starts a fleet, tells the server's process id, lets a call hang in it, and waits.
PARENT = """
import sys, time
from provelight.environments import MCPFleet, ServerConfig
config = ServerConfig("faulty", (sys.executable, sys.argv[1], sys.argv[2]))
fleet = MCPFleet([config], call_timeout_s=60)
fleet.start()
print(fleet.health()["faulty"].pid, flush=True)
fleet.open_session().submit("faulty__" + sys.argv[3], {})
{then}
"""

HTTP_PARENT = """
import time
from provelight.environments import MCPFleet
fleet = MCPFleet(["mock"], "http")
fleet.start()
print(fleet.health()["mock"].pid, flush=True)
time.sleep(60)
"""


def start_parent(log: Path, tool: str, then: str) -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-c", PARENT.replace("{then}", then), str(FAULTY_SERVER), str(log)]
    parent = subprocess.Popen([*command, tool], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    server = int(parent.stdout.readline())
    wait_until(log.exists)
    return parent, server


def wait_until(condition: object, timeout_s: float = 5.0) -> None:
    assert callable(condition)
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


def is_gone(pid: int) -> bool:
    """Whether a process is no more, or waits only for someone to read its status."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a hung server with its parent")
@pytest.mark.parametrize("tool", ["steady", "hang", "busy"])
def test_a_killed_parent_takes_its_servers_along(tmp_path: Path, tool: str) -> None:
    parent, server = start_parent(tmp_path / "calls.txt", tool, then="time.sleep(60)")
    assert not is_gone(server)
    parent.send_signal(signal.SIGKILL)
    wait_until(lambda: is_gone(server), timeout_s=1.0)
    parent.communicate()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a hung server with its parent")
@pytest.mark.parametrize("state", ["idle", "stopped"])
def test_a_killed_parent_takes_servers_over_http_along(state: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HTTP_PARENT], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        server = int(parent.stdout.readline())
        if state == "stopped":
            os.kill(server, signal.SIGSTOP)
        parent.kill()
        wait_until(lambda: is_gone(server), timeout_s=1.0)


@pytest.mark.parametrize(
    ("then", "status"),
    [
        ("", 0),  # the fleet was never stopped: atexit does it
        ("raise RuntimeError('in the training step')", 1),
    ],
)
def test_servers_end_with_the_interpreter(tmp_path: Path, then: str, status: int) -> None:
    parent, server = start_parent(tmp_path / "calls.txt", "hang", then)
    assert parent.wait(10) == status
    wait_until(lambda: is_gone(server), timeout_s=1.0)
    parent.communicate()


def test_ctrl_c_ends_parent_and_servers(tmp_path: Path) -> None:
    then = "fleet.open_session().call('faulty__hang', {})"
    parent, server = start_parent(tmp_path / "calls.txt", "steady", then)
    wait_until(lambda: "hang" in (tmp_path / "calls.txt").read_text())
    os.kill(parent.pid, signal.SIGINT)
    assert parent.wait(10) in (1, -signal.SIGINT)
    wait_until(lambda: is_gone(server), timeout_s=1.0)
    parent.communicate()
