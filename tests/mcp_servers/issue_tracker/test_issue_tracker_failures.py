"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.issue_tracker.tools import server

WORLDS = range(0, 1100, 50)
CALLS = 500


def story(explorer: Explorer) -> None:
    """Looks at all of two projects, reviews, tries all sprints, and brings an old title back."""
    for row in explorer.call("list_projects").result["projects"][:3]:
        project = {"project_id": row["project_id"]}
        explorer.call("list_members", **project)
        explorer.call("list_issues", **project, limit=30)
        for sprint in explorer.call("list_sprints", **project).result["sprints"]:
            shown = explorer.call("get_sprint", sprint_id=sprint["sprint_id"]).result
            for issue in shown["issues"]:
                if issue["status"] == "in_review":
                    me = explorer.call("list_members", **project).result["members"]
                    mine = next(m["member_id"] for m in me if m.get("you"))
                    explorer.call("assign_issue", issue_id=issue["issue_id"], member_id=mine)
                    move(explorer, issue["issue_id"], "testing")
            explorer.call("complete_sprint", sprint_id=sprint["sprint_id"])
        link_in_circles(explorer, project["project_id"])
        close_and_reopen(explorer, project["project_id"])
        fill_hands(explorer, project["project_id"])


def close_and_reopen(explorer: Explorer, project_id: str) -> None:
    """Closes an epic after its issue, and an issue whose title is then taken."""
    epic = create(explorer, project_id, "A new epic", type="epic")
    child = create(explorer, project_id, "Same title", epic_id=epic)
    given = {"type": "duplicates", "other_issue_id": child}
    explorer.call("link_issues", issue_id=epic, **given)
    for sprint in explorer.call("list_sprints", project_id=project_id).result["sprints"]:
        explorer.call("plan_issue", issue_id=epic, sprint_id=sprint["sprint_id"])
    for issue_id in (child, epic):
        move(explorer, issue_id, "canceled")
    move(explorer, child, "todo")
    create(explorer, project_id, "Another", epic_id=epic)
    move(explorer, epic, "todo")
    create(explorer, project_id, "Same title")
    move(explorer, child, "todo")


def fill_hands(explorer: Explorer, project_id: str) -> None:
    """Plans more than a sprint takes, and lets one member begin three issues.

    Then that one takes over a fourth that is in progress.
    """
    team = explorer.call("list_members", project_id=project_id).result["members"]
    one, other = [m["member_id"] for m in team if not m.get("left")][:2]
    sprints = explorer.call("list_sprints", project_id=project_id).result["sprints"]
    for title, member in (("One", one), ("Two", one), ("Three", one), ("Four", other)):
        issue_id = create(explorer, project_id, title)
        plan = {"issue_id": issue_id, "sprint_id": sprints[0]["sprint_id"]}
        explorer.call("plan_issue", **plan)
        explorer.call("update_issue", issue_id=issue_id, points=13)
        explorer.call("plan_issue", **plan)
        explorer.call("assign_issue", issue_id=issue_id, member_id=member)
        move(explorer, issue_id, "in_progress")
    explorer.call("assign_issue", issue_id=issue_id, member_id=one)


def create(explorer: Explorer, project_id: str, title: str, **given: str) -> str:
    """Returns the id of a new issue, or one that does not exist where it was refused."""
    made = explorer.call("create_issue", project_id=project_id, title=title, **given)
    return made.result["issue_id"] if made.ok else "none"


def link_in_circles(explorer: Explorer, project_id: str) -> None:
    shown = explorer.call("list_issues", project_id=project_id, status="todo", limit=4)
    ids = [row["issue_id"] for row in shown.result["issues"]]
    for type in ("blocks", "duplicates"):
        for source, target in ((0, 1), (0, 1), (1, 0), (2, 0), (1, 3)):
            given = {"issue_id": ids[source], "other_issue_id": ids[target]}
            explorer.call("link_issues", type=type, **given)


def move(explorer: Explorer, issue_id: str, to: str) -> None:
    explorer.call("transition_issue", issue_id=issue_id, to_status=to)


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, CALLS, story) == declared_failures(server)
