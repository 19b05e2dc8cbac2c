"""What the rules of check.py judge, and how they say what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from mcp_servers.core.exercise import Episode
from mcp_servers.core.tools import ToolServer
from provelight.records import Json, ToolSpec


class Declared(Protocol):
    """A tool of any server, as it is told to clients."""

    @property
    def spec(self) -> ToolSpec:
        """Its name, description, schemas and hints."""


class Listing(Protocol):
    """A server of any kind: its tools by name."""

    @property
    def tools(self) -> Mapping[str, Declared]:
        """In the order of their listing."""


class Listed(Protocol):
    """What rules judge that look at declarations only, of our servers and of others'."""

    @property
    def server(self) -> Listing:
        """The server under check."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A server of ours under check, with its phrases and the calls that were tried on it."""

    server: ToolServer
    phrases: dict[str, Json] = field(hash=False)
    episodes: tuple[Episode, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong and what would do; `tool` is the tool at fault, if it is one."""

    message: str
    tool: str | None = None
