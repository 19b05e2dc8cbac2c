"""A small tree made by hand."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any

from mcp_servers.filesystem.planting import Planter
from mcp_servers.filesystem.space import used_by, used_on
from mcp_servers.filesystem.state import (
    ROOT,
    SUPERUSER,
    FileState,
    Group,
    Text,
    User,
    Volume,
)

NOW = datetime(2026, 3, 18, 10, 30)
ROOTS: dict[str, Any] = {"owner": SUPERUSER, "group": SUPERUSER}
BOB: dict[str, Any] = {"owner": "bob"}
QUOTA_LEFT, SHARED_LEFT, BOB_LEFT = 5_000, 500, 100


def small_tree() -> FileState:
    """Returns Ana's home with some documents, a volume shared with Bob, and a read-only backup."""
    state = FileState(now=NOW, user="ana")
    planter = Planter(state, Random(1), "grp-all")
    planter.root(SUPERUSER, "system")
    planter.directory("/home", **ROOTS)
    planter.directory("/home/bob", mode=0o700, **BOB)
    planter.text("/home/bob/diary.txt", "dear diary\n", **BOB)
    _plant_home(planter)
    _plant_volumes(planter)
    for id, members in (
        (SUPERUSER, (SUPERUSER,)),
        ("grp-all", ("ana", "bob")),
        ("team-a", ("ana", "bob")),
        ("team-b", ("bob",)),
    ):
        state.groups.insert(Group(id=id, title=f"Group {id}", members=members))
    for id, name, left in (("ana", "Ana Reed", QUOTA_LEFT), ("bob", "Bob Ott", BOB_LEFT)):
        quota = used_by(state, id) + left
        state.users.insert(User(id=id, name=name, group="grp-all", home=f"/home/{id}", quota=quota))
    state.users.insert(User(id=SUPERUSER, name="root", group=SUPERUSER, home="/", quota=None))
    for id, mount, spare in (
        ("system", ROOT, 1_000_000),
        ("shared", planter.at["/home/ana/Shared"], SHARED_LEFT),
        ("backup", planter.at["/home/ana/Backup"], 1_000),
    ):
        capacity = used_on(state, id) + spare
        volume = Volume(id=id, mount=mount, capacity=capacity, read_only=id == "backup")
        state.volumes.insert(volume)
    state.cwd = planter.at["/home/ana"]
    return state


def _plant_home(planter: Planter) -> None:
    planter.directory("/home/ana", mode=0o750)
    docs = planter.directory("/home/ana/docs")
    planter.text(f"{docs}/a.txt", "one\ntwo\nthree\n")
    planter.text(f"{docs}/b.txt", "one\n2\nthree\nfour\n")
    planter.photo(f"{docs}/photo.jpg", 1_000, 1_001)
    planter.directory(f"{docs}/empty")
    work = planter.directory("/home/ana/work")
    planter.text(f"{work}/plan.txt", "Plan\nTODO: call Bob\n")
    planter.text(f"{work}/sync.log", "ok\nok\nfailed\nok\n")
    planter.text(f"{work}/.hidden", "x\n")
    planter.link("/home/ana/link.txt", "docs/a.txt")
    planter.link("/home/ana/folder", "/home/ana/work")
    planter.link("/home/ana/broken", "docs/nowhere.txt")
    planter.link("/home/ana/loop-1", "loop-2")
    planter.link("/home/ana/loop-2", "loop-1")
    bodies = {"x.txt": Text(text="packed\n" * 4), "y.jpg": planter.blob(2_000, 2_001)}
    planter.archive("/home/ana/pack.tar.gz", "bundle", bodies)


def _plant_volumes(planter: Planter) -> None:
    shared = planter.directory("/home/ana/Shared", volume="shared", **ROOTS)
    inbox = planter.directory(f"{shared}/inbox", mode=0o1777, **ROOTS)
    planter.text(f"{inbox}/note.txt", "from bob\n", **BOB)
    planter.text(f"{inbox}/own.txt", "from ana\n")
    team = planter.directory(f"{shared}/team", mode=0o2770, group="team-a", **BOB)
    planter.text(f"{team}/open.txt", "open\n", mode=0o664, group="team-a", **BOB)
    planter.text(f"{team}/closed.txt", "closed\n", mode=0o600, group="team-a", **BOB)
    secret = planter.directory(f"{shared}/secret", mode=0o2750, group="team-b", **BOB)
    planter.text(f"{secret}/costs.csv", "1,2\n", group="team-b", **BOB)
    backup = planter.directory("/home/ana/Backup", volume="backup", **ROOTS)
    planter.text(f"{backup}/a.txt", "one\n")
