"""Calls per second of one server over stdio: the MCP SDK's client, and ours."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import FIRST_COMPLETED, Future, wait
from time import perf_counter

from mcp import Client, StdioServerParameters

from provelight.environments import MCPFleet, Session
from provelight.records import ToolResult

SERVER, TOOL = "banking", "list_accounts"
CALLS, WARM_UP, IN_FLIGHT = 1500, 100, 16


def sdk_rate(in_flight: int) -> float:
    """Returns the calls per second of the SDK's client, written as its users write it."""
    return asyncio.run(_sdk_rate(in_flight))


def our_rate(in_flight: int) -> float:
    """Returns the calls per second of a fleet; in flight is one call of each of the sessions."""
    with MCPFleet([SERVER]) as fleet:
        sessions = [fleet.open_session() for _ in range(in_flight)]
        _ours(sessions, WARM_UP)
        began = perf_counter()
        _ours(sessions, CALLS)
        return CALLS / (perf_counter() - began)


async def _sdk_rate(in_flight: int) -> float:
    words = ["-m", "mcp_servers.core.stdio", SERVER]
    async with Client(StdioServerParameters(command=sys.executable, args=words)) as client:
        await _theirs(client, WARM_UP, in_flight)
        began = perf_counter()
        await _theirs(client, CALLS, in_flight)
        return CALLS / (perf_counter() - began)


async def _theirs(client: Client, count: int, in_flight: int) -> None:
    waiting = iter(range(count))

    async def work() -> None:
        for _ in waiting:
            if (await client.call_tool(TOOL, {})).is_error:
                raise RuntimeError(f"{TOOL} failed")

    await asyncio.gather(*(work() for _ in range(in_flight)))


def _ours(sessions: list[Session], count: int) -> None:
    left = count
    pending: dict[Future[ToolResult], Session] = {}
    for session in sessions:
        pending[session.submit(f"{SERVER}__{TOOL}", {})] = session
        left -= 1
    while pending:
        done, _ = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            session = pending.pop(future)
            if not future.result().ok:
                raise RuntimeError(future.result().text)
            if left > 0:
                pending[session.submit(f"{SERVER}__{TOOL}", {})] = session
                left -= 1
