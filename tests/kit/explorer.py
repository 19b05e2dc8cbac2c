"""Walks through worlds of a server, to show what an agent there can run into."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from mcp_servers.core.errors import InvalidArguments, NotFound
from mcp_servers.core.exercise import Arguments, Memory
from mcp_servers.core.sessions import SessionStore
from mcp_servers.core.tools import ToolServer
from mcp_servers.core.worlds import keyed_random
from provelight.records import Json, ToolResult

Met = set[tuple[str, str]]
_GENERAL = {InvalidArguments.type, NotFound.type}


class Explorer:
    """Calls tools in one world, with ids that look-ups have told and no others.

    Attributes:
        met: (tool, error type) of the failures so far, those on account of the arguments left out.
        memory: what results have shown: ids by entity type, values by name.
    """

    def __init__(self, store: SessionStore, world_seed: int) -> None:
        self.store, self.server = store, store.server
        self.session = f"explorer-{world_seed}"
        store.open(self.session, world_seed)
        self.rng = keyed_random("explorer", self.server.name, world_seed)
        self.now = datetime.fromisoformat(store.now(self.session))
        self.memory = Memory()
        self.arguments = Arguments(self.memory, self.now, self.rng)
        self.met: Met = set()

    def call(self, tool: str, **arguments: Json) -> ToolResult:
        """Calls, and learns from the result."""
        result = self.store.call(self.session, tool, arguments)
        assert not result.infrastructure, result.text
        if result.ok:
            self.memory.learn(result.result, self.server.tools[tool].spec.output_schema or {})
        elif result.error is not None and result.error.type not in _GENERAL:
            self.met.add((tool, result.error.type))
        return result

    def look(self) -> None:
        """Calls every read once with what is known by then, the list-like ones first."""
        reads = [tool for tool in self.server.tools.values() if tool.is_read]
        for tool in sorted(reads, key=lambda t: len(t.spec.parameters.get("required", ()))):
            self.call(tool.spec.name, **self.arguments.draw(tool.spec.parameters))

    def wander(self, calls: int) -> None:
        """Makes random calls, two writes to a read."""
        tools = list(self.server.tools.values())
        weights = [1 if tool.is_read else 2 for tool in tools]
        for tool in self.rng.choices(tools, weights, k=calls):
            self.call(tool.spec.name, **self.arguments.draw(tool.spec.parameters))


def met_failures(
    server: ToolServer,
    worlds: Iterable[int],
    calls: int,
    story: Callable[[Explorer], None] | None = None,
) -> Met:
    """Returns the failures that come up in worlds, by (tool, error type).

    Args:
        server: is walked through.
        worlds: seeds.
        calls: random calls in each world, after a look at everything.
        story: calls that lead to what chance hardly finds; made before the random ones.
    """
    store, met = SessionStore(server), Met()
    for seed in worlds:
        explorer = Explorer(store, seed)
        explorer.look()
        if story is not None:
            story(explorer)
        explorer.wander(calls)
        store.close(explorer.session)
        met |= explorer.met
    return met


def declared_failures(server: ToolServer) -> Met:
    """Returns (tool, error type) of everything declared in `raises=`."""
    return {(name, error.type) for name, tool in server.tools.items() for error in tool.raises}
