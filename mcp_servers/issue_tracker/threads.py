"""What hangs on the issues of one project in a seeded world: links, labels, watchers, comments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from mcp_servers.core.wording import minute
from mcp_servers.issue_tracker.state import (
    CLOSED,
    MOST_LABELS,
    Comment,
    Issue,
    Label,
    Link,
    LinkType,
    TrackerState,
    Watcher,
)
from mcp_servers.issue_tracker.titles import COMMENTS, LABELS


@dataclass(frozen=True, slots=True)
class Threads:
    """Adds to one project.

    Attributes:
        state: has the issues of the project already.
        rng: the source of chance.
        project_id: which project.
        team: who writes and watches; without those who have left.
    """

    state: TrackerState
    rng: Random
    project_id: str
    team: list[str]

    def add(self) -> None:
        """Adds links, labels, watchers and comments."""
        issues = self.state.issues.where(project_id=self.project_id)
        work = [issue for issue in issues if issue.type != "epic"]
        self._links(work)
        crowded = self.rng.choice(work).id
        for issue in issues:
            self._labels(issue.id, MOST_LABELS if issue.id == crowded else self.rng.randrange(3))
            for member_id in self.rng.sample(self.team, self.rng.randrange(3)):
                self.state.watchers.insert(
                    Watcher(
                        id=self.state.new_id("watchers"), issue_id=issue.id, member_id=member_id
                    )
                )
            self._comments(issue)

    def _links(self, work: list[Issue]) -> None:
        """Adds a chain of three that block one another, duplicates, and related ones."""
        waiting = [issue for issue in work if issue.status == "todo"]
        first, second, third, one, other = self.rng.sample(waiting, 5)
        self._link("blocks", first, second)
        self._link("blocks", second, third)
        self._link("relates_to", one, other)
        canceled = [i for i in work if i.status == "canceled" and i.sprint_id is None]
        self._link("duplicates", canceled[0], self.rng.choice([first, one]))
        self.state.issues.update(canceled[0].id, resolution="duplicate")

    def _link(self, type: LinkType, source: Issue, target: Issue) -> None:
        self.state.links.insert(
            Link(id=self.state.new_id("links"), type=type, source_id=source.id, target_id=target.id)
        )

    def _labels(self, issue_id: str, count: int) -> None:
        for name in self.rng.sample(LABELS, count):
            self.state.labels.insert(
                Label(id=self.state.new_id("labels"), issue_id=issue_id, name=name)
            )

    def _comments(self, issue: Issue) -> None:
        since = datetime.fromisoformat(issue.created_at)
        until = datetime.fromisoformat(issue.updated_at) if issue.status in CLOSED else None
        minutes = int(((until or self.state.now) - since).total_seconds()) // 60
        count = self.rng.randrange(4)
        moments = sorted(self.rng.randrange(max(1, minutes)) for _ in range(count))
        for after, body in zip(moments, self.rng.sample(COMMENTS, count), strict=True):
            self.state.comments.insert(
                Comment(
                    id=self.state.new_id("comments"),
                    issue_id=issue.id,
                    author_id=self.rng.choice(self.team),
                    body=body,
                    created_at=minute(since + timedelta(minutes=after)),
                )
            )
