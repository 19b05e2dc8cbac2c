"""Sessions: isolation, rollback, snapshots, and calls that never raise."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tally_server import server

from mcp_servers.core.errors import SessionExists, TooManySessions, UnknownSession, UnknownSnapshot
from mcp_servers.core.sessions import SessionStore


@pytest.fixture
def store() -> SessionStore:
    made = SessionStore(server)
    made.open("s", 0)
    return made


def total(store: SessionStore, session: str = "s") -> int:
    return store.call(session, "get_total", {}).result["total"]


def test_a_result_is_json_text_and_the_same_value(store):
    result = store.call("s", "go", {"folder": "é\u2028"})
    assert result.ok
    assert result.error is None
    assert result.text == '{"total": 0, "note": "é\u2028"}'
    assert json.loads(result.text) == result.result


def test_an_error_is_json_text_with_type_and_message(store):
    result = store.call("s", "add", {"amount": -1})
    assert not result.ok
    assert result.result is None
    assert not result.infrastructure
    assert (result.error.type, "must not fall below 0" in result.error.message) == (
        "overdrawn",
        True,
    )
    told = {"error": {"type": result.error.type, "message": result.error.message}}
    assert json.loads(result.text) == told


@pytest.mark.parametrize(
    ("tool", "arguments", "type_"),
    [
        ("add", {"amount": -6}, "overdrawn"),
        ("add", {"amount": "1"}, "invalid_arguments"),
        ("add", None, "invalid_arguments"),
        ("crash", {}, "internal_error"),
        ("delete_item", {"item_id": "ITEM-0404"}, "not_found"),
        ("subtract", {}, "unknown_tool"),
        ("peek", {}, "unknown_tool"),
    ],
)
def test_a_failed_call_leaves_the_state_untouched(store, tool, arguments, type_):
    store.call("s", "add", {"amount": 5})
    before = store.state_hash("s")
    result = store.call("s", tool, arguments)
    assert result.error.type == type_
    assert store.state_hash("s") == before
    assert store.call("s", "add", {"amount": 1}).result == {"total": 6}


def test_a_crash_keeps_its_message_and_is_ours(store, caplog):
    result = store.call("s", "crash", {})
    assert result.infrastructure
    assert result.error.message == "RuntimeError: the tally broke"
    assert "Traceback" in caplog.text


@pytest.mark.parametrize("name", ["\ud83d", "get_total\udc00"])
def test_a_lone_surrogate_comes_back_as_text_that_can_be_sent(store, name):
    result = store.call("s", name, {})
    assert result.error.type == "unknown_tool"
    result.text.encode()
    assert store.call("s", "typed", {name: 1}).text.encode()


def test_debug_tools_need_to_be_asked_for(store):
    assert store.call("s", "peek", {}, debug=True).result == {"total": 0, "note": "peeked"}


def test_m11_interleaved_calls_lose_nothing(store):
    async def one(amount: int) -> None:
        await asyncio.sleep(0)
        assert store.call("s", "add", {"amount": amount}).ok

    async def many() -> None:
        await asyncio.gather(*(one(i % 7) for i in range(200)))

    asyncio.run(many())
    assert total(store) == sum(i % 7 for i in range(200))


def test_m11_threads_lose_nothing(store):
    with ThreadPoolExecutor(8) as pool:
        results = pool.map(lambda i: store.call("s", "add", {"amount": i % 7}), range(200))
    assert all(result.ok for result in results)
    assert total(store) == sum(i % 7 for i in range(200))


def test_sessions_share_nothing(store):
    store.open("t", 0)
    start = store.state_hash("t")
    store.call("s", "add", {"amount": 5})
    store.call("s", "make_item", {"name": "a"})
    assert (total(store), total(store, "t")) == (5, 0)
    assert store.state_hash("t") == start
    assert store.diff("t") == {}


def test_reset_brings_back_the_world(store):
    start = store.state_hash("s")
    store.call("s", "make_item", {"name": "a"})
    assert store.state_hash("s") != start
    assert "items" in store.diff("s")
    store.reset("s")
    assert store.state_hash("s") == start
    assert store.call("s", "make_item", {"name": "a"}).result == {"item_id": "ITEM-0002"}


CALLS = st.lists(
    st.sampled_from(
        [
            ("add", {"amount": 3}),
            ("add", {"amount": -2}),
            ("make_item", {"name": "a"}),
            ("delete_item", {"item_id": "ITEM-0002"}),
            ("go", {"folder": "/a"}),
            ("crash", {}),
        ]
    ),
    max_size=8,
)


@given(CALLS, CALLS)
@settings(deadline=None, max_examples=60)
def test_a_restored_snapshot_behaves_like_the_state_it_was_taken_of(first, second):
    store = SessionStore(server)
    store.open("s", 3)
    for call in first:
        store.call("s", *call)
    token = store.snapshot("s")
    before = (store.state_hash("s"), store.effect_hash("s"), store.diff("s"))
    texts = [store.call("s", *call).text for call in second]
    for _ in range(2):
        store.restore("s", token)
        assert (store.state_hash("s"), store.effect_hash("s"), store.diff("s")) == before
        assert [store.call("s", *call).text for call in second] == texts


def test_a_snapshot_outlives_a_reset_but_not_its_session(store):
    store.call("s", "add", {"amount": 5})
    token = store.snapshot("s")
    store.reset("s")
    store.restore("s", token)
    assert total(store) == 5
    store.close("s")
    store.open("s", 0)
    with pytest.raises(UnknownSnapshot, match="it has: none"):
        store.restore("s", token)


def test_effect_hash_is_counted_from_the_world_of_the_session(store):
    store.open("t", 0)
    for session, names in (("s", "ab"), ("t", "ba")):
        for name in names:
            store.call(session, "make_item", {"name": name})
    assert store.effect_hash("s") == store.effect_hash("t")
    assert store.state_hash("s") != store.state_hash("t")


def test_an_unknown_session_is_a_failed_call_and_an_error_elsewhere(store):
    assert store.call("nobody", "get_total", {}).error.type == "unknown_session"
    for act in (store.reset, store.snapshot, store.state_hash, store.diff, store.now, store.close):
        with pytest.raises(UnknownSession, match="no session 'nobody'"):
            act("nobody")


def test_a_session_opens_once(store):
    with pytest.raises(SessionExists):
        store.open("s", 1)
    assert "s" in store
    store.close("s")
    assert "s" not in store
    store.open("s", 1)
    assert store.session_ids() == ["s"]


def test_the_cap_refuses_and_evicts_nothing():
    store = SessionStore(server, max_sessions=2)
    store.open("a", 0)
    store.open("b", 0)
    with pytest.raises(TooManySessions, match="holds 2 sessions"):
        store.open("c", 0)
    assert store.session_ids() == ["a", "b"]
    store.close("a")
    store.open("c", 0)


def test_now_is_that_of_the_world(store):
    store.open("t", 0)
    assert store.now("s") == store.now("t")
    assert len(store.now("s")) == len("2026-03-02T09:30")
