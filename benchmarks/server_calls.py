"""What the servers cost in one process: calls, hashes, resets and worlds, without transport."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter_ns

from mcp_servers.core.exercise import Episode, exercise
from mcp_servers.core.sessions import SessionStore
from mcp_servers.core.tools import ToolServer

NEW_WORLDS = range(100, 110)
"""Seeds that `exercise` does not use, so that no world of them has been made before."""


@dataclass(frozen=True, slots=True)
class ServerCost:
    """Medians of one server, in microseconds.

    Attributes:
        tools: tool -> median of its successful calls; those that never succeeded are left out.
        never: the tools that never succeeded.
    """

    tools: dict[str, float]
    never: tuple[str, ...]
    state_hash: float
    reset: float
    new_world: float
    cached_world: float


def cost_of(server: ToolServer) -> ServerCost:
    """Replays what `exercise` recorded, and times each call that succeeds."""
    store = SessionStore(server)
    calls: dict[str, list[float]] = {}
    hashes: list[float] = []
    resets: list[float] = []
    for episode in exercise(server):
        _replay(store, episode, calls, hashes)
        resets.append(timed(lambda: store.reset("s"))[0])
        store.close("s")
    return ServerCost(
        tools={name: median(times) for name, times in calls.items()},
        never=tuple(name for name in server.tools if name not in calls),
        state_hash=median(hashes),
        reset=median(resets),
        new_world=_opening(store),
        cached_world=_opening(store),
    )


def timed(function: Callable[[], object]) -> tuple[float, object]:
    """Returns the microseconds that a function took, and what it returned."""
    began = perf_counter_ns()
    result = function()
    return (perf_counter_ns() - began) / 1000, result


def _replay(
    store: SessionStore, episode: Episode, calls: dict[str, list[float]], hashes: list[float]
) -> None:
    store.open("s", episode.world_seed)
    for probe in episode.probes:
        began = perf_counter_ns()
        result = store.call("s", probe.tool, probe.arguments)
        taken = (perf_counter_ns() - began) / 1000
        if result.ok:
            calls.setdefault(probe.tool, []).append(taken)
        hashes.append(timed(lambda: store.state_hash("s"))[0])


def _opening(store: SessionStore) -> float:
    """Returns the median of opening a session on each of `NEW_WORLDS`; the second time cached."""
    times = []
    for seed in NEW_WORLDS:
        began = perf_counter_ns()
        store.open("w", seed)
        times.append((perf_counter_ns() - began) / 1000)
        store.close("w")
    return median(times)
