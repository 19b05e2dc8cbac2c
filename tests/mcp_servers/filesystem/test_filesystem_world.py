"""Generated worlds: sound, repeatable, small to read, with names that need a look."""

from __future__ import annotations

from collections import Counter
from statistics import mean

import pytest
from filesystem_invariants import check_invariants

from mcp_servers.core.errors import ToolError
from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World
from mcp_servers.filesystem.paths import below, root
from mcp_servers.filesystem.space import used_by, used_on
from mcp_servers.filesystem.state import FileState
from mcp_servers.filesystem.tools import server
from mcp_servers.filesystem.world import make_world

SEEDS = range(0, 1100, 22)


@pytest.fixture(scope="module")
def worlds() -> list[FileState]:
    return [make_world(World(seed, "filesystem")) for seed in SEEDS]


def everything(state: FileState):
    """Returns all places, as the superuser sees them."""
    seen = state.copy()
    seen.user = "root"
    return list(below(seen, root(seen), []))


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)
        state.require_immutable()


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "filesystem"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_there_is_enough_to_choose_from(worlds):
    for state in worlds:
        kinds = Counter(p.node.kind for p in everything(state))
        assert kinds["directory"] >= 35
        assert kinds["file"] >= 65
        assert kinds["link"] == 5
        assert (len(state.users), len(state.groups), len(state.trash)) == (7, 6, 5)


def test_the_working_directory_is_the_home(worlds):
    for state in worlds:
        assert server.tool("pwd").call(state, {})["path"] == f"/home/{state.user}"


def test_some_names_need_a_second_look(worlds):
    for state in worlds:
        names = Counter(p.name for p in everything(state))
        assert names["plan.txt"] == names["README.md"] == 3
        assert names["todo.txt"] >= 3
        last = Counter(user.name.split()[-1] for user in state.users)
        assert max(last.values()) == 2
        assert len({user.id for user in state.users}) == 7


def test_default_results_are_short(worlds):
    sizes = []
    for state in worlds[::6]:
        for place in everything(state):
            for tool in ("ls", "tree", "du"):
                sizes += size(state, tool, directory=place.path) if place.is_directory else []
            for tool in ("cat", "stat", "uniq"):
                sizes += size(state, tool, path=place.path)
        for tool in ("ls", "tree", "du", "df", "list_trash", "list_users", "list_groups"):
            sizes += size(state, tool)
        for text in ("a", "plan", "todo", "invoice"):
            sizes += size(state, "find", name=text) + size(state, "grep", text=text)
    assert mean(sizes) <= 450
    assert max(sizes) <= 1_400


def size(state: FileState, tool: str, **arguments: str) -> list[int]:
    try:
        return [len(to_text(server.tool(tool).call(state, arguments)))]
    except ToolError:
        return []


def test_room_is_tight_in_some_worlds_only(worlds):
    for left in (
        lambda s: s.users.require(s.user).quota - used_by(s, s.user),
        lambda s: s.volumes.require("shared").capacity - used_on(s, "shared"),
    ):
        share = sum(left(state) < 200 for state in worlds) / len(worlds)
        assert 0.1 < share < 0.5


def test_words_to_replace_are_common(worlds):
    for state in worlds:
        texts = [n.body.text for n in state.nodes if hasattr(n.body, "text")]
        for word in ("draft", "pending", "TODO"):
            assert sum(word in text for text in texts) >= 1
        assert sum(any(w in t for w in ("draft", "pending", "TODO")) for t in texts) >= 8


def test_everything_new_draws_all_names_from_the_held_out_pools():
    seen = {name for kind in ("first_name", "last_name", "city") for name in pool(kind)}
    for seed in range(1000, 1020):
        state = make_world(World(seed, "filesystem", everything_new=True))
        check_invariants(state)
        people = [user.name for user in state.users if user.id != "root"]
        assert not {word for name in people for word in name.split()} & seen
        projects = server.tool("ls").call(state, {"directory": "~/Projects"})["directories"]
        assert not {p["name"] for p in projects} & seen
