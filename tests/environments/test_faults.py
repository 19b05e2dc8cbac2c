"""What befalls our own servers, as processes and over each transport: faults M1, M3, M4 and M6."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from faulty_server import NASTY
from running_server import RunningServer

from provelight.environments import MCPFleet, ServerConfig
from provelight.environments.config import BackendName
from provelight.records import ToolResult

ECHO_SERVER = str(Path(__file__).with_name("echo_server.py"))
NOTE = {"title": "Milk", "text": "", "label_id": "LAB-0002"}
TEN_MEGABYTES = 10 * 2**20


def error_type(result: ToolResult) -> str | None:
    return result.error.type if result.error else None


def pid_of(fleet: MCPFleet) -> int:
    pid = fleet.health()["mock"].pid
    assert pid is not None
    return pid


@contextmanager
def echoing(transport: str) -> Iterator[MCPFleet]:
    """A fleet of one server that has `echo` and `busy` too."""
    command = (sys.executable, ECHO_SERVER, transport)
    if transport == "stdio":
        with MCPFleet([ServerConfig("mock", command)], call_timeout_s=60) as fleet:
            yield fleet
    else:
        with (
            RunningServer(command) as server,
            MCPFleet([server.config], call_timeout_s=60) as fleet,
        ):
            yield fleet


@pytest.mark.parametrize("backend", ["stdio", "http"])
def test_a_killed_server_fails_its_calls_at_once_and_comes_back(backend: BackendName) -> None:
    """M1."""
    with MCPFleet(["mock"], backend, call_timeout_s=20) as fleet:
        calling, other = fleet.open_session(), fleet.open_session()
        pid = pid_of(fleet)
        os.kill(pid, signal.SIGSTOP)  # so that the call is in flight
        in_flight = calling.submit("mock__create_note", NOTE)
        time.sleep(0.3)
        began = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        result = in_flight.result()
        assert time.monotonic() - began < 10
        assert (result.infrastructure, error_type(result)) == (True, "server_died")
        # Over HTTP nobody may have noticed the end before this call does.
        assert error_type(other.call("mock__list_labels", {})) in ("session_lost", "server_died")
        with fleet.open_session() as fresh:
            assert fresh.call("mock__list_labels", {}).ok
        assert fleet.health()["mock"].restarts == 1


@pytest.mark.parametrize("backend", ["stdio", "http"])
def test_a_stopped_server_is_ended_with_its_call_and_started_again(backend: BackendName) -> None:
    """M4: when the result is told, nothing is left that could still change a state."""
    with MCPFleet(["mock"], backend, call_timeout_s=1) as fleet:
        session, pid = fleet.open_session(), pid_of(fleet)
        fresh_hash = session.state_hash()
        os.kill(pid, signal.SIGSTOP)
        late = session.call("mock__create_note", NOTE)
        assert (late.infrastructure, error_type(late)) == (True, "timeout")
        with fleet.open_session() as fresh:
            assert fresh.state_hash() == fresh_hash
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_text_of_any_kind_and_length_comes_back_as_it_was_sent(transport: str) -> None:
    """M6: ten megabytes there and back, of separators, NUL, emoji and line ends."""
    with echoing(transport) as fleet, fleet.open_session() as session:
        for text in (NASTY, NASTY * (TEN_MEGABYTES // len(NASTY.encode())), ""):
            result = session.call("mock__echo", {"text": text})
            assert result.ok, result.text[:500]
            assert result.result["text"].encode() == text.encode()
            assert json.loads(result.text) == {"text": text}


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_many_long_answers_at_once_do_not_block_one_another(transport: str) -> None:
    """M6: more than any pipe holds, in both directions, from several sessions."""
    text = NASTY * (2**20 // len(NASTY.encode()))
    with echoing(transport) as fleet:
        sessions = [fleet.open_session() for _ in range(4)]
        calls = [s.submit("mock__echo", {"text": text}) for s in sessions for _ in range(3)]
        assert all(call.result().result == {"text": text} for call in calls)


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_what_is_no_unicode_fails_alone(transport: str) -> None:
    """M3."""
    with echoing(transport) as fleet, fleet.open_session() as session:
        broken = session.call("mock__echo", {"text": "\udc80"})
        assert (broken.infrastructure, error_type(broken)) == (False, "invalid_arguments")
        assert session.call("mock__echo", {"text": "\ufffd"}).ok


def test_a_busy_tool_costs_its_server_and_no_more() -> None:
    """M4: a tool that computes for ever holds up its whole server, which the time-out ends."""
    command = (sys.executable, ECHO_SERVER, "stdio")
    with MCPFleet([ServerConfig("mock", command), "banking"], call_timeout_s=1) as fleet:
        busy, other = fleet.open_session(["mock"]), fleet.open_session(["banking"])
        began = time.monotonic()
        in_flight = busy.submit("mock__busy", {})
        assert other.call("banking__list_accounts", {}).ok
        assert error_type(in_flight.result()) == "timeout"
        assert time.monotonic() - began < 10
        assert other.call("banking__list_accounts", {}).ok
        assert fleet.open_session(["mock"]).call("mock__list_labels", {}).ok
