"""Tools on archives: create_archive, list_archive, extract_archive."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import page
from mcp_servers.filesystem import copying, paths, space, tree
from mcp_servers.filesystem.failures import NotAnArchive
from mcp_servers.filesystem.paths import Place
from mcp_servers.filesystem.rows import (
    DirectoryChange,
    Here,
    Offset,
    directory_change,
)
from mcp_servers.filesystem.state import FileState, Member, Packed
from mcp_servers.filesystem.texts import readable_file
from mcp_servers.filesystem.writing import name_of

MEMBER_PAGE = 10
ARCHIVE_NAMES = ("backup.tar.gz", "handover.tar.gz", "snapshot.tar.gz", "to-send.tar.gz")

ArchivePath = Annotated[str, arg("Path of the archive.", entity="archive", min_length=1)]


class ArchiveMade(Output):
    """Result of create_archive."""

    path: Annotated[str, out("Path of the archive.", entity="archive")]
    name: Annotated[str, out("Name of the archive.", label_of="archive")]
    size_bytes: Annotated[int, out("Its size in bytes.")]
    members: Annotated[int, out("How many files and directories it holds.")]


class MemberRow(Output):
    """What an archive holds."""

    member: Annotated[str, out("Path inside the archive.")]
    size_bytes: Annotated[int | None, out("Size when extracted, for a file.")] = None


class Members(Output):
    """Result of list_archive."""

    members: Annotated[list[MemberRow], out("Directories and files in it.")]
    total: Annotated[int, out("How many there are.")]
    extracted_bytes: Annotated[int, out("What all of it takes when extracted.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class Extracted(DirectoryChange):
    """Result of extract_archive."""

    files: Annotated[int, out("How many files are in it.")]


def create_archive(
    state: FileState,
    source: Annotated[str, arg("Directory to pack.", entity="directory", min_length=1)],
    into: Here = None,
    name: Annotated[
        str | None, name_of("Name of the archive; by default that of the source.", ARCHIVE_NAMES)
    ] = None,
) -> ArchiveMade:
    """Packs a directory with all that is in it into a new archive."""
    top = paths.directory_at(state, source)
    target = paths.directory_at(state, into)
    name = name or f"{top.name or 'root'}.tar.gz"
    tree.require_addable(state, target, name)
    members = _members(copying.readable_tree(state, top))
    body = Packed(members=members)
    space.require_room(state, target.node.volume, state.user, space.size_of(body))
    node = tree.new_node(state, target, kind="file", mode=tree.FILE_MODE, body=body)
    made = tree.add(state, target, name, node)
    return ArchiveMade(path=made.path, name=name, size_bytes=made.node.size, members=len(members))


def list_archive(state: FileState, path: ArchivePath, offset: Offset = 0) -> Members:
    """Lists what an archive holds, without extracting it."""
    members = _packed(readable_file(state, path)).members
    rows, next_offset = page(members, offset, MEMBER_PAGE)
    return Members(
        members=[
            MemberRow(member=m.path, size_bytes=space.size_of(m.body) if m.body else None)
            for m in rows
        ],
        total=len(members),
        extracted_bytes=sum(space.size_of(m.body) for m in members),
        next_offset=next_offset,
    )


def extract_archive(state: FileState, path: ArchivePath, into: Here = None) -> Extracted:
    """Unpacks an archive: the directory that it holds is made anew inside a directory."""
    members = _packed(readable_file(state, path)).members
    target = paths.directory_at(state, into)
    top = members[0].path
    tree.require_addable(state, target, top, "give another directory, or rename that one first")
    more = sum(space.size_of(m.body) for m in members)
    space.require_room(state, target.node.volume, state.user, more)
    made = {"": target}
    for member in members:
        made[member.path] = _unpack(state, member, made)
    for member in members:
        # Filling a directory has marked it as changed; the archive knows better.
        state.nodes.update(made[member.path].node.id, modified=member.modified)
    change = directory_change(made[top])
    files = sum(m.kind != "directory" for m in members)
    return Extracted(path=change.path, name=change.name, files=files)


def _members(places: list[Place]) -> tuple[Member, ...]:
    top = places[0]
    cut, name = len(top.path.rstrip("/")), top.name or "root"
    return tuple(
        Member(
            path=name if place is top else f"{name}/{place.path[cut + 1 :]}",
            kind=place.node.kind,
            mode=place.node.mode,
            modified=place.node.modified,
            body=place.node.body,
            target=place.node.target,
        )
        for place in places
    )


def _packed(place: Place) -> Packed:
    if not isinstance(place.node.body, Packed):
        raise NotAnArchive(
            f"{place.path} is no archive; find with *.tar.gz looks for archives, cat reads text."
        )
    return place.node.body


def _unpack(state: FileState, member: Member, made: dict[str, Place]) -> Place:
    directory, _, name = member.path.rpartition("/")
    node = tree.new_node(
        state,
        made[directory],
        kind=member.kind,
        mode=member.mode,
        body=member.body,
        target=member.target,
    )
    return tree.add(state, made[directory], name, node)
