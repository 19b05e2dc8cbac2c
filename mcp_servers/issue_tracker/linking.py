"""Links between issues: what blocks what, what duplicates what, and what is related."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed
from mcp_servers.issue_tracker.failures import DuplicateChain, LinkCycle, LinkExists
from mcp_servers.issue_tracker.rules import IssueId, called, require_open, touch
from mcp_servers.issue_tracker.state import Issue, Link, LinkType, TrackerState
from mcp_servers.issue_tracker.workflow import close, require_no_children


class LinkReport(Output):
    """Result of link_issues."""

    issue_id: Annotated[str, out("Id of the first issue.", entity="issue")]
    title: Annotated[str, out("Its title.", label_of="issue")]
    relation: Annotated[str, out("How it is linked.")]
    other_title: Annotated[str, out("Title of the other issue.")]
    status: Annotated[str, out("Where the first issue stands now.")]


def link_issues(
    state: TrackerState,
    issue_id: IssueId,
    type: Annotated[LinkType, arg("What the first issue does to the other.")],
    other_issue_id: Annotated[str, arg("Id of the other issue.", entity="issue")],
) -> LinkReport:
    """Links two issues: the first blocks, duplicates or relates to the other. A duplicate is
    canceled at once.
    """
    if issue_id == other_issue_id:
        raise InvalidArguments(f"{issue_id} cannot be linked to itself; give two different issues.")
    other = state.issues.require(other_issue_id)
    issue = require_open(state, issue_id)
    _require_new(state, issue, other, type)
    if type == "blocks":
        _require_no_cycle(state, issue, require_open(state, other_issue_id))
    if type == "duplicates":
        require_no_children(state, issue)
        _require_original(state, issue, other)
    state.links.insert(
        Link(id=state.new_id("links"), type=type, source_id=issue.id, target_id=other.id)
    )
    touch(state, issue.id)
    if type == "duplicates":
        close(state, issue, "canceled", duplicate=True)
    return LinkReport(
        issue_id=issue.id,
        title=issue.title,
        relation=type,
        other_title=other.title,
        status=state.issues.require(issue.id).status,
    )


def links_of(state: TrackerState, issue_id: str) -> list[tuple[str, Issue]]:
    """Returns how an issue is linked, and with which others."""
    words = {
        "blocks": ("blocks", "is blocked by"),
        "duplicates": ("duplicates", "is duplicated by"),
        "relates_to": ("relates to", "relates to"),
    }
    found: list[tuple[str, Issue]] = []
    for link in state.links:
        if link.source_id == issue_id:
            found.append((words[link.type][0], state.issues.require(link.target_id)))
        elif link.target_id == issue_id:
            found.append((words[link.type][1], state.issues.require(link.source_id)))
    return found


def _require_new(state: TrackerState, issue: Issue, other: Issue, type: LinkType) -> None:
    pairs = [(issue.id, other.id)]
    if type == "relates_to":
        pairs.append((other.id, issue.id))
    for source, target in pairs:
        if state.links.where(type=type, source_id=source, target_id=target):
            raise LinkExists(
                f"{called(issue)} {type} {called(other)} already; get_issue shows the links of an "
                "issue."
            )


def _require_no_cycle(state: TrackerState, issue: Issue, other: Issue) -> None:
    """Checks that `other` does not block `issue`, directly or by way of others."""
    way = _way(state, other.id, issue.id)
    if way:
        chain = " blocks ".join(way)
        raise LinkCycle(
            f"{called(issue)} cannot block {called(other)}, because {chain}; link them as "
            "relates_to instead."
        )


def _way(state: TrackerState, start: str, goal: str) -> list[str]:
    """Returns the issues on a way along `blocks` links, empty where there is none."""
    ways, seen = [[start]], {start}
    for way in ways:
        if way[-1] == goal:
            return way
        for link in state.links.where(type="blocks", source_id=way[-1]):
            if link.target_id not in seen:
                seen.add(link.target_id)
                ways.append([*way, link.target_id])
    return []


def _require_original(state: TrackerState, issue: Issue, other: Issue) -> None:
    originals = state.links.where(type="duplicates", source_id=other.id)
    if originals:
        original = state.issues.require(originals[0].target_id)
        raise DuplicateChain(
            f"{called(other)} is a duplicate itself; mark {issue.id} as a duplicate of the original"
            f" {called(original)}."
        )
    own = state.links.where(type="duplicates", target_id=issue.id)
    if own:
        shown = listed(link.source_id for link in own)
        raise DuplicateChain(
            f"{called(issue)} is the original of {shown}; mark {called(other)} as a duplicate of "
            "it instead."
        )
