"""Changes of the tree: names added and taken away. All checks come before, in the tools."""

from __future__ import annotations

from typing import Any

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.filesystem import rights
from mcp_servers.filesystem.failures import (
    AlreadyExists,
    DirectoryInUse,
    PermissionDenied,
    ReadOnlyVolume,
    StickyDirectory,
)
from mcp_servers.filesystem.paths import Place, is_within, join
from mcp_servers.filesystem.space import link_count, size_of
from mcp_servers.filesystem.state import ROOT, SETGID, Body, Entry, FileState, Node

ADD_ERRORS = (ReadOnlyVolume, PermissionDenied, AlreadyExists)
REMOVE_ERRORS = (DirectoryInUse, ReadOnlyVolume, PermissionDenied, StickyDirectory)

FILE_MODE, DIRECTORY_MODE, LINK_MODE, UMASK = 0o644, 0o755, 0o777, 0o022


def require_addable(
    state: FileState,
    parent: Place,
    name: str,
    remedy: str = "choose another name or directory, or move that one away first",
) -> None:
    """Checks that the user may add a name to a directory; `remedy` is for a name that is taken.

    Raises:
        InvalidArguments: for `.` and `..`.
        ReadOnlyVolume, PermissionDenied: for the directory.
        AlreadyExists: where the name is taken.
    """
    if name in (".", ".."):
        raise InvalidArguments(f"{name!r} cannot be the name of a file or directory.")
    rights.require_entries_change(state, parent.node, parent.path)
    if f"{parent.node.id}/{name}" in state.entries:
        raise AlreadyExists(f"{join(parent.path, name)} exists already; {remedy}.")


def require_removable(state: FileState, place: Place) -> None:
    """Checks that the user may take a name out of its directory.

    Raises:
        DirectoryInUse: for the root and mount points.
        ReadOnlyVolume, PermissionDenied, StickyDirectory: for the directory that holds it.
    """
    if place.node.id == ROOT or state.volumes.where(mount=place.node.id):
        raise DirectoryInUse(
            f"{place.path} is where a volume is mounted and stays in its place; what is in it can "
            "be moved or removed."
        )
    directory = state.nodes.require(place.parent)
    rights.require_entries_change(state, directory, place.path.rpartition("/")[0] or "/")
    rights.require_unsticky(state, directory, place.node, place.path)


def require_unused(state: FileState, place: Place) -> None:
    """Checks that neither the working directory nor a mount point lies in what is to go.

    Raises:
        DirectoryInUse: saying which.
    """
    if not place.is_directory:
        return
    if is_within(state, state.cwd, place.node.id):
        raise DirectoryInUse(f"The working directory is in {place.path}; cd out of it first.")
    for volume in state.volumes:
        if is_within(state, volume.mount, place.node.id):
            raise DirectoryInUse(f"The volume {volume.id} is mounted in {place.path}.")


def add(state: FileState, parent: Place, name: str, node: Node) -> Place:
    """Inserts a new node under a name in a directory, which is marked as changed."""
    state.nodes.insert(node)
    return name_node(state, parent, name, node)


def new_node(state: FileState, parent: Place, **fields: Any) -> Node:
    """Returns a node for a directory, the user's own; the group follows a setgid directory."""
    holder = parent.node
    given: dict[str, Any] = {
        "id": state.new_id("nodes"),
        "owner": state.user,
        "group": holder.group if holder.mode & SETGID else state.users.require(state.user).group,
        "modified": state.stamp,
        "volume": holder.volume,
        "size": size_of(fields.get("body")),
    }
    if fields["kind"] == "directory":
        given["parent"] = holder.id
        fields["mode"] |= holder.mode & SETGID
    return Node(**given | fields)


def name_node(state: FileState, parent: Place, name: str, node: Node) -> Place:
    """Gives a node a name in a directory, which is marked as changed."""
    id = f"{parent.node.id}/{name}"
    entry = state.entries.insert(Entry(id=id, parent=parent.node.id, name=name, node=node.id))
    if node.kind == "directory":
        node = state.nodes.update(node.id, parent=parent.node.id)
    touch(state, parent.node.id)
    return parent.child(entry, node)


def unname(state: FileState, place: Place) -> None:
    """Takes a name away from its node and marks the directory as changed."""
    state.entries.delete(f"{place.parent}/{place.name}")
    touch(state, place.parent)


def remove(state: FileState, place: Place) -> None:
    """Takes a name away, and with the last one the node and all below it."""
    unname(state, place)
    discard(state, place.node.id)


def discard(state: FileState, node: str) -> None:
    """Deletes a node and all below it, as far as no other name remains."""
    pending = [node]
    while pending:
        node = pending.pop()
        if link_count(state, node):
            continue
        for entry in state.entries.where(parent=node):
            pending.append(state.entries.delete(entry.id).node)
        state.nodes.delete(node)


def touch(state: FileState, node: str) -> Node:
    """Marks a node as changed now."""
    return state.nodes.update(node, modified=state.stamp)


def set_body(state: FileState, node: str, body: Body) -> Node:
    """Gives a file new contents, and marks it as changed now."""
    return state.nodes.update(node, body=body, size=size_of(body), modified=state.stamp)
