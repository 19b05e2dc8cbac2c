"""Why the file system refuses a call that is well formed: one type for each rule.

Every message names the path, what stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class PermissionDenied(StateError):
    """The mode of a file or directory does not let the user do this (EACCES)."""

    type = "permission_denied"


class StickyDirectory(StateError):
    """In a sticky directory only the owner of an entry may remove or rename it (EPERM)."""

    type = "sticky_directory"


class NotOwner(StateError):
    """Only the owner changes mode, owner or group (EPERM)."""

    type = "not_owner"


class NotGroupMember(StateError):
    """A file can only be given to a group that its owner belongs to (EPERM)."""

    type = "not_group_member"


class ReadOnlyVolume(StateError):
    """The volume is mounted read-only (EROFS)."""

    type = "read_only_volume"


class QuotaExceeded(StateError):
    """The owner would own more bytes than the quota allows (EDQUOT)."""

    type = "quota_exceeded"


class NoSpaceLeft(StateError):
    """The volume is full (ENOSPC)."""

    type = "no_space_left"


class NotADirectory(StateError):
    """A directory is needed and the path leads to something else (ENOTDIR)."""

    type = "not_a_directory"


class IsADirectory(StateError):
    """A file is needed and the path leads to a directory (EISDIR)."""

    type = "is_a_directory"


class NotText(StateError):
    """The file holds no text."""

    type = "not_text"


class NotAnArchive(StateError):
    """The file is no archive."""

    type = "not_an_archive"


class AlreadyExists(StateError):
    """The name is taken in that directory (EEXIST)."""

    type = "already_exists"


class AlreadyThere(StateError):
    """The file lies in that directory already."""

    type = "already_there"


class DirectoryNotEmpty(StateError):
    """The directory holds something (ENOTEMPTY)."""

    type = "directory_not_empty"


class DirectoryInUse(StateError):
    """The directory is a mount point or holds the working directory (EBUSY)."""

    type = "directory_in_use"


class IntoItself(StateError):
    """A directory cannot go into itself or below itself (EINVAL)."""

    type = "into_itself"


class LinkLoop(StateError):
    """Symbolic links lead round in a circle (ELOOP)."""

    type = "link_loop"


class CrossVolume(StateError):
    """The two places are on different volumes (EXDEV)."""

    type = "cross_volume"


class TextNotFound(StateError):
    """The file does not hold the text that is to be replaced."""

    type = "text_not_found"


class AlreadyShorter(StateError):
    """The file has no more lines than are to be kept."""

    type = "already_shorter"


class OriginalPlaceGone(StateError):
    """The directory that a trashed file came from is no more."""

    type = "original_place_gone"


class NothingToEmpty(StateError):
    """The trash holds nothing that could be deleted."""

    type = "nothing_to_empty"
