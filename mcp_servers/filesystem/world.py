"""Seeded worlds of the file system: one user's home, a shared volume, a read-only backup.

Every world has names that need a look to tell apart (invoices of two months, the same file in
two projects and in the backup, two colleagues of one family name, two groups with like titles),
and places where calls fail: files without rights, a sticky directory, links that lead nowhere or
round in a circle, names that are taken, a volume that cannot change. Quota, shared volume and the
quota of a colleague are nearly used up in some. The working directory is the home.
"""

from __future__ import annotations

from random import Random

from mcp_servers.core.worlds import World
from mcp_servers.filesystem import shared
from mcp_servers.filesystem.cast import EVERYONE, Cast, draw_cast
from mcp_servers.filesystem.contents import Writer
from mcp_servers.filesystem.home import KB, MB, Home
from mcp_servers.filesystem.planting import Planter
from mcp_servers.filesystem.space import used_by, used_on
from mcp_servers.filesystem.state import ROOT, SUPERUSER, FileState, Group, User, Volume

_TIGHT = 0.3


def make_world(world: World) -> FileState:
    """Returns the files of one user, the same for the same world."""
    cast = draw_cast(world)
    state = FileState(now=world.now, user=cast.logins[0])
    writer = Writer(world.rng, cast.people, cast.clients, cast.cities)
    planter = Planter(state, world.rng, EVERYONE)
    planter.root(SUPERUSER, "system")
    shared.plant_others(planter, writer, cast)
    Home(planter, writer, world.rng, cast).plant()
    shared.plant_shared(planter, writer, world.rng, cast)
    shared.plant_backup(planter, writer, state, cast)
    _add_groups(state, cast)
    _add_users(state, world.rng, cast)
    _add_volumes(state, world.rng, planter, cast)
    state.cwd = planter.at[cast.home]
    return state


def _add_groups(state: FileState, cast: Cast) -> None:
    """Adds the groups: all people, the two teams, and a project of some of them."""
    me, lead, mate, other, *rest = cast.logins
    project = cast.cities[0]
    for id, title, members in (
        (SUPERUSER, "Administrators", (SUPERUSER,)),
        (EVERYONE, "All staff", tuple(cast.logins)),
        (cast.ours[1], cast.ours[0], (me, lead, *rest)),
        (cast.theirs[1], cast.theirs[0], (mate, other)),
        ("prj-1", f"{project} project", (me, mate, rest[0])),
        ("prj-2", f"{cast.cities[1]} project", (lead, other)),
    ):
        state.groups.insert(Group(id=id, title=title, members=members))


def _add_users(state: FileState, rng: Random, cast: Cast) -> None:
    """Adds the people; the user's quota is tight in some worlds, that of one colleague in all."""
    free = rng.randrange(10, 150) if rng.random() < _TIGHT else rng.randrange(200 * KB, 900 * KB)
    full = rng.choice(cast.logins[1:])
    state.users.insert(
        User(id=SUPERUSER, name="the administrator", group=SUPERUSER, home="/", quota=None)
    )
    for login, name in zip(cast.logins, cast.people, strict=True):
        used = used_by(state, login)
        if login == state.user:
            quota = used + free
        else:
            quota = used + (rng.randrange(20) if login == full else 10 * MB)
        state.users.insert(
            User(id=login, name=name, group=EVERYONE, home=f"/home/{login}", quota=quota)
        )


def _add_volumes(state: FileState, rng: Random, planter: Planter, cast: Cast) -> None:
    """Adds the volumes; the shared one is nearly full in some worlds."""
    free = rng.randrange(10, 150) if rng.random() < _TIGHT else rng.randrange(MB, 5 * MB)
    for id, mount, spare, read_only in (
        ("system", ROOT, 200 * MB, False),
        ("shared", planter.at[f"{cast.home}/Shared"], free, False),
        ("backup", planter.at[shared.BACKUP], 50 * MB, True),
    ):
        capacity = used_on(state, id) + spare
        state.volumes.insert(Volume(id=id, mount=mount, capacity=capacity, read_only=read_only))
