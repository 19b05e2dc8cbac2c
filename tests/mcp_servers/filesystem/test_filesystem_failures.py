"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from filesystem_explorer import DECLARED, Explorer

from mcp_servers.core.sessions import SessionStore
from mcp_servers.filesystem.tools import server

WORLDS = range(0, 1100, 22)
CALLS = 400


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    store = SessionStore(server)
    met: set[tuple[str, str]] = set()
    for seed in WORLDS:
        explorer = Explorer(store, seed, met)
        explorer.explore(CALLS)
        store.close(explorer.session)
        if met >= DECLARED:
            break
    general = {"not_found", "invalid_arguments"}
    assert {m for m in met if m[1] not in general} == DECLARED
