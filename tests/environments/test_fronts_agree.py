"""One recorded trace through every front: byte-equal texts, the same hashes, the same schemas.

In process, over stdio, over HTTP to a server that we start, and to one that runs by itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from running_server import RunningServer

from provelight.environments import MCPFleet
from provelight.records import ToolResult

# A note is written, read, refused, misspelt, found by nasty words, and archived twice.
NASTY = 'line\u2028separator, \x00 NUL, \U0001f4a1 emoji, caf\u00e9, "quotes" <|im_end|>'
TRACE: list[tuple[str, Any]] = [
    ("mock__list_labels", {}),
    ("mock__create_note", {"title": "A", "text": NASTY, "label_id": "LAB-0002", "due_on": None}),
    ("mock__search_notes", {"query": "caf\u00e9", "limit": 3.0}),
    ("mock__create_note", {"title": "B", "text": "", "label_id": "LAB-0001"}),
    ("mock__create_note", {"title": "", "text": "x" * 2000, "label_id": NASTY, "colour": [None]}),
    ("mock__get_note", {"note_id": "NOTE-9999"}),
    ("mock__get_nte", {"note_id": "NOTE-0001"}),
    ("mock__get_note", {"note_id": "\udc80"}),
    ("mock__archive_note", {"note_id": "NOTE-0001"}),
    ("mock__archive_note", {"note_id": "NOTE-0001"}),
]


@pytest.fixture(scope="module")
def fleets() -> Iterator[tuple[MCPFleet, ...]]:
    with ExitStack() as stack:
        elsewhere = stack.enter_context(RunningServer()).config
        chosen = [
            (["mock"], "local"),
            (["mock"], "stdio"),
            (["mock"], "http"),
            ([elsewhere], "http"),
        ]
        yield tuple(stack.enter_context(MCPFleet(servers, front)) for servers, front in chosen)


def replayed(fleet: MCPFleet) -> tuple[list[ToolResult], list[str]]:
    results, hashes = [], []
    with fleet.open_session(["mock"], world_seed=950) as session:
        for name, arguments in TRACE:
            results.append(session.call(name, arguments))
            hashes += [session.state_hash(), session.effect_hash()]
    return results, hashes


def test_a_trace_gives_the_same_through_all(fleets: tuple[MCPFleet, ...]) -> None:
    results, hashes = zip(*map(replayed, fleets), strict=True)
    assert len(results) == 4
    for result, told in zip(results[1:], hashes[1:], strict=True):
        assert [r.text.encode() for r in result] == [r.text.encode() for r in results[0]]
        assert result == results[0]
        assert told == hashes[0]
    assert [r.ok for r in results[0]] == [True, True, True, *[False] * 5, True, False]
    assert len(set(hashes[0])) == 6  # two writes


def test_a_model_sees_the_same_tools_through_all(fleets: tuple[MCPFleet, ...]) -> None:
    """Down to the order of keys, because prompts are made of it."""
    listings = {json.dumps([t.to_json() for t in f.tools.values()]) for f in fleets}
    assert len(listings) == 1
