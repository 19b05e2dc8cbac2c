"""What tools take and give in common: paths as arguments, and rows of listings by kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeVar

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.filesystem.paths import Place
from mcp_servers.filesystem.state import Packed

T = TypeVar("T")

FilePath = Annotated[str, arg("Path of the file.", entity="file", min_length=1)]
AnyPath = Annotated[str, arg("Path of a file or directory.", entity="file", min_length=1)]
Directory = Annotated[str, arg("Path of the directory.", entity="directory", min_length=1)]
Here = Annotated[
    str | None, arg("Where; the working directory by default.", entity="directory", min_length=1)
]
Offset = Annotated[int, arg("How many to skip.", ge=0)]


class DirectoryRow(Output):
    """A directory in a listing."""

    path: Annotated[str, out("Path of the directory.", entity="directory")]
    name: Annotated[str, out("Name of the directory.", label_of="directory")]


class FileRow(Output):
    """A file in a listing of one directory."""

    path: Annotated[str, out("Path of the file.", entity="file")]
    name: Annotated[str, out("Name of the file.", label_of="file")]
    size_bytes: Annotated[int, out("Size in bytes.")]
    modified: Annotated[str, out("Day of the last change.", format="date")]


class ArchiveRow(Output):
    """An archive in a listing."""

    path: Annotated[str, out("Path of the archive.", entity="archive")]
    name: Annotated[str, out("Name of the archive.", label_of="archive")]
    size_bytes: Annotated[int, out("Size in bytes.")]


class LinkRow(Output):
    """A symbolic link in a listing."""

    path: Annotated[str, out("Path of the link.", entity="file")]
    name: Annotated[str, out("Name of the link.", label_of="file")]
    target: Annotated[str, out("Where it leads.")]


class FileChange(Output):
    """A file after a change."""

    path: Annotated[str, out("Path of the file.", entity="file")]
    name: Annotated[str, out("Name of the file.", label_of="file")]
    size_bytes: Annotated[int | None, out("Its size now, for a file.")] = None


class DirectoryChange(Output):
    """A directory after a change."""

    path: Annotated[str, out("Path of the directory.", entity="directory")]
    name: Annotated[str, out("Name of the directory.", label_of="directory")]


def file_change(place: Place) -> FileChange:
    """Returns where something is now, with the size of a file."""
    size = None if place.is_directory else place.node.size
    return FileChange(path=place.path, name=place.name, size_bytes=size)


def directory_change(place: Place) -> DirectoryChange:
    """Returns where a directory is now."""
    return DirectoryChange(path=place.path, name=place.name)


def is_archive(place: Place) -> bool:
    """True for a file that is an archive."""
    return isinstance(place.node.body, Packed)


def of_kind(places: Iterable[Place], kind: str) -> list[Place]:
    """Returns the places of one kind, archives apart from other files."""
    return [p for p in places if ("archive" if is_archive(p) else p.node.kind) == kind]


def archive_row(place: Place) -> ArchiveRow:
    """Returns the row of an archive."""
    return ArchiveRow(path=place.path, name=place.name, size_bytes=place.node.size)


def link_row(place: Place) -> LinkRow:
    """Returns the row of a symbolic link."""
    return LinkRow(path=place.path, name=place.name, target=place.node.target or "")
