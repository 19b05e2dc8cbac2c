"""Whom and what a world is about: people with logins, teams, clients, cities."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mcp_servers.core.worlds import World

EVERYONE = "grp-all"
TEAMS = (
    (("Finance team", "team-fin"), ("Field team", "team-fld")),
    (("Product design", "grp-prod"), ("Product development", "grp-pdev")),
    (("Event planning", "grp-evp"), ("Event partners", "grp-evt")),
    (("Customer care", "grp-cca"), ("Customer research", "grp-cre")),
)

Team = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Cast:
    """The names of one world.

    Attributes:
        logins: of the people, in their order; the first is the user.
        people: full names.
        clients: last names.
        cities: what projects are called after.
        ours: title and group of the team that the user belongs to.
        theirs: those of the other one.
    """

    logins: list[str]
    people: list[str]
    clients: list[str]
    cities: list[str]
    ours: Team
    theirs: Team

    @property
    def home(self) -> str:
        """Path of the user's home."""
        return f"/home/{self.logins[0]}"


def draw_cast(world: World) -> Cast:
    """Returns the names of a world; two of the colleagues share a family name."""
    people = world.people(5)
    relative = next(n for n in world.sample("first_name", 2) if n != people[1].split()[0])
    people.append(f"{relative} {people[1].split()[1]}")
    ours, theirs = world.rng.sample(world.rng.choice(TEAMS), 2)
    return Cast(
        logins=_logins(people),
        people=people,
        clients=world.sample("last_name", 3),
        cities=world.sample("city", 3),
        ours=ours,
        theirs=theirs,
    )


def slug(name: str) -> str:
    """Returns a name as part of a file name or login: lower case, letters only."""
    return re.sub(r"[^a-z]", "", name.lower())


def _logins(people: list[str]) -> list[str]:
    """Returns a login for each: the first letter and the last name, numbered where taken."""
    made: list[str] = []
    for person in people:
        first, last = person.split()
        login = f"{first[0].lower()}{slug(last)}"
        taken = sum(other.rstrip("0123456789") == login for other in made)
        made.append(f"{login}{taken + 1}" if taken else login)
    return made
