"""Generated worlds: sound, repeatable, short to read, with names that need a look."""

from __future__ import annotations

from collections import Counter

import pytest
from team_chat_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.tools import to_text
from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.team_chat.state import MOST_PINS, ChatState
from mcp_servers.team_chat.tools import server
from mcp_servers.team_chat.world import make_world

SEEDS = range(0, 1100, 50)


@pytest.fixture(scope="module")
def worlds() -> list[ChatState]:
    return [make_world(World(seed, "team_chat")) for seed in SEEDS]


def test_worlds_are_sound_and_nothing_lies_ahead(worlds):
    for state in worlds:
        check_invariants(state)
        assert all(message.at < minute(state.now) for message in state.messages)


def test_writers_are_members_and_mentions_stay_inside(worlds):
    for state in worlds:
        for message in state.messages:
            inside = {m.user_id: m for m in state.memberships.where(channel_id=message.channel_id)}
            channel = state.channels.require(message.channel_id)
            assert {message.author, *message.mentions} <= inside.keys()
            assert inside[message.author].manager or message.root or not channel.announcements


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "team_chat"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_sizes(worlds):
    for state in worlds:
        assert len(state.users) >= 22
        assert len(state.channels) == 24
        assert 120 <= len(state.messages) <= 300
        assert len(state.reactions) >= 60
        assert len(state.pins) >= 15


def test_me_is_in_some_channels_of_each_kind(worlds):
    for state in worlds:
        own = [
            state.channels.require(m.channel_id) for m in state.memberships.where(user_id=state.me)
        ]
        assert sum(channel.private for channel in own) == 3
        assert sum(channel.archived for channel in own) == 2
        assert len(own) == 14
        managed = state.memberships.where(user_id=state.me, manager=True)
        assert 4 <= len(managed) <= 5
        pins = Counter(pin.channel_id for pin in state.pins)
        assert any(pins[channel.id] == MOST_PINS for channel in own)


def test_names_need_a_look(worlds):
    for state in worlds:
        last = Counter(user.name.split()[-1] for user in state.users)
        assert sum(n > 1 for n in last.values()) >= 3
        kinds = Counter(channel.name.rpartition("-")[0] for channel in state.channels)
        assert kinds["project"] + sum(k.startswith("project-") for k in kinds) >= 5
        openings = Counter(m.text.split()[0] for m in state.messages if m.root is None)
        assert max(openings.values()) >= 5


def test_look_ups_are_short(worlds):
    for state in worlds[::5]:

        def size(tool, state=state, **arguments):
            return len(to_text(server.tool(tool).call(state, arguments)))

        sizes = [size("list_channels"), size("search_messages", query="a")]
        sizes.append(size("search_users", query="e"))
        public = [c.id for c in state.channels if not c.private]
        sizes += [size("list_messages", channel_id=id) for id in public]
        assert max(sizes) < 1_300


def test_everything_new_shares_no_name():
    old = make_world(World(1001, "team_chat"))
    new = make_world(World(1001, "team_chat", everything_new=True))
    assert not {u.name.split()[0] for u in old.users} & {u.name.split()[0] for u in new.users}
