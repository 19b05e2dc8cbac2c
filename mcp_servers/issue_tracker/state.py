"""The tables of an issue tracker that a few teams share, and what always holds of them.

Estimates are story points, times ISO strings to the minute. Invariants, in every world and after
every call:

1. A status changes only along the workflow of the issue's project (workflow.py); the one exception
   is that a duplicate is canceled at once.
2. An issue has a resolution and the time of it where it is done or canceled, and only there.
3. What is in progress, in review or in testing has an assignee. Nobody has more than
   `WIP_LIMIT` issues of one project in progress; epics do not count.
4. `blocks` links form no cycle. A duplicate is canceled, has one original, and no issue is both an
   original and a duplicate.
5. A project has at most one active sprint. A sprint holds issues of its own project, no epics, and
   once closed only what is done or canceled.
6. What is planned for a sprint has an estimate, and the estimates of a sprint that is not closed
   stay within its capacity.
7. The parent of an issue is an epic of its project; epics have none. A closed epic has no open
   issue.
8. An issue carries a label once and at most `MOST_LABELS`, and is watched once by each member of
   its project.
9. No two open issues of a project have the same title.
10. An archived project and everything in it stays as it is.
11. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

WIP_LIMIT = 2
MOST_LABELS = 4
POINTS = (1, 2, 3, 5, 8, 13)

Status = Literal["todo", "in_progress", "in_review", "testing", "done", "canceled"]
IssueType = Literal["bug", "story", "task", "epic"]
Priority = Literal["low", "medium", "high", "urgent"]
Resolution = Literal["done", "wont_do", "duplicate"]
Workflow = Literal["simple", "reviewed"]
SprintStatus = Literal["planned", "active", "closed"]
LinkType = Literal["blocks", "duplicates", "relates_to"]

CLOSED: frozenset[Status] = frozenset({"done", "canceled"})
STARTED: frozenset[Status] = frozenset({"in_progress", "in_review", "testing"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody with an account; who has left is not active any more."""

    id: str
    name: str
    role: str
    active: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """What a team works on; an archived one can be read only."""

    id: str
    name: str
    workflow: Workflow
    archived: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """That somebody belongs to a project."""

    id: str
    project_id: str
    member_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprint:
    """A stretch of two weeks, and how many points the team takes on in it."""

    id: str
    project_id: str
    name: str
    status: SprintStatus
    starts_on: str
    ends_on: str
    capacity_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """A piece of work. An epic is the parent of others; locked ones take no comments."""

    id: str
    project_id: str
    type: IssueType
    title: str
    priority: Priority
    status: Status
    reporter_id: str
    created_at: str
    updated_at: str
    description: str | None = None
    assignee_id: str | None = None
    points: int | None = None
    epic_id: str | None = None
    sprint_id: str | None = None
    resolution: Resolution | None = None
    resolved_at: str | None = None
    locked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """`source_id` blocks, duplicates or relates to `target_id`."""

    id: str
    type: LinkType
    source_id: str
    target_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A word that an issue is labelled with."""

    id: str
    issue_id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Watcher:
    """That somebody is told of what happens to an issue."""

    id: str
    issue_id: str
    member_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """What somebody wrote under an issue."""

    id: str
    issue_id: str
    author_id: str
    body: str
    created_at: str


@dataclass
class TrackerState(State):
    """Everything in the tracker; `me_id` is the member for whom calls are made."""

    me_id: str = ""
    members: Table[Member] = table(Member, "MEM")
    projects: Table[Project] = table(Project, "PRJ")
    memberships: Table[Membership] = table(Membership, "MSH")
    sprints: Table[Sprint] = table(Sprint, "SPR")
    issues: Table[Issue] = table(Issue, "ISS")
    links: Table[Link] = table(Link, "LNK")
    labels: Table[Label] = table(Label, "LBL")
    watchers: Table[Watcher] = table(Watcher, "WAT")
    comments: Table[Comment] = table(Comment, "COM")
