"""What a new world holds beside the home: colleagues, the shared volume, the backup."""

from __future__ import annotations

from random import Random
from typing import Any

from mcp_servers.filesystem.cast import Cast, slug
from mcp_servers.filesystem.contents import Writer
from mcp_servers.filesystem.home import KB, MB
from mcp_servers.filesystem.planting import Planter
from mcp_servers.filesystem.state import SUPERUSER, FileState, Text

BACKUP = "/mnt/backup"
ROOTS: dict[str, Any] = {"owner": SUPERUSER, "group": SUPERUSER}


def plant_others(planter: Planter, writer: Writer, cast: Cast) -> None:
    """Plants the homes of the colleagues: one that may be read, the others closed."""
    planter.directory("/home", **ROOTS)
    planter.directory("/tmp", mode=0o1777, **ROOTS)
    for i, login in enumerate(cast.logins[1:]):
        home = planter.directory(f"/home/{login}", mode=0o700 if i else 0o755, owner=login)
        planter.text(f"{home}/todo.txt", writer.tasks(3), owner=login)


def plant_shared(planter: Planter, writer: Writer, rng: Random, cast: Cast) -> None:
    """Plants the volume that colleagues share: an inbox, the teams' directories, templates."""
    at = planter.directory(f"{cast.home}/Shared", volume="shared", **ROOTS)
    lead, mate, other = cast.logins[1:4]
    inbox = planter.directory(f"{at}/Inbox", mode=0o1777, **ROOTS)
    planter.text(f"{inbox}/agenda.txt", writer.meeting(), mode=0o666, owner=lead)
    planter.text(f"{inbox}/parking.txt", writer.letter("all"), owner=mate)
    planter.text(f"{inbox}/lunch-plan.txt", writer.tasks(3))
    planter.photo(f"{inbox}/floor-plan.png", 100 * KB, MB, owner=other)
    planter.directory(f"{inbox}/Lost and Found", owner=mate)
    _plant_team(planter, writer, cast, f"{at}/{cast.ours[0].title()}")
    title, group = cast.theirs
    closed = planter.directory(f"{at}/{title.title()}", mode=0o2750, owner=other, group=group)
    planter.text(f"{closed}/costs.csv", writer.table(), mode=0o640, owner=other, group=group)
    templates = planter.directory(f"{at}/Templates", **ROOTS)
    for to in rng.sample(("client", "partner", "applicant", "supplier"), 2):
        planter.text(f"{templates}/{to}-letter.txt", writer.letter(to.title()), **ROOTS)


def plant_backup(planter: Planter, writer: Writer, state: FileState, cast: Cast) -> None:
    """Plants the read-only backup: some documents as they are, some as they were before."""
    planter.directory("/mnt", **ROOTS)
    at = planter.directory(BACKUP, volume="backup", **ROOTS)
    for directory in ("Contracts", "Notes"):
        source = f"{cast.home}/Documents/{directory}"
        copy = planter.directory(f"{at}/{directory}")
        for i, path in enumerate(p for p in list(planter.at) if p.startswith(f"{source}/")):
            body = state.nodes.require(planter.at[path]).body
            if isinstance(body, Text):
                text = body.text if i == 0 else writer.older(body.text)
                planter.text(f"{copy}/{path.rpartition('/')[2]}", text)


def _plant_team(planter: Planter, writer: Writer, cast: Cast, at: str) -> None:
    """Plants the directory of the user's own team, where the lead owns most."""
    lead, group = cast.logins[1], cast.ours[1]
    planter.directory(at, mode=0o2770, owner=lead, group=group)
    for name, text, mode in (
        ("roadmap.txt", writer.plan(cast.cities[0]), 0o664),
        ("budget.csv", writer.table(), 0o640),
        ("roadmap-2.txt", writer.plan(cast.cities[1]), 0o644),
        ("reviews.txt", writer.meeting(), 0o600),
    ):
        planter.text(f"{at}/{name}", text, mode=mode, owner=lead, group=group)
    planter.text(f"{at}/{slug(cast.cities[0])}-notes.txt", writer.ideas(), group=group)
    minutes = planter.directory(f"{at}/Minutes", mode=0o2755, owner=lead, group=group)
    planter.text(f"{minutes}/kick-off.txt", writer.meeting(), owner=lead, group=group)
