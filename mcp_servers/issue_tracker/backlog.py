"""The issues of one project in a seeded world, and the sprints that they are planned for."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from mcp_servers.core.wording import minute
from mcp_servers.issue_tracker.rules import issues_of, points_of
from mcp_servers.issue_tracker.state import (
    CLOSED,
    POINTS,
    WIP_LIMIT,
    Issue,
    IssueType,
    Priority,
    Project,
    Sprint,
    SprintStatus,
    Status,
    TrackerState,
)
from mcp_servers.issue_tracker.titles import about, titles

_PRIORITIES: tuple[Priority, ...] = ("low", "medium", "medium", "high", "high", "urgent")
_CLOSED: tuple[Status, ...] = ("done", "done", "canceled", "done")
_PLANNED: tuple[Status, ...] = ("todo", "todo", "todo")
_ACTIVE: dict[str, tuple[tuple[Status, ...], ...]] = {
    "simple": (("in_progress", "in_progress", "todo", "todo", "done", "in_progress"),),
    "reviewed": (
        ("in_progress", "in_progress", "in_review", "todo", "testing", "done"),
        ("in_progress", "in_progress", "todo", "todo", "testing", "testing"),
    ),
}
_LEFT_OVER: tuple[Status, ...] = ("canceled", "canceled")
_EPICS: tuple[Status, ...] = ("todo", "in_progress", "done")
_FIRST_DAY = {"closed": -34, "active": -6, "planned": 8}
_SPRINT_DAYS = 14
_OLDEST_DAYS, _DAYS_APART = 90, 3
_SLACK = (0, 1, 2, 3, 5, 8)


class Backlog:
    """Fills one project.

    Args:
        state: has its members already.
        rng: the source of chance.
        project: which one.
        features: the parts of the product that its issues are about.

    Attributes:
        gone: the member of the project who has left.
        active: the others; yourself first, and one whose hands are full second.
    """

    def __init__(
        self, state: TrackerState, rng: Random, project: Project, features: list[str]
    ) -> None:
        self._state, self._rng, self._project, self._features = state, rng, project, features
        team = [m.member_id for m in state.memberships.where(project_id=project.id)]
        self.gone, self.active = team[0], team[1:]

    def fill(self, first_sprint: int, between: bool) -> None:
        """Adds two sprints that are over, the active one unless `between` two, and two to come.

        The last of these is empty.
        """
        kinds: list[SprintStatus] = ["closed", "closed", "active", "planned", "planned"]
        if between:
            kinds.remove("active")
        sprints = [self._sprint(first_sprint + n, kind) for n, kind in enumerate(kinds)]
        for feature, status in zip(self._features, _EPICS, strict=False):
            self._issue("epic", f"Next version of {feature}", status)
        drafts = [draft for feature in self._features for draft in titles(feature, self._rng)]
        self._rng.shuffle(drafts)
        for sprint in sprints[:-1]:
            for status in self._statuses(sprint):
                self._issue(*drafts.pop(), status, sprint)
        for status in _LEFT_OVER:
            self._issue(*drafts.pop(), status)
        for type, title in drafts:
            self._issue(type, title, "todo")
        for sprint in sprints:
            self._set_capacity(sprint)

    def _statuses(self, sprint: Sprint) -> tuple[Status, ...]:
        if sprint.status == "active":
            return self._rng.choice(_ACTIVE[self._project.workflow])
        return _CLOSED if sprint.status == "closed" else _PLANNED

    def _sprint(self, number: int, status: SprintStatus) -> Sprint:
        before = self._state.sprints.where(project_id=self._project.id, status=status)
        days = _FIRST_DAY[status] + _SPRINT_DAYS * len(before)
        first = (self._state.now + timedelta(days=days)).date()
        return self._state.sprints.insert(
            Sprint(
                id=self._state.new_id("sprints"),
                project_id=self._project.id,
                name=f"Sprint {number}",
                status=status,
                starts_on=first.isoformat(),
                ends_on=(first + timedelta(days=_SPRINT_DAYS - 1)).isoformat(),
                capacity_points=0,
            )
        )

    def _set_capacity(self, sprint: Sprint) -> None:
        taken = points_of(issues_of(self._state, sprint.id))
        capacity = max(taken, 13) + self._rng.choice(_SLACK)
        self._state.sprints.update(sprint.id, capacity_points=capacity)

    def _issue(
        self, type: IssueType, title: str, status: Status, sprint: Sprint | None = None
    ) -> None:
        """Adds an issue; each is younger than the one before."""
        rng, state, over = self._rng, self._state, status in CLOSED
        older = len(state.issues.where(project_id=self._project.id))
        created = state.now - timedelta(
            days=_OLDEST_DAYS - _DAYS_APART * older, minutes=rng.randrange(600)
        )
        changed = minute(self._closed_at(created, sprint) if over else self._since(created))
        estimated = type != "epic" and (sprint is not None or rng.random() < 0.75)
        state.issues.insert(
            Issue(
                id=state.new_id("issues"),
                project_id=self._project.id,
                type=type,
                title=title,
                priority=rng.choice(_PRIORITIES),
                status=status,
                reporter_id=rng.choice([self.gone, *self.active]),
                created_at=minute(created),
                updated_at=changed,
                description=about(type),
                assignee_id=self._assignee(type, status),
                points=rng.choice(POINTS[:5]) if estimated else None,
                epic_id=None if type == "epic" or over else self._epic_of(title),
                sprint_id=sprint.id if sprint else None,
                resolution=("done" if status == "done" else "wont_do") if over else None,
                resolved_at=changed if over else None,
                locked=over and rng.random() < 0.3,
            )
        )

    def _since(self, moment: datetime) -> datetime:
        """Returns some time between then and now."""
        minutes = int((self._state.now - moment).total_seconds()) // 60
        return moment + timedelta(minutes=self._rng.randrange(minutes))

    def _closed_at(self, created: datetime, sprint: Sprint | None) -> datetime:
        """Returns when an issue was closed: while its sprint ran, if it had one."""
        if sprint is None:
            return self._since(created)
        first = datetime.fromisoformat(sprint.starts_on)
        if sprint.status == "active":
            return self._since(first)
        return first + timedelta(minutes=self._rng.randrange(_SPRINT_DAYS * 24 * 60))

    def _assignee(self, type: IssueType, status: Status) -> str | None:
        """Returns who has an issue; nobody gets more in progress than they may."""
        rng, (me, busy, *others) = self._rng, self.active
        if status == "todo" and type != "epic":
            return rng.choice([None, None, self.gone, busy, me, *others])
        if status == "in_progress" and type != "epic":
            working = self._state.issues.where(
                project_id=self._project.id, assignee_id=busy, status="in_progress"
            )
            return busy if len(working) < WIP_LIMIT else rng.choice(others)
        return rng.choice([me, *others])

    def _epic_of(self, title: str) -> str | None:
        """Returns the open epic on what a title is about, if any."""
        for epic in self._state.issues.where(project_id=self._project.id, type="epic"):
            if epic.status not in CLOSED and epic.title.removeprefix("Next version of ") in title:
                return epic.id
        return None
