"""Look-ups on issues, comments and sprints."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.issue_tracker.linking import links_of
from mcp_servers.issue_tracker.people import watchers_of
from mcp_servers.issue_tracker.rules import (
    IssueId,
    IssueRow,
    ProjectId,
    SprintId,
    called,
    issue_row,
    issues_of,
    name_of,
    points_of,
    project_of,
)
from mcp_servers.issue_tracker.state import (
    CLOSED,
    Issue,
    IssueType,
    Priority,
    Sprint,
    SprintStatus,
    TrackerState,
)
from mcp_servers.issue_tracker.titles import LABELS

Shown = Literal["open", "todo", "in_progress", "in_review", "testing", "done", "canceled"]

_URGENCY: dict[Priority, int] = {"urgent": 0, "high": 1, "medium": 2, "low": 3}


class FoundRow(IssueRow):
    """An issue that a search found."""

    project: Annotated[str, out("Name of its project.")]


class Found(Page):
    """Result of search_issues."""

    issues: Annotated[list[FoundRow], out("Open ones first.")]


class Issues(Page):
    """Result of list_issues."""

    issues: Annotated[list[IssueRow], out("In the order asked for.")]


class LinkRow(Output):
    """A link as seen from an issue."""

    relation: Annotated[str, out("How it is linked.")]
    issue_id: Annotated[str, out("Id of the other issue.", entity="issue")]
    title: Annotated[str, out("Title of the other issue.", label_of="issue")]
    status: Annotated[str, out("Where the other issue stands.")]


class IssueDetails(IssueRow):
    """Result of get_issue."""

    project: Annotated[str, out("Name of its project.")]
    description: Annotated[str | None, out("What it is about.")] = None
    reporter: Annotated[str, out("Who reported it.")]
    created_at: Annotated[str, out("When.", format="datetime")]
    points: Annotated[int | None, out("Estimate in story points, if any.")] = None
    epic: Annotated[str | None, out("Its epic, if any.")] = None
    sprint: Annotated[str | None, out("Its sprint, if any.")] = None
    resolution: Annotated[str | None, out("Why it is closed.")] = None
    labels: Annotated[list[str], out("Its labels.")]
    watchers: Annotated[list[str], out("Who watches it.")]
    comments: Annotated[int, out("How many it has.")]
    links: Annotated[list[LinkRow], out("Issues that it is linked with.")]


class CommentRow(Output):
    """A comment."""

    author: Annotated[str, out("Who wrote it.")]
    created_at: Annotated[str, out("When.", format="datetime")]
    body: Annotated[str, out("What it says.")]


class Comments(Page):
    """Result of list_comments."""

    comments: Annotated[list[CommentRow], out("Newest first.")]


class SprintRow(Output):
    """A sprint in a list."""

    sprint_id: Annotated[str, out("Id of the sprint.", entity="sprint")]
    name: Annotated[str, out("Its name.", label_of="sprint")]
    status: Annotated[str, out("planned, active or closed.")]
    starts_on: Annotated[str, out("Its first day.", format="date")]
    ends_on: Annotated[str, out("Its last day.", format="date")]
    load: Annotated[str, out("Estimates in it, of how many points it takes.")]


class Sprints(Output):
    """Result of list_sprints."""

    sprints: Annotated[list[SprintRow], out("Latest first.")]


class SprintDetails(SprintRow):
    """Result of get_sprint."""

    committed_points: Annotated[int, out("Sum of the estimates in it.")]
    done_points: Annotated[int, out("Points of what is done.")]
    issues: Annotated[list[IssueRow], out("What is planned for it.")]
    total: Annotated[int, out("How many issues there are in all.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


def search_issues(
    state: TrackerState,
    query: Annotated[str, arg("Words of the title.", min_length=1)],
    offset: Offset = 0,
    limit: Limit = 5,
) -> Found:
    """Finds issues of any project by their title."""
    rows = list(state.issues)
    for word in query.casefold().split():
        rows = [issue for issue in rows if word in issue.title.casefold()]
    rows.sort(key=lambda issue: (issue.status in CLOSED, issue.title, issue.id))
    shown, following = page(rows, offset, limit)
    return Found(
        issues=[
            FoundRow(**dict(issue_row(state, issue)), project=project_of(state, issue).name)
            for issue in shown
        ],
        total=len(rows),
        next_offset=following,
    )


def list_issues(
    state: TrackerState,
    project_id: ProjectId,
    status: Annotated[Shown | None, arg("Only these; open: not closed.")] = None,
    type: Annotated[IssueType | None, arg("Only these.")] = None,
    priority: Annotated[Priority | None, arg("Only these.")] = None,
    label: Annotated[str | None, arg("Only those with this label.", examples=LABELS)] = None,
    sort_by: Annotated[Literal["updated", "created", "priority"], arg("Order.")] = "updated",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Issues:
    """Lists the issues of one project, filtered and sorted."""
    state.projects.require(project_id)
    labelled = None if label is None else {row.issue_id for row in state.labels.where(name=label)}
    rows = [
        issue
        for issue in state.issues.where(project_id=project_id)
        if (status in (None, issue.status) or (status == "open" and issue.status not in CLOSED))
        and type in (None, issue.type)
        and priority in (None, issue.priority)
        and (labelled is None or issue.id in labelled)
    ]
    shown, following = page(_sorted(rows, sort_by), offset, limit)
    return Issues(
        issues=[issue_row(state, issue) for issue in shown], total=len(rows), next_offset=following
    )


def get_issue(state: TrackerState, issue_id: IssueId) -> IssueDetails:
    """Gets everything about one issue but the text of its comments."""
    issue = state.issues.require(issue_id)
    sprint = state.sprints.get(issue.sprint_id) if issue.sprint_id else None
    epic = state.issues.get(issue.epic_id) if issue.epic_id else None
    return IssueDetails(
        **dict(issue_row(state, issue)),
        project=project_of(state, issue).name,
        description=issue.description,
        reporter=state.members.require(issue.reporter_id).name,
        created_at=issue.created_at,
        points=issue.points,
        epic=called(epic) if epic else None,
        sprint=sprint.name if sprint else None,
        resolution=issue.resolution,
        labels=sorted(row.name for row in state.labels.where(issue_id=issue.id)),
        watchers=watchers_of(state, issue.id),
        comments=len(state.comments.where(issue_id=issue.id)),
        links=[
            LinkRow(relation=relation, issue_id=other.id, title=other.title, status=other.status)
            for relation, other in links_of(state, issue.id)
        ],
    )


def list_comments(
    state: TrackerState, issue_id: IssueId, offset: Offset = 0, limit: Limit = 5
) -> Comments:
    """Lists what was written under one issue."""
    state.issues.require(issue_id)
    rows = state.comments.where(issue_id=issue_id)
    rows.sort(key=lambda comment: (comment.created_at, comment.id), reverse=True)
    shown, following = page(rows, offset, limit)
    return Comments(
        comments=[
            CommentRow(
                author=name_of(state, comment.author_id) or "",
                created_at=comment.created_at,
                body=comment.body,
            )
            for comment in shown
        ],
        total=len(rows),
        next_offset=following,
    )


def list_sprints(
    state: TrackerState,
    project_id: ProjectId,
    status: Annotated[SprintStatus | None, arg("Only these.")] = None,
) -> Sprints:
    """Lists the sprints of one project with their capacity."""
    state.projects.require(project_id)
    rows = [s for s in state.sprints.where(project_id=project_id) if status in (None, s.status)]
    rows.sort(key=lambda sprint: (sprint.starts_on, sprint.id), reverse=True)
    planned: dict[str | None, int] = {}
    for issue in state.issues.where(project_id=project_id):
        planned[issue.sprint_id] = planned.get(issue.sprint_id, 0) + (issue.points or 0)
    return Sprints(
        sprints=[SprintRow(**_sprint(sprint, planned.get(sprint.id, 0))) for sprint in rows]
    )


def get_sprint(
    state: TrackerState, sprint_id: SprintId, offset: Offset = 0, limit: Limit = 6
) -> SprintDetails:
    """Gets the progress of one sprint and the issues in it."""
    sprint = state.sprints.require(sprint_id)
    rows = issues_of(state, sprint.id)
    shown, following = page(rows, offset, limit)
    return SprintDetails(
        **_sprint(sprint, points_of(rows)),
        committed_points=points_of(rows),
        done_points=points_of([issue for issue in rows if issue.status == "done"]),
        issues=[issue_row(state, issue) for issue in shown],
        total=len(rows),
        next_offset=following,
    )


def _sorted(rows: list[Issue], sort_by: str) -> list[Issue]:
    if sort_by == "priority":
        return sorted(rows, key=lambda issue: (_URGENCY[issue.priority], issue.id))
    moment = "updated_at" if sort_by == "updated" else "created_at"
    return sorted(rows, key=lambda issue: (getattr(issue, moment), issue.id), reverse=True)


def _sprint(sprint: Sprint, taken: int) -> dict[str, Any]:
    return {
        "sprint_id": sprint.id,
        "name": sprint.name,
        "status": sprint.status,
        "starts_on": sprint.starts_on,
        "ends_on": sprint.ends_on,
        "load": f"{taken} of {sprint.capacity_points} points",
    }
