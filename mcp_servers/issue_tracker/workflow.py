"""Workflows: which steps there are, what each asks for, and the tools that show and take them.

A `simple` project goes from in_progress straight to done; a `reviewed` one has others look at the
work and test it.
"""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.errors import StateError
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed, minute
from mcp_servers.issue_tracker.failures import (
    AssigneeMissing,
    BlockedByOpenIssues,
    EpicClosed,
    OpenChildren,
    OwnWorkReview,
    TransitionNotAllowed,
)
from mcp_servers.issue_tracker.rules import (
    IssueId,
    called,
    members_of,
    project_of,
    require_capacity,
    require_live,
    require_new_title,
)
from mcp_servers.issue_tracker.state import CLOSED, Issue, Status, TrackerState, Workflow

STEPS: dict[Workflow, dict[Status, tuple[Status, ...]]] = {
    "simple": {
        "todo": ("in_progress", "canceled"),
        "in_progress": ("done", "todo", "canceled"),
        "in_review": (),
        "testing": (),
        "done": ("todo",),
        "canceled": ("todo",),
    },
    "reviewed": {
        "todo": ("in_progress", "canceled"),
        "in_progress": ("in_review", "todo", "canceled"),
        "in_review": ("testing", "in_progress"),
        "testing": ("done", "in_progress"),
        "done": ("todo",),
        "canceled": ("todo",),
    },
}


class Step(Output):
    """A step that the workflow has."""

    to_status: Annotated[str, out("Where it leads.")]
    obstacle: Annotated[str | None, out("Why it cannot be taken now, if so.")] = None


class Transitions(Output):
    """Result of list_transitions."""

    issue_id: Annotated[str, out("Id of the issue.", entity="issue")]
    title: Annotated[str, out("Its title.", label_of="issue")]
    status: Annotated[str, out("Where it stands.")]
    steps: Annotated[list[Step], out("What may come next.")]


class StatusReport(Output):
    """Result of transition_issue."""

    issue_id: Annotated[str, out("Id of the issue.", entity="issue")]
    title: Annotated[str, out("Its title.", label_of="issue")]
    from_status: Annotated[str, out("Where it stood.")]
    status: Annotated[str, out("Where it stands now.")]


def list_transitions(state: TrackerState, issue_id: IssueId) -> Transitions:
    """Lists the statuses that an issue can move to next, and what stands in the way of each."""
    issue = state.issues.require(issue_id)
    return Transitions(
        issue_id=issue.id,
        title=issue.title,
        status=issue.status,
        steps=[
            Step(to_status=to, obstacle=_obstacle(state, issue, to)) for to in steps(state, issue)
        ],
    )


def transition_issue(
    state: TrackerState,
    issue_id: IssueId,
    to_status: Annotated[Status, arg("Status to move it to; todo reopens.")],
) -> StatusReport:
    """Moves an issue one step along its project's workflow, such as to in_progress or done."""
    issue = state.issues.require(issue_id)
    require_step(state, issue, to_status)
    if issue.status in CLOSED:
        _reopen(state, issue)
    elif to_status in CLOSED:
        close(state, issue, to_status)
    else:
        state.issues.update(issue.id, status=to_status, updated_at=minute(state.now))
    return StatusReport(
        issue_id=issue.id, title=issue.title, from_status=issue.status, status=to_status
    )


def steps(state: TrackerState, issue: Issue) -> tuple[Status, ...]:
    """Returns where the workflow leads from the status of an issue."""
    return STEPS[project_of(state, issue).workflow][issue.status]


def close(state: TrackerState, issue: Issue, status: Status, duplicate: bool = False) -> None:
    """Notes that an issue is done or canceled, and why."""
    why = "duplicate" if duplicate else "done" if status == "done" else "wont_do"
    now = minute(state.now)
    state.issues.update(issue.id, status=status, resolution=why, resolved_at=now, updated_at=now)


def require_step(state: TrackerState, issue: Issue, to: Status) -> None:
    """Checks that an issue may move to a status now.

    Raises:
        ProjectArchived, TransitionNotAllowed, AssigneeMissing, BlockedByOpenIssues,
        WipLimitReached, OwnWorkReview, OpenChildren, EpicClosed, DuplicateTitle: saying what would
        do.
    """
    project = require_live(state, issue.project_id)
    allowed = steps(state, issue)
    if to not in allowed:
        raise TransitionNotAllowed(
            f"{called(issue)} is {issue.status}; the workflow of {project.name} leads from there "
            f"to {listed(allowed)}, not to {to}."
        )
    if to == "in_progress":
        _require_worker(state, issue)
    if issue.status == "todo" and to == "in_progress":
        _require_unblocked(state, issue)
    if issue.status == "in_review" and to == "testing" and issue.assignee_id == state.me_id:
        raise OwnWorkReview(
            f"{called(issue)} is assigned to you, and nobody approves their own work; assign it to "
            "somebody else, or move it back to in_progress."
        )
    if to in CLOSED:
        require_no_children(state, issue)
    if issue.status in CLOSED:
        _require_epic(state, issue)
        require_new_title(state, issue.project_id, issue.title)


def require_no_children(state: TrackerState, issue: Issue) -> None:
    """Checks that an epic has no open issues.

    Raises:
        OpenChildren: naming them.
    """
    children = [i for i in state.issues.where(epic_id=issue.id) if i.status not in CLOSED]
    if children:
        raise OpenChildren(
            f"The epic {called(issue)} has {len(children)} open issues, which have to be closed "
            f"first: {listed(map(called, children), most=3)}."
        )


def _obstacle(state: TrackerState, issue: Issue, to: Status) -> str | None:
    try:
        require_step(state, issue, to)
    except StateError as error:
        return error.message
    return None


def _reopen(state: TrackerState, issue: Issue) -> None:
    """Brings an issue back: it is no duplicate any more, and in no sprint that is over."""
    for link in state.links.where(source_id=issue.id, type="duplicates"):
        state.links.delete(link.id)
    sprint = state.sprints.get(issue.sprint_id) if issue.sprint_id else None
    over = sprint is not None and sprint.status == "closed"
    state.issues.update(
        issue.id,
        status="todo",
        resolution=None,
        resolved_at=None,
        sprint_id=None if over else issue.sprint_id,
        updated_at=minute(state.now),
    )


def _require_worker(state: TrackerState, issue: Issue) -> None:
    team = [m.name for m in members_of(state, issue.project_id) if m.active]
    if issue.assignee_id is None:
        raise AssigneeMissing(
            f"{called(issue)} is assigned to nobody; assign it with assign_issue to one of "
            f"{listed(team, most=10)}."
        )
    member = state.members.require(issue.assignee_id)
    if not member.active:
        raise AssigneeMissing(
            f"{called(issue)} is assigned to {member.name}, who has left; assign it to one of "
            f"{listed(team, most=10)}."
        )
    require_capacity(state, issue, member)


def _require_unblocked(state: TrackerState, issue: Issue) -> None:
    links = state.links.where(target_id=issue.id, type="blocks")
    blockers = [state.issues.require(link.source_id) for link in links]
    still_open = [b for b in blockers if b.status not in CLOSED]
    if still_open:
        raise BlockedByOpenIssues(
            f"{called(issue)} is blocked by {listed(map(called, still_open), most=3)}; close that "
            "first."
        )


def _require_epic(state: TrackerState, issue: Issue) -> None:
    epic = state.issues.get(issue.epic_id) if issue.epic_id else None
    if epic is not None and epic.status in CLOSED:
        raise EpicClosed(
            f"{called(issue)} belongs to the epic {called(epic)}, which is {epic.status}; reopen "
            "the epic first."
        )
