"""How people ask the bank: many ways for each tool, by names and never by ids."""

from __future__ import annotations

import re

from mcp_servers.banking.tools import server
from mcp_servers.core.catalog import phrases
from mcp_servers.core.check_phrases import PHRASE_RULES
from mcp_servers.core.subject import Subject

LOOK_UPS = {"list_accounts", "list_cards", "list_payees"}


def test_phrases_conform():
    subject = Subject(server, phrases("banking"), ())
    assert [fault for rule in PHRASE_RULES for fault in rule(subject)] == []


def test_all_but_the_look_ups_can_be_asked_for_in_eight_ways():
    texts = phrases("banking")["tools"]
    assert set(texts) == set(server.tools) - LOOK_UPS
    assert {len(ways) for ways in texts.values()} == {8}


def test_nobody_says_an_id():
    for section in ("tools", "follow_ups"):
        for ways in phrases("banking")[section].values():
            for text in ways:
                assert not re.search(r"_id\}|[A-Z]{3}-\d", text), text


def test_each_phrase_names_every_entity_that_no_look_up_determines():
    for name, ways in phrases("banking")["tools"].items():
        schema = server.tools[name].spec.parameters
        for text in ways:
            for key in schema.get("required", ()):
                prop = schema["properties"][key]
                entity = prop.get("x-provelight-entity")
                if entity and not prop.get("x-provelight-sensitive"):
                    assert f"{{{entity}." in text or f"{{{key}:{entity}." in text, (key, text)
