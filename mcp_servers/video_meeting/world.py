"""Seeded worlds of video meetings: some three dozen contacts, as many meetings.

A plan of three kinds decides what fails. In every world meetings of the same topic recur, people
share a first or a last name, some wait for a meeting that is to start now, one that is live runs
over its time; in many worlds the storage for recordings is full.
"""

from __future__ import annotations

from mcp_servers.core.worlds import World
from mcp_servers.video_meeting.archive import Archive
from mcp_servers.video_meeting.casting import Casting
from mcp_servers.video_meeting.state import Contact, MeetingState, PlanName

PLAN_NAMES: tuple[PlanName, ...] = ("basic", "pro", "pro", "pro", "business", "business")
COLLEAGUES = 22
NAMESAKES = 5
CLIENTS = 9
BRANCHES = ("Garden", "North", "Blue")


def make_world(world: World) -> MeetingState:
    """Returns the meetings of one company, the same for the same world."""
    state = MeetingState(now=world.now, plan=world.rng.choice(PLAN_NAMES))
    _add_contacts(state, world)
    Casting(state, world).write()
    Archive(state, world.rng).write()
    return state


def _add_contacts(state: MeetingState, world: World) -> None:
    """Adds colleagues, namesakes of some of them, and people of other companies."""
    rng = world.rng
    people = world.people(COLLEAGUES + CLIENTS)
    company, *names = world.sample("last_name", 1 + len(BRANCHES))
    others = [f"{name} {branch}" for name, branch in zip(names, BRANCHES, strict=True)]
    inside = people[:COLLEAGUES]
    for i in range(NAMESAKES):
        first, last = inside[i].split(" ", 1)[0], inside[-1 - i].split(" ", 1)[1]
        inside.append(f"{first} {last}")
    outside = people[COLLEAGUES:]
    everybody = [(name, company, False) for name in inside]
    everybody += [(name, others[i % len(others)], True) for i, name in enumerate(outside)]
    rng.shuffle(everybody)
    for name, firm, external in everybody:
        contact = Contact(
            id=state.new_id("contacts"),
            name=name,
            email=f"{_plain(name).replace(' ', '.')}@{_plain(firm).replace(' ', '-')}.example",
            external=external,
        )
        state.contacts.insert(contact)
    state.me_id = next(c.id for c in state.contacts if not c.external)


def _plain(name: str) -> str:
    return "".join(c if c.isalnum() and c.isascii() else " " for c in name.lower()).strip()
