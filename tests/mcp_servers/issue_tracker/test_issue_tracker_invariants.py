"""Whatever is called, in whatever order: the invariants hold."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule
from issue_tracker_invariants import check_changes, check_invariants
from machine import MACHINE_SETTINGS, ServerMachine

from mcp_servers.issue_tracker.state import CLOSED, POINTS, TrackerState
from mcp_servers.issue_tracker.tools import server
from mcp_servers.issue_tracker.workflow import steps
from provelight.records import Json

PICK = st.integers(0, 400)


class TrackerMachine(ServerMachine):
    """Takes steps that the workflow has, plans, and links, besides what chance does."""

    server = server
    state: TrackerState

    def check(self) -> None:
        check_invariants(self.state)

    def after(
        self, tool: str, arguments: dict[str, Json], result: Json, before: TrackerState
    ) -> None:
        check_changes(before, self.state)
        if tool == "transition_issue" and arguments["to_status"] == "in_progress":
            self.begun_rightly(arguments["issue_id"], before)
        if tool == "start_sprint":
            assert before.sprints.require(arguments["sprint_id"]).status == "planned"
            assert before.issues.where(sprint_id=arguments["sprint_id"])
        if tool == "transition_issue":
            assert self.state.issues.require(arguments["issue_id"]).status == result["status"]
        if tool == "add_comment":
            assert not before.issues.require(arguments["issue_id"]).locked
            assert len(self.state.comments) == len(before.comments) + 1

    def begun_rightly(self, issue_id: str, before: TrackerState) -> None:
        """Asserts that whoever begins is there, and that nothing blocked the beginning."""
        issue = self.state.issues.require(issue_id)
        assert self.state.members.require(issue.assignee_id or "").active
        if before.issues.require(issue_id).status == "todo":
            for link in before.links.where(type="blocks", target_id=issue_id):
                assert before.issues.require(link.source_id).status in CLOSED

    @rule(pick=PICK, which=st.integers(0, 2))
    def take_a_step(self, pick: int, which: int) -> None:
        issue = self.state.issues.require(self.id_of("issues", pick))
        allowed = steps(self.state, issue)
        if allowed:
            to = allowed[which % len(allowed)]
            self.call("transition_issue", issue_id=issue.id, to_status=to)

    @rule(pick=PICK, member=PICK)
    def assign(self, pick: int, member: int) -> None:
        issue = self.state.issues.require(self.id_of("issues", pick))
        team = self.state.memberships.where(project_id=issue.project_id)
        chosen = team[member % len(team)].member_id
        self.call("assign_issue", issue_id=issue.id, member_id=chosen)

    @rule(pick=PICK, sprint=PICK, points=st.sampled_from(POINTS))
    def plan(self, pick: int, sprint: int, points: int) -> None:
        issue = self.state.issues.require(self.id_of("issues", pick))
        sprints = self.state.sprints.where(project_id=issue.project_id)
        self.call("update_issue", issue_id=issue.id, points=points)
        chosen = sprints[sprint % len(sprints)].id
        self.call("plan_issue", issue_id=issue.id, sprint_id=chosen)

    @rule(sprint=PICK)
    def turn_over(self, sprint: int) -> None:
        sprint_id = self.id_of("sprints", sprint)
        self.call("complete_sprint", sprint_id=sprint_id)
        self.call("start_sprint", sprint_id=sprint_id)

    @rule(
        near=PICK,
        far=st.integers(1, 3),
        type=st.sampled_from(["blocks", "duplicates", "relates_to"]),
        turned=st.booleans(),
    )
    def link(self, near: int, far: int, type: str, turned: bool) -> None:
        ids = [i.id for i in self.state.issues.where(status="todo")] or self.state.issues.ids()
        pair = [ids[near % len(ids)], ids[(near + far) % len(ids)]]
        source, target = pair[::-1] if turned else pair
        self.call("link_issues", issue_id=source, type=type, other_issue_id=target)


TestTracker = TrackerMachine.TestCase
TestTracker.settings = MACHINE_SETTINGS
