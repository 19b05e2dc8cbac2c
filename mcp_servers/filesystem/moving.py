"""Tools that give files other places and names: mv, rename, cp, ln."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import arg
from mcp_servers.filesystem import copying, paths, rights, space, tree
from mcp_servers.filesystem.failures import AlreadyThere, CrossVolume, IsADirectory
from mcp_servers.filesystem.paths import Place
from mcp_servers.filesystem.rows import AnyPath, FileChange, file_change
from mcp_servers.filesystem.state import FileState
from mcp_servers.filesystem.writing import name_of

_OVERWRITE = "set overwrite to replace a file, or choose another directory"

NEW_NAMES = ("copy.txt", "final.txt", "old.txt", "version-2.txt", "to-check.txt")

Target = Annotated[str, arg("Directory to put it in.", entity="directory", min_length=1)]
Overwrite = Annotated[bool, arg("Replace a file of that name there.")]
LinkKind = Literal["symbolic", "hard"]


def mv(
    state: FileState, path: AnyPath, directory: Target, overwrite: Overwrite = False
) -> FileChange:
    """Moves a file or directory into another directory, under the same name."""
    source = paths.locate(state, path, follow=False)
    target = paths.directory_at(state, directory)
    if source.parent == target.node.id and source.name:
        raise AlreadyThere(f"{source.path} lies in {target.path} already; rename changes its name.")
    tree.require_removable(state, source)
    copying.require_outside(state, source, target)
    if source.is_directory:
        # Its `..` changes, which POSIX lets only those do who may write to it.
        rights.require(state, source.node, source.path, rights.WRITE)
    replaced = _replaceable(state, source, target, overwrite)
    if source.node.volume != state.nodes.require(target.node.id).volume:
        return _move_across(state, source, target, replaced)
    if replaced is not None:
        tree.remove(state, replaced)
    tree.unname(state, source)
    return file_change(tree.name_node(state, target, source.name, source.node))


def rename(
    state: FileState,
    path: AnyPath,
    name: Annotated[str, name_of("The new name.", NEW_NAMES)],
) -> FileChange:
    """Gives a file or directory another name in the directory where it is."""
    source = paths.locate(state, path, follow=False)
    tree.require_removable(state, source)
    parent = paths.directory_place(state, source.parent)
    tree.require_addable(state, parent, name)
    tree.unname(state, source)
    return file_change(tree.name_node(state, parent, name, source.node))


def cp(
    state: FileState,
    path: AnyPath,
    directory: Target,
    name: Annotated[str | None, name_of("Name of the copy, if another.", NEW_NAMES)] = None,
    recursive: Annotated[bool, arg("Needed to copy a directory with all in it.")] = False,
    overwrite: Overwrite = False,
) -> FileChange:
    """Copies a file into a directory; the copy belongs to the user."""
    source = paths.locate(state, path)
    target = paths.directory_at(state, directory)
    if source.is_directory and not recursive:
        raise IsADirectory(
            f"{source.path} is a directory; set recursive to copy all that is in it."
        )
    copying.require_outside(state, source, target)
    places = copying.readable_tree(state, source)
    name = name or source.name or "root"
    existing = _entry(state, target, name)
    if existing is not None and overwrite and _are_files(source, existing):
        return _overwrite(state, source, existing)
    tree.require_addable(state, target, name, _OVERWRITE)
    more = sum(place.node.size for place in places)
    space.require_room(state, target.node.volume, state.user, more)
    return file_change(copying.copy(state, places, target, name))


def ln(
    state: FileState,
    path: AnyPath,
    directory: Target,
    kind: Annotated[LinkKind, arg("symbolic leads to the path; hard is a second name.")],
    name: Annotated[str | None, name_of("Name of the link, if another.", NEW_NAMES)] = None,
) -> FileChange:
    """Makes a link to a file or directory, in another directory or under another name."""
    source = paths.locate(state, path)
    target = paths.directory_at(state, directory)
    name = name or source.name or "root"
    if kind == "hard":
        _require_linkable(source, target)
        tree.require_addable(state, target, name)
        return file_change(tree.name_node(state, target, name, source.node))
    tree.require_addable(state, target, name)
    node = tree.new_node(state, target, kind="link", mode=tree.LINK_MODE, target=source.path)
    return file_change(tree.add(state, target, name, node))


def _entry(state: FileState, parent: Place, name: str) -> Place | None:
    entry = state.entries.get(f"{parent.node.id}/{name}")
    return None if entry is None else parent.child(entry, state.nodes.require(entry.node))


def _is_last(state: FileState, place: Place) -> bool:
    return space.is_last(state, place.node.id)


def _are_files(source: Place, existing: Place) -> bool:
    """True where one file can take the place of another one, not of itself."""
    kinds = (source.node.kind, existing.node.kind)
    return kinds == ("file", "file") and source.node.id != existing.node.id


def _replaceable(state: FileState, source: Place, target: Place, overwrite: bool) -> Place | None:
    """Returns what a move replaces, None where the name is free.

    Raises:
        AlreadyExists: where it may not be replaced; and what removing it raises.
    """
    existing = _entry(state, target, source.name)
    if existing is not None and overwrite and not (source.is_directory or existing.is_directory):
        tree.require_removable(state, existing)
        return existing
    tree.require_addable(state, target, source.name, _OVERWRITE)
    return None


def _move_across(
    state: FileState, source: Place, target: Place, replaced: Place | None
) -> FileChange:
    """Moves to another volume: a copy there that is as old, and the source removed."""
    copying.require_tree_removable(state, source)
    places = copying.readable_tree(state, source)
    # What has further names stays where it is as well, and is owned twice.
    gained = (p for p in places if p.node.owner != state.user or not _is_last(state, p))
    space.require_quota(state, state.user, sum(p.node.size for p in gained))
    freed = replaced.node.size if replaced and _is_last(state, replaced) else 0
    space.require_volume(state, target.node.volume, sum(p.node.size for p in places) - freed)
    if replaced is not None:
        tree.remove(state, replaced)
    moved = copying.copy(state, places, target, source.name, keep_times=True)
    tree.remove(state, source)
    return file_change(moved)


def _overwrite(state: FileState, source: Place, existing: Place) -> FileChange:
    """Gives a file the contents of another one; owner and mode stay."""
    node, body = existing.node, source.node.body
    rights.require_changeable(state, node, existing.path)
    rights.require(state, node, existing.path, rights.WRITE)
    if body is None:
        raise TypeError(f"{source.path} is a file without contents")
    space.require_room(state, node.volume, node.owner, source.node.size - node.size)
    changed = tree.set_body(state, node.id, body)
    return FileChange(path=existing.path, name=existing.name, size_bytes=changed.size)


def _require_linkable(source: Place, target: Place) -> None:
    if source.is_directory:
        raise IsADirectory(f"{source.path} is a directory; only a symbolic link can lead to it.")
    if source.node.volume != target.node.volume:
        raise CrossVolume(
            f"{source.path} and {target.path} are on different volumes; only a symbolic link "
            "leads from one to the other."
        )
