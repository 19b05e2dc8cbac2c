"""Seeded worlds of the tracker: five projects, one of them archived, with some 25 issues each.

Every world has titles, people and projects that need a look to tell apart, and rows on which calls
fail: blocked and locked issues, duplicates, people who have left or whose hands are full, sprints
that are full, empty or over, an epic that is closed, work of one's own that waits for review. One
live project is between two sprints.
"""

from __future__ import annotations

from random import Random

from mcp_servers.core.worlds import World
from mcp_servers.issue_tracker.backlog import Backlog
from mcp_servers.issue_tracker.state import Member, Membership, Project, TrackerState, Workflow
from mcp_servers.issue_tracker.threads import Threads
from mcp_servers.issue_tracker.titles import features

ROLES = ("developer", "developer", "developer", "tester", "designer", "product manager")
PEOPLE, RELATIVES, LEFT, TEAM = 14, 2, 2, 8
BETWEEN_SPRINTS = 1
PRODUCTS = ("Portal", "Mobile", "Billing", "Data Hub")


def make_world(world: World) -> TrackerState:
    """Returns the tracker of one company, the same for the same world."""
    state = TrackerState(now=world.now)
    _add_members(state, world)
    _add_projects(state, world)
    known = features(world.everything_new)
    first_sprint = world.rng.randrange(4, 30)
    for number, project in enumerate(state.projects):
        _add_team(state, world.rng, project)
        backlog = Backlog(state, world.rng, project, world.rng.sample(known, 5))
        between = number == BETWEEN_SPRINTS or project.archived
        backlog.fill(first_sprint + number % 3, between)
        Threads(state, world.rng, project.id, backlog.active).add()
    return state


def _add_members(state: TrackerState, world: World) -> None:
    """Adds people, some of one family name.

    The first ones have left, the next one is the member for whom calls are made.
    """
    first = world.sample("first_name", PEOPLE + RELATIVES)
    last = world.sample("last_name", PEOPLE)
    last += world.rng.sample(last, RELATIVES)
    for number, (one, other) in enumerate(zip(first, last, strict=True)):
        role = "developer" if number < LEFT + 4 else world.rng.choice(ROLES)
        state.members.insert(
            Member(
                id=state.new_id("members"),
                name=f"{one} {other}",
                role=role,
                active=number >= LEFT,
            )
        )
    state.me_id = state.members.ids()[LEFT]


def _add_projects(state: TrackerState, world: World) -> None:
    """Adds two products of one customer, two of another, and one that is archived."""
    one, other, third = world.sample("last_name", 3)
    names = [f"{owner} {p}" for owner in (one, other) for p in world.rng.sample(PRODUCTS, 2)]
    names.append(f"{third} {world.rng.choice(PRODUCTS)}")
    flows: tuple[Workflow, ...] = ("reviewed", "simple", "reviewed", "simple", "simple")
    for name, workflow in zip(names, flows, strict=True):
        state.projects.insert(
            Project(
                id=state.new_id("projects"),
                name=name,
                workflow=workflow,
                archived=name == names[-1],
            )
        )


def _add_team(state: TrackerState, rng: Random, project: Project) -> None:
    """Lets a project have one member who has left, yourself, and others."""
    people = state.members.ids()
    gone = rng.choice(people[:LEFT])
    team = [gone, state.me_id, *rng.sample(people[LEFT + 1 :], TEAM - 2)]
    for member_id in team:
        state.memberships.insert(
            Membership(id=state.new_id("memberships"), project_id=project.id, member_id=member_id)
        )
