from __future__ import annotations

from typing import Any

import pytest

from provelight.environments import MCPFleet, ServerConfig
from provelight.environments.config import resolve


def test_names_and_configurations_mix() -> None:
    own = ServerConfig("own", ["my-server", "--fast"])  # type: ignore[arg-type]
    assert own.command == ("my-server", "--fast")
    elsewhere = ServerConfig("far", url="http://10.0.0.7:8000/mcp")
    local = ServerConfig("banking", backend="local")
    resolved = resolve(["mock", own, elsewhere, local], "http")
    assert [c.name for c in resolved] == ["mock", "own", "far", "banking"]
    assert [c.backend for c in resolved] == ["http", "stdio", "http", "local"]


@pytest.mark.parametrize(
    ("servers", "word"),
    [
        ([], "at least one"),
        (["mock", "mock"], "2 times"),
        (["mok"], "'mock'"),
        (["nothing_like_it"], "mock"),
        (["a__b"], "without '__'"),
        ([""], "give a name"),
    ],
)
def test_wrong_servers_are_named(servers: list[str], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        MCPFleet(servers)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"command": "my-server --fast"}, "list of words"),
        ({"command": ()}, "list of words"),
        ({"command": ("x",), "backend": "local"}, "only backend 'stdio'"),
        ({"command": ("x",), "backend": "http"}, "only backend 'stdio'"),
        ({"command": ("x",), "url": "http://far/mcp"}, "leave out command"),
        ({"url": "http://far/mcp", "backend": "stdio"}, "any backend but 'http'"),
        ({"url": "http://far/mcp", "env": {"A": "1"}}, "leave out command and env"),
        ({"url": "far:8000/mcp"}, "such as http://10.0.0.7:8000/mcp"),
        ({"url": "http:///mcp"}, "such as http://10.0.0.7:8000/mcp"),
        ({"command": ("x",), "backend": "grpc"}, "stdio, http, local"),
        ({"name": "caf\u00e9", "command": ("x",)}, "letters"),
    ],
)
def test_wrong_configurations_are_named(arguments: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        ServerConfig(**{"name": "own"} | arguments)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"backend": "grpc"}, "stdio, http, local"),
        ({"call_timeout_s": 0}, "call_timeout_s=0"),
        ({"start_timeout_s": -1.0}, "start_timeout_s=-1.0"),
    ],
)
def test_wrong_settings_of_the_fleet_are_named(arguments: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        MCPFleet(["mock"], **arguments)
