"""The text of files, and its lines: they end at `\\n` and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_servers.filesystem import rights
from mcp_servers.filesystem.failures import IsADirectory, NotText
from mcp_servers.filesystem.paths import PATH_ERRORS, Place, file_at
from mcp_servers.filesystem.state import FileState, Text

READ_ERRORS = (*PATH_ERRORS, IsADirectory)
TEXT_ERRORS = (*READ_ERRORS, NotText)


def readable_file(state: FileState, path: str) -> Place:
    """Returns the file that a path leads to, which the user may read.

    Raises:
        PermissionDenied: where the user may not; and what `file_at` raises.
    """
    place = file_at(state, path)
    rights.require(state, place.node, place.path, rights.READ)
    return place


def read_text(state: FileState, path: str) -> str:
    """Returns the text of a file that the user may read.

    Raises:
        NotText: for a photo, an archive and the like; and what `readable_file` raises.
    """
    return text_of(readable_file(state, path))


def text_of(place: Place) -> str:
    """Returns the text of a file.

    Raises:
        NotText: where it holds none.
    """
    if not isinstance(place.node.body, Text):
        raise NotText(
            f"{place.path} holds no text; stat and checksum work on it, list_archive on archives."
        )
    return place.node.body.text


def lines_of(text: str) -> list[str]:
    """Returns the lines of a text without their ends."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def joined(lines: Sequence[str]) -> str:
    """Returns the text of which these are the lines, each with its end."""
    return "".join(f"{line}\n" for line in lines)
