"""Projects and their people: who there is, who works on an issue, and who watches it."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed, minute
from mcp_servers.issue_tracker.failures import AlreadyAssigned, AlreadyWatching, NotWatching
from mcp_servers.issue_tracker.rules import (
    IssueId,
    MemberId,
    ProjectId,
    called,
    members_of,
    name_of,
    require_capacity,
    require_live,
    require_member,
    require_open,
    touch,
)
from mcp_servers.issue_tracker.state import CLOSED, STARTED, Project, TrackerState, Watcher


class ProjectRow(Output):
    """A project in a list."""

    project_id: Annotated[str, out("Id of the project.", entity="project")]
    name: Annotated[str, out("Its name.", label_of="project")]
    workflow: Annotated[str, out("simple, or reviewed: with review and testing.")]
    load: Annotated[str, out("How many of its issues are open.")]
    active_sprint: Annotated[str | None, out("Name of the active sprint, if any.")] = None
    archived: Annotated[bool | None, out("true where it can only be read.")] = None


class Projects(Output):
    """Result of list_projects."""

    projects: Annotated[list[ProjectRow], out("By name.")]


class MemberRow(Output):
    """A member of a project."""

    member_id: Annotated[str, out("Id of the person.", entity="member")]
    name: Annotated[str, out("Name of the person.", label_of="member")]
    role: Annotated[str, out("What they do.")]
    load: Annotated[str, out("How many of its issues they have open, and how many started.")]
    left: Annotated[bool | None, out("true where they have left.")] = None
    you: Annotated[bool | None, out("true for yourself.")] = None


class Members(Page):
    """Result of list_members."""

    members: Annotated[list[MemberRow], out("By name.")]


class AssigneeReport(Output):
    """Result of assign_issue."""

    issue_id: Annotated[str, out("Id of the issue.", entity="issue")]
    title: Annotated[str, out("Its title.", label_of="issue")]
    assignee: Annotated[str, out("Who works on it now.")]
    previous: Annotated[str | None, out("Who did before, if anybody.")] = None


class WatcherReport(Output):
    """Result of watch_issue."""

    issue_id: Annotated[str, out("Id of the issue.", entity="issue")]
    title: Annotated[str, out("Its title.", label_of="issue")]
    watchers: Annotated[list[str], out("Who watches it now.")]


def list_projects(
    state: TrackerState,
    archived: Annotated[bool | None, arg("Only archived ones, or only live ones.")] = None,
) -> Projects:
    """Lists the projects with their workflow and active sprint."""
    rows = [p for p in state.projects if archived in (None, p.archived)]
    rows.sort(key=lambda project: (project.name, project.id))
    return Projects(projects=[_project(state, project) for project in rows])


def list_members(
    state: TrackerState, project_id: ProjectId, offset: Offset = 0, limit: Limit = 8
) -> Members:
    """Lists the members of one project and how much each has to do there."""
    state.projects.require(project_id)
    rows = sorted(members_of(state, project_id), key=lambda member: (member.name, member.id))
    shown, following = page(rows, offset, limit)
    have: dict[str, list[bool]] = {member.id: [] for member in rows}
    for issue in state.issues.where(project_id=project_id):
        if issue.assignee_id in have and issue.status not in CLOSED:
            have[issue.assignee_id].append(issue.status in STARTED)
    return Members(
        members=[
            MemberRow(
                member_id=member.id,
                name=member.name,
                role=member.role,
                load=f"{len(have[member.id])} open, {sum(have[member.id])} started",
                left=None if member.active else True,
                you=True if member.id == state.me_id else None,
            )
            for member in shown
        ],
        total=len(rows),
        next_offset=following,
    )


def assign_issue(state: TrackerState, issue_id: IssueId, member_id: MemberId) -> AssigneeReport:
    """Assigns an open issue to a member of its project, in place of whoever had it."""
    issue = require_open(state, issue_id)
    member = require_member(state, issue, member_id)
    if issue.assignee_id == member.id:
        raise AlreadyAssigned(
            f"{called(issue)} is assigned to {member.name} already; name somebody else to hand it "
            "over."
        )
    if issue.status == "in_progress":
        require_capacity(state, issue, member)
    state.issues.update(issue.id, assignee_id=member.id, updated_at=minute(state.now))
    return AssigneeReport(
        issue_id=issue.id,
        title=issue.title,
        assignee=member.name,
        previous=name_of(state, issue.assignee_id),
    )


def watch_issue(
    state: TrackerState,
    issue_id: IssueId,
    member_id: MemberId,
    action: Annotated[Literal["start", "stop"], arg("Which of the two.")] = "start",
) -> WatcherReport:
    """Makes somebody a watcher of an issue, who is told of its changes, or stops that."""
    issue = state.issues.require(issue_id)
    require_live(state, issue.project_id)
    member = state.members.require(member_id)
    rows = {row.member_id: row for row in state.watchers.where(issue_id=issue.id)}
    if action == "stop":
        if member.id not in rows:
            who = listed(watchers_of(state, issue.id))
            raise NotWatching(f"{member.name} does not watch {called(issue)}; watchers: {who}.")
        state.watchers.delete(rows[member.id].id)
    else:
        require_member(state, issue, member_id)
        if member.id in rows:
            raise AlreadyWatching(
                f"{member.name} watches {called(issue)} already; use the action stop to end that."
            )
        state.watchers.insert(
            Watcher(id=state.new_id("watchers"), issue_id=issue.id, member_id=member.id)
        )
    touch(state, issue.id)
    return WatcherReport(
        issue_id=issue.id, title=issue.title, watchers=watchers_of(state, issue.id)
    )


def watchers_of(state: TrackerState, issue_id: str) -> list[str]:
    """Returns the names of those who watch an issue, sorted."""
    rows = state.watchers.where(issue_id=issue_id)
    return sorted(state.members.require(row.member_id).name for row in rows)


def _project(state: TrackerState, project: Project) -> ProjectRow:
    issues = state.issues.where(project_id=project.id)
    active = state.sprints.where(project_id=project.id, status="active")
    return ProjectRow(
        project_id=project.id,
        name=project.name,
        workflow=project.workflow,
        load=f"{sum(issue.status not in CLOSED for issue in issues)} open issues",
        active_sprint=active[0].name if active else None,
        archived=True if project.archived else None,
    )
