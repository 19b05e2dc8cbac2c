"""Puts directories, files, links and archives into a new world, without asking for rights."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from mcp_servers.filesystem.space import size_of
from mcp_servers.filesystem.state import (
    ROOT,
    Blob,
    Body,
    Entry,
    FileState,
    Member,
    Node,
    Packed,
    Text,
    TrashItem,
)


class Planter:
    """Plants what a world holds; `at` gives the node of each path.

    Args:
        state: of the world; its root is planted here.
        rng: the source of chance.
        group: to which things belong unless said otherwise; the owner is the user.
    """

    def __init__(self, state: FileState, rng: Random, group: str) -> None:
        self._state = state
        self._rng = rng
        self._group = group
        self.at: dict[str, str] = {"/": ROOT}

    def root(self, owner: str, volume: str) -> None:
        """Plants `/`."""
        self._state.nodes.insert(
            Node(
                id=self._state.new_id("nodes"),
                kind="directory",
                owner=owner,
                group=owner,
                mode=0o755,
                modified=self._time(200),
                volume=volume,
            )
        )

    def directory(self, path: str, mode: int = 0o755, **fields: Any) -> str:
        """Plants a directory and returns its path."""
        return self._plant(path, kind="directory", mode=mode, **fields)

    def text(self, path: str, text: str, mode: int = 0o644, **fields: Any) -> str:
        """Plants a text file and returns its path."""
        return self._plant(path, kind="file", mode=mode, body=Text(text=text), **fields)

    def photo(self, path: str, low: int, high: int, **fields: Any) -> str:
        """Plants a file that is no text, of a size between two, and returns its path."""
        body = self.blob(low, high)
        return self._plant(path, kind="file", mode=0o644, body=body, **fields)

    def link(self, path: str, target: str) -> str:
        """Plants a symbolic link and returns its path."""
        return self._plant(path, kind="link", mode=0o777, target=target)

    def archive(self, path: str, top: str, bodies: dict[str, Body]) -> str:
        """Plants an archive of one directory `top` with files in it, and returns its path."""
        at = self._time(30)
        members = [Member(path=top, kind="directory", mode=0o755, modified=at)]
        members += [
            Member(path=f"{top}/{name}", kind="file", mode=0o644, modified=at, body=body)
            for name, body in bodies.items()
        ]
        return self._plant(
            path, kind="file", mode=0o644, body=Packed(members=tuple(members)), days=6
        )

    def blob(self, low: int, high: int) -> Blob:
        """Returns contents that are no text, of a size between two."""
        token = f"{self._rng.getrandbits(40):010x}"
        return Blob(token=token, length=self._rng.randrange(low, high))

    def second_name(self, path: str, of: str) -> None:
        """Gives a file a further name: a hard link."""
        self._name(path, self.at[of])

    def bin(self, path: str, days: int) -> None:
        """Moves what is at a path into the trash, so many days ago."""
        directory, _, name = path.rpartition("/")
        node, parent = self._unname(path), self.at[directory]
        if self._state.nodes.require(node).kind == "directory":
            self._state.nodes.update(node, parent=None)
        at = self._state.now - timedelta(days=days, hours=3)
        item = TrashItem(
            id=self._state.new_id("trash"),
            node=node,
            parent=parent,
            name=name,
            path=path,
            deleted_at=at.isoformat(timespec="minutes"),
        )
        self._state.trash.insert(item)

    def drop(self, path: str) -> None:
        """Takes a directory away again that holds nothing any more."""
        self._state.nodes.delete(self._unname(path))

    def _plant(self, path: str, *, days: int = 200, **fields: Any) -> str:
        holder = self._state.nodes.require(self.at[_directory(path)])
        given: dict[str, Any] = {
            "id": self._state.new_id("nodes"),
            "owner": self._state.user,
            "group": self._group,
            "modified": self._time(days),
            "volume": holder.volume,
            "size": size_of(fields.get("body")),
            "parent": holder.id if fields["kind"] == "directory" else None,
        }
        node = self._state.nodes.insert(Node(**given | fields))
        self._name(path, node.id)
        return path

    def _name(self, path: str, node: str) -> None:
        parent, name = self.at[_directory(path)], path.rpartition("/")[2]
        self._state.entries.insert(
            Entry(id=f"{parent}/{name}", parent=parent, name=name, node=node)
        )
        self.at[path] = node

    def _unname(self, path: str) -> str:
        parent, name = self.at[_directory(path)], path.rpartition("/")[2]
        self._state.entries.delete(f"{parent}/{name}")
        return self.at.pop(path)

    def _time(self, days: int) -> str:
        ago = timedelta(days=self._rng.randrange(1, days), minutes=self._rng.randrange(600))
        return (self._state.now - ago).isoformat(timespec="minutes")


def _directory(path: str) -> str:
    return path.rpartition("/")[0] or "/"
