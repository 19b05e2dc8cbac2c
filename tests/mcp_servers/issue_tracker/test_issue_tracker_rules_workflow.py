"""Steps of the workflow: which there are, what they ask for, and what they bring about."""

from __future__ import annotations

import pytest
from issue_tracker_invariants import check_invariants
from issue_tracker_small import add


def move(call, issue_id: str, to: str) -> str:
    return call("transition_issue", issue_id=issue_id, to_status=to)["status"]


def test_reviewed_work_goes_through_every_station(call, tracker):
    issue = add(tracker, "Crash", assignee_id="MEM-0002")
    for to in ("in_progress", "in_review", "testing", "done"):
        assert move(call, issue, to) == to
    row = tracker.issues.require(issue)
    assert (row.resolution, row.resolved_at) == ("done", "2026-03-18T10:30")


def test_simple_work_is_done_without_review(call, refused, tracker):
    issue = add(tracker, "Crash", project_id="PRJ-0002", assignee_id="MEM-0004")
    move(call, issue, "in_progress")
    message = refused(
        "transition_not_allowed", "transition_issue", issue_id=issue, to_status="in_review"
    )
    assert "leads from there to done, todo, canceled" in message
    assert move(call, issue, "done") == "done"


@pytest.mark.parametrize("to", ["in_review", "testing", "done", "todo"])
def test_what_is_to_do_can_only_be_begun_or_canceled(refused, tracker, to):
    issue = add(tracker, "Crash", assignee_id="MEM-0002")
    refused("transition_not_allowed", "transition_issue", issue_id=issue, to_status=to)


def test_nobody_begins_what_nobody_has(call, refused, tracker):
    start = {"to_status": "in_progress"}
    unassigned, left = add(tracker, "Crash"), add(tracker, "Slow", assignee_id="MEM-0003")
    message = refused("assignee_missing", "transition_issue", issue_id=unassigned, **start)
    assert "one of Ann, Ben" in message
    assert "Cem, who has left" in refused(
        "assignee_missing", "transition_issue", issue_id=left, **start
    )
    call("assign_issue", issue_id=unassigned, member_id="MEM-0002")
    assert move(call, unassigned, "in_progress") == "in_progress"


def test_third_issue_in_progress_has_to_wait(call, refused, tracker):
    issues = [add(tracker, f"Bug {n}", assignee_id="MEM-0002") for n in range(3)]
    epic = add(tracker, "Big", type="epic", assignee_id="MEM-0002")
    move(call, epic, "in_progress")
    for issue in issues[:2]:
        move(call, issue, "in_progress")
    third = {"issue_id": issues[2], "to_status": "in_progress"}
    assert issues[0] in refused("wip_limit_reached", "transition_issue", **third)
    move(call, issues[0], "in_review")
    call("transition_issue", **third)
    refused("wip_limit_reached", "transition_issue", issue_id=issues[0], to_status="in_progress")
    check_invariants(tracker)


def test_work_of_other_projects_does_not_count(call, tracker):
    for n in range(2):
        add(tracker, f"Bug {n}", status="in_progress", assignee_id="MEM-0001")
    other = add(tracker, "Bug", project_id="PRJ-0002", assignee_id="MEM-0001")
    assert move(call, other, "in_progress") == "in_progress"


def test_handing_over_what_is_in_progress_asks_for_free_hands(call, refused, tracker):
    for n in range(2):
        add(tracker, f"Bug {n}", status="in_progress", assignee_id="MEM-0002")
    mine = add(tracker, "Mine", status="in_progress", assignee_id="MEM-0001")
    hand_over = {"issue_id": mine, "member_id": "MEM-0002"}
    refused("wip_limit_reached", "assign_issue", **hand_over)
    move(call, mine, "in_review")
    assert call("assign_issue", **hand_over)["previous"] == "Ann"


def test_blocked_issue_waits_for_its_blockers(call, refused, tracker):
    blocker = add(tracker, "First")
    blocked = add(tracker, "Second", assignee_id="MEM-0002")
    call("link_issues", issue_id=blocker, type="blocks", other_issue_id=blocked)
    start = {"issue_id": blocked, "to_status": "in_progress"}
    assert f"{blocker} 'First'" in refused("blocked_by_open_issues", "transition_issue", **start)
    move(call, blocker, "canceled")
    assert call("transition_issue", **start)["status"] == "in_progress"


def test_nobody_approves_their_own_work(call, refused, tracker):
    mine = add(tracker, "Mine", status="in_review", assignee_id="MEM-0001")
    approve = {"issue_id": mine, "to_status": "testing"}
    refused("own_work_review", "transition_issue", **approve)
    assert move(call, mine, "in_progress") == "in_progress"
    move(call, mine, "in_review")
    call("assign_issue", issue_id=mine, member_id="MEM-0002")
    assert call("transition_issue", **approve)["status"] == "testing"


def test_epic_is_closed_after_its_issues_and_reopened_before_them(call, refused, tracker):
    epic = add(tracker, "Big", type="epic", project_id="PRJ-0002", assignee_id="MEM-0001")
    child = call("create_issue", project_id="PRJ-0002", title="Small", epic_id=epic)["issue_id"]
    move(call, epic, "in_progress")
    message = refused("open_children", "transition_issue", issue_id=epic, to_status="done")
    assert f"{child} 'Small'" in message
    move(call, child, "canceled")
    move(call, epic, "done")
    refused("epic_closed", "transition_issue", issue_id=child, to_status="todo")
    new = {"project_id": "PRJ-0002", "title": "Late", "epic_id": epic}
    refused("epic_closed", "create_issue", **new)
    move(call, epic, "todo")
    move(call, child, "todo")
    call("create_issue", **new)
    check_invariants(tracker)


def test_reopened_issue_leaves_a_sprint_that_is_over(call, tracker):
    for sprint, kept in (("SPR-0001", None), ("SPR-0002", "SPR-0002")):
        issue = add(tracker, f"In {sprint}", status="done", sprint_id=sprint, points=3)
        move(call, issue, "todo")
        row = tracker.issues.require(issue)
        assert (row.sprint_id, row.resolution, row.resolved_at) == (kept, None, None)


def test_reopening_is_refused_where_the_title_is_taken(call, refused, tracker):
    old = add(tracker, "Crash", status="done")
    call("create_issue", project_id="PRJ-0001", title="Crash")
    refused("duplicate_title", "transition_issue", issue_id=old, to_status="todo")


def test_archived_projects_stand_still(refused, tracker):
    issue = add(tracker, "Old bug", project_id="PRJ-0003", assignee_id="MEM-0002")
    for tool, arguments in (
        ("transition_issue", {"to_status": "in_progress"}),
        ("assign_issue", {"member_id": "MEM-0001"}),
        ("watch_issue", {"member_id": "MEM-0001"}),
        ("add_comment", {"body": "Hello"}),
        ("label_issue", {"label": "docs"}),
        ("update_issue", {"priority": "low"}),
        ("plan_issue", {}),
    ):
        message = refused("project_archived", tool, issue_id=issue, **arguments)
        assert "live: Shop, App" in message
    refused("project_archived", "create_issue", project_id="PRJ-0003", title="New")


def test_transitions_tell_what_stands_in_the_way(call, tracker):
    issue = add(tracker, "Crash")
    steps = call("list_transitions", issue_id=issue)["steps"]
    assert [step["to_status"] for step in steps] == ["in_progress", "canceled"]
    assert "assigned to nobody" in steps[0]["obstacle"]
    assert "obstacle" not in steps[1]
