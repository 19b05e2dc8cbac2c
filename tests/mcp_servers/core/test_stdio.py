"""The stdio front, seen by the SDK's own client and as bare lines."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

from mcp_servers.core.catalog import load
from mcp_servers.core.protocol import (
    CONTROL_PREFIX,
    PROTOCOL_VERSION,
    ControlParams,
    ControlRequest,
    ControlResult,
    session_meta,
)

MODULE = ("-m", "mcp_servers.core.stdio")
NOTE = {"title": "Milk", "text": "", "label_id": "LAB-0002"}

# A server with one more tool, which prints in both ways that a tool can.
PRINTING = """
import os
from mcp_servers.mock import tools

def noisy(state: tools.MockState) -> tools.LabelList:
    '''Prints.'''
    print("noise from print")
    os.write(1, b"noise from below")
    return tools.list_labels(state)

tools.server.read(noisy)
from mcp_servers.core.stdio import serve
serve("mock")
"""


def client(mode: str, *arguments: str) -> Client:
    parameters = StdioServerParameters(command=sys.executable, args=[*arguments])
    return Client(parameters, mode=mode, read_timeout_seconds=20)


async def control(mcp: Client, operation: str, session: str, **parameters: Any) -> Any:
    params = ControlParams(parameters=parameters, _meta=session_meta(session))
    request = ControlRequest(method=CONTROL_PREFIX + operation, params=params)
    return (await mcp.session.send_request(request, ControlResult)).value


def structured(answer: types.CallToolResult) -> Any:
    assert not answer.is_error, answer.content
    return answer.structured_content


@pytest.mark.parametrize("mode", ["legacy", "auto", PROTOCOL_VERSION])
def test_any_mcp_client_gets_a_session_of_its_own(mode: str) -> None:
    async def use() -> None:
        async with client(mode, *MODULE, "mock") as mcp:
            tools = (await mcp.list_tools()).tools
            assert [tool.name for tool in tools] == list(load("mock").tools)
            assert tools[0].annotations is not None
            assert tools[0].annotations.read_only_hint is True
            note = structured(await mcp.call_tool("create_note", NOTE))
            again = await mcp.call_tool("get_note", {"note_id": note["note_id"]})
            assert structured(again) == note
            refused = await mcp.call_tool("get_note", {"note_id": "NOTE-9999"})
            assert refused.is_error

    asyncio.run(use())


def test_sessions_named_in_meta_are_isolated_and_controls_reach_them() -> None:
    async def use() -> None:
        async with client(PROTOCOL_VERSION, *MODULE, "mock") as mcp:
            assert await control(mcp, "ping", "") == "mock"
            now = await control(mcp, "open", "a", world_seed=7)
            assert now == await control(mcp, "open", "b", world_seed=7)
            fresh = await control(mcp, "state_hash", "a")
            structured(await mcp.call_tool("create_note", NOTE, meta=session_meta("a")))
            assert await control(mcp, "state_hash", "a") != fresh
            assert await control(mcp, "state_hash", "b") == fresh
            assert list(await control(mcp, "diff", "a")) == ["notes"]
            token = await control(mcp, "snapshot", "a")
            await control(mcp, "reset", "a")
            assert await control(mcp, "state_hash", "a") == fresh
            await control(mcp, "restore", "a", token=token)
            assert await control(mcp, "effect_hash", "a") != await control(mcp, "effect_hash", "b")
            await control(mcp, "close", "a")
            gone = await mcp.call_tool("list_labels", {}, meta=session_meta("a"))
            assert gone.is_error
            assert "unknown_session" in str(gone.content)

    asyncio.run(use())


REFUSALS: list[tuple[str, dict[str, Any], str]] = [
    ("state_hash", {}, "unknown_session"),
    ("open", {"world_seed": -1}, "invalid_value"),
    ("open", {"colour": "red"}, "invalid_value"),
    ("open", {}, "invalid_value"),
]


def test_a_control_request_that_cannot_be_says_why() -> None:
    async def use() -> None:
        async with client(PROTOCOL_VERSION, *MODULE, "mock") as mcp:
            for operation, parameters, type_ in REFUSALS:
                with pytest.raises(MCPError) as caught:
                    await control(mcp, operation, "nobody", **parameters)
                assert caught.value.data["type"] == type_

    asyncio.run(use())


def test_what_a_tool_prints_does_not_reach_the_client() -> None:
    """M6."""

    async def use() -> None:
        async with client(PROTOCOL_VERSION, "-c", PRINTING) as mcp:
            quiet = structured(await mcp.call_tool("list_labels", {}))
            assert structured(await mcp.call_tool("noisy", {})) == quiet

    asyncio.run(use())


INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "by hand", "version": "1"},
}


def request(number: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def call(number: int, tool: str, **arguments: Any) -> str:
    return request(number, "tools/call", name=tool, arguments=arguments)


LINES = [
    request(1, "initialize", **INITIALIZE),
    json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
    call(2, "list_labels"),
    call(3, "get_note", note_id="\ud800"),
    '{"jsonrpc": "2.0", "id": 4, "method": "tools/ca',
    "not a message",
    call(5, "get_note", note_id="NOTE-0001"),
]


def answers(stdout: str) -> dict[int, Any]:
    return {answer["id"]: answer for answer in map(json.loads, stdout.splitlines())}


def test_everything_before_the_end_of_the_input_is_answered_and_the_server_ends() -> None:
    """M3: the call with a lone surrogate fails alone, at once."""
    command = [sys.executable, *MODULE, "mock"]
    ended = subprocess.run(
        command, input="\n".join(LINES) + "\n", capture_output=True, text=True, timeout=30
    )
    told = answers(ended.stdout)
    assert (ended.returncode, set(told)) == (0, {1, 2, 3, 5})
    assert told[1]["result"]["serverInfo"]["name"] == "mock"
    assert told[2]["result"]["isError"] is False
    assert "Unicode" in told[3]["error"]["message"]
    assert told[5]["result"]["structuredContent"]["note_id"] == "NOTE-0001"


def test_files_serve_as_input_and_output_too(tmp_path: Path) -> None:
    lines, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    lines.write_text(request(1, "initialize", **INITIALIZE) + "\n")
    with lines.open() as stdin, out.open("w") as stdout:
        command = [sys.executable, *MODULE, "mock"]
        assert subprocess.run(command, stdin=stdin, stdout=stdout, timeout=30).returncode == 0
    assert answers(out.read_text())[1]["result"]["serverInfo"]["name"] == "mock"


def test_it_ends_when_the_client_is_gone_even_with_a_half_read_answer() -> None:
    command = [sys.executable, *MODULE, "mock"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("\n".join(LINES[:3]) + "\n")
        server.stdin.flush()
        server.stdout.readline()
        server.stdout.close()
        server.stdin.close()
        began = time.monotonic()
        assert server.wait(10) == 0
        assert time.monotonic() - began < 2
        assert server.stderr is not None
        assert "Traceback" not in server.stderr.read()


def test_an_unknown_server_is_told_with_near_names() -> None:
    command = [sys.executable, *MODULE, "mok"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert ended.returncode == 2
    assert "Did you mean 'mock'" in ended.stderr
    assert "Traceback" not in ended.stderr
