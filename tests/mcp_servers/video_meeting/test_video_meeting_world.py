"""Generated worlds: sound, repeatable, with people and topics that need a look to tell apart."""

from __future__ import annotations

from collections import Counter

import pytest
from video_meeting_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.worlds import World
from mcp_servers.video_meeting.recordings import free_mb
from mcp_servers.video_meeting.roster import my_role
from mcp_servers.video_meeting.state import MeetingState
from mcp_servers.video_meeting.tools import server
from mcp_servers.video_meeting.world import make_world

SEEDS = range(0, 1100, 40)


@pytest.fixture(scope="module")
def worlds() -> list[MeetingState]:
    return [make_world(World(seed, "video_meeting")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "video_meeting"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_there_is_enough_to_choose_from(worlds):
    for state in worlds:
        assert len(state.contacts) == 36
        assert len(state.meetings) >= 32
        assert len(state.participants) >= 100
        assert len(state.recordings) >= 8
        assert {m.status for m in state.meetings} == {"scheduled", "live", "ended", "cancelled"}


def test_people_and_topics_need_a_second_look(worlds):
    for state in worlds:
        first = Counter(contact.name.split()[0] for contact in state.contacts)
        assert sum(count > 1 for count in first.values()) >= 5
        assert len({contact.name for contact in state.contacts}) == len(state.contacts)
    recurring = [Counter(meeting.topic for meeting in state.meetings) for state in worlds]
    assert sum(max(topics.values()) > 1 for topics in recurring) > 0.9 * len(worlds)


def test_somebody_waits_for_a_meeting_that_is_due(worlds):
    for state in worlds:
        due = state.meetings.where(status="scheduled", host_id=state.me_id)
        waiting = [state.participants.where(meeting_id=m.id, presence="waiting") for m in due]
        assert any(waiting)


def test_plans_roles_and_full_storage_vary(worlds):
    assert {state.plan for state in worlds} == {"basic", "pro", "business"}
    roles = {my_role(state, meeting) for state in worlds for meeting in state.meetings}
    assert roles == {"host", "cohost", "attendee"}
    full = sum(free_mb(state) < 100 for state in worlds)
    assert 0.25 < full / len(worlds) < 0.75


def test_default_results_are_short(worlds):
    for state in worlds[:5]:
        for name in ("list_meetings", "list_recordings"):
            assert len(str(server.tool(name).call(state, {}))) < 1_300
        for meeting_id in state.meetings.ids()[:5]:
            shown = server.tool("list_participants").call(state, {"meeting_id": meeting_id})
            assert len(str(shown)) < 1_100


def test_everything_new_draws_names_from_the_held_out_pools():
    seen = {name for kind in ("first_name", "last_name") for name in pool(kind)}
    for seed in range(1000, 1010):
        state = make_world(World(seed, "video_meeting", everything_new=True))
        check_invariants(state)
        assert not {word for c in state.contacts for word in c.name.split()} & seen
