"""A server as people write them with the official SDK, with much that a model trips over."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

READ = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
server = MCPServer("careless", version="0.3")
numbers = itertools.count(1)


class Filter(BaseModel):
    colour: str


@server.tool(annotations=READ)
def list_parts(colour: str = "red") -> str:
    """Lists parts of a colour."""
    return f"no {colour} parts"


@server.tool(annotations=READ)
def next_number() -> int:
    """Gives a number."""
    return next(numbers)


@server.tool(annotations=READ)
def find_parts(filter: Filter, limit: int | None = None) -> list[str]:
    return [f"{filter.colour} part"] * (limit or 1)


@server.tool(annotations=READ)
def get_part(serial: str) -> str:
    """Gives a part by its serial number."""
    raise KeyError(serial)


@server.tool()
def delete_everything(sure: bool = True) -> str:
    """Deletes everything."""
    Path(sys.argv[1]).write_text("it was called")
    return f"deleted: {sure}"


if __name__ == "__main__":
    print("Starting up...", flush=True)
    server.run("stdio")
