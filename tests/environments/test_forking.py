"""Servers forked off one process: as if executed, and gone with it and with us."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from mcp_servers.core.errors import InvalidArguments
from provelight.environments import MCPFleet
from provelight.environments.forking import ForkServer

pytestmark = pytest.mark.skipif(not ForkServer.is_possible(), reason="only Linux forks servers")
NAMES = ["banking", "payments"]


@pytest.fixture
def forks() -> Iterator[ForkServer]:
    server = ForkServer()
    yield server
    server.close()


def parent_of(pid: int) -> int:
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def gone(pid: int, within_s: float = 5.0) -> bool:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        if not os.path.exists(f"/proc/{pid}"):
            return True
        time.sleep(0.01)
    return False


def pids_of(fleet: MCPFleet) -> list[int]:
    return [health.pid for health in fleet.health().values() if health.pid is not None]


def memory_kib(pid: int, key: str) -> int:
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(key))


def test_servers_of_a_fleet_are_forked_off_one_process_and_answer() -> None:
    with MCPFleet(NAMES) as fleet, MCPFleet(NAMES, backend="local") as twin:
        pids = pids_of(fleet)
        assert len({parent_of(pid) for pid in pids}) == 1
        with fleet.open_session(NAMES, 3) as here, twin.open_session(NAMES, 3) as there:
            assert here.state_hash() == there.state_hash()
            for tool in ("banking__list_accounts", "payments__get_balance"):
                assert here.call(tool, {}) == there.call(tool, {})
            failed = here.call("banking__get_account", {})
            assert failed.error is not None
            assert failed.error.type == InvalidArguments.type
    assert all(gone(pid) for pid in pids)


def test_one_server_alone_is_executed() -> None:
    with MCPFleet(["payments"]) as fleet:
        (pid,) = pids_of(fleet)
        assert parent_of(pid) == os.getpid()


def test_a_killed_server_is_forked_again_and_the_others_live_on() -> None:
    with MCPFleet(NAMES) as fleet:
        first, second = pids_of(fleet)
        os.kill(first, signal.SIGKILL)
        with fleet.open_session(NAMES, 0) as session:  # waits for the restart
            assert session.call("banking__list_accounts", {}).ok
        again, same = pids_of(fleet)
        assert again != first
        assert same == second


def test_where_the_forking_process_is_killed_all_come_back() -> None:
    with MCPFleet(NAMES) as fleet:
        pids = pids_of(fleet)
        os.kill(parent_of(pids[0]), signal.SIGKILL)
        assert all(gone(pid) for pid in pids)
        with fleet.open_session(NAMES, 0) as session:
            assert session.call("payments__get_balance", {}).ok
        assert not set(pids) & set(pids_of(fleet))


def test_servers_end_when_we_are_killed() -> None:
    code = (
        "from provelight.environments import MCPFleet\n"
        f"fleet = MCPFleet({NAMES!r})\n"
        "fleet.start()\n"
        "print(*[h.pid for h in fleet.health().values()], flush=True)\n"
        "import time; time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        pids = [int(word) for word in owner.stdout.readline().split()]
        owner.kill()
    assert len(pids) == len(NAMES)
    assert all(gone(pid) for pid in pids)


def test_a_server_has_its_own_environment_and_its_own_session(forks: ForkServer) -> None:
    child = forks.start("payments", {"PATH": "/nowhere", "WHO": "it"})
    assert os.getsid(child.pid) == child.pid
    with open(f"/proc/{child.pid}/cmdline", encoding="ascii") as file:
        assert "forkserver" in file.read()
    child.stdin.close()
    assert child.stdout.read() == b""
    deadline = time.monotonic() + 10
    while child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert child.returncode == 0


def test_a_server_that_is_not_there_ends_with_a_status_and_says_why(forks: ForkServer) -> None:
    child = forks.start("bankng", dict(os.environ))
    said = child.stderr.read().decode()
    assert "banking" in said
    while not child.has_ended():
        time.sleep(0.01)
    assert os.path.exists(f"/proc/{child.pid}"), "it was reaped before anybody asked"
    assert child.poll() == 2
    assert gone(child.pid)


def test_a_name_that_cannot_be_loaded_ahead_stops_no_other() -> None:
    forks = ForkServer(["bankng", "payments"])
    child = forks.start("payments", dict(os.environ))
    child.stdin.close()
    assert child.stderr.read() == b""
    forks.close()


def test_forked_servers_share_most_of_their_memory() -> None:
    with MCPFleet(NAMES) as fleet:
        for pid in pids_of(fleet):
            own, all_of_it = (memory_kib(pid, key) for key in ("Private_Dirty:", "Rss:"))
            assert own < 0.2 * all_of_it


def test_a_fleet_leaves_the_servers_to_their_processes() -> None:
    code = (
        "import sys\n"
        "from provelight.environments import MCPFleet\n"
        f"with MCPFleet({NAMES!r}): print('mcp_servers.banking.tools' in sys.modules)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
