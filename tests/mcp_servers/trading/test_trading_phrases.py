"""How people ask their broker: many ways for each tool, by names and never by ids."""

from __future__ import annotations

import re

from mcp_servers.core.catalog import phrases
from mcp_servers.core.check_phrases import PHRASE_RULES
from mcp_servers.core.subject import Subject
from mcp_servers.trading.tools import server


def test_phrases_conform():
    subject = Subject(server, phrases("trading"), ())
    assert [fault for rule in PHRASE_RULES for fault in rule(subject)] == []


def test_every_tool_can_be_asked_for_in_eight_ways():
    texts = phrases("trading")["tools"]
    assert set(texts) == set(server.tools)
    assert {len(ways) for ways in texts.values()} == {8}


def test_nobody_says_an_id():
    for section in ("tools", "follow_ups"):
        for ways in phrases("trading")[section].values():
            for text in ways:
                assert not re.search(r"_id\}|\{symbol\}|[A-Z]{3}-\d", text), text


def test_each_phrase_names_every_entity_that_is_needed():
    for name, ways in phrases("trading")["tools"].items():
        schema = server.tools[name].spec.parameters
        for text in ways:
            for key in schema.get("required", ()):
                entity = schema["properties"][key].get("x-provelight-entity")
                assert not entity or f"{{{entity}." in text, (key, text)
