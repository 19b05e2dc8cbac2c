"""Which servers there are, found by their folders."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

import yaml

from mcp_servers.core.errors import did_you_mean
from mcp_servers.core.tools import ToolServer
from provelight.records import Json

TOOL_COUNTS: dict[str, int] = {
    "banking": 17,
    "trading": 13,
    "payments": 10,
    "calendar": 17,
    "email": 17,
    "filesystem": 40,
    "shopping": 23,
    "marketplace": 13,
    "retail_chain": 11,
    "travel_booking": 20,
    "maps": 16,
    "social_media": 15,
    "team_chat": 11,
    "iot_devices": 25,
    "vehicle": 20,
    "crm": 16,
    "issue_tracker": 20,
    "budget": 12,
    "food_delivery": 17,
    "video_meeting": 10,
}
"""How many tools each server of the paper shows to an agent (PROVE §3.1, Table 2)."""

_ROOT = Path(__file__).parent.parent


def names() -> list[str]:
    """Returns the names of all servers, sorted; hidden ones left out. Imports them all."""
    return [name for name in _folders() if not load(name).hidden]


@cache
def load(name: str) -> ToolServer:
    """Imports a server and returns it.

    Raises:
        ValueError: where there is no such server, naming the near ones, or where its `tools.py`
            holds no `server` of that name.
    """
    require(name)
    server = getattr(import_module(f"mcp_servers.{name}.tools"), "server", None)
    if not isinstance(server, ToolServer) or server.name != name:
        raise ValueError(
            f"mcp_servers/{name}/tools.py must hold `server = ToolServer({name!r}, ...)`"
        )
    return server


def require(name: str) -> None:
    """Raises ValueError, naming the near ones, where there is no such server; imports nothing."""
    if name not in _folders():
        hint = did_you_mean(name, _folders()) or f" There are: {', '.join(_folders())}."
        raise ValueError(f"there is no server {name!r}.{hint}")


@cache
def phrases(name: str) -> dict[str, Json]:
    """Returns the parsed `phrases.yaml` of a server, by section.

    `entities` says what people call each type, `tools` how they ask for each tool, `follow_ups`
    how they ask when the turn before named the entity, `answers` how results are told. Missing
    sections are empty. The answer is shared: do not change it.

    Raises:
        ValueError: for an unknown section.
    """
    load(name)
    text = (_ROOT / name / "phrases.yaml").read_text(encoding="utf-8")
    sections = ("entities", "tools", "follow_ups", "answers")
    parsed = yaml.safe_load(text) or {}
    if unknown := sorted(set(parsed) - set(sections)):
        raise ValueError(f"{name}/phrases.yaml: unknown sections {unknown}; use {sections}")
    return {section: parsed.get(section) or {} for section in sections}


def _folders() -> list[str]:
    return sorted(
        path.parent.name for path in _ROOT.glob("*/tools.py") if path.parent.name != "core"
    )
