"""The HTTP front as its clients find it: the SDK's, and requests by hand."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import mcp_types as types
import pytest
from http_server import SERVE, Serving, serving
from mcp import Client
from mcp.shared.exceptions import MCPError

from mcp_servers.core.catalog import load
from mcp_servers.core.http import MAX_BODY_BYTES, url_of
from mcp_servers.core.protocol import PROTOCOL_VERSION, ControlResult, control_request, session_meta

CAP = 3
NOTE = {"title": "Milk", "text": "", "label_id": "LAB-0002"}
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "by hand", "version": "1"},
}


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving("--max-sessions", str(CAP)) as server:
        yield server


def client(server: Serving, mode: str) -> Client:
    return Client(server.url, mode=mode, read_timeout_seconds=20)


async def control(mcp: Client, operation: str, session: str, **parameters: Any) -> Any:
    request = control_request(operation, session, **parameters)
    return (await mcp.session.send_request(request, ControlResult)).value


def structured(answer: types.CallToolResult) -> Any:
    assert not answer.is_error, answer.content
    return answer.structured_content


@pytest.mark.parametrize("mode", ["legacy", "auto", PROTOCOL_VERSION])
def test_any_mcp_client_can_use_it(server: Serving, mode: str) -> None:
    async def use() -> None:
        async with client(server, mode) as mcp:
            tools = (await mcp.list_tools()).tools
            assert [tool.name for tool in tools] == list(load("mock").tools)
            note = structured(await mcp.call_tool("create_note", NOTE))
            again = await mcp.call_tool("get_note", {"note_id": note["note_id"]})
            assert structured(again) == note
            refused = await mcp.call_tool("get_note", {"note_id": "NOTE-9999"})
            assert refused.is_error

    asyncio.run(use())
    server.ask("provelight/close", _meta=session_meta("default"))


def test_clients_that_shake_hands_have_a_world_each(server: Serving) -> None:
    async def use() -> None:
        async with client(server, "legacy") as one, client(server, "legacy") as other:
            first = structured(await one.call_tool("create_note", NOTE))
            assert structured(await other.call_tool("create_note", NOTE)) == first

    asyncio.run(use())


def test_a_tool_call_on_a_session_that_is_not_open_is_no_fault_of_the_model(
    server: Serving,
) -> None:
    meta = session_meta("of an earlier life")
    answer = server.ask("tools/call", name="list_labels", arguments={}, _meta=meta)["result"]
    assert answer["isError"]
    assert answer["_meta"]["provelight/infrastructure"] is True
    assert "unknown_session" in answer["content"][0]["text"]


def test_one_session_too_many_is_refused_and_the_others_live(server: Serving) -> None:
    """M10."""

    async def use() -> None:
        async with client(server, PROTOCOL_VERSION) as mcp:
            for number in range(CAP):
                await control(mcp, "open", f"s{number}", world_seed=number)
                await mcp.call_tool("create_note", NOTE, meta=session_meta(f"s{number}"))
            hashes = [await control(mcp, "state_hash", f"s{n}") for n in range(CAP)]
            with pytest.raises(MCPError, match=f"holds {CAP} sessions, the most it may") as caught:
                await control(mcp, "open", "more", world_seed=0)
            assert caught.value.data["type"] == "too_many_sessions"
            async with client(server, "legacy") as plain:
                refused = await plain.call_tool("list_labels", {})
                assert refused.is_error
                assert "too_many_sessions" in str(refused.content)
            assert hashes == [await control(mcp, "state_hash", f"s{n}") for n in range(CAP)]
            await control(mcp, "close", "s1")
            await control(mcp, "open", "more", world_seed=0)
            for name in ("s0", "s2", "more"):
                await control(mcp, "close", name)

    asyncio.run(use())


def test_one_client_too_many_is_refused_until_another_leaves(server: Serving) -> None:
    """M10: for clients that shake hands, whose sessions end with them."""

    async def use() -> None:
        async with AsyncExitStack() as others:
            for _ in range(CAP - 1):
                other = await others.enter_async_context(client(server, "legacy"))
                structured(await other.call_tool("create_note", NOTE))
            async with client(server, "legacy") as last:
                structured(await last.call_tool("create_note", NOTE))
                message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
                ask = asyncio.to_thread(server.request, json.dumps(message).encode())
                status, told = await ask
                assert (status, "Too many open sessions" in told) == (503, True)
                structured(await other.call_tool("list_labels", {}))
            async with client(server, "legacy") as late:
                structured(await late.call_tool("create_note", NOTE))
        async with client(server, PROTOCOL_VERSION) as mcp:  # nothing of them is left
            for number in range(CAP):
                await control(mcp, "open", f"s{number}", world_seed=0)
            for number in range(CAP):
                await control(mcp, "close", f"s{number}")

    asyncio.run(use())


def test_a_page_of_another_host_gets_no_answer(server: Serving) -> None:
    status, told = server.request(Host=f"evil.example:{server.port}")
    assert (status, "--allow-host" in told) == (421, True)
    assert server.request(Origin="http://evil.example")[0] == 403
    assert server.request(Origin="http://evil.example", method="OPTIONS")[0] == 403
    assert server.request(Host=f"localhost:{server.port}")[0] not in (403, 421)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_too_large_is_refused_and_the_next_one_answered(
    server: Serving, chunked: bool
) -> None:
    piece = b"x" * 2**20
    pieces = MAX_BODY_BYTES // len(piece) + 1
    try:
        status = server.request(iter([piece] * pieces) if chunked else piece * pieces)[0]
    except (BrokenPipeError, ConnectionResetError):  # answered before it was all sent
        status = 413
    assert status == 413
    assert server.ask("provelight/ping")["result"]["value"] == "mock"


@pytest.mark.parametrize("body", [b"", b"not json", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000])
def test_nonsense_is_answered_with_an_error(server: Serving, body: bytes) -> None:
    headers = {"Mcp_Protocol_Version": PROTOCOL_VERSION}
    for chosen in (headers, {}):
        status, told = server.request(body, **chosen)
        assert 400 <= status < 500
        assert "Traceback" not in told
    assert server.ask("provelight/ping")["result"]["value"] == "mock"


def test_only_the_endpoint_is_served(server: Serving) -> None:
    assert server.request(path="/")[0] == 404
    assert server.request(method="PUT")[0] == 405


def test_other_machines_are_let_in_only_where_asked_for(server: Serving) -> None:
    """All of 127.0.0.0/8 is this machine, so a server for everyone answers on 127.0.0.2 too."""
    with (
        pytest.raises(OSError, match="refused"),
        socket.create_connection(("127.0.0.2", server.port)),
    ):
        pass
    with serving("--host", "0.0.0.0", "--allow-host", "trainer-3.lan") as open_server:
        assert socket.gethostname() in open_server.url
        with socket.create_connection(("127.0.0.2", open_server.port)):
            pass
        assert open_server.request(Host="trainer-3.lan")[0] != 421
        assert open_server.request(Host="evil.example")[0] == 421
        open_server.process.terminate()
        assert "anyone who reaches 0.0.0.0" in open_server.process.communicate(timeout=10)[1]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_it_ends_in_good_order_with_clients_still_there(
    number: signal.Signals, status: int
) -> None:
    async def stay(server: Serving) -> None:
        async with client(server, "legacy") as mcp:  # listens for messages too
            structured(await mcp.call_tool("list_labels", {}))
            began = time.monotonic()
            server.process.send_signal(number)
            assert await asyncio.to_thread(server.process.wait, 20) == status
            assert time.monotonic() - began < 10

    with serving() as server:
        idle = http.client.HTTPConnection("127.0.0.1", server.port)
        idle.request("GET", "/nothing")
        idle.getresponse().read()
        asyncio.run(stay(server))
        idle.close()
        assert "Traceback" not in server.process.communicate()[1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--port", "{taken}"), "cannot listen on '127.0.0.1', port {taken}"),
        (("--port", "99999"), "no port is 99999"),
        (("--host", "192.0.2.1"), "an address of this machine"),
        (("--max-sessions", "0"), "max_sessions 0 must be at least 1"),
    ],
)
def test_what_cannot_be_served_is_told(
    server: Serving, options: tuple[str, str], words: str
) -> None:
    filled = [option.replace("{taken}", str(server.port)) for option in options]
    ended = subprocess.run([*SERVE, *filled], capture_output=True, text=True, timeout=30)
    assert ended.returncode == 2
    assert words.replace("{taken}", str(server.port)) in ended.stderr
    assert "Traceback" not in ended.stderr


def test_urls_are_such_that_clients_take_them() -> None:
    assert url_of("127.0.0.1", 8000) == "http://127.0.0.1:8000/mcp"
    assert url_of("::1", 8000) == "http://[::1]:8000/mcp"
    assert url_of("0.0.0.0", 80) == f"http://{socket.gethostname()}:80/mcp"
