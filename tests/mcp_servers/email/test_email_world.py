"""Generated worlds: sound, repeatable, short to read, with names that need a look."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from email_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World
from mcp_servers.email import mail
from mcp_servers.email.state import MOST_SENT, EmailState
from mcp_servers.email.tools import server
from mcp_servers.email.world import make_world

SEEDS = range(0, 1100, 50)


@pytest.fixture(scope="module")
def worlds() -> list[EmailState]:
    return [make_world(World(seed, "email")) for seed in SEEDS]


def test_worlds_are_sound_and_nothing_lies_ahead(worlds):
    for state in worlds:
        check_invariants(state)
        now = mail.minute(state.now)
        assert all(message.sent_at <= now for message in state.messages)
        assert all(draft.saved_at <= now for draft in state.drafts)


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "email"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_sizes(worlds):
    for state in worlds:
        assert len(state.contacts) >= 20
        assert len(state.threads) >= 45
        assert len(state.messages) >= 70
        assert len(state.drafts) >= 10
        assert len(state.files) >= 15
        folders = Counter(thread.folder for thread in state.threads)
        assert folders["inbox"] >= 10
        assert folders["archive"] >= 10
        assert folders["spam"] == 3


def test_names_need_a_look(worlds):
    for state in worlds:
        people = Counter(contact.name for contact in state.contacts)
        assert sum(n > 1 for n in people.values()) == 3
        last = Counter(name.split()[-1] for name in people)
        assert sum(n > 1 for n in last.values()) >= 3
        beginnings = Counter(thread.subject.split()[0] for thread in state.threads)
        assert sum(n > 1 for n in beginnings.values()) >= 10


def test_little_is_left_of_the_limit_in_some_worlds(worlds):
    left = [MOST_SENT - mail.sent_lately(state) for state in worlds]
    low = sum(n <= 2 for n in left)
    assert len(worlds) // 8 <= low <= len(worlds) * 3 // 4
    assert max(left) >= 12


def test_look_ups_are_short(worlds):
    for state in worlds[::5]:
        sizes = [len(to_text(server.tool(t).call(state, {}))) for t in ("list_threads",)]
        sizes.append(len(to_text(server.tool("list_drafts").call(state, {}))))
        query = {"query": "a"}
        sizes += [
            len(to_text(server.tool(t).call(state, query)))
            for t in ("search_messages", "search_contacts")
        ]
        assert max(sizes) < 1_300
        for message in list(state.messages)[::7]:
            ids = {"message_id": message.id}
            assert len(to_text(server.tool("get_message").call(state, ids))) < 900


def test_everything_new_shares_no_name():
    old = make_world(World(1001, "email"))
    new = make_world(World(1001, "email", everything_new=True))
    used = {word for contact in old.contacts for word in contact.name.split()}
    fresh = {c.name.split()[0] for c in new.contacts if not c.automated}
    assert not used & fresh
    assert json.dumps(old.owner_name) != json.dumps(new.owner_name)
