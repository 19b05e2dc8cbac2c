"""Generated worlds: sound, repeatable, with titles and people that need a look."""

from __future__ import annotations

import pytest
from issue_tracker_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.issue_tracker.state import CLOSED, TrackerState
from mcp_servers.issue_tracker.titles import features
from mcp_servers.issue_tracker.world import make_world

SEEDS = range(0, 1100, 50)


@pytest.fixture(scope="module")
def worlds() -> list[TrackerState]:
    return [make_world(World(seed, "issue_tracker")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)
        now = minute(state.now)
        for issue in state.issues:
            assert issue.created_at <= issue.updated_at <= now
            assert issue.resolved_at in (None, issue.updated_at)
        for comment in state.comments:
            issue = state.issues.require(comment.issue_id)
            assert issue.created_at <= comment.created_at <= now


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "issue_tracker"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_sizes(worlds):
    for state in worlds:
        assert len(state.members) == 16
        assert len(state.projects) == 5
        assert len(state.issues) >= 120
        assert len(state.sprints) >= 20
        assert len(state.comments) >= 100


def test_some_titles_and_names_need_a_second_look(worlds):
    for state in worlds:
        titles = [set(issue.title.split()) for issue in state.issues]
        alike = sum(
            len(a ^ b) <= 4 and len(a & b) >= 3 for i, a in enumerate(titles) for b in titles[:i]
        )
        assert alike >= 20
        families = [member.name.split()[-1] for member in state.members]
        assert len(set(families)) < len(families)
        owners = [project.name.split()[0] for project in state.projects]
        assert len(set(owners)) == 3


def test_troubles_are_common(worlds):
    for find in (
        lambda s: [i for i in s.issues if i.status in CLOSED and i.locked],
        lambda s: s.issues.where(status="in_review"),
        lambda s: s.links.where(type="blocks"),
        lambda s: s.issues.where(resolution="duplicate"),
        lambda s: s.members.where(active=False),
        lambda s: s.sprints.where(status="active"),
        lambda s: [e for e in s.issues.where(type="epic") if e.status in CLOSED],
    ):
        assert sum(bool(find(state)) for state in worlds) / len(worlds) > 0.7


def test_one_live_project_is_between_two_sprints(worlds):
    for state in worlds:
        live = {p.id for p in state.projects.where(archived=False)}
        active = {s.project_id for s in state.sprints.where(status="active")}
        assert len(live - active) == 1
        assert active < live


def test_everything_new_names_nothing_that_training_names():
    names = {name for kind in ("first_name", "last_name") for name in pool(kind)}
    known = features(everything_new=False)
    for seed in range(1000, 1010):
        state = make_world(World(seed, "issue_tracker", everything_new=True))
        check_invariants(state)
        people = {word for member in state.members for word in member.name.split()}
        owners = {project.name.split()[0] for project in state.projects}
        assert not (people | owners) & names
        assert not [i for i in state.issues if any(name in i.title for name in known)]
