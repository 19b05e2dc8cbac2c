"""Creating, linking, labelling, commenting, watching; and the look-ups that show it."""

from __future__ import annotations

import pytest
from issue_tracker_invariants import check_invariants
from issue_tracker_small import add

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.hashing import effect_hash
from mcp_servers.issue_tracker.state import MOST_LABELS
from mcp_servers.issue_tracker.tools import server


def link(call, source: str, type: str, target: str) -> str:
    return call("link_issues", issue_id=source, type=type, other_issue_id=target)["status"]


def test_new_issue_is_yours_and_to_do(call, refused, tracker):
    report = call("create_issue", project_id="PRJ-0001", title="Crash", type="bug")
    assert (report["status"], report["priority"]) == ("todo", "medium")
    assert tracker.issues.require(report["issue_id"]).reporter_id == tracker.me_id
    again = {"project_id": "PRJ-0001", "title": "CRASH"}
    assert report["issue_id"] in refused("duplicate_title", "create_issue", **again)
    call("create_issue", project_id="PRJ-0002", title="Crash")


def test_parent_is_an_epic_of_the_project(refused, tracker):
    epic, bug = add(tracker, "Big", type="epic"), add(tracker, "Crash")
    for project, parent, type in (
        ("PRJ-0001", bug, "task"),
        ("PRJ-0002", epic, "task"),
        ("PRJ-0001", epic, "epic"),
    ):
        given = {"project_id": project, "title": "New", "type": type, "epic_id": parent}
        refused("not_an_epic", "create_issue", **given)


def test_blocks_form_no_circle(call, refused, tracker):
    a, b, c = (add(tracker, title) for title in "abc")
    link(call, a, "blocks", b)
    link(call, b, "blocks", c)
    for source in (b, c):
        back = {"issue_id": source, "type": "blocks", "other_issue_id": a}
        message = refused("link_cycle", "link_issues", **back)
    assert f"{a} blocks {b} blocks {c}" in message
    link(call, c, "relates_to", a)
    check_invariants(tracker)


def test_links_are_made_once_and_never_to_oneself(call, refused, tracker):
    a, b = add(tracker, "a"), add(tracker, "b")
    link(call, a, "relates_to", b)
    same = {"issue_id": b, "type": "relates_to", "other_issue_id": a}
    refused("link_exists", "link_issues", **same)
    link(call, a, "blocks", b)
    with pytest.raises(InvalidArguments):
        link(call, a, "blocks", a)


def test_duplicate_is_canceled_until_it_is_reopened(call, tracker):
    original, copy = add(tracker, "a"), add(tracker, "b")
    assert link(call, copy, "duplicates", original) == "canceled"
    assert tracker.issues.require(copy).resolution == "duplicate"
    shown = call("get_issue", issue_id=original)["links"]
    assert [(row["relation"], row["issue_id"]) for row in shown] == [("is duplicated by", copy)]
    call("transition_issue", issue_id=copy, to_status="todo")
    assert len(tracker.links) == 0
    check_invariants(tracker)


def test_duplicates_have_one_original(call, refused, tracker):
    a, b, c = (add(tracker, title) for title in "abc")
    link(call, b, "duplicates", a)
    message = refused(
        "duplicate_chain", "link_issues", issue_id=c, type="duplicates", other_issue_id=b
    )
    assert f"the original {a}" in message
    swapped = {"issue_id": a, "type": "duplicates", "other_issue_id": c}
    refused("duplicate_chain", "link_issues", **swapped)
    refused("issue_closed", "link_issues", issue_id=b, type="blocks", other_issue_id=a)
    refused("issue_closed", "link_issues", issue_id=a, type="blocks", other_issue_id=b)


def test_epic_with_open_issues_is_no_duplicate(refused, tracker):
    epic, other = add(tracker, "Big", type="epic"), add(tracker, "Huge", type="epic")
    add(tracker, "Small", epic_id=epic)
    refused("open_children", "link_issues", issue_id=epic, type="duplicates", other_issue_id=other)


def test_labels_are_few_and_different(call, refused, tracker):
    issue = add(tracker, "Crash")
    for n in range(MOST_LABELS):
        call("label_issue", issue_id=issue, label=f"label-{n}")
    refused("label_present", "label_issue", issue_id=issue, label="label-0")
    refused("too_many_labels", "label_issue", issue_id=issue, label="docs")
    gone = {"issue_id": issue, "label": "label-0", "action": "remove"}
    assert call("label_issue", **gone)["labels"] == ["label-1", "label-2", "label-3"]
    refused("label_absent", "label_issue", **gone)
    assert call("list_issues", project_id="PRJ-0001", label="label-1")["total"] == 1


