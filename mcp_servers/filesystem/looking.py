"""Tools that show where one is and what there is: pwd, cd, ls, tree, stat, du, df."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import page
from mcp_servers.filesystem import paths, rights, space
from mcp_servers.filesystem.paths import Place
from mcp_servers.filesystem.rows import (
    AnyPath,
    ArchiveRow,
    Directory,
    DirectoryChange,
    DirectoryRow,
    FileRow,
    Here,
    LinkRow,
    Offset,
    archive_row,
    directory_change,
    link_row,
    of_kind,
)
from mcp_servers.filesystem.state import FileState

LS_PAGE, TREE_PAGE, DU_ROWS = 9, 8, 7

SortBy = Literal["name", "size", "modified"]


class WorkingDirectory(Output):
    """Result of pwd."""

    path: Annotated[str, out("Path of the working directory.", entity="directory")]
    user: Annotated[str, out("Login of the user.", entity="user")]


class Listing(Output):
    """Result of ls."""

    directory: Annotated[str, out("What was listed.")]
    directories: Annotated[list[DirectoryRow] | None, out("Directories, if any.")] = None
    files: Annotated[list[FileRow] | None, out("Files, if any.")] = None
    archives: Annotated[list[ArchiveRow] | None, out("Archives, if any.")] = None
    links: Annotated[list[LinkRow] | None, out("Symbolic links, if any.")] = None
    total: Annotated[int, out("How many entries there are.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class TreeRow(DirectoryRow):
    """A directory of a tree."""

    files: Annotated[int, out("How many files lie directly in it.")]


class Tree(Output):
    """Result of tree."""

    directories: Annotated[list[TreeRow], out("Directories below, each before its own.")]
    total: Annotated[int, out("How many there are.")]
    unreadable: Annotated[int | None, out("How many could not be read, if any.")] = None
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class Status(Output):
    """Result of stat."""

    path: Annotated[str, out("Path.", entity="file")]
    name: Annotated[str, out("Name.", label_of="file")]
    kind: Annotated[str, out("file, directory or link.")]
    size_bytes: Annotated[int, out("Size in bytes.")]
    mode: Annotated[str, out("Permissions in octal.")]
    permissions: Annotated[str, out("Permissions in letters.")]
    owner: Annotated[str, out("Login of the owner.", entity="user")]
    group: Annotated[str, out("Id of the group.", entity="group")]
    modified: Annotated[str, out("Time of the last change.", format="datetime")]
    hard_links: Annotated[int, out("How many names it has.")]
    target: Annotated[str | None, out("Where a link leads.")] = None


class UsageRow(DirectoryRow):
    """What one directory takes."""

    size_bytes: Annotated[int, out("Bytes in it and below.")]


class Usage(Output):
    """Result of du."""

    total_bytes: Annotated[int, out("Bytes in the directory and below.")]
    directories: Annotated[list[UsageRow], out("Directories in it, largest first.")]
    unreadable: Annotated[int | None, out("How many could not be read, if any.")] = None


class VolumeRow(Output):
    """A volume."""

    mount: Annotated[str, out("Directory that it is mounted on.", entity="directory")]
    volume: Annotated[str, out("Name of the volume.", label_of="directory")]
    size_bytes: Annotated[int, out("Capacity in bytes.")]
    free_bytes: Annotated[int, out("Free bytes.")]
    read_only: Annotated[bool | None, out("True where nothing can change, else left out.")] = None


class Space(Output):
    """Result of df."""

    volumes: Annotated[list[VolumeRow], out("All volumes.")]
    quota_bytes: Annotated[int | None, out("How much the user may own, if limited.")] = None
    quota_free_bytes: Annotated[int | None, out("What is left of the quota.")] = None
    trash_bytes: Annotated[int, out("What the trash takes.")]


def pwd(state: FileState) -> WorkingDirectory:
    """Tells the working directory, which relative paths start from, and who the user is."""
    return WorkingDirectory(path=paths.working_directory(state).path, user=state.user)


def cd(state: FileState, directory: Directory) -> DirectoryChange:
    """Makes a directory the working directory."""
    place = paths.directory_at(state, directory)
    rights.require(state, place.node, place.path, rights.SEARCH)
    state.cwd = place.node.id
    return directory_change(place)


def ls(
    state: FileState,
    directory: Here = None,
    show_hidden: Annotated[bool, arg("Also names that begin with a dot.")] = False,
    sort_by: Annotated[SortBy, arg("Largest or newest first, or by name.")] = "name",
    offset: Offset = 0,
) -> Listing:
    """Lists what is directly in a directory, directories first."""
    top = paths.readable_directory(state, directory)
    entries = paths.children(state, top.node.id)
    places = [top.child(e, state.nodes.require(e.node)) for e in entries]
    shown = [p for p in places if show_hidden or not p.name.startswith(".")]
    shown.sort(key=_ORDERS[sort_by], reverse=sort_by != "name")
    shown.sort(key=lambda p: not p.is_directory)
    rows, next_offset = page(shown, offset, LS_PAGE)
    return Listing(
        directory=top.path,
        directories=[DirectoryRow(path=p.path, name=p.name) for p in of_kind(rows, "directory")]
        or None,
        files=[_file_row(p) for p in of_kind(rows, "file")] or None,
        archives=[archive_row(p) for p in of_kind(rows, "archive")] or None,
        links=[link_row(p) for p in of_kind(rows, "link")] or None,
        total=len(shown),
        next_offset=next_offset,
    )


def tree(
    state: FileState,
    directory: Here = None,
    depth: Annotated[int, arg("How many levels.", ge=1, le=9)] = 9,
    offset: Offset = 0,
) -> Tree:
    """Shows the directories below a directory, level in level, with how many files each holds."""
    top = paths.readable_directory(state, directory)
    unreadable: list[str] = []
    base = top.path.rstrip("/").count("/")
    found = [
        p
        for p in paths.below(state, top, unreadable)
        if p.is_directory and p.path.count("/") - base <= depth
    ]
    rows, next_offset = page(found, offset, TREE_PAGE)
    return Tree(
        directories=[_tree_row(state, p) for p in rows],
        total=len(found),
        unreadable=len(unreadable) or None,
        next_offset=next_offset,
    )


def stat(state: FileState, path: AnyPath) -> Status:
    """Tells size, permissions, owner, group and time of a file, directory or link itself."""
    place = paths.locate(state, path, follow=False)
    node = place.node
    return Status(
        path=place.path,
        name=place.name,
        kind=node.kind,
        size_bytes=node.size,
        mode=f"{node.mode:03o}",
        permissions=rights.mode_text(node),
        owner=node.owner,
        group=node.group,
        modified=node.modified,
        hard_links=space.link_count(state, node.id),
        target=node.target,
    )


def du(state: FileState, directory: Here = None) -> Usage:
    """Adds up how many bytes a directory and each directory in it take."""
    top = paths.readable_directory(state, directory)
    unreadable: list[str] = []
    sizes: dict[str, int] = {}
    counted: set[str] = set()
    prefix = len(top.path.rstrip("/")) + 1
    for place in paths.below(state, top, unreadable):
        key = place.path[prefix:].partition("/")[0]
        more = 0 if place.node.id in counted else place.node.size
        sizes[key] = sizes.get(key, 0) + more
        counted.add(place.node.id)
    inside = [e for e in paths.children(state, top.node.id) if _is_directory(state, e.node)]
    inside.sort(key=lambda e: -sizes[e.name])
    rows = [
        UsageRow(path=paths.join(top.path, e.name), name=e.name, size_bytes=sizes[e.name])
        for e in inside[:DU_ROWS]
    ]
    return Usage(
        total_bytes=sum(sizes.values()), directories=rows, unreadable=len(unreadable) or None
    )


def df(state: FileState) -> Space:
    """Shows how much is free on each volume, and of the user's quota."""
    quota = state.users.require(state.user).quota
    used = space.used_by(state, state.user)
    return Space(
        volumes=[
            VolumeRow(
                mount=paths.directory_place(state, v.mount).path,
                volume=v.id,
                size_bytes=v.capacity,
                free_bytes=v.capacity - space.used_on(state, v.id),
                read_only=v.read_only or None,
            )
            for v in state.volumes
        ],
        quota_bytes=quota,
        quota_free_bytes=None if quota is None else quota - used,
        trash_bytes=space.in_trash(state),
    )


def _is_directory(state: FileState, node: str) -> bool:
    return state.nodes.require(node).kind == "directory"


def _file_row(place: Place) -> FileRow:
    node = place.node
    return FileRow(
        path=place.path, name=place.name, size_bytes=node.size, modified=node.modified[:10]
    )


def _tree_row(state: FileState, place: Place) -> TreeRow:
    entries = paths.children(state, place.node.id)
    files = sum(not _is_directory(state, e.node) for e in entries)
    return TreeRow(path=place.path, name=place.name, files=files)


_ORDERS: dict[str, Callable[[Place], Any]] = {
    "name": lambda p: p.name,
    "size": lambda p: p.node.size,
    "modified": lambda p: p.node.modified,
}
