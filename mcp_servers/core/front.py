"""The MCP server over a session store, without a transport: stdio and HTTP serve the same object.

Handlers never await while they touch a session, so each call is whole before the next one begins.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError

from mcp_servers.core.control import Operation, operations
from mcp_servers.core.errors import ToolError
from mcp_servers.core.protocol import (
    CONTROL_PREFIX,
    SESSION_KEY,
    ControlParams,
    ControlResult,
    to_mcp_result,
    to_mcp_tool,
)
from mcp_servers.core.sessions import SessionStore

DEFAULT_SESSION: Final = "default"
DEFAULT_WORLD_SEED: Final = 0

Context = ServerRequestContext[Any, Any]


def build_front(store: SessionStore) -> Server[Any]:
    """Returns the MCP server that tells the tools of a store and answers calls and controls."""
    tools = [to_mcp_tool(tool.spec) for tool in store.server.tools.values()]

    async def list_tools(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        session = _session_of(ctx, store)
        return to_mcp_result(store.call(session, params.name, params.arguments or {}))

    front: Server[Any] = Server(
        store.server.name,
        title=store.server.title,
        instructions=store.server.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    front.middleware.clear()  # OpenTelemetry spans that nobody collects, a tenth of a call's cost
    for name, operation in operations(store).items():
        front.add_request_handler(CONTROL_PREFIX + name, ControlParams, _handler(operation))
    return front


def _session_of(ctx: Context, store: SessionStore) -> str:
    """Returns the session that a call names; a plain client's is opened on its first call."""
    named = (ctx.meta or {}).get(SESSION_KEY)
    if named is not None:
        return str(named)
    if DEFAULT_SESSION not in store:
        store.open(DEFAULT_SESSION, DEFAULT_WORLD_SEED)
    return DEFAULT_SESSION


def _handler(operation: Operation) -> Callable[[Context, ControlParams], Awaitable[ControlResult]]:
    async def handle(ctx: Context, params: ControlParams) -> ControlResult:
        session = str((ctx.meta or {}).get(SESSION_KEY, DEFAULT_SESSION))
        try:
            return ControlResult(value=operation(session, **params.parameters))
        except ToolError as error:
            raise MCPError(types.INVALID_PARAMS, error.message, {"type": error.type}) from error
        except (TypeError, ValueError) as error:
            raise MCPError(types.INVALID_PARAMS, str(error), {"type": "invalid_value"}) from error

    return handle
