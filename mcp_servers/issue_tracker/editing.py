"""Tools that change what an issue says: creating, updating, commenting, labelling."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed, minute
from mcp_servers.issue_tracker.failures import (
    ConversationLocked,
    EpicClosed,
    EpicNotPlanned,
    LabelAbsent,
    LabelPresent,
    NotAnEpic,
    SprintFull,
    TooManyLabels,
)
from mcp_servers.issue_tracker.rules import (
    IssueId,
    ProjectId,
    called,
    issues_of,
    points_of,
    require_live,
    require_new_title,
    require_open,
    touch,
)
from mcp_servers.issue_tracker.state import (
    CLOSED,
    MOST_LABELS,
    Comment,
    Issue,
    IssueType,
    Label,
    Priority,
    TrackerState,
)
from mcp_servers.issue_tracker.titles import LABELS

Points = Annotated[Literal[1, 2, 3, 5, 8, 13] | None, arg("Estimate in story points.")]


class IssueReport(Output):
    """Result of create_issue and update_issue."""

    issue_id: Annotated[str, out("Id of the issue.", entity="issue")]
    title: Annotated[str, out("Its title.", label_of="issue")]
    status: Annotated[str, out("Where it stands.")]
    priority: Annotated[str, out("low to urgent.")]
    points: Annotated[int | None, out("Estimate in story points, if any.")] = None


class CommentReport(Output):
    """Result of add_comment."""

    issue_id: Annotated[str, out("Id of the issue.", entity="issue")]
    title: Annotated[str, out("Its title.", label_of="issue")]
    comments: Annotated[int, out("How many it has now.")]


class LabelReport(Output):
    """Result of label_issue."""

    issue_id: Annotated[str, out("Id of the issue.", entity="issue")]
    title: Annotated[str, out("Its title.", label_of="issue")]
    labels: Annotated[list[str], out("The labels that it has now.")]


def create_issue(
    state: TrackerState,
    project_id: ProjectId,
    title: Annotated[
        str,
        arg(
            "Short title.",
            min_length=3,
            max_length=80,
            examples=(
                "Update the privacy notice",
                "Tooltip hides the save button",
                "Rate limit for the public API",
                "Wrong currency sign in receipts",
                "Add a keyboard shortcut for search",
                "Memory leak in the worker",
                "Rotate the signing keys",
                "Broken link in the footer",
            ),
        ),
    ],
    type: Annotated[IssueType, arg("Kind of work.")] = "task",
    priority: Annotated[Priority, arg("Priority.")] = "medium",
    epic_id: Annotated[str | None, arg("Id of its epic, if any.", entity="issue")] = None,
) -> IssueReport:
    """Creates an issue in a project, reported by you, with the status todo."""
    project = require_live(state, project_id)
    require_new_title(state, project.id, title)
    if epic_id is not None:
        _require_epic(state, project.id, type, epic_id)
    now = minute(state.now)
    issue = state.issues.insert(
        Issue(
            id=state.new_id("issues"),
            project_id=project.id,
            type=type,
            title=title,
            priority=priority,
            status="todo",
            reporter_id=state.me_id,
            created_at=now,
            updated_at=now,
            epic_id=epic_id,
        )
    )
    return _report(issue)


def update_issue(
    state: TrackerState,
    issue_id: IssueId,
    priority: Annotated[Priority | None, arg("New priority.")] = None,
    points: Points = None,
) -> IssueReport:
    """Changes the priority or the estimate of an open issue, or both; what is left out stays."""
    issue = require_open(state, issue_id)
    if points is not None:
        _require_estimable(state, issue, points)
    changed = state.issues.update(
        issue.id,
        priority=priority or issue.priority,
        points=points or issue.points,
        updated_at=minute(state.now),
    )
    return _report(changed)


def add_comment(
    state: TrackerState,
    issue_id: IssueId,
    body: Annotated[
        str,
        arg(
            "What to say.",
            min_length=1,
            max_length=500,
            examples=(
                "I can reproduce this.",
                "Please attach the log file.",
                "Fixed on the release branch.",
                "Waiting for an answer from the customer.",
                "The design is ready for this one.",
                "This happens since the last update.",
            ),
        ),
    ],
) -> CommentReport:
    """Adds a comment in your name to an issue, open or closed."""
    issue = state.issues.require(issue_id)
    require_live(state, issue.project_id)
    if issue.locked:
        raise ConversationLocked(
            f"The conversation on {called(issue)} is locked; comment on another issue, or create "
            "one that relates to it."
        )
    state.comments.insert(
        Comment(
            id=state.new_id("comments"),
            issue_id=issue.id,
            author_id=state.me_id,
            body=body,
            created_at=minute(state.now),
        )
    )
    touch(state, issue.id)
    count = len(state.comments.where(issue_id=issue.id))
    return CommentReport(issue_id=issue.id, title=issue.title, comments=count)


def label_issue(
    state: TrackerState,
    issue_id: IssueId,
    label: Annotated[
        str,
        arg(
            "The label.",
            pattern="^[a-z][a-z0-9-]{1,29}$",
            examples=LABELS,
        ),
    ],
    action: Annotated[Literal["add", "remove"], arg("Which of the two.")] = "add",
) -> LabelReport:
    """Puts a label on an issue, or takes it off."""
    issue = state.issues.require(issue_id)
    require_live(state, issue.project_id)
    rows = {row.name: row for row in state.labels.where(issue_id=issue.id)}
    has = listed(sorted(rows))
    if action == "remove":
        if label not in rows:
            raise LabelAbsent(f"{called(issue)} is not labelled {label}; its labels: {has}.")
        state.labels.delete(rows[label].id)
    else:
        if label in rows:
            raise LabelPresent(f"{called(issue)} is labelled {label} already; its labels: {has}.")
        if len(rows) >= MOST_LABELS:
            raise TooManyLabels(
                f"{called(issue)} has {MOST_LABELS} labels, the most it may; remove one of {has}."
            )
        state.labels.insert(Label(id=state.new_id("labels"), issue_id=issue.id, name=label))
    touch(state, issue.id)
    names = sorted(row.name for row in state.labels.where(issue_id=issue.id))
    return LabelReport(issue_id=issue.id, title=issue.title, labels=names)


def _report(issue: Issue) -> IssueReport:
    return IssueReport(
        issue_id=issue.id,
        title=issue.title,
        status=issue.status,
        priority=issue.priority,
        points=issue.points,
    )


def _require_epic(state: TrackerState, project_id: str, type: IssueType, epic_id: str) -> None:
    """Checks that an issue of this type may belong to the epic.

    Raises:
        NotAnEpic, EpicClosed: saying what would do.
    """
    epic = state.issues.require(epic_id)
    if epic.type != "epic" or epic.project_id != project_id or type == "epic":
        epics = state.issues.where(project_id=project_id, type="epic")
        would = listed(called(i) for i in epics if i.status not in CLOSED)
        raise NotAnEpic(
            f"{called(epic)} cannot be the epic of a {type} in {project_id}: it has to be an epic "
            f"of that project, and epics have none themselves. Open epics there: {would}."
        )
    if epic.status in CLOSED:
        raise EpicClosed(f"The epic {called(epic)} is {epic.status}; reopen it first.")


def _require_estimable(state: TrackerState, issue: Issue, points: int) -> None:
    """Checks that an issue may have this estimate.

    Raises:
        EpicNotPlanned, SprintFull: saying what would do.
    """
    if issue.type == "epic":
        raise EpicNotPlanned(f"{called(issue)} is an epic; estimate the issues that belong to it.")
    if issue.sprint_id is None:
        return
    sprint = state.sprints.require(issue.sprint_id)
    others = points_of([i for i in issues_of(state, sprint.id) if i.id != issue.id])
    if others + points > sprint.capacity_points:
        raise SprintFull(
            f"{sprint.name} has a capacity of {sprint.capacity_points} points, {others} of which "
            f"are taken by other issues; {called(issue)} can have at most "
            f"{sprint.capacity_points - others} there, or has to leave the sprint first."
        )
