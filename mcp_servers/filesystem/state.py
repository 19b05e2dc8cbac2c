"""The tables of a virtual POSIX file system, and what always holds of them.

Nothing here touches a disk. A node is what POSIX calls an inode; an entry gives it a name in a
directory, and a file may have several. Times are ISO strings, sizes bytes. Invariants, in every
world and after every call:

1. The tree is sound: every entry names a node and stands in a directory, under the id
   `<directory>/<name>`; names are neither empty nor `.` or `..` and hold no slash.
2. Every node but the root has a name: an entry, or an item of the trash. Following `parent`, a
   directory comes to the root or to an item of the trash, never back to itself.
3. A directory has exactly one name, in its `parent`; files may have several, links have a target.
4. `size` is that of the contents; directories and links take none.
5. No user owns more bytes than the quota allows, the trash included.
6. No volume holds more bytes than its capacity; each node is on the volume that its place is on.
7. What is on a read-only volume never changes.
8. Files of others change only where their bits allow it, entries come and go only in directories
   that the user may write, and in sticky ones only the user's own entries go.
9. Only the owner changes mode, owner or group of a node.
10. Moving, renaming, trashing and restoring within a volume neither make nor lose bytes or nodes.
11. The working directory is a directory of the tree, not of the trash.
12. Owners, groups, volumes and the home of the user exist.
13. A call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, cursor, table

ROOT = "INO-0001"
"""Id of the node of `/`."""

SUPERUSER = "root"
SETGID = 0o2000
STICKY = 0o1000
MAX_LINKS = 40

Kind = Literal["directory", "file", "link"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Contents that people can read."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """Contents that are no text, such as a photo: only their size and what tells them apart."""

    token: str
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One entry of an archive; `path` begins with the name of what was packed."""

    path: str
    kind: Kind
    mode: int
    modified: str
    body: Body | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """Contents of an archive, directories before what they hold."""

    members: tuple[Member, ...]


Body: TypeAlias = Text | Blob | Packed


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A directory, a file or a symbolic link; `parent` is what `..` of a directory means."""

    id: str
    kind: Kind
    owner: str
    group: str
    mode: int
    modified: str
    volume: str
    size: int = 0
    body: Body | None = None
    target: str | None = None
    parent: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A name in a directory; the id is `<parent>/<name>`."""

    id: str
    parent: str
    name: str
    node: str


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person with a login; `group` is the first group, `quota` None for no limit."""

    id: str
    name: str
    group: str
    home: str
    quota: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Users who share rights."""

    id: str
    title: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Volume:
    """A device that is mounted on the directory `mount`."""

    id: str
    mount: str
    capacity: int
    read_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashItem:
    """A node that was put into the trash, and the place that it came from."""

    id: str
    node: str
    parent: str
    name: str
    path: str
    deleted_at: str


@dataclass
class FileState(State):
    """The whole machine as one user finds it; `cwd` is the node of the working directory."""

    nodes: Table[Node] = table(Node, "INO")
    entries: Table[Entry] = table(Entry, None)
    users: Table[User] = table(User, None)
    groups: Table[Group] = table(Group, None)
    volumes: Table[Volume] = table(Volume, None)
    trash: Table[TrashItem] = table(TrashItem, "TRS", noun="item of the trash")
    user: str = SUPERUSER
    cwd: str = cursor(ROOT)

    @property
    def stamp(self) -> str:
        """The time that changes are marked with."""
        return self.now.isoformat(timespec="minutes")
