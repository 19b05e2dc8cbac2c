"""What is below a directory as a whole: checked for reading or removal, copied."""

from __future__ import annotations

from mcp_servers.filesystem import rights, tree
from mcp_servers.filesystem.failures import IntoItself
from mcp_servers.filesystem.paths import Place, below, is_within
from mcp_servers.filesystem.state import FileState


def readable_tree(state: FileState, top: Place) -> list[Place]:
    """Returns a place and all below it, if the user may read all of it.

    Raises:
        PermissionDenied: for the first file or directory that the user may not read.
    """
    places = whole_tree(state, top)
    for place in places:
        if place.node.kind == "file":
            rights.require(state, place.node, place.path, rights.READ)
    return places


def require_tree_removable(state: FileState, top: Place) -> None:
    """Checks that the user may remove a place with all below it.

    Raises:
        what `require_removable` and `require_unused` raise.
    """
    tree.require_removable(state, top)
    tree.require_unused(state, top)
    for place in whole_tree(state, top)[1:]:
        tree.require_removable(state, place)


def whole_tree(state: FileState, top: Place) -> list[Place]:
    """Returns a place and all below it, directories before what they hold.

    Raises:
        PermissionDenied: for the first directory that may not be read.
    """
    unreadable: list[str] = []
    found = [top, *below(state, top, unreadable)]
    for place in found:
        if place.path in unreadable:
            rights.require(state, place.node, place.path, rights.READ | rights.SEARCH)
    return found


def require_outside(state: FileState, source: Place, target: Place) -> None:
    """Raises IntoItself where a directory would go into itself or below itself."""
    if source.is_directory and is_within(state, target.node.id, source.node.id):
        raise IntoItself(
            f"{target.path} lies in {source.path} itself; choose a directory outside of it."
        )


def copy(
    state: FileState, places: list[Place], parent: Place, name: str, keep_times: bool = False
) -> Place:
    """Copies a tree, checked before, under a name into a directory.

    Args:
        state: the file system.
        places: as `readable_tree` gives them.
        parent: the directory to copy into.
        name: of the copy.
        keep_times: True where the copies are as old as what they were made from.
    """
    top = places[0]
    made: dict[str, Place] = {}
    for place in places:
        holder = parent if place is top else made[place.path.rpartition("/")[0]]
        made[place.path] = _copy_one(state, place, holder, name if place is top else place.name)
    if keep_times:
        for place in places:
            copied = made[place.path].node.id
            state.nodes.update(copied, modified=place.node.modified)
    return made[top.path]


def _copy_one(state: FileState, place: Place, holder: Place, name: str) -> Place:
    node = place.node
    mode = node.mode if node.kind == "link" else node.mode & 0o777 & ~tree.UMASK
    copied = tree.new_node(
        state, holder, kind=node.kind, mode=mode, body=node.body, target=node.target
    )
    return tree.add(state, holder, name, copied)
