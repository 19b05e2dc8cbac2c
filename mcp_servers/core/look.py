"""Looks at a server of someone else through MCP, as carefully as at one that is in use.

Only tools that say of themselves that they read are called; those that write, or do not say, are
judged by what they declare. This file leaves out judging: check_foreign.py does that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from random import Random
from typing import Any, Final, TypeVar

import mcp_types as types
from mcp import Client
from mcp.client import Transport
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel, ValidationError

from mcp_servers.core.exercise import Arguments, Memory
from mcp_servers.core.fields import FORMAT
from mcp_servers.core.foreign import Called, ForeignServer, ForeignSubject, ForeignTool
from mcp_servers.core.protocol import ControlResult, control_request, from_mcp_tool
from mcp_servers.core.schemas import flatten
from provelight.records import Json, ToolSpec

CALL_TIMEOUT_S: Final = 20.0
DRAWS: Final = 6
"""How often a read is called, with other arguments each time, until it succeeds."""

NO_SUCH_TOOL: Final = "no_such_tool_here"
NO_SUCH_ARGUMENT: Final = "no_such_argument_here"
_SESSION: Final = "provelight-check"
_NOW: Final = datetime(2026, 1, 5, 9, 0)

Answer = TypeVar("Answer", bound=BaseModel)


async def look_at(target: str | Transport) -> ForeignSubject:
    """Connects to a server by its URL or transport, and looks at it.

    Raises:
        Exception: whatever the SDK raises where there is no connecting to it or no listing.
    """
    stray: list[str] = []
    async with _client(target, stray) as client:
        look = _Look(client)
        specs = await look.list_tools()
        tools = {spec.name: ForeignTool(spec) for spec in specs}
        reads = [tool.spec for tool in tools.values() if tool.is_read]
        calls = await look.call_until_each_worked(reads)
        worked = {call.tool: call for call in calls if call.kind == "ok"}
        repeated = [(call, await look.call(call.tool, call.arguments)) for call in worked.values()]
        misuses = [(what, await look.call(*call)) for what, call in _misuses(reads, worked)]
        sessions = await look.try_sessions()
        return ForeignSubject(
            server=_server(client, tools),
            listed=tuple(spec.name for spec in specs),
            listed_again=await look.names_or_none(),
            calls=tuple(calls),
            repeated=tuple(repeated),
            misuses=tuple(misuses),
            sessions=sessions,
            stray=tuple(stray),
        )


def _client(target: str | Transport, stray: list[str]) -> Client:
    """Returns a client that keeps what comes over the connection and is no message."""

    async def keep(message: object) -> None:
        if isinstance(message, ValidationError):
            stray.append(str(message.errors()[0]["input"]))
        elif isinstance(message, Exception):
            stray.append(str(message))

    return Client(target, cache=None, read_timeout_seconds=CALL_TIMEOUT_S, message_handler=keep)


class _Look:
    """Requests whose failures are answers too, and what the answers have shown."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._memory = Memory()
        self._arguments = Arguments(self._memory, _NOW, Random("foreign"))

    async def list_tools(self) -> list[ToolSpec]:
        specs: list[ToolSpec] = []
        cursor: str | None = None
        while True:
            request = types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor))
            page = await self._send(request, types.ListToolsResult)
            specs += map(from_mcp_tool, page.tools)
            cursor = page.next_cursor
            if cursor is None:
                return specs

    async def names_or_none(self) -> tuple[str, ...] | None:
        with suppress(MCPError, ValidationError):
            return tuple(spec.name for spec in await self.list_tools())
        return None

    async def call_until_each_worked(self, reads: Iterable[ToolSpec]) -> list[Called]:
        """Calls each read until it succeeds; what one shows serves the arguments of others."""
        calls: list[Called] = []
        waiting = {spec.name: (spec, drawable(spec.parameters)) for spec in reads}
        for _ in range(DRAWS):
            for name, (spec, schema) in list(waiting.items()):
                arguments = self._draw(schema)
                if arguments is None:
                    continue
                call = await self.call(name, arguments)
                calls.append(call)
                if call.kind == "ok":
                    self._memory.learn(_shown(call), spec.output_schema or {})
                    del waiting[name]
        return calls

    async def call(self, tool: str, arguments: dict[str, Json]) -> Called:
        params = types.CallToolRequestParams(name=tool, arguments=arguments)
        try:
            answer = await self._send(types.CallToolRequest(params=params), types.CallToolResult)
        except MCPError as error:
            silent = error.code in (types.CONNECTION_CLOSED, types.REQUEST_TIMEOUT)
            kind: Any = "no_answer" if silent else "protocol_error"
            return Called(tool, arguments, kind, error.message)
        except ValidationError as error:
            return Called(tool, arguments, "no_answer", f"an answer of another shape: {error}")
        text = "\n".join(p.text for p in answer.content if isinstance(p, types.TextContent))
        if answer.is_error:
            return Called(tool, arguments, "refused", text)
        return Called(tool, arguments, "ok", text, answer.structured_content)

    def _draw(self, schema: dict[str, Any] | None) -> dict[str, Json] | None:
        if schema is not None:
            with suppress(TypeError, ValueError, KeyError):  # bounds and types that make no sense
                return self._arguments.draw(schema)
        return None

    async def try_sessions(self) -> str | None:
        """Opens a session, hashes, resets and closes it; returns what went wrong, if anything."""
        try:
            await self._control("open", world_seed=0)
            before = await self._control("state_hash")
            await self._control("reset")
            after = await self._control("state_hash")
            await self._control("close")
        except MCPError as error:
            return error.message
        except ValidationError as error:
            return f"an answer of another shape: {error}"
        return None if before == after else "a reset of a fresh session changed its state hash"

    async def _control(self, operation: str, **parameters: Json) -> Json:
        request = control_request(operation, _SESSION, **parameters)
        return (await self._send(request, ControlResult)).value

    async def _send(self, request: types.Request[Any, Any], answer: type[Answer]) -> Answer:
        return await self._client.session.send_request(request, answer)