def test_members_watch_and_stop(call, refused, tracker):
    issue = add(tracker, "Crash")
    ben = {"issue_id": issue, "member_id": "MEM-0002"}
    assert call("watch_issue", **ben)["watchers"] == ["Ben"]
    refused("already_watching", "watch_issue", **ben)
    assert call("watch_issue", **ben, action="stop")["watchers"] == []
    refused("not_watching", "watch_issue", **ben, action="stop")
    refused("member_inactive", "watch_issue", issue_id=issue, member_id="MEM-0003")
    message = refused("not_project_member", "watch_issue", issue_id=issue, member_id="MEM-0004")
    assert "these do: Ann, Ben" in message


def test_work_goes_to_active_members_of_the_project(call, refused, tracker):
    issue = add(tracker, "Crash")
    refused("member_inactive", "assign_issue", issue_id=issue, member_id="MEM-0003")
    refused("not_project_member", "assign_issue", issue_id=issue, member_id="MEM-0004")
    assert call("assign_issue", issue_id=issue, member_id="MEM-0002")["assignee"] == "Ben"
    refused("already_assigned", "assign_issue", issue_id=issue, member_id="MEM-0002")
    rows = call("list_members", project_id="PRJ-0001")["members"]
    assert [(r["name"], r["load"]) for r in rows[:2]] == [
        ("Ann", "0 open, 0 started"),
        ("Ben", "1 open, 0 started"),
    ]
    assert rows[0]["you"]
    assert rows[2]["left"]


def test_comments_newest_first_until_locked(call, refused, tracker):
    issue = add(tracker, "Crash", status="done")
    for n in range(6):
        call("add_comment", issue_id=issue, body=f"Remark {n}")
    page = call("list_comments", issue_id=issue)
    assert (page["total"], page["next_offset"]) == (6, 5)
    assert [row["body"] for row in page["comments"]][:2] == ["Remark 5", "Remark 4"]
    tracker.issues.update(issue, locked=True)
    refused("conversation_locked", "add_comment", issue_id=issue, body="Late")


def test_lists_filter_and_sort(call, tracker):
    low = add(tracker, "Low", priority="low", updated_at="2026-03-05T09:00")
    urgent = add(tracker, "Urgent", priority="urgent", created_at="2026-02-01T09:00")
    over = add(tracker, "Over", status="done", type="task", updated_at="2026-03-04T09:00")
    for given, expected in (
        ({}, [low, over, urgent]),
        ({"sort_by": "created"}, [over, low, urgent]),
        ({"sort_by": "priority"}, [urgent, over, low]),
        ({"status": "open"}, [low, urgent]),
        ({"status": "done"}, [over]),
        ({"type": "bug", "priority": "low"}, [low]),
    ):
        rows = call("list_issues", project_id="PRJ-0001", **given)["issues"]
        assert [row["issue_id"] for row in rows] == expected, given


def test_search_wants_every_word_and_puts_open_issues_first(call, tracker):
    add(tracker, "Crash on start", status="done")
    still = add(tracker, "Crash on exit", project_id="PRJ-0002")
    found = call("search_issues", query="CRASH on")
    assert next(row["issue_id"] for row in found["issues"]) == still
    assert found["total"] == 2
    assert call("search_issues", query="crash exit start")["total"] == 0


def test_order_of_independent_steps_has_no_effect(tracker):
    a, b = add(tracker, "a", points=2), add(tracker, "b")
    base = dict(tracker.counters)
    steps = [
        ("label_issue", {"issue_id": a, "label": "docs"}),
        ("label_issue", {"issue_id": a, "label": "mobile"}),
        ("create_issue", {"project_id": "PRJ-0001", "title": "New one"}),
        ("create_issue", {"project_id": "PRJ-0001", "title": "Another one"}),
        ("link_issues", {"issue_id": a, "type": "blocks", "other_issue_id": b}),
        ("add_comment", {"issue_id": b, "body": "Hello"}),
        ("plan_issue", {"issue_id": a, "sprint_id": "SPR-0003"}),
    ]
    hashes = set()
    for order in (steps, steps[::-1]):
        state = tracker.copy()
        for tool, arguments in order:
            server.tool(tool).call(state, arguments)
        hashes.add(effect_hash(state, base))
    assert len(hashes) == 1
