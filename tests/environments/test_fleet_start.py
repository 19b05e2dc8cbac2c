"""Starting and stopping: what does not start is told with its fix, and nothing stays behind."""

from __future__ import annotations

import multiprocessing
import sys
import threading
import time
from pathlib import Path

import pytest
from faulty_fleet import FAULTY_SERVER, FaultyFleet

from provelight.environments import (
    FleetEvent,
    InfrastructureError,
    MCPFleet,
    ServerConfig,
    ServerStartError,
)


def config(name: str, code: str) -> ServerConfig:
    return ServerConfig(name, (sys.executable, "-c", code))


def working(tmp_path: Path, name: str = "works") -> ServerConfig:
    return ServerConfig(name, (sys.executable, str(FAULTY_SERVER), str(tmp_path / "calls.txt")))


def start_error(*servers: ServerConfig, start_timeout_s: float = 10) -> str:
    events: list[FleetEvent] = []
    fleet = MCPFleet(servers, start_timeout_s=start_timeout_s, on_event=events.append)
    with pytest.raises(ServerStartError) as caught:
        fleet.start()
    assert fleet.tools == {}
    assert {"failed"} <= {event.kind for event in events}
    assert not any(t.name == "provelight-servers" for t in threading.enumerate())
    return str(caught.value)


def test_a_program_that_is_not_there() -> None:
    message = start_error(ServerConfig("mine", ("no-such-program", "--x")))
    assert "server 'mine' did not start" in message
    assert "no-such-program --x" in message
    assert "fix: install the program" in message


def test_a_server_that_ends_at_once() -> None:
    code = "import sys; print('first'); sys.exit('the database is locked')"
    message = start_error(config("mine", code))
    assert "status 1" in message
    assert "the database is locked" in message
    assert "fix: run the command by hand" in message


def test_a_missing_module() -> None:
    message = start_error(config("mine", "import no_such_module"))
    assert "ModuleNotFoundError: No module named 'no_such_module'" in message
    assert "fix: install the missing module" in message


def test_a_silent_server() -> None:
    began = time.monotonic()
    message = start_error(config("mine", "import time; time.sleep(60)"), start_timeout_s=0.5)
    assert time.monotonic() - began < 5
    assert "within 0.5 s" in message
    assert "start_timeout_s" in message


def test_every_server_that_failed_is_named_and_the_others_end(tmp_path: Path) -> None:
    message = start_error(
        config("one", "raise SystemExit(1)"),
        working(tmp_path),
        config("two", "raise SystemExit(2)"),
    )
    assert "'one'" in message
    assert "'two'" in message
    assert "'works'" not in message


def test_a_tool_name_that_no_model_api_takes(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at most 64"):
        MCPFleet([working(tmp_path, name="w" * 60)]).start()


def test_all_servers_start_at_the_same_time() -> None:
    servers = [config(f"s{i}", "import time; time.sleep(60)") for i in range(8)]
    began = time.monotonic()
    start_error(*servers, start_timeout_s=0.5)
    assert time.monotonic() - began < 4


def test_stopping_twice_before_and_after_and_starting_again(tmp_path: Path) -> None:
    fleet = MCPFleet([working(tmp_path)])
    fleet.stop()
    for _ in range(2):
        fleet.start()
        fleet.start()
        assert fleet.open_session().call("works__steady", {}).ok
        fleet.stop()
        fleet.stop()
    with pytest.raises(InfrastructureError, match="not started"):
        fleet.open_session()


def test_a_session_outlives_its_fleet_as_infrastructure_failure(tmp_path: Path) -> None:
    with MCPFleet([working(tmp_path)]) as fleet:
        session = fleet.open_session()
        pending = session.submit("works__hang", {})
        time.sleep(0.05)
    assert pending.result(1).infrastructure
    after = session.call("works__steady", {})
    assert (after.infrastructure, after.error and after.error.type) == (True, "stopped")
    with pytest.raises(InfrastructureError):
        session.state_hash()
    session.close()


def test_a_forked_worker_leaves_the_servers_alone(tmp_path: Path) -> None:
    with MCPFleet([working(tmp_path)]) as fleet:
        worker = multiprocessing.get_context("fork").Process(target=fleet.stop)
        worker.start()
        worker.join(10)
        assert worker.exitcode == 0
        assert fleet.open_session().call("works__steady", {}).ok
        assert fleet.health()["works"].restarts == 0


def test_a_hook_may_fail_but_must_not_stop_the_fleet(tmp_path: Path) -> None:
    refused: list[BaseException] = []

    def hook(event: FleetEvent) -> None:
        if event.kind == "ready":
            try:
                fleet.stop()
            except RuntimeError as error:
                refused.append(error)
        raise ZeroDivisionError

    fleet = MCPFleet([working(tmp_path)], on_event=hook)
    with fleet:
        assert fleet.open_session().call("works__steady", {}).ok
    assert len(refused) == 1


def test_a_server_that_does_not_come_back_is_told_with_the_reason(tmp_path: Path) -> None:
    """The first start works, the next ones do not; a new session says why."""
    once = tmp_path / "once"
    code = (
        f"import os, runpy, sys; p = {str(once)!r}\n"
        "if os.path.exists(p): sys.exit('only once')\n"
        f"open(p, 'w').close(); sys.argv = ['', {str(tmp_path / 'calls.txt')!r}]\n"
        f"runpy.run_path({str(FAULTY_SERVER)!r}, run_name='__main__')"
    )
    with MCPFleet([config("mine", code)], start_timeout_s=1) as fleet:
        with fleet.open_session() as session:
            assert session.call("mine__die", {}).infrastructure
        with pytest.raises(ServerStartError, match="only once"):
            fleet.open_session()
        assert fleet.open_sessions == ()


def test_the_configured_environment_reaches_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets of this process do not go to other people's servers; what is configured does."""
    monkeypatch.setenv("MY_SECRET", "xyz")
    code = "import os, sys; sys.exit(f\"{os.getenv('MINE')} {os.getenv('MY_SECRET')}\")"
    server = ServerConfig("mine", (sys.executable, "-c", code), env={"MINE": "here"})
    assert "here None" in start_error(server)


def test_sessions_of_many_rollouts_are_answered_side_by_side(faulty: FaultyFleet) -> None:
    sessions = [faulty.session() for _ in range(8)]
    futures = [s.submit("faulty__steady", {}) for _ in range(5) for s in sessions]
    assert all(future.result().ok for future in futures)
    assert len(faulty.fleet.open_sessions) == 8
    for session in sessions:
        session.close()
    assert faulty.fleet.open_sessions == ()
