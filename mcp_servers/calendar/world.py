"""Seeded worlds of the calendar: one person among colleagues, with some sixty events.

Every world has titles that need a look to tell apart (the same one twice, projects of one name),
and events on which calls fail: others' ones, some in a calendar that is only read, past and
cancelled ones, series that have ended, dates that were cancelled or moved, rooms that are booked or
small.
"""

from __future__ import annotations

from mcp_servers.calendar.planting import Planting
from mcp_servers.calendar.state import Calendar, CalendarState, Equipment, Person, Room
from mcp_servers.calendar.zones import ZONES
from mcp_servers.core.worlds import World

PEOPLE = 18
RELATED = 3
SITES = 6
ROOMS = 12
HOMES = ("America/Chicago", "America/New_York", "Europe/Berlin", "Europe/London")
CAPACITIES = (3, 4, 4, 6, 6, 8, 8, 10, 12, 14, 20, 30)
EQUIPMENT: tuple[Equipment, ...] = ("none", "screen", "screen", "video")


def make_world(world: World) -> CalendarState:
    """Returns the calendar of one person, the same for the same world."""
    rng = world.rng
    state = CalendarState(now=world.now, home_zone=rng.choice(HOMES))
    _add_people(state, world)
    state.me_id = state.people.ids()[0]
    for name in ("Work", "Personal", "Family"):
        state.calendars.insert(Calendar(id=state.new_id("calendars"), name=name))
    for name in ("Company Dates", f"{rng.choice(world.pool('city'))} Holidays"):
        state.calendars.insert(Calendar(id=state.new_id("calendars"), name=name, subscribed=True))
    _add_rooms(state, world)
    Planting(state, world).plant()
    return state


def _add_people(state: CalendarState, world: World) -> None:
    """Adds the person herself and her colleagues; some share a family name."""
    rng = world.rng
    names = world.people(PEOPLE)
    for i in range(RELATED):
        # Two of one family, the second of whom comes last but some.
        names[-1 - i] = f"{names[-1 - i].split()[0]} {names[1 + i].split()[-1]}"
    for name in names:
        works_from = rng.choice((8, 8, 9, 9, 10))
        first, last = "".join(c for c in name.lower() if c.isalpha() or c == " ").split()[:2]
        state.people.insert(
            Person(
                id=state.new_id("people"),
                name=name,
                email=f"{first}.{last}@firm.example",
                time_zone=state.home_zone if rng.random() < 0.6 else rng.choice(ZONES),
                works_from=f"{works_from:02d}:00",
                works_until=f"{works_from + rng.choice((8, 9)):02d}:00",
            )
        )
    state.people.update(state.people.ids()[0], time_zone=state.home_zone)


def _add_rooms(state: CalendarState, world: World) -> None:
    """Adds rooms in pairs that are named after one place."""
    rng = world.rng
    sizes = list(CAPACITIES)
    rng.shuffle(sizes)
    names = [f"{place} {n}" for place in world.sample("city", SITES) for n in (1, 2)]
    for name, capacity in zip(names, sizes, strict=True):
        state.rooms.insert(
            Room(
                id=state.new_id("rooms"),
                name=name,
                capacity=capacity,
                equipment=rng.choice(EQUIPMENT),
            )
        )
