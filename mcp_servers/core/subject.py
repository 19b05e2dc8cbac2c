"""What the rules of check.py judge, and how they say what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

from mcp_servers.core.exercise import Episode
from mcp_servers.core.tools import ToolServer
from provelight.records import Json


@dataclass(frozen=True, slots=True)
class Subject:
    """A server under check, with its phrases and the calls that were tried on it."""

    server: ToolServer
    phrases: dict[str, Json] = field(hash=False)
    episodes: tuple[Episode, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong and what would do; `tool` is the tool at fault, if it is one."""

    message: str
    tool: str | None = None
