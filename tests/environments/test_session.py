"""A session, in process and over each transport: the same answers, in order, isolated."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from provelight.environments import InfrastructureError, MCPFleet, Session, SessionRefused
from provelight.environments.session import combined

NOTE: dict[str, Any] = {"title": "Milk", "text": "Two litres", "label_id": "LAB-0002"}


@pytest.fixture(scope="module", params=["local", "stdio", "http"])
def fleet(request: pytest.FixtureRequest) -> Iterator[MCPFleet]:
    with MCPFleet(["mock"], backend=request.param) as fleet:
        yield fleet


@pytest.fixture
def session(fleet: MCPFleet) -> Iterator[Session]:
    with fleet.open_session(["mock"], world_seed=3) as session:
        yield session


def test_a_call_returns_text_and_structure(session: Session) -> None:
    result = session.call("mock__create_note", NOTE)
    assert result.ok
    assert result.result["title"] == "Milk"
    assert session.call("mock__get_note", {"note_id": result.result["note_id"]}) == result


def test_a_refused_call_is_the_models_own(session: Session) -> None:
    before = session.state_hash()
    refused = session.call("mock__create_note", NOTE | {"label_id": "LAB-0001"})
    assert refused.error is not None
    assert (refused.ok, refused.infrastructure, refused.error.type) == (False, False, "label_full")
    assert session.state_hash() == before


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("mock__create_nte", "'mock__create_note'"),
        ("create_note", "'mock__create_note'"),
        ("banking__create_note", "'mock__create_note'"),
        ("mock__zzz", "mock__list_labels"),
        ("", "mock__list_labels"),
    ],
)
def test_an_unknown_tool_is_told_with_near_names(session: Session, name: str, hint: str) -> None:
    result = session.call(name, {})
    assert result.error is not None
    assert result.error.type == "unknown_tool"
    assert not result.infrastructure
    assert hint in result.text


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"note_id": "NOTE-0001", "colour": "red"}, "colour"),
        ({"note_id": 7}, "note_id"),
        ({}, "note_id"),
        ({"note_id": "\ud800"}, "surrogate"),
        ({"note_id": float("nan")}, "nan"),
        (["NOTE-0001"], "object"),
    ],
)
def test_wrong_arguments_fail_that_call_alone(session: Session, arguments: Any, word: str) -> None:
    """M3, M7."""
    result = session.call("mock__get_note", arguments)
    assert result.error is not None
    assert (result.error.type, result.infrastructure) == ("invalid_arguments", False)
    assert word in result.text
    assert session.call("mock__list_labels", {}).ok


def test_a_group_starts_equal_and_nothing_leaks(fleet: MCPFleet) -> None:
    """T17."""
    group = [fleet.open_session(["mock"], world_seed=5) for _ in range(8)]
    start = {session.state_hash() for session in group}
    assert len(start) == 1
    assert {session.now for session in group} == {group[0].now}
    for count, session in enumerate(group):
        for _ in range(min(count, 2)):
            assert session.call("mock__create_note", NOTE).ok
    assert group[0].state_hash() in start
    assert {s.state_hash() for s in group[1:]}.isdisjoint(start)
    assert len({s.state_hash() for s in group}) == 3
    for session in group:
        session.close()
    with fleet.open_session(["mock"], world_seed=5) as fresh:
        assert fresh.state_hash() in start
    assert fleet.open_sessions == ()


def test_two_hundred_calls_at_once_run_in_order(session: Session) -> None:
    """M11: each archives the note that the call before it wrote."""
    first = session.call("mock__create_note", NOTE)
    number = int(first.result["note_id"].removeprefix("NOTE-"))
    session.call("mock__archive_note", {"note_id": first.result["note_id"]})
    calls = []
    for following in range(number + 1, number + 101):
        calls.append(session.submit("mock__create_note", NOTE))
        calls.append(session.submit("mock__archive_note", {"note_id": f"NOTE-{following:04d}"}))
    assert [future.result().ok for future in calls] == [True] * 200
    assert session.call("mock__get_note", {"note_id": f"NOTE-{number + 100:04d}"}).ok


def test_two_hundred_calls_from_many_threads_lose_nothing(session: Session) -> None:
    """M11."""
    label = session.call("mock__list_labels", {}).result["labels"][1]
    room = label["capacity"] - label["notes"]
    with ThreadPoolExecutor(16) as pool:
        results = list(pool.map(lambda _: session.call("mock__create_note", NOTE), range(200)))
    assert sum(result.ok for result in results) == room
    after = session.call("mock__list_labels", {}).result["labels"][1]
    assert after["notes"] == label["capacity"]


def test_snapshot_restore_and_reset(session: Session) -> None:
    fresh = (session.state_hash(), session.effect_hash())
    session.call("mock__create_note", NOTE)
    once, token = session.state_hash(), session.snapshot()
    session.call("mock__archive_note", {"note_id": "NOTE-0001"})
    assert session.state_hash() not in (once, fresh[0])
    for _ in range(2):
        session.restore(token)
        assert session.state_hash() == once
    session.reset()
    assert (session.state_hash(), session.effect_hash()) == fresh


@pytest.mark.parametrize("token", ["", "nonsense", "{}", '{"mock": "snapshot-99"}', '{"x": "y"}'])
def test_an_unknown_snapshot_is_refused(session: Session, token: str) -> None:
    with pytest.raises(SessionRefused):
        session.restore(token)


def test_a_seed_that_there_is_not_is_refused(fleet: MCPFleet) -> None:
    with pytest.raises(SessionRefused, match="1100"):
        fleet.open_session(["mock"], world_seed=1100)
    with pytest.raises(SessionRefused, match="held-out"):
        fleet.open_session(["mock"], world_seed=0, everything_new=True)
    assert fleet.open_sessions == ()


def test_everything_new_reaches_the_server(fleet: MCPFleet) -> None:
    with (
        fleet.open_session(["mock"], world_seed=1000) as new_world,
        fleet.open_session(["mock"], world_seed=1000, everything_new=True) as all_new,
    ):
        assert new_world.state_hash() != all_new.state_hash()


def test_an_unknown_server_is_told_with_those_that_there_are(fleet: MCPFleet) -> None:
    with pytest.raises(ValueError, match="has: mock"):
        fleet.open_session(["banking"])


def test_a_closed_session_answers_as_infrastructure(fleet: MCPFleet) -> None:
    session = fleet.open_session()
    before = session.submit("mock__list_labels", {})
    session.close()
    session.close()
    assert before.result().ok
    after = session.call("mock__list_labels", {})
    assert (after.infrastructure, after.error and after.error.type) == (True, "session_closed")
    with pytest.raises((SessionRefused, InfrastructureError)):
        session.state_hash()


def test_sessions_beyond_the_cap_are_refused_and_none_is_evicted(fleet: MCPFleet) -> None:
    """M10."""
    sessions = [fleet.open_session() for _ in range(256)]
    with pytest.raises(SessionRefused, match="256 sessions, the most it may"):
        fleet.open_session()
    assert all(session.call("mock__list_labels", {}).ok for session in sessions[:3])
    for session in sessions:
        session.close()
    fleet.open_session().close()


def test_tools_as_a_model_sees_them(session: Session) -> None:
    schemas = session.openai_tools()
    assert [s["function"]["name"] for s in schemas] == list(session.tools)
    assert "x-provelight" not in str(schemas)
    assert session.openai_tools(["mock__get_note"])[0] == schemas[2]
    with pytest.raises(ValueError, match="Did you mean 'mock__get_note'"):
        session.openai_tools(["get_note"])


def test_hashes_of_several_servers_combine_whatever_their_order() -> None:
    assert combined({"a": "1"}) == "1"
    assert combined({"a": "1", "b": "2"}) == combined({"b": "2", "a": "1"})
    assert combined({"a": "1", "b": "2"}) != combined({"a": "2", "b": "1"})
