"""How people ask for files: many ways for each tool, by names and never by paths."""

from __future__ import annotations

import re

from mcp_servers.core.catalog import phrases
from mcp_servers.core.check_phrases import PHRASE_RULES
from mcp_servers.core.subject import Subject
from mcp_servers.filesystem.tools import server
from provelight.synthesis.answers import check_slots
from provelight.synthesis.phrases import read_phrases
from provelight.synthesis.signatures import read_signature

LOOK_UPS = {"list_users", "list_groups"}
SECTIONS = ("tools", "follow_ups")


def texts():
    words = phrases("filesystem")
    return [
        (tool, t) for section in SECTIONS for tool, ways in words[section].items() for t in ways
    ]


def test_phrases_conform():
    subject = Subject(server, phrases("filesystem"), ())
    assert [fault for rule in PHRASE_RULES for fault in rule(subject)] == []


def test_synthesis_can_read_phrases_and_answers():
    signatures = {name: read_signature(tool.spec) for name, tool in server.tools.items()}
    assert len(read_phrases(phrases("filesystem"), signatures)) == len(texts())
    check_slots(phrases("filesystem")["answers"], signatures)


def test_all_but_the_look_ups_can_be_asked_for_in_six_ways():
    ways = phrases("filesystem")["tools"]
    assert set(ways) == set(server.tools) - LOOK_UPS
    assert min(map(len, ways.values())) >= 6
    assert set(phrases("filesystem")["answers"]) == set(ways)


def test_nobody_says_a_path_or_an_id():
    for tool, text in texts():
        assert not re.search(r"\.path\}|_id\}|login|/\w", text.replace("login are", "")), (
            tool,
            text,
        )


def test_names_are_never_the_first_word():
    # The first letter of a sentence may be turned into a capital, and `plan.txt` is not `Plan.txt`.
    assert [t for _, t in texts() if t.startswith("{")] == []
    for given in phrases("filesystem")["answers"].values():
        for answer in [given] if isinstance(given, str) else given:
            assert not re.match(r"\{(name|\w+\.name)\}", answer)
