"""Servers that run elsewhere: shared with others, lost, found again, and never ended from here."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from faulty_http import FAULTS, FaultyHttp
from running_server import RunningServer

from provelight.environments import (
    FleetEvent,
    InfrastructureError,
    MCPFleet,
    ServerConfig,
    ServerStartError,
    Session,
    SessionRefused,
)
from provelight.records import ToolResult

NOTE = {"title": "Milk", "text": "", "label_id": "LAB-0002"}


def error_type(result: ToolResult) -> str | None:
    return result.error.type if result.error else None


def within(timeout_s: float, opened: Callable[[], Session]) -> Session:
    """Opens a session, however often it is refused at first."""
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            return opened()
        except SessionRefused:
            assert time.monotonic() < deadline
            time.sleep(0.05)


@pytest.fixture
def server() -> Iterator[RunningServer]:
    with RunningServer(cap=2) as server:
        yield server


@pytest.fixture
def fleet(server: RunningServer) -> Iterator[MCPFleet]:
    with MCPFleet([server.config], call_timeout_s=10) as fleet:
        yield fleet


def test_several_users_of_one_server_do_not_meet(server: RunningServer, fleet: MCPFleet) -> None:
    with MCPFleet([server.config]) as other, other.open_session() as theirs:
        with fleet.open_session() as ours:
            assert ours.id == theirs.id
            fresh = ours.state_hash()
            assert theirs.call("mock__create_note", NOTE).ok
            assert ours.state_hash() == fresh != theirs.state_hash()
        assert other.health()["mock"].alive
    assert fleet.health()["mock"].pid is None


def test_no_call_waits_for_small_packets_to_be_collected(fleet: MCPFleet) -> None:
    """Which takes 40 ms each time, on the quickest machine too."""
    with fleet.open_session() as session:
        took_s = []
        for _ in range(20):
            began = time.perf_counter()
            assert session.call("mock__list_labels", {}).ok
            took_s.append(time.perf_counter() - began)
    assert min(took_s) < 0.03


def test_the_end_of_a_fleet_closes_its_sessions_and_not_the_server(server: RunningServer) -> None:
    """M10."""
    for _ in range(2):
        with MCPFleet([server.config]) as fleet:
            for _ in range(2):
                fleet.open_session()
            with pytest.raises(SessionRefused, match="2 sessions, the most it may"):
                fleet.open_session()


def test_a_server_that_was_started_again_has_lost_its_sessions(
    server: RunningServer, fleet: MCPFleet
) -> None:
    """M1: between two calls, and without a word."""
    session = fleet.open_session()
    assert session.call("mock__create_note", NOTE).ok
    server.kill()
    with RunningServer(port=server.port):
        lost = session.call("mock__list_labels", {})
        assert (lost.infrastructure, error_type(lost)) == (True, "session_lost")
        with pytest.raises(InfrastructureError, match="lost"):
            session.state_hash()
        session.close()
        with fleet.open_session() as fresh:
            assert fresh.call("mock__list_labels", {}).ok


def test_a_server_that_is_gone_is_waited_for(server: RunningServer) -> None:
    """M1."""
    events: list[FleetEvent] = []
    with MCPFleet([server.config], start_timeout_s=20, on_event=events.append) as fleet:
        session, other = fleet.open_session(), fleet.open_session()
        server.kill()
        gone = session.call("mock__list_labels", {})
        assert (gone.infrastructure, error_type(gone)) == (True, "server_died")
        assert server.url in gone.text
        assert other.call("mock__list_labels", {}).infrastructure
        with RunningServer(port=server.port):
            assert fleet.open_session().call("mock__list_labels", {}).ok
        assert {"died", "failed"} <= {event.kind for event in events}


def test_a_call_in_flight_fails_when_the_server_dies(
    server: RunningServer, fleet: MCPFleet
) -> None:
    """M1."""
    session = fleet.open_session()
    server.send(signal.SIGSTOP)
    in_flight = session.submit("mock__list_labels", {})
    time.sleep(0.3)
    server.kill()
    began = time.monotonic()
    result = in_flight.result()
    assert time.monotonic() - began < 5  # sooner than its time-out
    assert (result.infrastructure, error_type(result)) == (True, "server_died")


def test_a_stopped_server_costs_the_sessions_that_called_it(server: RunningServer) -> None:
    """M4: whatever it does with the call later, nobody sees; and the session does not stay."""
    with MCPFleet([server.config], call_timeout_s=1) as fleet:
        asking, waiting = fleet.open_session(), fleet.open_session()
        server.send(signal.SIGSTOP)
        late = asking.call("mock__create_note", NOTE)
        assert (late.infrastructure, error_type(late)) == (True, "timeout")
        assert "given up" in late.text
        sick = fleet.health()["mock"]
        assert (sick.alive, sick.restarts) == (False, 0)
        server.send(signal.SIGCONT)
        assert error_type(asking.call("mock__list_labels", {})) == "session_lost"
        asking.close()
        assert waiting.call("mock__list_labels", {}).ok
        with within(5, fleet.open_session) as fresh:
            assert fresh.state_hash() == waiting.state_hash()


@pytest.fixture(scope="module")
def faulty() -> Iterator[tuple[FaultyHttp, MCPFleet]]:
    with FaultyHttp() as server:
        config = ServerConfig("faulty", url=server.url)
        with MCPFleet([config], call_timeout_s=0.7) as fleet:
            yield server, fleet


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - {"steady", "event_stream"}))
def test_a_fault_costs_its_own_session_alone(
    faulty: tuple[FaultyHttp, MCPFleet], fault: str
) -> None:
    """M2, M3."""
    server, fleet = faulty
    server.calls.clear()
    with fleet.open_session() as session, fleet.open_session() as other:
        began = time.monotonic()
        result = session.call(f"faulty__{fault}", {})
        assert time.monotonic() - began < 5
        assert (result.ok, result.infrastructure) == (False, True)
        assert error_type(session.call("faulty__steady", {})) == "session_lost"
        assert other.call("faulty__steady", {}).text == "fine"
        assert server.calls == [fault, "steady"]  # nothing was sent twice


def test_answers_may_come_as_a_stream(faulty: tuple[FaultyHttp, MCPFleet]) -> None:
    with faulty[1].open_session() as session:
        assert session.call("faulty__event_stream", {}).text == "streamed"


def test_what_the_other_side_said_is_told(faulty: tuple[FaultyHttp, MCPFleet]) -> None:
    with faulty[1].open_session() as session:
        said = session.call("faulty__server_error", {}).text
    assert "HTTP status 500: <h1>Out of memory</h1>" in said


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:1/mcp", ("nobody listens", "servers serve NAME --transport http")),
        ("{server}/nothing", ("Not Found", "it ends in /mcp")),
        ("http://localhost.localdomain:{port}/mcp", ("421", "--allow-host")),
    ],
)
def test_what_cannot_be_reached_is_told_with_its_fix(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, url: str, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr("socket.getaddrinfo", _loopback)
    url = url.replace("{server}", server.url).replace("{port}", str(server.port))
    with pytest.raises(ServerStartError) as caught:
        MCPFleet([ServerConfig("far", url=url)], start_timeout_s=10).start()
    for word in ("server 'far' did not start", f"url: {url}", "fix: ", *words):
        assert word in str(caught.value)


def _loopback(_: object, port: int, *__: object, **___: object) -> object:
    """A name service that knows every name as this machine's."""
    return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", ("127.0.0.1", port))]
