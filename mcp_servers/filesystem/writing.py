"""Tools that make files and directories and change text: touch, mkdir, write, append, ..."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.filesystem import paths, rights, space, tree
from mcp_servers.filesystem.failures import AlreadyShorter, TextNotFound
from mcp_servers.filesystem.paths import Place
from mcp_servers.filesystem.rows import (
    Directory,
    DirectoryChange,
    FileChange,
    FilePath,
    directory_change,
    file_change,
)
from mcp_servers.filesystem.state import FileState, Text
from mcp_servers.filesystem.texts import joined, lines_of, text_of

FILE_NAMES = ("notes.txt", "ideas.txt", "checklist.txt", "agenda.md", "questions.txt")
DIRECTORY_NAMES = ("Drafts", "Receipts", "Old Versions", "To Review", "Final")
OLD_WORDS = ("draft", "pending", "TODO")
NEW_WORDS = ("final", "approved", "DONE")

NewText = Annotated[str, arg("The text.", format="text", max_length=4000)]


def name_of(what: str, examples: tuple[str, ...]) -> object:
    """Returns the description of a parameter that takes a bare name."""
    return arg(what, pattern="^[^/]+$", max_length=100, examples=examples)


class Replaced(Output):
    """Result of replace."""

    path: Annotated[str, out("Path of the file.", entity="file")]
    name: Annotated[str, out("Name of the file.", label_of="file")]
    replaced: Annotated[int, out("How many places were changed.")]


class Truncated(Output):
    """Result of truncate."""

    path: Annotated[str, out("Path of the file.", entity="file")]
    name: Annotated[str, out("Name of the file.", label_of="file")]
    removed_lines: Annotated[int, out("How many lines were cut off.")]


def touch(
    state: FileState,
    directory: Directory,
    name: Annotated[str, name_of("Name of the file.", FILE_NAMES)],
) -> FileChange:
    """Creates an empty file in a directory; one that exists is only marked as changed now."""
    parent = paths.directory_at(state, directory)
    if f"{parent.node.id}/{name}" not in state.entries:
        return file_change(_create(state, parent, name, ""))
    place = paths.locate(state, paths.join(parent.path, name))
    rights.require_changeable(state, place.node, place.path)
    if place.node.owner != state.user:
        rights.require(state, place.node, place.path, rights.WRITE)
    tree.touch(state, place.node.id)
    return file_change(place)


def mkdir(
    state: FileState,
    directory: Annotated[str, arg("Directory to make it in.", entity="directory", min_length=1)],
    name: Annotated[str, name_of("Name of the new directory.", DIRECTORY_NAMES)],
) -> DirectoryChange:
    """Makes a new directory inside a directory."""
    parent = paths.directory_at(state, directory)
    tree.require_addable(state, parent, name)
    node = tree.new_node(state, parent, kind="directory", mode=tree.DIRECTORY_MODE)
    return directory_change(tree.add(state, parent, name, node))


def write(state: FileState, path: FilePath, text: NewText) -> FileChange:
    """Replaces all that a file says by a text; a file that does not exist is created."""
    directory, slash, name = path.rpartition("/")
    parent = paths.directory_at(state, directory or slash or None)
    # Names that a directory always has (`.`, `..`, none at all) are refused as directories.
    if name not in ("", ".", "..", "~") and f"{parent.node.id}/{name}" not in state.entries:
        return file_change(_create(state, parent, name, text))
    place = paths.file_at(state, path)
    rights.require_changeable(state, place.node, place.path)
    rights.require(state, place.node, place.path, rights.WRITE)
    return _say(state, place, text)


def append(state: FileState, path: FilePath, text: NewText) -> FileChange:
    """Adds a text as new lines at the end of a text file."""
    place = _writable_text(state, path, rights.WRITE)
    return _say(state, place, joined([*lines_of(text_of(place)), text]))


def replace(
    state: FileState,
    path: FilePath,
    old: Annotated[str, arg("Text to replace.", min_length=1, examples=OLD_WORDS)],
    new: Annotated[str, arg("What to put instead.", examples=NEW_WORDS)],
) -> Replaced:
    """Replaces a text by another one, everywhere in a text file."""
    place = _writable_text(state, path, rights.READ | rights.WRITE)
    text = text_of(place)
    count = text.count(old)
    if count == 0:
        raise TextNotFound(
            f"{place.path} does not hold {old!r}{_other_case(text, old)}; cat shows what it says."
        )
    _say(state, place, text.replace(old, new))
    return Replaced(path=place.path, name=place.name, replaced=count)


def truncate(
    state: FileState,
    path: FilePath,
    lines: Annotated[int, arg("How many lines to keep.", ge=0, le=1000)],
) -> Truncated:
    """Cuts a text file off after its first lines."""
    place = _writable_text(state, path, rights.READ | rights.WRITE)
    every = lines_of(text_of(place))
    if len(every) <= lines:
        raise AlreadyShorter(
            f"{place.path} has {len(every)} lines, so nothing is to be cut off after {lines}; "
            "keep fewer."
        )
    _say(state, place, joined(every[:lines]))
    return Truncated(path=place.path, name=place.name, removed_lines=len(every) - lines)


def _create(state: FileState, parent: Place, name: str, text: str) -> Place:
    tree.require_addable(state, parent, name)
    body = Text(text=text)
    space.require_room(state, parent.node.volume, state.user, space.size_of(body))
    node = tree.new_node(state, parent, kind="file", mode=tree.FILE_MODE, body=body)
    return tree.add(state, parent, name, node)


def _writable_text(state: FileState, path: str, bits: int) -> Place:
    """Returns a text file on which the user has these bits."""
    place = paths.file_at(state, path)
    rights.require_changeable(state, place.node, place.path)
    rights.require(state, place.node, place.path, bits)
    text_of(place)
    return place


def _say(state: FileState, place: Place, text: str) -> FileChange:
    """Gives a file its new text, as far as there is room for it."""
    node = place.node
    body = Text(text=text)
    space.require_room(state, node.volume, node.owner, space.size_of(body) - node.size)
    changed = tree.set_body(state, node.id, body)
    return FileChange(path=place.path, name=place.name, size_bytes=changed.size)


def _other_case(text: str, old: str) -> str:
    at = text.casefold().find(old.casefold())
    return f", only {text[at : at + len(old)]!r}" if at >= 0 else ""
