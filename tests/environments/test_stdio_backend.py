"""Servers that die, hang or talk nonsense: each fault costs its own call, and is told as ours."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from faulty_fleet import FaultyFleet
from faulty_server import NASTY

from provelight.environments import InfrastructureError
from provelight.records import ToolResult


def error_type(result: ToolResult) -> str | None:
    return result.error.type if result.error else None


def test_a_dead_server_fails_calls_in_flight_at_once_and_is_started_again(
    faulty: FaultyFleet,
) -> None:
    """M1."""
    session, other = faulty.session(), faulty.session()
    pid = faulty.fleet.health()["faulty"].pid
    assert pid is not None
    in_flight = session.submit("faulty__hang", {})
    began = time.monotonic()
    while not faulty.calls():
        time.sleep(0.005)
    os.kill(pid, signal.SIGKILL)
    result = in_flight.result()
    assert time.monotonic() - began < 0.9  # sooner than its time-out
    assert (result.infrastructure, error_type(result)) == (True, "server_died")
    lost = other.call("faulty__steady", {})
    assert (lost.infrastructure, error_type(lost)) == (True, "session_lost")
    assert faulty.session().call("faulty__steady", {}).ok
    assert faulty.fleet.health()["faulty"].restarts == 1


def test_the_last_words_of_a_server_are_told(faulty: FaultyFleet) -> None:
    faulty.session().call("faulty__die", {})
    faulty.session()
    died = next(event for event in faulty.events if event.kind == "died")
    assert died.detail == "out of luck"


def test_a_hung_call_is_infrastructure_and_the_others_go_on(faulty: FaultyFleet) -> None:
    """T19."""
    hung = faulty.session().call("faulty__hang", {})
    assert (hung.ok, hung.infrastructure, error_type(hung)) == (False, True, "timeout")
    assert "1 s" in hung.text
    assert faulty.session().call("faulty__steady", {}).ok
    assert faulty.happened()[:3] == ["starting", "ready", "died"]


def test_a_call_that_may_have_been_applied_is_never_sent_again(faulty: FaultyFleet) -> None:
    """T18, and M4: the process that holds it is dead before the result is told."""
    pid = faulty.fleet.health()["faulty"].pid
    assert pid is not None
    session = faulty.session()
    results = [session.submit(f"faulty__{name}", {}) for name in ("steady", "hang", "steady")]
    outcomes = [error_type(future.result()) for future in results]
    assert outcomes == [None, "timeout", "session_lost"]
    assert faulty.session().call("faulty__steady", {}).ok
    assert faulty.calls() == ["steady", "hang", "steady"]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_requests_about_a_lost_session_raise(faulty: FaultyFleet) -> None:
    session = faulty.session()
    session.call("faulty__die", {})
    with pytest.raises(InfrastructureError, match="is lost"):
        session.state_hash()
    session.close()  # nothing left to close is no error
    assert faulty.fleet.open_sessions == ()


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("noise", "after noise"),
        ("garbage", "after garbage"),
        ("bad_utf8", "caf\ufffd"),
        ("twice", "first"),
        ("late_id", "for you"),
    ],
)
def test_bad_lines_cost_nothing_but_themselves(faulty: FaultyFleet, tool: str, text: str) -> None:
    """M2, M3, M6."""
    session = faulty.session()
    for _ in range(3):  # what was left over of one call is no answer to the next
        assert session.call(f"faulty__{tool}", {}) == ToolResult(ok=True, text=text)
        assert session.call("faulty__steady", {}).text == "fine"


def test_an_answer_of_another_shape_fails_that_call_alone(faulty: FaultyFleet) -> None:
    """M2."""
    session = faulty.session()
    answer = session.call("faulty__no_content", {})
    assert (answer.infrastructure, error_type(answer)) == (True, "bad_answer")
    assert session.call("faulty__steady", {}).ok


def test_an_answer_cut_short_fails_in_bounded_time(faulty: FaultyFleet) -> None:
    """M2."""
    began = time.monotonic()
    assert error_type(faulty.session().call("faulty__malformed", {})) == "timeout"
    assert time.monotonic() - began < 3


def test_ten_megabytes_of_nasty_text_arrive_unchanged(tmp_path: Path) -> None:
    """M6."""
    faulty = FaultyFleet(tmp_path / "calls.txt", call_timeout_s=20)
    with faulty.fleet:
        text = faulty.session().call("faulty__big", {}).text
    assert text == NASTY * (10 * 2**20 // len(NASTY.encode()))


def test_a_hung_server_is_found_by_the_health_check(faulty: FaultyFleet) -> None:
    session = faulty.session()
    pending = session.submit("faulty__hang", {})
    while not faulty.calls():
        time.sleep(0.005)
    sick = faulty.fleet.health()["faulty"]
    assert not sick.alive
    assert sick.problem is not None
    assert pending.result().infrastructure
    assert faulty.session().call("faulty__steady", {}).ok
    well = faulty.fleet.health()["faulty"]
    assert (well.alive, well.restarts, well.problem) == (True, 1, None)


def test_a_session_that_is_opened_while_the_server_dies_is_opened_on_the_next(
    faulty: FaultyFleet,
) -> None:
    assert faulty.session().call("faulty__die_at_open", {}).ok
    assert faulty.session().call("faulty__steady", {}).ok
    assert faulty.calls() == ["die_at_open", "died", "steady"]
    assert faulty.fleet.health()["faulty"].restarts == 1
