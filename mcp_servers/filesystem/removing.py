"""Tools that take things away: rm, rmdir, and the trash with its way back."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import page
from mcp_servers.filesystem import copying, paths, space, tree
from mcp_servers.filesystem.failures import (
    CrossVolume,
    DirectoryNotEmpty,
    IsADirectory,
    NothingToEmpty,
    OriginalPlaceGone,
)
from mcp_servers.filesystem.paths import Place
from mcp_servers.filesystem.rows import AnyPath, Directory, FileChange, Offset, file_change
from mcp_servers.filesystem.state import ROOT, FileState, TrashItem

TRASH_PAGE = 5


class Removed(Output):
    """Result of rm and rmdir."""

    removed: Annotated[str, out("Path of what is gone.")]
    freed_bytes: Annotated[int, out("Bytes that this has freed.")]


class TrashRow(Output):
    """An item of the trash in a list."""

    item_id: Annotated[str, out("Id of the item.", entity="trash_item")]
    name: Annotated[str, out("Name that it had.", label_of="trash_item")]
    came_from: Annotated[str, out("Directory that it was in.")]
    deleted_on: Annotated[str, out("When it was trashed.", format="date")]
    size_bytes: Annotated[int, out("Size in bytes.")]


class Trash(Output):
    """Result of list_trash."""

    items: Annotated[list[TrashRow], out("Last trashed first.")]
    total: Annotated[int, out("How many fit.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class Trashed(Output):
    """Result of trash."""

    item_id: Annotated[str, out("Id of the item in the trash.", entity="trash_item")]
    name: Annotated[str, out("Name that it had.", label_of="trash_item")]


class Emptied(Output):
    """Result of empty_trash."""

    deleted: Annotated[int, out("How many items are gone for good.")]
    freed_bytes: Annotated[int, out("Bytes that this has freed.")]


def rm(
    state: FileState,
    path: AnyPath,
    recursive: Annotated[bool, arg("Needed to delete a directory with all in it.")] = False,
) -> Removed:
    """Deletes a file for good, past the trash."""
    place = paths.locate(state, path, follow=False)
    if place.is_directory and not recursive:
        raise IsADirectory(
            f"{place.path} is a directory; rmdir removes an empty one, and rm with recursive "
            "deletes it with all that is in it."
        )
    copying.require_tree_removable(state, place)
    return _remove(state, place)


def rmdir(state: FileState, directory: Directory) -> Removed:
    """Removes a directory that is empty."""
    place = paths.locate(state, directory, follow=False)
    paths.require_directory(place)
    tree.require_removable(state, place)
    tree.require_unused(state, place)
    if held := len(paths.children(state, place.node.id)):
        entries = "1 entry" if held == 1 else f"{held} entries"
        raise DirectoryNotEmpty(
            f"{place.path} holds {entries} (ls with show_hidden shows all); move or remove "
            "them first, or use trash or rm."
        )
    return _remove(state, place)


def trash(state: FileState, path: AnyPath) -> Trashed:
    """Puts a file or directory into the trash, from where it can be restored."""
    place = paths.locate(state, path, follow=False)
    copying.require_tree_removable(state, place)
    item = state.trash.insert(
        TrashItem(
            id=state.new_id("trash"),
            node=place.node.id,
            parent=place.parent,
            name=place.name,
            path=place.path,
            deleted_at=state.stamp,
        )
    )
    tree.unname(state, place)
    if place.is_directory:
        state.nodes.update(place.node.id, parent=None)
    return Trashed(item_id=item.id, name=item.name)


def list_trash(
    state: FileState,
    search: Annotated[str | None, arg("Only names with this text.")] = None,
    offset: Offset = 0,
) -> Trash:
    """Lists what is in the trash, with the ids that restore takes."""
    found = [t for t in state.trash if search is None or search.casefold() in t.name.casefold()]
    found.sort(key=lambda t: (t.deleted_at, t.id), reverse=True)
    rows, next_offset = page(found, offset, TRASH_PAGE)
    return Trash(
        items=[_trash_row(state, t) for t in rows], total=len(found), next_offset=next_offset
    )


def restore(
    state: FileState,
    item_id: Annotated[str, arg("Id of the item, from list_trash.", entity="trash_item")],
    directory: Annotated[
        str | None, arg("Where to, if not where it was.", entity="directory", min_length=1)
    ] = None,
) -> FileChange:
    """Brings an item of the trash back to where it was, or to another directory."""
    item = state.trash.require(item_id)
    node = state.nodes.require(item.node)
    parent = paths.directory_at(state, directory or _original(state, item))
    tree.require_addable(
        state, parent, item.name, "give another directory, or move that one away first"
    )
    if node.volume != parent.node.volume:
        raise CrossVolume(
            f"{item.name} is in the trash of the volume {node.volume} and {parent.path} is on "
            f"{parent.node.volume}; restore it on its own volume, then mv it."
        )
    state.trash.delete(item.id)
    return file_change(tree.name_node(state, parent, item.name, node))


def empty_trash(
    state: FileState,
    older_than_days: Annotated[
        int | None, arg("Only what was trashed more than so many days ago.", ge=0, le=365)
    ] = None,
) -> Emptied:
    """Deletes what is in the trash for good, which frees quota."""
    before = (state.now - timedelta(days=older_than_days or 0)).isoformat(timespec="minutes")
    due = [t for t in state.trash if older_than_days is None or t.deleted_at < before]
    if not due:
        kept = len(state.trash)
        raise NothingToEmpty(
            f"Nothing was trashed more than {older_than_days} days ago; leave older_than_days out "
            f"to delete all that the trash holds ({kept})."
            if kept
            else "The trash is empty already."
        )
    used = _all_bytes(state)
    for item in due:
        state.trash.delete(item.id)
        tree.discard(state, item.node)
    return Emptied(deleted=len(due), freed_bytes=used - _all_bytes(state))


def _remove(state: FileState, place: Place) -> Removed:
    used = _all_bytes(state)
    tree.remove(state, place)
    return Removed(removed=place.path, freed_bytes=used - _all_bytes(state))


def _all_bytes(state: FileState) -> int:
    return sum(node.size for node in state.nodes)


def _original(state: FileState, item: TrashItem) -> str:
    """Returns the path of the directory that an item came from, which may have moved.

    Raises:
        OriginalPlaceGone: where it was deleted or is itself in the trash.
    """
    if item.parent not in state.nodes or not paths.is_within(state, item.parent, ROOT):
        raise OriginalPlaceGone(
            f"{item.path.rpartition('/')[0]}, where {item.name} was, is gone; give the directory "
            "to restore it to."
        )
    return paths.directory_place(state, item.parent).path


def _trash_row(state: FileState, item: TrashItem) -> TrashRow:
    return TrashRow(
        item_id=item.id,
        name=item.name,
        came_from=item.path.rpartition("/")[0] or "/",
        deleted_on=item.deleted_at[:10],
        size_bytes=space.size_below(state, item.node),
    )
