"""What the tools share: how rows are called in messages, sums, and checks that many calls make."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed, minute
from mcp_servers.issue_tracker.failures import (
    DuplicateTitle,
    IssueClosed,
    MemberInactive,
    NotProjectMember,
    ProjectArchived,
    WipLimitReached,
)
from mcp_servers.issue_tracker.state import (
    CLOSED,
    WIP_LIMIT,
    Issue,
    Member,
    Project,
    Sprint,
    TrackerState,
)

IssueId = Annotated[str, arg("Id of the issue.", entity="issue")]
MemberId = Annotated[str, arg("Id of the person.", entity="member")]
ProjectId = Annotated[str, arg("Id of the project.", entity="project")]
SprintId = Annotated[str, arg("Id of the sprint.", entity="sprint")]


class IssueRow(Output):
    """An issue in a list."""

    issue_id: Annotated[str, out("Id of the issue.", entity="issue")]
    title: Annotated[str, out("Its title.", label_of="issue")]
    type: Annotated[str, out("bug, story, task or epic.")]
    status: Annotated[str, out("Where it stands.")]
    priority: Annotated[str, out("low to urgent.")]
    assignee: Annotated[str | None, out("Who works on it, if anybody.")] = None


def issue_row(state: TrackerState, issue: Issue) -> IssueRow:
    """Returns an issue as lists show it."""
    return IssueRow(
        issue_id=issue.id,
        title=issue.title,
        type=issue.type,
        status=issue.status,
        priority=issue.priority,
        assignee=name_of(state, issue.assignee_id),
    )


def called(row: Issue) -> str:
    """Returns an issue as messages call it."""
    return f"{row.id} '{row.title}'"


def name_of(state: TrackerState, member_id: str | None) -> str | None:
    """Returns the name of a member, None for nobody."""
    return None if member_id is None else state.members.require(member_id).name


def project_of(state: TrackerState, row: Issue | Sprint) -> Project:
    """Returns the project that an issue or a sprint belongs to."""
    return state.projects.require(row.project_id)


def members_of(state: TrackerState, project_id: str) -> list[Member]:
    """Returns the members of a project, those who have left included."""
    rows = state.memberships.where(project_id=project_id)
    return [state.members.require(row.member_id) for row in rows]


def issues_of(state: TrackerState, sprint_id: str) -> list[Issue]:
    """Returns what is planned for a sprint."""
    return state.issues.where(sprint_id=sprint_id)


def points_of(issues: list[Issue]) -> int:
    """Returns the sum of the estimates."""
    return sum(issue.points or 0 for issue in issues)


def touch(state: TrackerState, issue_id: str) -> None:
    """Notes that something about an issue has changed now."""
    state.issues.update(issue_id, updated_at=minute(state.now))


def require_live(state: TrackerState, project_id: str) -> Project:
    """Returns a project that can change.

    Raises:
        ProjectArchived: naming those that can.
    """
    project = state.projects.require(project_id)
    if project.archived:
        live = listed(p.name for p in state.projects.where(archived=False))
        raise ProjectArchived(
            f"{project.name} ({project.id}) is archived and can only be read; these projects are "
            f"live: {live}."
        )
    return project


def require_open(state: TrackerState, issue_id: str) -> Issue:
    """Returns an issue of a live project that is neither done nor canceled.

    Raises:
        ProjectArchived, IssueClosed: saying what would do.
    """
    issue = state.issues.require(issue_id)
    require_live(state, issue.project_id)
    if issue.status in CLOSED:
        raise IssueClosed(
            f"{called(issue)} is {issue.status}; reopen it first with transition_issue to todo."
        )
    return issue


def require_new_title(state: TrackerState, project_id: str, title: str) -> None:
    """Checks that no open issue of the project has this title.

    Raises:
        DuplicateTitle: naming the issue that has it.
    """
    wanted = title.casefold()
    for issue in state.issues.where(project_id=project_id):
        if issue.status not in CLOSED and issue.title.casefold() == wanted:
            raise DuplicateTitle(
                f"{called(issue)} is open in this project under the same title; add a comment to "
                "it, or give another title."
            )


def require_member(state: TrackerState, issue: Issue, member_id: str) -> Member:
    """Returns an active member of the issue's project.

    Raises:
        NotProjectMember, MemberInactive: naming who would do.
    """
    member = state.members.require(member_id)
    team = members_of(state, issue.project_id)
    would = listed((m.name for m in team if m.active), most=10)
    project = project_of(state, issue)
    if member not in team:
        raise NotProjectMember(
            f"{member.name} ({member.id}) does not belong to {project.name}; these do: {would}."
        )
    if not member.active:
        raise MemberInactive(
            f"{member.name} ({member.id}) has left; active in {project.name}: {would}."
        )
    return member


def require_capacity(state: TrackerState, issue: Issue, member: Member) -> None:
    """Checks that the member may have one more issue of the project in progress.

    Raises:
        WipLimitReached: naming what is in progress.
    """
    if issue.type == "epic":
        return
    working = [
        i
        for i in state.issues.where(
            assignee_id=member.id, project_id=issue.project_id, status="in_progress"
        )
        if i.type != "epic" and i.id != issue.id
    ]
    if len(working) >= WIP_LIMIT:
        raise WipLimitReached(
            f"{member.name} has {len(working)} issues of {project_of(state, issue).name} in "
            f"progress, the most anybody may: {listed(map(called, working))}. Move one of them on, "
            "or let somebody else take this one."
        )
