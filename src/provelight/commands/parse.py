"""`provelight parse FILE.jsonl --format F`: the tool calls in what a model wrote.

    provelight parse answers.jsonl --format hermes > calls.jsonl

Each row is `{"id", "text", "tools"?}`: `text` is one assistant message, `tools` the OpenAI schemas
on offer. Each line printed is `{"id", "calls": [{"name", "arguments"}], "errors": [text],
"content": text}`: the calls that could be read, in order; what was wrong with each of the others;
and the text around them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

from provelight.records import Json
from provelight.rollout.formats import FORMATS, ToolCallFormat, get_format


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `provelight parse` to the command line."""
    parser = subparsers.add_parser(
        "parse",
        help="tool calls in model output",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE.jsonl", help="the rows to parse, one JSON a line")
    parser.add_argument(
        "--format",
        choices=sorted(FORMATS),
        default="hermes",
        help="how the model writes calls (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Parses every row of the file, in order, and returns the exit status.

    0: all rows were parsed, whatever their text. 1: some are no such rows; each is named with its
    line on standard error and the others are parsed all the same. 2: the file cannot be read.
    """
    try:
        lines = open(args.file, "rb")  # noqa: SIM115 (closed below; apart, to know whose error it is)
    except OSError as error:
        print(f"provelight parse: {args.file}: {error.strerror}", file=sys.stderr)
        return 2
    with lines:
        return 1 if _parse_lines(lines, args.file, get_format(args.format)) else 0


def _parse_lines(lines: Iterable[bytes], file: str, tool_format: ToolCallFormat) -> int:
    """Prints the calls of each line and returns how many lines could not be read."""
    bad = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                print(json.dumps(_parse_line(line, tool_format)))
            except (ValueError, RecursionError) as error:
                bad += 1
                print(f"{file}:{number}: {error}", file=sys.stderr)
    return bad


def _parse_line(line: bytes, tool_format: ToolCallFormat) -> dict[str, Json]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from error
    if not isinstance(row, dict) or "id" not in row:
        raise ValueError('a row is an object with "id" and "text"')
    if not isinstance(row.get("text"), str):
        raise ValueError(f'row {row["id"]!r}: "text" has to be a string')
    parsed = tool_format.parse(row["text"], row.get("tools"))
    return {
        "id": row["id"],
        "calls": [
            {"name": call.name, "arguments": call.arguments}
            for call in parsed.calls
            if call.error is None
        ],
        "errors": list(parsed.errors),
        "content": parsed.content,
    }
