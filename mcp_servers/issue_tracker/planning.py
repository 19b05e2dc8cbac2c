"""Sprints: what is planned, started and completed, and what that asks of issues."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed, minute
from mcp_servers.issue_tracker.failures import (
    AlreadyPlanned,
    EpicNotPlanned,
    EstimateMissing,
    OtherSprintActive,
    ReviewPending,
    SprintClosed,
    SprintEmpty,
    SprintFull,
    SprintNotActive,
    SprintNotPlanned,
    SprintOfOtherProject,
)
from mcp_servers.issue_tracker.rules import (
    IssueId,
    SprintId,
    called,
    issues_of,
    points_of,
    project_of,
    require_live,
    require_open,
)
from mcp_servers.issue_tracker.state import CLOSED, Issue, Sprint, TrackerState

SPRINT_LENGTH = timedelta(days=13)
"""From the first day of a sprint to its last."""


class PlanReport(Output):
    """Result of plan_issue."""

    issue_id: Annotated[str, out("Id of the issue.", entity="issue")]
    title: Annotated[str, out("Its title.", label_of="issue")]
    planned_for: Annotated[str, out("Name of its sprint, or backlog.")]
    free_points: Annotated[int | None, out("Capacity left in that sprint.")] = None


class StartReport(Output):
    """Result of start_sprint."""

    sprint_id: Annotated[str, out("Id of the sprint.", entity="sprint")]
    name: Annotated[str, out("Its name.", label_of="sprint")]
    issues: Annotated[int, out("How many issues it holds.")]
    committed_points: Annotated[int, out("Sum of their estimates.")]
    ends_on: Annotated[str, out("Its last day.", format="date")]


class CompletionReport(Output):
    """Result of complete_sprint."""

    sprint_id: Annotated[str, out("Id of the sprint.", entity="sprint")]
    name: Annotated[str, out("Its name.", label_of="sprint")]
    done_points: Annotated[int, out("Points of what is done.")]
    to_backlog: Annotated[int, out("How many unfinished issues went back to the backlog.")]


def plan_issue(
    state: TrackerState,
    issue_id: IssueId,
    sprint_id: Annotated[
        str | None, arg("Id of the sprint; leave out for the backlog.", entity="sprint")
    ] = None,
) -> PlanReport:
    """Plans an open issue for a sprint of its project, or puts it back into the backlog."""
    issue = require_open(state, issue_id)
    sprint = None if sprint_id is None else state.sprints.require(sprint_id)
    if issue.sprint_id == sprint_id:
        where = sprint.name if sprint else "the backlog"
        raise AlreadyPlanned(f"{called(issue)} is in {where} already; list_sprints shows others.")
    if sprint is not None:
        _require_plannable(state, issue, sprint)
    state.issues.update(issue.id, sprint_id=sprint_id, updated_at=minute(state.now))
    return PlanReport(
        issue_id=issue.id,
        title=issue.title,
        planned_for=sprint.name if sprint else "backlog",
        free_points=_free(state, sprint) if sprint else None,
    )


def start_sprint(state: TrackerState, sprint_id: SprintId) -> StartReport:
    """Starts a planned sprint today, for two weeks."""
    sprint = state.sprints.require(sprint_id)
    require_live(state, sprint.project_id)
    _require_startable(state, sprint)
    starts, ends = fortnight(state)
    state.sprints.update(sprint.id, status="active", starts_on=starts, ends_on=ends)
    issues = issues_of(state, sprint.id)
    return StartReport(
        sprint_id=sprint.id,
        name=sprint.name,
        issues=len(issues),
        committed_points=points_of(issues),
        ends_on=ends,
    )


def complete_sprint(state: TrackerState, sprint_id: SprintId) -> CompletionReport:
    """Completes the active sprint; what is unfinished goes back to the backlog."""
    sprint = state.sprints.require(sprint_id)
    require_live(state, sprint.project_id)
    issues = issues_of(state, sprint.id)
    _require_completable(state, sprint, issues)
    unfinished = [issue for issue in issues if issue.status not in CLOSED]
    for issue in unfinished:
        state.issues.update(issue.id, sprint_id=None, updated_at=minute(state.now))
    state.sprints.update(sprint.id, status="closed", ends_on=state.now.date().isoformat())
    return CompletionReport(
        sprint_id=sprint.id,
        name=sprint.name,
        done_points=points_of([issue for issue in issues if issue.status == "done"]),
        to_backlog=len(unfinished),
    )


def fortnight(state: TrackerState) -> tuple[str, str]:
    """Returns the first and the last day of a sprint that starts today."""
    today = state.now.date()
    return today.isoformat(), (today + SPRINT_LENGTH).isoformat()


def _free(state: TrackerState, sprint: Sprint) -> int:
    return sprint.capacity_points - points_of(issues_of(state, sprint.id))


def _require_plannable(state: TrackerState, issue: Issue, sprint: Sprint) -> None:
    """Checks that an issue may be planned for a sprint.

    Raises:
        SprintOfOtherProject, SprintClosed, EpicNotPlanned, EstimateMissing, SprintFull: saying
        what would do.
    """
    if sprint.project_id != issue.project_id:
        raise SprintOfOtherProject(
            f"{sprint.name} ({sprint.id}) is a sprint of {project_of(state, sprint).name}, "
            f"{called(issue)} belongs to {project_of(state, issue).name}; {_open(state, issue)}"
        )
    if sprint.status == "closed":
        raise SprintClosed(f"{sprint.name} ({sprint.id}) is over; {_open(state, issue)}")
    if issue.type == "epic":
        raise EpicNotPlanned(f"{called(issue)} is an epic; plan the issues that belong to it.")
    if issue.points is None:
        raise EstimateMissing(
            f"{called(issue)} has no estimate; give it points with update_issue first."
        )
    free = _free(state, sprint)
    if issue.points > free:
        raise SprintFull(
            f"{called(issue)} takes {issue.points} points and {sprint.name} has {free} of "
            f"{sprint.capacity_points} left; take something out of it with plan_issue, or choose "
            "another sprint."
        )


def _open(state: TrackerState, issue: Issue) -> str:
    sprints = state.sprints.where(project_id=issue.project_id)
    names = listed(f"{s.name} ({s.id})" for s in sprints if s.status != "closed")
    return f"sprints that take it: {names}."


def _require_startable(state: TrackerState, sprint: Sprint) -> None:
    """Checks that a sprint may start.

    Raises:
        SprintNotPlanned, OtherSprintActive, SprintEmpty: saying what would do.
    """
    if sprint.status != "planned":
        planned = state.sprints.where(project_id=sprint.project_id, status="planned")
        names = listed(f"{s.name} ({s.id})" for s in planned)
        raise SprintNotPlanned(f"{sprint.name} is {sprint.status}; planned ones: {names}.")
    active = state.sprints.where(project_id=sprint.project_id, status="active")
    if active:
        raise OtherSprintActive(
            f"{project_of(state, sprint).name} is in {active[0].name} ({active[0].id}); complete "
            "that with complete_sprint first."
        )
    if not issues_of(state, sprint.id):
        raise SprintEmpty(f"{sprint.name} holds no issues; plan some for it with plan_issue.")


def _require_completable(state: TrackerState, sprint: Sprint, issues: list[Issue]) -> None:
    """Checks that a sprint may be completed.

    Raises:
        SprintNotActive, ReviewPending: saying what would do.
    """
    if sprint.status != "active":
        active = state.sprints.where(project_id=sprint.project_id, status="active")
        names = listed(f"{s.name} ({s.id})" for s in active)
        raise SprintNotActive(f"{sprint.name} is {sprint.status}; active in its project: {names}.")
    pending = [issue for issue in issues if issue.status == "in_review"]
    if pending:
        raise ReviewPending(
            f"{sprint.name} has issues in review: {listed(map(called, pending), most=3)}. Move them"
            " on or back with transition_issue, or out of the sprint with plan_issue."
        )