def drawable(schema: dict[str, Any]) -> dict[str, Any] | None:
    """Returns a schema from which arguments can be drawn, or None for one that is too involved."""
    try:
        flat = flatten(schema)
        return {**flat, "properties": _plain(flat.get("properties", {}))}
    except (TypeError, KeyError, AttributeError, IndexError):
        return None


def _plain(properties: dict[str, Any]) -> dict[str, Any]:
    """Brings JSON schema's `format` and lists of types into the words of our own schemas."""
    return {name: _plain_one(inner) for name, inner in properties.items()}


def _plain_one(schema: dict[str, Any]) -> dict[str, Any]:
    kind = schema.get("type", "string")
    chosen = next((k for k in kind if k != "null"), "string") if isinstance(kind, list) else kind
    plain = {**schema, "type": chosen}
    if "format" in schema:
        plain[FORMAT] = {"date-time": "datetime"}.get(schema["format"], schema["format"])
    if chosen == "array":
        plain["items"] = _plain_one(schema.get("items") or {})
    if "properties" in schema:
        plain["properties"] = _plain(schema["properties"])
    return plain


def _shown(call: Called) -> Json:
    """Returns what a result holds, also where it is told as text only."""
    if call.result is not None:
        return call.result
    try:
        return json.loads(call.text)
    except ValueError:
        return None


def _misuses(
    reads: Iterable[ToolSpec], worked: dict[str, Called]
) -> Iterator[tuple[str, tuple[str, dict[str, Json]]]]:
    """Yields what is wrong with a call, and the call: smallest changes to one that works."""
    yield "a tool that there is not", (NO_SUCH_TOOL, {})
    for spec in reads:
        good = worked[spec.name].arguments if spec.name in worked else {}
        yield "an argument that there is not", (spec.name, {**good, NO_SUCH_ARGUMENT: 1})
        for name in spec.parameters.get("required", [])[:1]:
            yield (
                f"no {name!r}, which is required",
                (spec.name, {n: v for n, v in good.items() if n != name}),
            )
        for name in list(spec.parameters.get("properties", {}))[:1]:
            wrong = {"of": "another type"}
            if spec.parameters["properties"][name].get("type", "object") != "object":
                yield f"an object as {name!r}", (spec.name, {**good, name: wrong})


def _server(client: Client, tools: dict[str, ForeignTool]) -> ForeignServer:
    info = client.server_info
    return ForeignServer(
        name=info.name if info else "",
        version=info.version if info else "",
        protocol_version=str(client.protocol_version),
        tools=tools,
    )
