"""The tools of the issue tracker: which there are, which write, and how each may fail.

One session is one member, for whom issues are created and comments written. The functions stand
in lookups.py, people.py, workflow.py, planning.py, editing.py and linking.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.issue_tracker import (
    editing,
    failures,
    linking,
    lookups,
    people,
    planning,
    workflow,
)
from mcp_servers.issue_tracker.state import TrackerState
from mcp_servers.issue_tracker.world import make_world

server = ToolServer(
    "issue_tracker",
    title="Issue tracker",
    instructions=(
        "Issues of several projects, their workflow and sprints. Look up the ids of projects, "
        "members, sprints and issues before you use them."
    ),
    state=TrackerState,
    make_world=make_world,
)

server.read(people.list_projects)
server.read(people.list_members)
server.read(lookups.search_issues)
server.read(lookups.list_issues)
server.read(lookups.get_issue)
server.read(lookups.list_comments)
server.read(workflow.list_transitions)
server.read(lookups.list_sprints)
server.read(lookups.get_sprint)

server.write(
    raises=(
        failures.ProjectArchived,
        failures.DuplicateTitle,
        failures.NotAnEpic,
        failures.EpicClosed,
    )
)(editing.create_issue)
server.write(
    idempotent=True,
    raises=(
        failures.ProjectArchived,
        failures.IssueClosed,
        failures.EpicNotPlanned,
        failures.SprintFull,
    ),
)(editing.update_issue)
server.write(raises=(failures.ProjectArchived, failures.ConversationLocked))(editing.add_comment)
server.write(
    raises=(
        failures.ProjectArchived,
        failures.LabelPresent,
        failures.LabelAbsent,
        failures.TooManyLabels,
    )
)(editing.label_issue)
server.write(
    raises=(
        failures.ProjectArchived,
        failures.IssueClosed,
        failures.NotProjectMember,
        failures.MemberInactive,
        failures.AlreadyAssigned,
        failures.WipLimitReached,
    )
)(people.assign_issue)
server.write(
    raises=(
        failures.ProjectArchived,
        failures.NotProjectMember,
        failures.MemberInactive,
        failures.AlreadyWatching,
        failures.NotWatching,
    )
)(people.watch_issue)
server.write(
    raises=(
        failures.ProjectArchived,
        failures.TransitionNotAllowed,
        failures.AssigneeMissing,
        failures.WipLimitReached,
        failures.BlockedByOpenIssues,
        failures.OwnWorkReview,
        failures.OpenChildren,
        failures.EpicClosed,
        failures.DuplicateTitle,
    )
)(workflow.transition_issue)
server.write(
    raises=(
        failures.ProjectArchived,
        failures.IssueClosed,
        failures.LinkExists,
        failures.LinkCycle,
        failures.DuplicateChain,
        failures.OpenChildren,
    )
)(linking.link_issues)
server.write(
    raises=(
        failures.ProjectArchived,
        failures.IssueClosed,
        failures.AlreadyPlanned,
        failures.SprintOfOtherProject,
        failures.SprintClosed,
        failures.EpicNotPlanned,
        failures.EstimateMissing,
        failures.SprintFull,
    )
)(planning.plan_issue)
server.write(
    raises=(
        failures.ProjectArchived,
        failures.SprintNotPlanned,
        failures.OtherSprintActive,
        failures.SprintEmpty,
    )
)(planning.start_sprint)
server.write(
    destructive=True,
    raises=(failures.ProjectArchived, failures.SprintNotActive, failures.ReviewPending),
)(planning.complete_sprint)
