"""Sessions on all servers at once: what each is told is what it is told alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import product
from random import Random

import pytest

from mcp_servers.core import catalog
from mcp_servers.core.exercise import Arguments, Memory
from mcp_servers.core.tools import Tool
from mcp_servers.core.worlds import keyed_random
from provelight.environments.fleet import MCPFleet
from provelight.environments.session import Session
from provelight.records import Json

SESSIONS = 64
WORLDS = (0, 7, 950, 1042)


@dataclass(frozen=True)
class Story:
    """The calls of one session with their answers, and the state that they leave."""

    world_seed: int
    calls: tuple[tuple[str, dict[str, Json], str], ...]
    end: str


def alone(fleet: MCPFleet, number: int, calls_per_server: int) -> Story:
    """Returns what a session of its own does and is told."""
    world_seed = WORLDS[number % len(WORLDS)]  # 16 sessions share each world, so that leaks show
    rng = keyed_random("isolation", number)
    made: list[tuple[str, dict[str, Json], str]] = []
    with fleet.open_session(catalog.names(), world_seed) as session:
        now = datetime.fromisoformat(session.now)
        memories = {name: Memory() for name in catalog.names()}
        for turn, name in product(range(calls_per_server), catalog.names()):
            tool = look_up(name, rng) if turn == 0 else anything(name, rng)
            arguments = Arguments(memories[name], now, rng).draw(tool.spec.parameters)
            result = session.call(f"{name}__{tool.spec.name}", arguments)
            if result.ok:
                memories[name].learn(result.result, tool.spec.output_schema or {})
            made.append((f"{name}__{tool.spec.name}", arguments, result.text))
        return Story(world_seed, tuple(made), session.state_hash())


def look_up(name: str, rng: Random) -> Tool:
    """Returns a read that needs no arguments, so that later calls know some ids."""
    tools = catalog.load(name).tools.values()
    return rng.choice([t for t in tools if t.is_read and not t.spec.parameters.get("required")])


def anything(name: str, rng: Random) -> Tool:
    """Returns a tool, a write twice as often as a read."""
    tools = list(catalog.load(name).tools.values())
    return rng.choices(tools, [1 if tool.is_read else 2 for tool in tools])[0]


def together(fleet: MCPFleet, stories: list[Story]) -> list[Story]:
    """Returns what the same sessions are told when all are open and their calls interleave."""
    sessions = [fleet.open_session(catalog.names(), story.world_seed) for story in stories]
    try:
        rounds = [
            [
                s.submit(name, arguments)
                for s, (name, arguments, _) in zip(sessions, due, strict=True)
            ]
            for due in zip(*(story.calls for story in stories), strict=True)
        ]
        told = list(zip(*([call.result().text for call in calls] for calls in rounds), strict=True))
        return [_retold(*parts) for parts in zip(stories, told, sessions, strict=True)]
    finally:
        for session in sessions:
            session.close()


def _retold(story: Story, told: tuple[str, ...], session: Session) -> Story:
    calls = tuple((n, a, text) for (n, a, _), text in zip(story.calls, told, strict=True))
    return Story(story.world_seed, calls, session.state_hash())


def check(backend: str, calls_per_server: int) -> None:
    with MCPFleet(catalog.names(), backend="local") as fleet:
        stories = [alone(fleet, number, calls_per_server) for number in range(SESSIONS)]
    assert len({story.end for story in stories}) >= SESSIONS - 4, "the sessions hardly wrote"
    with MCPFleet(catalog.names(), backend=backend) as fleet:
        assert together(fleet, stories) == stories


def test_64_sessions_on_all_servers_do_not_meet():
    check("local", calls_per_server=5)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["stdio", "http"])
def test_64_sessions_on_all_server_processes_do_not_meet(backend: str):
    check(backend, calls_per_server=8)
