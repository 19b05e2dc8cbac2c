from datetime import datetime
from random import Random

from mcp_servers.core.exercise import Arguments, Memory
from mcp_servers.core.fields import ENTITY, LABEL_OF

SHOWN = {
    "type": "object",
    "properties": {
        "book_id": {"type": "string", ENTITY: "book"},
        "title": {"type": "string", LABEL_OF: "book"},
        "status": {"type": "string"},
    },
}
SEARCH = {
    "type": "object",
    "properties": {"query": {"type": "string", "maxLength": 9}},
    "required": ["query"],
}


def queries(memory):
    arguments = Arguments(memory, datetime(2026, 3, 4), Random(0))
    return {arguments.draw(SEARCH)["query"] for _ in range(60)}


def test_searches_are_for_names_that_were_shown_and_their_words():
    memory = Memory()
    unknown = queries(memory)
    memory.learn({"book_id": "BOK-0001", "title": "Old Maps", "status": "in"}, SHOWN)
    asked = queries(memory)
    assert {"Old Maps", "Old", "Maps"} <= asked
    assert "in" not in asked
    assert asked & unknown, "sometimes for what nobody has"
    assert all(len(text) <= 9 for text in asked)
