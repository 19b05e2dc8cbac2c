"""`provelight score FILE.jsonl`: the reward of recorded calls, without a model or a server.

    provelight score calls.jsonl > rewards.jsonl

Each row is `{"id", "tools": [OpenAI schemas], "ground_truth": [{"id", "name", "arguments",
"after": [ids]}], "calls": [{"name", "arguments", "ok"}]}`; `ok` says whether live execution
succeeded, and a call that could not be read has `"name": null`. Each line printed is `{"id",
"validity", "coverage", "efficiency", "name", "argument", "total"}`, with the paper's weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from provelight.records import Json

if TYPE_CHECKING:
    from provelight.rewards import ProveReward


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `provelight score` to the command line."""
    parser = subparsers.add_parser(
        "score",
        help="rewards of recorded calls",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE.jsonl", help="the rows to score, one JSON a line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Scores every row of the file, in order, and returns the exit status.

    0: all rows were scored. 1: some could not be; each is named with its line on standard error
    and the others are scored all the same. 2: the file cannot be read.
    """
    from provelight.rewards import ProveReward

    try:
        lines = open(args.file, "rb")  # noqa: SIM115 (closed below; apart, to know whose error it is)
    except OSError as error:
        print(f"provelight score: {args.file}: {error.strerror}", file=sys.stderr)
        return 2
    reward = ProveReward()
    with lines:
        bad = _score_lines(lines, args.file, reward)
    if reward.greedy_alignments:
        print(
            f"provelight score: {reward.greedy_alignments} rows were too large to align exactly "
            "and were aligned greedily",
            file=sys.stderr,
        )
    return 1 if bad else 0


def _score_lines(lines: Iterable[bytes], file: str, reward: ProveReward) -> int:
    """Prints a score for each line and returns how many could not be scored."""
    bad = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                print(json.dumps(_score_line(line, reward)))
            except (ValueError, RecursionError) as error:
                bad += 1
                print(f"{file}:{number}: {error}", file=sys.stderr)
    return bad


def _score_line(line: bytes, reward: ProveReward) -> dict[str, Json]:
    from provelight.rewards.rows import read_row

    try:
        value = json.loads(line)
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from error
    row = read_row(value)
    breakdown = reward.score(row.case)
    parts = {part: getattr(breakdown, part) for part in breakdown.PARTS}
    return {"id": row.id, **parts, "total": breakdown.total}
