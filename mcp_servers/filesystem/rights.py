"""Who may do what: the rwx bits, sticky directories, read-only volumes, ownership.

As in POSIX one class of bits decides: the owner's for the owner, else the group's for its members,
else that of others. Messages show the mode and who could grant what is missing.
"""

from __future__ import annotations

import stat

from mcp_servers.filesystem.failures import (
    NotOwner,
    PermissionDenied,
    ReadOnlyVolume,
    StickyDirectory,
)
from mcp_servers.filesystem.state import STICKY, SUPERUSER, FileState, Node

READ, WRITE, SEARCH = 4, 2, 1

_VERBS = {READ: "read", WRITE: "write to", SEARCH: "enter"}
_TYPES = {"directory": stat.S_IFDIR, "file": stat.S_IFREG, "link": stat.S_IFLNK}


def allowed(state: FileState, node: Node, bits: int) -> bool:
    """Tells whether the user has all of these bits on a node."""
    if state.user == SUPERUSER:
        return True
    if state.user == node.owner:
        return node.mode >> 6 & bits == bits
    return node.mode >> (3 if is_member(state, node.group) else 0) & bits == bits


def is_member(state: FileState, group: str) -> bool:
    """Tells whether the user belongs to a group."""
    found = state.groups.get(group)
    return found is not None and state.user in found.members


def mode_text(node: Node) -> str:
    """Returns the mode as `ls -l` shows it, such as `drwxr-x---`."""
    return stat.filemode(_TYPES[node.kind] | node.mode)


def require(state: FileState, node: Node, path: str, bits: int) -> None:
    """Checks that the user has these bits.

    Raises:
        PermissionDenied: naming the mode, and who could change it.
    """
    if allowed(state, node, bits):
        return
    missing = next(b for b in _VERBS if b & bits and not allowed(state, node, b))
    raise PermissionDenied(
        f"{state.user} may not {_VERBS[missing]} {path}: it is {mode_text(node)}, owner "
        f"{node.owner}, group {node.group}. {_remedy(state, node, bits)}"
    )


def require_owner(state: FileState, node: Node, path: str) -> None:
    """Checks that the user owns a node on a volume that may change.

    Raises:
        ReadOnlyVolume: where nothing there can change.
        NotOwner: naming who could do it.
    """
    require_changeable(state, node, path)
    if state.user not in (node.owner, SUPERUSER):
        raise NotOwner(
            f"{path} belongs to {_person(state, node.owner)}; only the owner can do this. Work on "
            "a copy of your own (cp) instead."
        )


def require_changeable(state: FileState, node: Node, path: str) -> None:
    """Checks that the volume of a node is not mounted read-only.

    Raises:
        ReadOnlyVolume: naming the volume.
    """
    volume = state.volumes.require(node.volume)
    if volume.read_only:
        raise ReadOnlyVolume(
            f"{path} is on the volume {volume.id}, which is read-only; nothing there can change. "
            "Use a directory on another volume; what is here can be copied there (cp)."
        )


def require_entries_change(state: FileState, directory: Node, path: str) -> None:
    """Checks that the user may add names to a directory and take them away.

    Raises:
        ReadOnlyVolume, PermissionDenied: for the directory at `path`.
    """
    require_changeable(state, directory, path)
    require(state, directory, path, WRITE | SEARCH)


def require_unsticky(state: FileState, directory: Node, node: Node, path: str) -> None:
    """Checks that the sticky bit of a directory does not protect the entry at `path`.

    Raises:
        StickyDirectory: naming who may remove it.
    """
    owners = (node.owner, directory.owner, SUPERUSER)
    if directory.mode & STICKY and state.user not in owners:
        raise StickyDirectory(
            f"{path} lies in a sticky directory, where only owners move or remove what is theirs; "
            f"it belongs to {_person(state, node.owner)}. You can copy it (cp)."
        )


def _remedy(state: FileState, node: Node, bits: int) -> str:
    if node.owner == state.user:
        return f"You own it: chmod {node.mode | bits << 6:03o} would allow it."
    return f"Only {_person(state, node.owner)} could allow it; choose another path meanwhile."


def _person(state: FileState, login: str) -> str:
    return f"{state.users.require(login).name} ({login})"
