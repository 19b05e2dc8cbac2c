"""The small tree of filesystem_tree.py, and calls on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from filesystem_tree import small_tree

from mcp_servers.core.errors import StateError
from mcp_servers.core.hashing import state_hash
from mcp_servers.filesystem.state import FileState
from mcp_servers.filesystem.tools import server
from provelight.records import Json


@pytest.fixture
def files() -> FileState:
    """A fresh small tree."""
    return small_tree()


@pytest.fixture
def call(files: FileState) -> Callable[..., Json]:
    """Calls a tool on the small tree and returns its result."""
    return lambda tool, **arguments: server.tool(tool).call(files, arguments)


@pytest.fixture
def refused(files: FileState) -> Callable[..., str]:
    """Calls a tool that must be refused with the type; returns the message.

    The tool works on the state itself, without the rollback of a session, so this also shows that
    every check comes before the first change.
    """

    def refused_with(type: str, tool: str, **arguments: Json) -> str:
        before = state_hash(files)
        with pytest.raises(StateError) as caught:
            server.tool(tool).call(files, arguments)
        assert caught.value.type == type
        assert caught.type in server.tool(tool).raises
        assert state_hash(files) == before
        return caught.value.message

    return refused_with
