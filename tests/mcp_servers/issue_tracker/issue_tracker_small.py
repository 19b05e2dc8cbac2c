"""A small tracker made by hand."""

from __future__ import annotations

from datetime import datetime

from mcp_servers.issue_tracker.state import (
    Issue,
    Member,
    Membership,
    Project,
    Sprint,
    TrackerState,
)

NOW = datetime(2026, 3, 18, 10, 30)


def small_tracker() -> TrackerState:
    """Projects Shop (reviewed), App (simple) and Old (archived).

    Ann (yourself), Ben and Cem, who has left, belong to Shop and Old; Ann and Dana to App. Shop has
    a closed, an active and a planned sprint of 8 points each, App a planned one.
    """
    state = TrackerState(now=NOW, me_id="MEM-0001")
    for name, active in (("Ann", True), ("Ben", True), ("Cem", False), ("Dana", True)):
        state.members.insert(
            Member(id=state.new_id("members"), name=name, role="developer", active=active)
        )
    for name, workflow in (("Shop", "reviewed"), ("App", "simple"), ("Old", "simple")):
        state.projects.insert(
            Project(
                id=state.new_id("projects"), name=name, workflow=workflow, archived=name == "Old"
            )
        )
    for project, team in (("1", "123"), ("2", "14"), ("3", "123")):
        for member in team:
            state.memberships.insert(
                Membership(
                    id=state.new_id("memberships"),
                    project_id=f"PRJ-000{project}",
                    member_id=f"MEM-000{member}",
                )
            )
    for project, name, status in (
        ("PRJ-0001", "Sprint 1", "closed"),
        ("PRJ-0001", "Sprint 2", "active"),
        ("PRJ-0001", "Sprint 3", "planned"),
        ("PRJ-0002", "Sprint 2", "planned"),
    ):
        state.sprints.insert(
            Sprint(
                id=state.new_id("sprints"),
                project_id=project,
                name=name,
                status=status,
                starts_on="2026-03-10",
                ends_on="2026-03-23",
                capacity_points=8,
            )
        )
    return state


def add(state: TrackerState, title: str, **given: object) -> str:
    """Adds an issue, of Shop unless told otherwise, and returns its id."""
    row = {
        "project_id": "PRJ-0001",
        "type": "bug",
        "priority": "medium",
        "status": "todo",
        "reporter_id": "MEM-0001",
        "created_at": "2026-03-01T09:00",
        "updated_at": "2026-03-01T09:00",
    } | given
    if row["status"] in ("done", "canceled"):
        why = "done" if row["status"] == "done" else "wont_do"
        row |= {"resolution": why, "resolved_at": "2026-03-05T09:00"}
    return state.issues.insert(Issue(id=state.new_id("issues"), title=title, **row)).id
