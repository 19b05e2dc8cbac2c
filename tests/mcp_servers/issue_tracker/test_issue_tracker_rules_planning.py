"""Sprints and estimates at their limits."""

from __future__ import annotations

from issue_tracker_invariants import check_invariants
from issue_tracker_small import add

ACTIVE, NEXT = "SPR-0002", "SPR-0003"


def test_sprint_takes_as_many_points_as_it_has(call, refused, tracker):
    for title, points in (("Five", 5), ("Three", 3)):
        issue = add(tracker, title, points=points)
        report = call("plan_issue", issue_id=issue, sprint_id=NEXT)
    assert (report["planned_for"], report["free_points"]) == ("Sprint 3", 0)
    one = add(tracker, "One", points=1)
    message = refused("sprint_full", "plan_issue", issue_id=one, sprint_id=NEXT)
    assert "takes 1 points and Sprint 3 has 0 of 8 left" in message
    assert call("plan_issue", issue_id=issue)["planned_for"] == "backlog"
    assert call("plan_issue", issue_id=one, sprint_id=NEXT)["free_points"] == 2
    check_invariants(tracker)


def test_estimate_may_grow_as_far_as_the_sprint_allows(call, refused, tracker):
    issue = add(tracker, "Three", points=3, sprint_id=NEXT)
    add(tracker, "Other", points=3, sprint_id=NEXT)
    assert call("update_issue", issue_id=issue, points=5)["points"] == 5
    assert "can have at most 5" in refused("sprint_full", "update_issue", issue_id=issue, points=8)
    call("plan_issue", issue_id=issue)
    assert call("update_issue", issue_id=issue, points=8)["points"] == 8


def test_only_estimated_work_of_the_project_is_planned(call, refused, tracker):
    issue = add(tracker, "Crash")
    message = refused("estimate_missing", "plan_issue", issue_id=issue, sprint_id=NEXT)
    assert "update_issue" in message
    call("update_issue", issue_id=issue, points=2)
    message = refused("sprint_of_other_project", "plan_issue", issue_id=issue, sprint_id="SPR-0004")
    assert "Sprint 2 (SPR-0002), Sprint 3 (SPR-0003)" in message
    refused("sprint_closed", "plan_issue", issue_id=issue, sprint_id="SPR-0001")
    refused("already_planned", "plan_issue", issue_id=issue)
    call("plan_issue", issue_id=issue, sprint_id=NEXT)
    refused("already_planned", "plan_issue", issue_id=issue, sprint_id=NEXT)


def test_epics_are_neither_estimated_nor_planned(refused, tracker):
    epic = add(tracker, "Big", type="epic")
    refused("epic_not_planned", "update_issue", issue_id=epic, points=5)
    refused("epic_not_planned", "plan_issue", issue_id=epic, sprint_id=NEXT)


def test_update_changes_what_it_is_given_and_nothing_else(call, tracker):
    issue = add(tracker, "Crash", points=3)
    assert call("update_issue", issue_id=issue)["points"] == 3
    report = call("update_issue", issue_id=issue, priority="urgent")
    assert (report["priority"], report["points"]) == ("urgent", 3)


def test_closed_issue_is_not_changed_any_more(refused, tracker):
    issue = add(tracker, "Crash", status="done", points=3)
    for tool, arguments in (
        ("update_issue", {"priority": "low"}),
        ("plan_issue", {"sprint_id": NEXT}),
        ("assign_issue", {"member_id": "MEM-0002"}),
    ):
        message = refused("issue_closed", tool, issue_id=issue, **arguments)
        assert "transition_issue to todo" in message


def test_one_sprint_after_the_other(call, refused, tracker):
    issue = add(tracker, "Three", points=3, sprint_id=NEXT)
    message = refused("other_sprint_active", "start_sprint", sprint_id=NEXT)
    assert "Sprint 2 (SPR-0002)" in message
    call("complete_sprint", sprint_id=ACTIVE)
    report = call("start_sprint", sprint_id=NEXT)
    assert (report["issues"], report["committed_points"]) == (1, 3)
    assert report["ends_on"] == "2026-03-31"
    refused("sprint_not_planned", "start_sprint", sprint_id=NEXT)
    refused("sprint_not_active", "complete_sprint", sprint_id=ACTIVE)
    assert tracker.issues.require(issue).sprint_id == NEXT
    check_invariants(tracker)


def test_empty_sprint_does_not_start(refused):
    refused("sprint_empty", "start_sprint", sprint_id="SPR-0004")


def test_what_is_unfinished_goes_back_to_the_backlog(call, refused, tracker):
    done = add(tracker, "Done", status="done", points=3, sprint_id=ACTIVE)
    dropped = add(tracker, "Dropped", status="canceled", points=2, sprint_id=ACTIVE)
    half = add(tracker, "Half", status="testing", assignee_id="MEM-0002", points=1)
    tracker.issues.update(half, sprint_id=ACTIVE)
    review = add(tracker, "Review", status="in_review", assignee_id="MEM-0002", points=1)
    tracker.issues.update(review, sprint_id=ACTIVE)
    assert review in refused("review_pending", "complete_sprint", sprint_id=ACTIVE)
    call("transition_issue", issue_id=review, to_status="in_progress")
    report = call("complete_sprint", sprint_id=ACTIVE)
    assert (report["done_points"], report["to_backlog"]) == (3, 2)
    sprints = [tracker.issues.require(i).sprint_id for i in (done, dropped, half, review)]
    assert sprints == [ACTIVE, ACTIVE, None, None]
    check_invariants(tracker)


def test_sprint_report(call, tracker):
    add(tracker, "Done", status="done", points=3, sprint_id=ACTIVE)
    add(tracker, "Open", points=5, sprint_id=ACTIVE)
    report = call("get_sprint", sprint_id=ACTIVE, limit=1)
    assert (report["committed_points"], report["done_points"]) == (8, 3)
    assert (report["total"], report["next_offset"]) == (2, 1)
    rows = call("list_sprints", project_id="PRJ-0001", status="active")["sprints"]
    assert [row["load"] for row in rows] == ["8 of 8 points"]
