"""What always holds of a tracker, by the numbers of state.py."""

from __future__ import annotations

from collections import Counter

from mcp_servers.issue_tracker.state import (
    CLOSED,
    MOST_LABELS,
    STARTED,
    WIP_LIMIT,
    Issue,
    TrackerState,
)
from mcp_servers.issue_tracker.workflow import STEPS


def check_invariants(state: TrackerState) -> None:
    """Asserts every invariant that one state can show."""
    for issue in state.issues:
        _check_issue(state, issue)
    _check_people(state)
    _check_links(state)
    _check_sprints(state)
    _check_references(state)


def check_changes(before: TrackerState, after: TrackerState) -> None:
    """Asserts what must hold between two states, one call apart: steps (1), archives (10)."""
    duplicates = {link.source_id for link in after.links.where(type="duplicates")}
    for old in before.issues:
        new = after.issues.require(old.id)
        workflow = before.projects.require(old.project_id).workflow
        if new.status != old.status and new.status not in STEPS[workflow][old.status]:
            assert new.status == "canceled"
            assert new.id in duplicates
        if before.projects.require(old.project_id).archived:
            assert new == old
    archived = {p.id for p in before.projects.where(archived=True)}
    for sprint in before.sprints:
        assert sprint.project_id not in archived or after.sprints.require(sprint.id) == sprint
    for table in ("labels", "watchers", "comments"):
        old_rows, new_rows = set(getattr(before, table)), set(getattr(after, table))
        for row in old_rows ^ new_rows:
            assert after.issues.require(row.issue_id).project_id not in archived


def _check_issue(state: TrackerState, issue: Issue) -> None:
    over = issue.status in CLOSED
    assert (issue.resolution is not None, issue.resolved_at is not None) == (over, over)
    assert issue.resolution in (None, "done") or issue.status == "canceled"
    if issue.status in STARTED:
        assert issue.assignee_id is not None
    if issue.epic_id is not None:
        epic = state.issues.require(issue.epic_id)
        assert (epic.type, epic.project_id) == ("epic", issue.project_id)
        assert issue.type != "epic"
        assert over or epic.status not in CLOSED
    if issue.type == "epic":
        assert (issue.points, issue.sprint_id) == (None, None)
    if issue.sprint_id is not None:
        sprint = state.sprints.require(issue.sprint_id)
        assert sprint.project_id == issue.project_id
        assert issue.points is not None
        assert over or sprint.status != "closed"


def _check_people(state: TrackerState) -> None:
    working = Counter(
        (i.project_id, i.assignee_id)
        for i in state.issues.where(status="in_progress")
        if i.type != "epic"
    )
    assert max(working.values(), default=0) <= WIP_LIMIT
    labels = Counter((row.issue_id, row.name) for row in state.labels)
    assert max(labels.values(), default=0) <= 1
    assert max(Counter(row.issue_id for row in state.labels).values(), default=0) <= MOST_LABELS
    watched = Counter((row.issue_id, row.member_id) for row in state.watchers)
    assert max(watched.values(), default=0) <= 1
    belongs = {(row.project_id, row.member_id) for row in state.memberships}
    for row in state.watchers:
        assert (state.issues.require(row.issue_id).project_id, row.member_id) in belongs
    titles = Counter((i.project_id, i.title) for i in state.issues if i.status not in CLOSED)
    assert max(titles.values(), default=0) <= 1


def _check_links(state: TrackerState) -> None:
    blocks: dict[str, set[str]] = {}
    for link in state.links.where(type="blocks"):
        blocks.setdefault(link.source_id, set()).add(link.target_id)
    while blocks:
        ends = [source for source, targets in blocks.items() if not targets & blocks.keys()]
        assert ends, f"a circle among {sorted(blocks)}"
        for source in ends:
            del blocks[source]
    duplicates = state.links.where(type="duplicates")
    sources = [link.source_id for link in duplicates]
    assert len(set(sources)) == len(sources)
    assert not set(sources) & {link.target_id for link in duplicates}
    resolved = {i.id for i in state.issues.where(resolution="duplicate")}
    assert set(sources) == resolved
    keys = Counter((link.type, link.source_id, link.target_id) for link in state.links)
    assert max(keys.values(), default=0) <= 1


def _check_sprints(state: TrackerState) -> None:
    active = Counter(sprint.project_id for sprint in state.sprints.where(status="active"))
    assert max(active.values(), default=0) <= 1
    for sprint in state.sprints:
        if sprint.status != "closed":
            planned = state.issues.where(sprint_id=sprint.id)
            assert sum(issue.points or 0 for issue in planned) <= sprint.capacity_points


def _check_references(state: TrackerState) -> None:
    for issue in state.issues:
        assert issue.project_id in state.projects
        assert issue.reporter_id in state.members
        assert issue.assignee_id is None or issue.assignee_id in state.members
    for link in state.links:
        assert link.source_id in state.issues
        assert link.target_id in state.issues
    for row in (*state.labels, *state.watchers, *state.comments):
        assert row.issue_id in state.issues
    assert state.me_id in state.members
