"""Tools that read files: cat, head, tail, wc, sort, uniq, diff, checksum."""

from __future__ import annotations

import hashlib
from collections import Counter
from difflib import unified_diff
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import page
from mcp_servers.filesystem.rows import FilePath, Offset
from mcp_servers.filesystem.state import FileState, Text
from mcp_servers.filesystem.texts import lines_of, read_text, readable_file

CAT_LINES, DIFF_LINES, UNIQ_ROWS = 30, 20, 8

Lines = Annotated[int, arg("How many lines.", ge=1, le=30)]


class Content(Output):
    """Result of cat."""

    text: Annotated[str, out("What the file says.")]
    lines: Annotated[int, out("How many lines the file has.")]
    next_offset: Annotated[int | None, out("Line to go on from, if there is more.")] = None


class Part(Output):
    """Result of head and tail."""

    text: Annotated[str, out("The lines.")]
    lines: Annotated[int, out("How many lines the file has.")]


class Sorted(Output):
    """Result of sort."""

    text: Annotated[str, out("The lines in order.")]
    next_offset: Annotated[int | None, out("Line to go on from, if there is more.")] = None


class Counts(Output):
    """Result of wc."""

    lines: Annotated[int, out("Lines.")]
    words: Annotated[int, out("Words.")]
    characters: Annotated[int, out("Characters.")]


class LineCount(Output):
    """A line and how often it occurs."""

    count: Annotated[int, out("How often it occurs.")]
    line: Annotated[str, out("The line.")]


class LineCounts(Output):
    """Result of uniq."""

    rows: Annotated[list[LineCount], out("Different lines, most frequent first.")]
    total: Annotated[int, out("How many different lines there are.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class Difference(Output):
    """Result of diff."""

    identical: Annotated[bool, out("True where both say the same.")]
    changes: Annotated[str | None, out("Lines only in path (-) or only in other (+).")] = None
    more: Annotated[int | None, out("How many further changes there are, if any.")] = None


class Digest(Output):
    """Result of checksum."""

    sha256: Annotated[str, out("SHA-256 digest in hex.")]


def cat(state: FileState, path: FilePath, offset: Offset = 0) -> Content:
    """Reads a text file, 30 lines a page."""
    lines = lines_of(read_text(state, path))
    rows, next_offset = page(lines, offset, CAT_LINES)
    return Content(text="\n".join(rows), lines=len(lines), next_offset=next_offset)


def head(state: FileState, path: FilePath, lines: Lines = 3) -> Part:
    """Reads the first lines of a text file."""
    every = lines_of(read_text(state, path))
    return Part(text="\n".join(every[:lines]), lines=len(every))


def tail(state: FileState, path: FilePath, lines: Lines = 3) -> Part:
    """Reads the last lines of a text file."""
    every = lines_of(read_text(state, path))
    return Part(text="\n".join(every[-lines:]), lines=len(every))


def wc(state: FileState, path: FilePath) -> Counts:
    """Counts the lines, words and characters of a text file."""
    text = read_text(state, path)
    return Counts(lines=len(lines_of(text)), words=len(text.split()), characters=len(text))


def sort(
    state: FileState,
    path: FilePath,
    reverse: Annotated[bool, arg("Last first.")] = False,
    offset: Offset = 0,
) -> Sorted:
    """Shows the lines of a text file in alphabetical order; the file stays as it is."""
    lines = sorted(lines_of(read_text(state, path)), reverse=reverse)
    rows, next_offset = page(lines, offset, CAT_LINES)
    return Sorted(text="\n".join(rows), next_offset=next_offset)


def uniq(state: FileState, path: FilePath, offset: Offset = 0) -> LineCounts:
    """Counts how often each line of a text file occurs, most frequent first."""
    counted = Counter(lines_of(read_text(state, path))).most_common()
    rows, next_offset = page(counted, offset, UNIQ_ROWS)
    return LineCounts(
        rows=[LineCount(count=count, line=line) for line, count in rows],
        total=len(counted),
        next_offset=next_offset,
    )


def diff(
    state: FileState,
    path: Annotated[str, arg("Path of the first file.", entity="file", min_length=1)],
    other: Annotated[str, arg("Path of the second file.", entity="file", min_length=1)],
) -> Difference:
    """Compares two text files line by line."""
    before, after = (lines_of(read_text(state, p)) for p in (path, other))
    changes = list(unified_diff(before, after, n=0, lineterm=""))
    # The first two lines are the names, `@@` the positions.
    told = [line for line in changes[2:] if not line.startswith("@@")]
    return Difference(
        identical=not told,
        changes="\n".join(told[:DIFF_LINES]) or None,
        more=max(0, len(told) - DIFF_LINES) or None,
    )


def checksum(state: FileState, path: FilePath) -> Digest:
    """Computes the SHA-256 of any file; files with the same contents have the same."""
    body = readable_file(state, path).node.body
    content = body.text if isinstance(body, Text) else repr(body)
    return Digest(sha256=hashlib.sha256(content.encode()).hexdigest())
