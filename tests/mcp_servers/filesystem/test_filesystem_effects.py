"""Two right solutions leave the same effect, whatever way they went."""

from __future__ import annotations

import pytest

from mcp_servers.core.sessions import SessionStore
from mcp_servers.filesystem.tools import server

Calls = list[tuple[str, dict[str, object]]]


def effect(calls: Calls) -> str:
    store = SessionStore(server)
    store.open("s", 4)
    for tool, arguments in calls:
        result = store.call("s", tool, arguments)
        assert result.ok, result.text
    return store.effect_hash("s")


def test_going_somewhere_is_no_effect():
    store = SessionStore(server)
    store.open("s", 4)
    state, before = store.state_hash("s"), store.effect_hash("s")
    store.call("s", "cd", {"directory": "Documents"})
    assert store.effect_hash("s") == before
    assert store.state_hash("s") != state


def make(tool: str, directory: str, name: str) -> tuple[str, dict[str, object]]:
    return tool, {"directory": directory, "name": name}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            [make("mkdir", "Documents", "New"), make("touch", "Documents/New", "a")],
            [
                ("cd", {"directory": "Documents"}),
                make("mkdir", ".", "New"),
                ("cd", {"directory": "New"}),
                make("touch", "../New", "a"),
            ],
        ),
        (
            [make("touch", "Documents", "a"), make("mkdir", "Projects", "b")],
            [make("mkdir", "~/Projects", "b"), make("touch", "~/Documents", "a")],
        ),
        (
            [("trash", {"path": "shopping.txt"}), ("trash", {"path": "minutes-draft.txt"})],
            [("trash", {"path": "minutes-draft.txt"}), ("trash", {"path": "~/shopping.txt"})],
        ),
        (
            [
                make("touch", "Documents", "x"),
                ("rm", {"path": "Documents/x"}),
                make("touch", "Documents", "y"),
            ],
            [make("touch", "Documents", "y")],
        ),
    ],
)
def test_order_and_way_do_not_matter(one, other):
    assert effect(one) == effect(other)


def test_what_is_done_does_matter():
    one = effect([make("touch", "Documents", "a")])
    assert one != effect([make("touch", "Documents", "b")])
    assert one != effect([make("touch", "Projects", "a")])
    assert one != effect([make("mkdir", "Documents", "a")])
