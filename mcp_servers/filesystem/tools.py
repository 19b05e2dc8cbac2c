"""The tools of the filesystem server: which there are, which of them write, how each may fail.

One session is one user at one machine. Paths are absolute, or relative to the working directory;
results give absolute ones. The functions stand in the modules by what they do.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.filesystem import (
    looking,
    moving,
    owning,
    packing,
    reading,
    removing,
    searching,
    writing,
)
from mcp_servers.filesystem.failures import (
    AlreadyExists,
    AlreadyShorter,
    AlreadyThere,
    CrossVolume,
    DirectoryInUse,
    DirectoryNotEmpty,
    IntoItself,
    IsADirectory,
    NotAnArchive,
    NotGroupMember,
    NothingToEmpty,
    NotOwner,
    NotText,
    OriginalPlaceGone,
    QuotaExceeded,
    ReadOnlyVolume,
    StickyDirectory,
    TextNotFound,
)
from mcp_servers.filesystem.paths import PATH_ERRORS
from mcp_servers.filesystem.space import QUOTA_ERRORS
from mcp_servers.filesystem.state import FileState
from mcp_servers.filesystem.texts import READ_ERRORS, TEXT_ERRORS
from mcp_servers.filesystem.world import make_world

server = ToolServer(
    "filesystem",
    title="Files",
    instructions=(
        "The files of one user on a POSIX machine: home, a volume shared with colleagues, and a "
        "read-only backup. Paths come from ls, find, tree and grep; relative ones start from the "
        "working directory, ~ is the home."
    ),
    state=FileState,
    make_world=make_world,
)

_CHANGE = (*PATH_ERRORS, ReadOnlyVolume)
_REMOVE = (*_CHANGE, DirectoryInUse, StickyDirectory)
_CHANGE_TEXT = (*_CHANGE, IsADirectory, NotText)
_UNPACK = (*READ_ERRORS, NotAnArchive)

server.read(looking.pwd)
server.write(raises=PATH_ERRORS)(looking.cd)
server.read(raises=PATH_ERRORS)(looking.ls)
server.read(raises=PATH_ERRORS)(looking.tree)
server.read(raises=PATH_ERRORS)(looking.stat)
server.read(raises=PATH_ERRORS)(looking.du)
server.read(looking.df)
server.read(raises=PATH_ERRORS)(searching.find)
server.read(raises=PATH_ERRORS)(searching.grep)

server.read(raises=TEXT_ERRORS)(reading.cat)
server.read(raises=TEXT_ERRORS)(reading.head)
server.read(raises=TEXT_ERRORS)(reading.tail)
server.read(raises=TEXT_ERRORS)(reading.wc)
server.read(raises=TEXT_ERRORS)(reading.sort)
server.read(raises=TEXT_ERRORS)(reading.uniq)
server.read(raises=TEXT_ERRORS)(reading.diff)
server.read(raises=READ_ERRORS)(reading.checksum)

server.write(idempotent=True, raises=_CHANGE)(writing.touch)
server.write(raises=(*_CHANGE, AlreadyExists))(writing.mkdir)
server.write(destructive=True, idempotent=True, raises=(*_CHANGE, IsADirectory, *QUOTA_ERRORS))(
    writing.write
)
server.write(raises=(*_CHANGE_TEXT, *QUOTA_ERRORS))(writing.append)
server.write(destructive=True, raises=(*_CHANGE_TEXT, TextNotFound, *QUOTA_ERRORS))(writing.replace)
server.write(destructive=True, raises=(*_CHANGE_TEXT, AlreadyShorter))(writing.truncate)

server.write(
    destructive=True,
    raises=(*_REMOVE, AlreadyThere, IntoItself, AlreadyExists, *QUOTA_ERRORS),
)(moving.mv)
server.write(raises=(*_REMOVE, AlreadyExists))(moving.rename)
server.write(
    destructive=True,
    raises=(*_CHANGE, IsADirectory, IntoItself, AlreadyExists, *QUOTA_ERRORS),
)(moving.cp)
server.write(raises=(*_CHANGE, IsADirectory, CrossVolume, AlreadyExists))(moving.ln)

server.write(destructive=True, raises=(*_REMOVE, IsADirectory))(removing.rm)
server.write(raises=(*_REMOVE, DirectoryNotEmpty))(removing.rmdir)
server.write(raises=_REMOVE)(removing.trash)
server.read(removing.list_trash)
server.write(raises=(*_CHANGE, AlreadyExists, CrossVolume, OriginalPlaceGone))(removing.restore)
server.write(destructive=True, raises=(NothingToEmpty,))(removing.empty_trash)

server.write(idempotent=True, raises=(*_CHANGE, NotOwner))(owning.chmod)
server.write(raises=(*_CHANGE, NotOwner, NotGroupMember, QuotaExceeded))(owning.chown)
server.read(owning.list_users)
server.read(owning.list_groups)

server.write(raises=(*_CHANGE, AlreadyExists, *QUOTA_ERRORS))(packing.create_archive)
server.read(raises=_UNPACK)(packing.list_archive)
server.write(raises=(*_UNPACK, ReadOnlyVolume, AlreadyExists, *QUOTA_ERRORS))(
    packing.extract_archive
)
