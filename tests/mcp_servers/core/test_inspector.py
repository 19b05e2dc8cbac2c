"""A real client that we did not write: the official MCP Inspector, on every server and transport.

It starts anew for each request, so every call finds a world of its own, as it was made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from http_server import COMMAND, serving
from inspector import Inspector

from mcp_servers.core.catalog import load, names
from mcp_servers.core.exercise import Probe, exercise
from mcp_servers.core.hashing import state_hash
from mcp_servers.core.protocol import to_mcp_tool
from mcp_servers.core.worlds import made_world

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

Target = Sequence[str]
TOOL_FAILED = 5
"""The Inspector's exit status for a result that is an error."""


@pytest.fixture(scope="module")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> Inspector:
    return Inspector(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module", params=names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=["stdio", "http"])
def target(request: pytest.FixtureRequest, name: str) -> Iterator[Target]:
    if request.param == "stdio":
        yield sys.executable, "-m", "mcp_servers.core.stdio", name
    else:
        serve = (*COMMAND, "servers", "serve", name, "--transport", "http")
        with serving(command=serve) as server:
            yield "--server-url", server.url, "--transport", "http"


@cache
def probes(name: str) -> tuple[Probe, ...]:
    """Calls that can be made on the fresh world 0: reads, writes, and one that is refused."""
    server = load(name)
    fresh = state_hash(made_world(server, 0))
    found = [
        probe
        for episode in exercise(server)
        if episode.world_seed == 0
        for probe in episode.probes
        if probe.before == fresh
    ]
    reads = {p.tool: p for p in found if p.result.ok and server.tools[p.tool].is_read}
    writes = {p.tool: p for p in found if p.result.ok and not server.tools[p.tool].is_read}
    refused = {p.tool: p for p in found if not p.result.ok}
    chosen = (*list(reads.values())[:3], *list(writes.values())[:3], *list(refused.values())[:1])
    assert reads
    assert writes
    return chosen


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_it_lists_every_tool_and_finds_nothing_wrong(
    inspector: Inspector, name: str, target: Target, era: str
) -> None:
    told = inspector.run(target, "tools/list", "--strict", "--protocol-era", era)
    assert (told.status, told.err) == (0, "")
    tools = [to_mcp_tool(tool.spec) for tool in load(name).tools.values()]
    expected = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
    assert told.json["tools"] == expected


def test_it_calls_tools_and_gets_what_they_give(
    inspector: Inspector, name: str, target: Target
) -> None:
    for probe in probes(name):
        told = inspector.call(target, probe.tool, probe.arguments)
        assert told.status == (0 if probe.result.ok else TOOL_FAILED), told.err
        assert told.json["content"] == [{"type": "text", "text": probe.result.text}]
        assert told.json.get("structuredContent") == probe.result.result


def test_it_calls_tools_in_the_newest_revision(
    inspector: Inspector, name: str, target: Target
) -> None:
    """Which knows no connections: over HTTP its clients share a world, so here are only reads."""
    read = probes(name)[0]
    told = inspector.call(target, read.tool, read.arguments, "--protocol-era", "modern")
    assert told.status == 0, told.err
    assert told.json["structuredContent"] == read.result.result


def test_a_tool_that_there_is_not_is_told(inspector: Inspector, target: Target) -> None:
    told = inspector.call(target, "no_such_tool", {})
    assert told.status != 0
    assert "no_such_tool" in told.out + told.err
