"""The invariants that the state of the file system declares, as assertions on one state."""

from __future__ import annotations

from collections import Counter

from mcp_servers.filesystem.paths import is_within
from mcp_servers.filesystem.space import size_of, used_by, used_on
from mcp_servers.filesystem.state import ROOT, FileState, Node


def check_invariants(state: FileState) -> None:
    """Asserts every invariant of mcp_servers/filesystem/state.py that one state can show."""
    _entries_are_sound(state)
    _nodes_have_names(state)
    _directories_lead_to_the_root(state)
    _nodes_are_sound(state)
    _volumes_follow_places(state)
    _nothing_outgrows_its_room(state)
    assert state.nodes.require(state.cwd).kind == "directory"
    assert is_within(state, state.cwd, ROOT)


def _entries_are_sound(state: FileState) -> None:
    for entry in state.entries:
        assert entry.id == f"{entry.parent}/{entry.name}"
        assert entry.name not in ("", ".", "..")
        assert "/" not in entry.name
        assert state.nodes.require(entry.parent).kind == "directory"
        assert entry.node in state.nodes


def _nodes_have_names(state: FileState) -> None:
    names = Counter([e.node for e in state.entries] + [t.node for t in state.trash])
    assert set(names) | {ROOT} == set(state.nodes.ids())
    assert ROOT not in names
    for node in state.nodes:
        if node.kind == "directory" and node.id != ROOT:
            assert names[node.id] == 1
            # One that lies in the trash has no entry, and so no parent.
            parents = [e.parent for e in state.entries.where(node=node.id)]
            assert parents == ([] if node.parent is None else [node.parent])


def _directories_lead_to_the_root(state: FileState) -> None:
    trashed = {item.node for item in state.trash}
    for node in state.nodes:
        here, steps = node, 0
        while here.kind == "directory" and here.parent is not None:
            here, steps = state.nodes.require(here.parent), steps + 1
            assert steps <= len(state.nodes), f"{node.id} goes round in a circle"
        if node.kind == "directory":
            assert here.id == ROOT or here.id in trashed


def _nodes_are_sound(state: FileState) -> None:
    for node in state.nodes:
        assert node.size == size_of(node.body)
        assert (node.kind == "file") == (node.body is not None)
        assert (node.kind == "link") == (node.target is not None)
        assert node.kind == "directory" or node.parent is None
        assert 0 <= node.mode <= 0o7777
        assert node.owner in state.users
        assert node.group in state.groups
        assert node.modified <= state.stamp


def _volumes_follow_places(state: FileState) -> None:
    mounts = {volume.mount: volume.id for volume in state.volumes}
    for entry in state.entries:
        node, parent = state.nodes.require(entry.node), state.nodes.require(entry.parent)
        assert node.volume == mounts.get(node.id, parent.volume)


def _nothing_outgrows_its_room(state: FileState) -> None:
    for user in state.users:
        assert user.quota is None or used_by(state, user.id) <= user.quota
    for volume in state.volumes:
        assert used_on(state, volume.id) <= volume.capacity


def same(one: FileState, other: FileState) -> bool:
    """Tells whether two states are equal, quickly where they share most of their rows."""
    tables = zip(one.tables(), other.tables(), strict=True)
    return (
        one.counters == other.counters
        and one.scalars() == other.scalars()
        and all(list(mine) == list(theirs) for (_, mine), (_, theirs) in tables)
    )


def contents(state: FileState) -> Counter[tuple[str, str, int]]:
    """Returns what there is, whatever its names are: node, owner and size of each."""
    return Counter((n.id, n.owner, n.size) for n in state.nodes)


def changed(before: FileState, after: FileState) -> list[tuple[Node | None, Node | None]]:
    """Returns the nodes that a call has added, removed or changed, as before and after."""
    ids = dict.fromkeys([*before.nodes.ids(), *after.nodes.ids()])
    pairs = ((before.nodes.get(id), after.nodes.get(id)) for id in ids)
    return [(old, new) for old, new in pairs if old is not new]
