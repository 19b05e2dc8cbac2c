"""Which requests get through to a server over HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mcp_servers.core.hosts import HostGuard, is_loopback


def status(guard: HostGuard, *headers: tuple[str, str]) -> int:
    """What the guard answers: 200 where the application does."""
    scope = {
        "type": "http",
        "method": "POST",
        "headers": [(name.encode(), value.encode()) for name, value in headers],
    }
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    asyncio.run(guard(scope, receive, send))
    return int(sent[0]["status"])


async def app(_: Any, __: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})


FAMILIAR = ["localhost", "localhost:8000", "LOCALHOST:1", "127.0.0.1:8000", "[::1]:8000", "[::1]"]
STRANGE = [
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example:8000",
    "127.0.0.1.evil.example",
    "localhost@evil.example",
    "",
    ":8000",
    "[::1",
    "[::1].evil.example",
]


@pytest.mark.parametrize("host", FAMILIAR)
def test_the_names_of_this_machine_pass(host: str) -> None:
    assert status(HostGuard(app, "127.0.0.1"), ("host", host)) == 200


@pytest.mark.parametrize("bound", ["127.0.0.1", "0.0.0.0"])
@pytest.mark.parametrize("host", STRANGE)
def test_strange_names_are_refused(bound: str, host: str) -> None:
    assert status(HostGuard(app, bound), ("host", host)) == 421


def test_a_request_names_exactly_one_host() -> None:
    guard = HostGuard(app, "127.0.0.1")
    assert status(guard) == 421
    assert status(guard, ("host", "localhost"), ("host", "evil.example")) == 421


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("http://localhost:3000", 200),
        ("https://127.0.0.1", 200),
        ("http://evil.example", 403),
        ("http://localhost.evil.example:8000", 403),
        ("http://localhost.evil.example/localhost", 403),
        ("null", 403),
        ("", 403),
        ("file://", 403),
    ],
)
def test_pages_of_others_may_not_call(origin: str, expected: int) -> None:
    guard = HostGuard(app, "127.0.0.1")
    assert status(guard, ("host", "localhost:8000"), ("origin", origin)) == expected


def test_addresses_pass_only_where_other_machines_may_come() -> None:
    for host in ("10.0.0.7:8000", "[fe80::1]:8000"):
        assert status(HostGuard(app, "0.0.0.0"), ("host", host)) == 200
        assert status(HostGuard(app, "127.0.0.1"), ("host", host)) == 421


def test_further_names_pass_where_they_are_allowed() -> None:
    guard = HostGuard(app, "0.0.0.0", ["Trainer-3.lan"])
    assert status(guard, ("host", "trainer-3.LAN:8000")) == 200
    assert status(guard, ("host", "trainer-4.lan:8000")) == 421
    assert status(HostGuard(app, "box.lan"), ("host", "box.lan:8000")) == 200


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("127.8.8.8", True)]
    + [(host, False) for host in ("0.0.0.0", "::", "10.0.0.7", "box.lan")],
)
def test_what_is_loopback(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
