"""Tools that look for files below a directory: by name, size or time (find), by content (grep)."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import page
from mcp_servers.filesystem import paths, rights
from mcp_servers.filesystem.paths import Place
from mcp_servers.filesystem.rows import Here, Offset, of_kind
from mcp_servers.filesystem.state import FileState, Text
from mcp_servers.filesystem.texts import lines_of

FIND_PAGE, GREP_PAGE = 6, 5
LONGEST_LINE = 120

_WILD = frozenset("*?[")


class FoundDirectory(Output):
    """A directory that was found."""

    path: Annotated[str, out("Path of the directory.", entity="directory")]
    name: Annotated[str, out("Name of the directory.", label_of="directory")]
    folder: Annotated[str, out("Name of the directory that holds it.")]


class FoundFile(Output):
    """A file or link that was found."""

    path: Annotated[str, out("Path of the file.", entity="file")]
    name: Annotated[str, out("Name of the file.", label_of="file")]
    folder: Annotated[str, out("Name of the directory that holds it.")]
    size_bytes: Annotated[int, out("Size in bytes; 0 for a link.")]


class FoundArchive(Output):
    """An archive that was found."""

    path: Annotated[str, out("Path of the archive.", entity="archive")]
    name: Annotated[str, out("Name of the archive.", label_of="archive")]
    folder: Annotated[str, out("Name of the directory that holds it.")]
    size_bytes: Annotated[int, out("Size in bytes.")]


class Found(Output):
    """Result of find."""

    directories: Annotated[list[FoundDirectory] | None, out("Directories, if any.")] = None
    files: Annotated[list[FoundFile] | None, out("Files and links, if any.")] = None
    archives: Annotated[list[FoundArchive] | None, out("Archives, if any.")] = None
    total: Annotated[int, out("How many were found.")]
    unreadable: Annotated[int | None, out("Directories that could not be read, if any.")] = None
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class Match(Output):
    """A line with the text."""

    path: Annotated[str, out("Path of the file.", entity="file")]
    line_number: Annotated[int, out("Number of the line, from 1.")]
    line: Annotated[str, out("The line.", label_of="file")]


class Matches(Output):
    """Result of grep."""

    matches: Annotated[list[Match], out("Lines with the text.")]
    total: Annotated[int, out("How many lines have it.")]
    unreadable: Annotated[int | None, out("What could not be read, if any.")] = None
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


def find(
    state: FileState,
    name: Annotated[str, arg("Part of the name, or a pattern such as *.csv.", min_length=1)],
    directory: Here = None,
    min_bytes: Annotated[int | None, arg("Only files of this size or more.", ge=1)] = None,
    modified_since: Annotated[
        str | None, arg("Only changed on or after, YYYY-MM-DD.", format="date")
    ] = None,
    offset: Offset = 0,
) -> Found:
    """Finds files and directories by name at any depth below a directory, last changed first."""
    top = paths.readable_directory(state, directory)
    unreadable: list[str] = []
    pattern = _pattern(name)
    found = [
        place
        for place in paths.below(state, top, unreadable)
        if fnmatchcase(place.name.casefold(), pattern)
        and (min_bytes is None or place.node.size >= min_bytes)
        and (modified_since is None or place.node.modified >= modified_since)
    ]
    found.sort(key=lambda place: place.node.modified, reverse=True)
    rows, next_offset = page(found, offset, FIND_PAGE)
    files = of_kind(rows, "file") + of_kind(rows, "link")
    return Found(
        directories=[FoundDirectory(**_named(p)) for p in of_kind(rows, "directory")] or None,
        files=[FoundFile(**_named(p), size_bytes=p.node.size) for p in files] or None,
        archives=[
            FoundArchive(**_named(p), size_bytes=p.node.size) for p in of_kind(rows, "archive")
        ]
        or None,
        total=len(found),
        unreadable=len(unreadable) or None,
        next_offset=next_offset,
    )


def grep(
    state: FileState,
    text: Annotated[str, arg("What the line holds; case does not matter.", min_length=1)],
    directory: Here = None,
    offset: Offset = 0,
) -> Matches:
    """Finds the lines that hold a text, in all text files below a directory."""
    top = paths.readable_directory(state, directory)
    unreadable: list[str] = []
    wanted = text.casefold()
    found = [
        (place, number, line)
        for place, body in _texts(state, top, unreadable)
        for number, line in enumerate(lines_of(body), 1)
        if wanted in line.casefold()
    ]
    rows, next_offset = page(found, offset, GREP_PAGE)
    return Matches(
        matches=[
            Match(path=place.path, line_number=number, line=line[:LONGEST_LINE])
            for place, number, line in rows
        ],
        total=len(found),
        unreadable=len(unreadable) or None,
        next_offset=next_offset,
    )


def _pattern(name: str) -> str:
    return name.casefold() if _WILD & set(name) else f"*{name.casefold()}*"


def _named(place: Place) -> dict[str, str]:
    directory = place.path.rpartition("/")[0]
    return {"path": place.path, "name": place.name, "folder": directory.rpartition("/")[2] or "/"}


def _texts(state: FileState, top: Place, unreadable: list[str]) -> Iterator[tuple[Place, str]]:
    for place in paths.below(state, top, unreadable):
        if isinstance(place.node.body, Text):
            if rights.allowed(state, place.node, rights.READ):
                yield place, place.node.body.text
            else:
                unreadable.append(place.path)
