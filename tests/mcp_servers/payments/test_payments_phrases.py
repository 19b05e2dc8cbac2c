"""How people ask their payment processor: many ways for each tool, by names and never by ids."""

from __future__ import annotations

import re

from mcp_servers.core.catalog import phrases
from mcp_servers.core.check_phrases import PHRASE_RULES
from mcp_servers.core.subject import Subject
from mcp_servers.payments.tools import server


def test_phrases_conform():
    subject = Subject(server, phrases("payments"), ())
    assert [fault for rule in PHRASE_RULES for fault in rule(subject)] == []


def test_every_tool_can_be_asked_for_in_eight_ways():
    texts = phrases("payments")["tools"]
    assert set(texts) == set(server.tools)
    assert {len(ways) for ways in texts.values()} == {8}


def test_nobody_says_an_id():
    for section in ("tools", "follow_ups"):
        for ways in phrases("payments")[section].values():
            for text in ways:
                assert not re.search(r"_id\}|[A-Z]{3}-\d", text), text


# People name a payment by the invoice that it was for; get_invoice shows it.
TOLD_BY = {"payment": "invoice"}


def test_each_phrase_names_every_entity_that_is_needed():
    for name, ways in phrases("payments")["tools"].items():
        schema = server.tools[name].spec.parameters
        for text in ways:
            for key in schema.get("required", ()):
                entity = schema["properties"][key].get("x-provelight-entity")
                told_by = TOLD_BY.get(entity, entity)
                assert not entity or f"{{{told_by}." in text, (key, text)
