"""The MCP server over a session store, without a transport: stdio and HTTP serve the same object.

Handlers never await while they touch a session, so each call is whole before the next one begins.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from mcp.shared.exceptions import MCPError

from mcp_servers.core.control import Operation, operations
from mcp_servers.core.errors import ToolError, TooManySessions
from mcp_servers.core.protocol import (
    CONTROL_PREFIX,
    SESSION_KEY,
    ControlParams,
    ControlResult,
    to_mcp_result,
    to_mcp_tool,
)
from mcp_servers.core.sessions import SessionStore, failure
from provelight import __version__

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
        try:
            session = _session_of(ctx, store)
        except TooManySessions as error:
            return to_mcp_result(failure(error.type, error.message))
        result = store.call(session, params.name, params.arguments or {})
        lost = session not in store  # whoever named it lost it with an earlier life of ours
        return to_mcp_result(replace(result, infrastructure=True) if lost else result)

    front: Server[Any] = Server(
        store.server.name,
        version=__version__,
        title=store.server.title,
        instructions=store.server.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        # No argument is to stand in an HTTP header too; else the SDK lists all tools at each call.
        get_tool_input_schema=lambda _: None,
    )
    front.middleware.clear()  # OpenTelemetry spans that nobody collects, a tenth of a call's cost
    for name, operation in operations(store).items():
        front.add_request_handler(CONTROL_PREFIX + name, ControlParams, _handler(operation))
    return front


def _session_of(ctx: Context, store: SessionStore) -> str:
    """Returns the session that a call names; a plain client's is opened on its first call.

    Over HTTP many clients reach one process: each that shook hands has its own until it leaves.
    Those of MCP's revision 2026-07-28, which knows no connections, share one.

    Raises:
        TooManySessions: where a plain client's would be one too many.
    """
    named = (ctx.meta or {}).get(SESSION_KEY)
    if named is not None:
        return str(named)
    client = ctx.request.headers.get(MCP_SESSION_ID_HEADER) if ctx.request is not None else None
    session = DEFAULT_SESSION if client is None else f"client-{client}"
    if session not in store:
        store.open(session, DEFAULT_WORLD_SEED)
        if client is not None:
            # The SDK has this for handlers to use, and no public way to it from a handler.
            ctx.session._connection.exit_stack.callback(store.close, session)
    return session


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
