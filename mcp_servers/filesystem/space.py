"""Sizes, quotas and the room on volumes."""

from __future__ import annotations

from mcp_servers.filesystem.failures import NoSpaceLeft, QuotaExceeded
from mcp_servers.filesystem.state import Blob, Body, FileState, Packed, Text

QUOTA_ERRORS = (QuotaExceeded, NoSpaceLeft)

_HEADER = 128


def size_of(body: Body | None) -> int:
    """Returns how many bytes contents take; those of an archive are packed."""
    match body:
        case Text(text=text):
            return len(text.encode())
        case Blob(length=length):
            return length
        case Packed(members=members):
            return sum(_HEADER + _packed(m.body) for m in members)
        case None:
            return 0


def used_by(state: FileState, user: str) -> int:
    """Returns how many bytes a user owns, the trash included."""
    return sum(node.size for node in state.nodes if node.owner == user)


def used_on(state: FileState, volume: str) -> int:
    """Returns how many bytes a volume holds."""
    return sum(node.size for node in state.nodes if node.volume == volume)


def in_trash(state: FileState) -> int:
    """Returns how many bytes the trash holds."""
    return sum(size_below(state, item.node) for item in state.trash)


def size_below(state: FileState, node: str) -> int:
    """Returns the bytes of a node and of all below it; each name counts."""
    total, pending = 0, [node]
    while pending:
        node = pending.pop()
        total += state.nodes.require(node).size
        pending += [entry.node for entry in state.entries.where(parent=node)]
    return total


def is_last(state: FileState, node: str) -> bool:
    """Tells whether a node has one name only."""
    return link_count(state, node) == 1


def link_count(state: FileState, node: str) -> int:
    """Returns how many names a node has; an item of the trash counts as one."""
    return len(state.entries.where(node=node)) + len(state.trash.where(node=node))


def require_room(state: FileState, volume: str, owner: str, more: int) -> None:
    """Checks that so many bytes more fit into the owner's quota and onto a volume.

    Raises:
        QuotaExceeded, NoSpaceLeft: with the figures, and what would free some.
    """
    require_quota(state, owner, more)
    require_volume(state, volume, more)


def require_volume(state: FileState, volume: str, more: int) -> None:
    """Checks that so many bytes more fit onto a volume.

    Raises:
        NoSpaceLeft: with the figures, and what would do.
    """
    free = state.volumes.require(volume).capacity - used_on(state, volume)
    if 0 < more > free:
        raise NoSpaceLeft(
            f"This needs {more:,} bytes and the volume {volume} has {free:,} free. Use a directory "
            "on another volume (df lists them), or rm something there."
        )


def require_quota(state: FileState, owner: str, more: int) -> None:
    """Checks that so many bytes more fit into the owner's quota.

    Raises:
        QuotaExceeded: with the figures, and what would free some.
    """
    quota = state.users.require(owner).quota
    free = None if quota is None else quota - used_by(state, owner)
    if more <= 0 or free is None or more <= free:
        return
    remedy = "Only the owner can free some."
    if owner == state.user:
        trashed = in_trash(state)
        remedy = "rm something" + (
            f", or empty_trash: it holds {trashed:,} bytes." if trashed else "."
        )
    raise QuotaExceeded(f"This needs {more:,} bytes, {owner} has {free:,} of quota left. {remedy}")


def _packed(body: Body | None) -> int:
    """Returns the size inside an archive: text halves, photos and the like stay as they are."""
    length = size_of(body)
    return (length + 1) // 2 if isinstance(body, Text) else length
