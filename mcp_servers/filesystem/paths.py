"""Paths: from text to a node, through directories that may be searched and links that lead on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from mcp_servers.core.errors import NotFound
from mcp_servers.filesystem import rights
from mcp_servers.filesystem.failures import (
    IsADirectory,
    LinkLoop,
    NotADirectory,
    PermissionDenied,
)
from mcp_servers.filesystem.state import MAX_LINKS, ROOT, Entry, FileState, Node

PATH_ERRORS = (PermissionDenied, NotADirectory, LinkLoop)
"""What the way to a node may end with."""


@dataclass(frozen=True, slots=True)
class Place:
    """A node as one path leads to it.

    Attributes:
        path: absolute, without links, `.` and `..`.
        parent: id of the directory that holds the name; the root is its own.
        name: the name there; empty for the root.
    """

    node: Node
    path: str
    parent: str
    name: str

    @property
    def is_directory(self) -> bool:
        """True for a directory."""
        return self.node.kind == "directory"

    def child(self, entry: Entry, node: Node) -> Place:
        """Returns the place of an entry of this directory."""
        return Place(node, join(self.path, entry.name), self.node.id, entry.name)


def join(directory: str, name: str) -> str:
    """Returns the path of a name in a directory."""
    return f"{directory.rstrip('/')}/{name}"


def locate(state: FileState, path: str, follow: bool = True) -> Place:
    """Returns what a path leads to: absolute, relative to the working directory, or from `~`.

    Args:
        state: the file system.
        path: as the caller wrote it.
        follow: False where a link at the end is meant itself.

    Raises:
        NotFound: naming the directory where the name is missing, and names near it.
        NotADirectory: where something on the way is none.
        PermissionDenied: where a directory on the way may not be searched.
        LinkLoop: after `MAX_LINKS` links.
    """
    here, pending = _start(state, path)
    links: list[str] = []
    while pending:
        _require_passage(state, here)
        name = pending.pop()
        if name == "..":
            here = _above(state, here)
            continue
        there = _step(state, here, name, links)
        if there.node.kind == "link" and (pending or follow):
            links.append(there.path)
            if len(links) > MAX_LINKS:
                raise LinkLoop(f"{path} goes round in a circle at {there.path}; rm that link.")
            target = there.node.target or ""
            pending += _parts(target)
            here = root(state) if target.startswith("/") else here
            continue
        here = there
    if path.endswith("/"):
        require_directory(here)
    return here


def directory_at(state: FileState, path: str | None) -> Place:
    """Returns the directory at a path, the working directory for None.

    Raises:
        NotADirectory: for anything else; and what `locate` raises.
    """
    place = working_directory(state) if path is None else locate(state, path)
    require_directory(place)
    return place


def readable_directory(state: FileState, path: str | None) -> Place:
    """Returns the directory at a path, which the user may list; None as in `directory_at`.

    Raises:
        PermissionDenied: where it may not be listed; and what `directory_at` raises.
    """
    place = directory_at(state, path)
    rights.require(state, place.node, place.path, rights.READ | rights.SEARCH)
    return place


def file_at(state: FileState, path: str) -> Place:
    """Returns the file that a path leads to.

    Raises:
        IsADirectory: for a directory; and what `locate` raises.
    """
    place = locate(state, path)
    if place.is_directory:
        raise IsADirectory(f"{place.path} is a directory; ls lists the files in it.")
    return place


def require_directory(place: Place) -> None:
    """Raises NotADirectory for anything but a directory."""
    if not place.is_directory:
        raise NotADirectory(f"{place.path} is a {place.node.kind}, and a directory is needed here.")


def root(state: FileState) -> Place:
    """Returns the place of `/`."""
    return Place(state.nodes.require(ROOT), "/", ROOT, "")


def working_directory(state: FileState) -> Place:
    """Returns the place of the working directory."""
    return directory_place(state, state.cwd)


def directory_place(state: FileState, id: str) -> Place:
    """Returns the place of a directory of the tree, found by climbing to the root."""
    above: list[Node] = []
    while id != ROOT:
        above.append(state.nodes.require(id))
        id = above[-1].parent or ROOT
    place = root(state)
    for node in reversed(above):
        (entry,) = state.entries.where(parent=place.node.id, node=node.id)
        place = place.child(entry, node)
    return place


def is_within(state: FileState, id: str, directory: str) -> bool:
    """Tells whether a directory is the other one or lies below it."""
    here: str | None = id
    while here is not None and here != directory:
        here = state.nodes.require(here).parent
    return here is not None


def children(state: FileState, directory: str) -> list[Entry]:
    """Returns the entries of a directory by name."""
    return sorted(state.entries.where(parent=directory), key=lambda e: e.name)


def below(state: FileState, top: Place, unreadable: list[str]) -> Iterator[Place]:
    """Yields all that lies below a directory, in the order of a listing.

    Directories that the user may not read, the top included, are not entered; their paths are
    added to `unreadable`.
    """
    held: dict[str, list[Entry]] = {}
    for entry in state.entries:
        held.setdefault(entry.parent, []).append(entry)
    pending = [top]
    while pending:
        place = pending.pop()
        if place is not top:
            yield place
        if not place.is_directory:
            continue
        if not rights.allowed(state, place.node, rights.READ | rights.SEARCH):
            unreadable.append(place.path)
            continue
        entries = sorted(held.get(place.node.id, ()), key=lambda e: e.name, reverse=True)
        pending += [place.child(e, state.nodes.require(e.node)) for e in entries]


def _start(state: FileState, path: str) -> tuple[Place, list[str]]:
    """Returns where a path begins, and its names, the last one first."""
    if path == "~" or path.startswith("~/"):
        path = state.users.require(state.user).home + path[1:]
    start = root(state) if path.startswith("/") else working_directory(state)
    return start, _parts(path)


def _parts(path: str) -> list[str]:
    return [part for part in reversed(path.split("/")) if part not in ("", ".")]


def _above(state: FileState, place: Place) -> Place:
    if place.node.id == ROOT:
        return place
    path, _, _ = place.path.rpartition("/")
    node = state.nodes.require(place.parent)
    return Place(node, path or "/", node.parent or ROOT, path.rpartition("/")[2])


def _require_passage(state: FileState, place: Place) -> None:
    require_directory(place)
    rights.require(state, place.node, place.path, rights.SEARCH)


def _step(state: FileState, here: Place, name: str, links: list[str]) -> Place:
    entry = state.entries.get(f"{here.node.id}/{name}")
    if entry is None:
        raise NotFound(_missing(state, here, name, links))
    return here.child(entry, state.nodes.require(entry.node))


def _missing(state: FileState, here: Place, name: str, links: list[str]) -> str:
    says = f"There is no {name!r} in {here.path}"
    if links:
        says += f", where the link {links[-1]} leads"
    names = [e.name for e in children(state, here.node.id)]
    if not rights.allowed(state, here.node, rights.READ):
        names = []
    if any(sign in name for sign in "*?"):
        return f"{says}. Patterns work in find only; give the path of one file or directory."
    near = get_close_matches(name, names, n=3, cutoff=0.6)
    if near:
        return f"{says}. Close names there: {', '.join(near)}."
    return f"{says}. Use find to look for it by name, or ls to see what is there."
