"""What both ends of a front agree on: names in `_meta`, control requests, shapes on the wire.

Control requests are custom MCP requests beside the tools, so that no model can ever see them. The
session travels in `_meta`, because the protocol itself has none. This file leaves out transports.
"""

from __future__ import annotations

import json
from typing import Any, cast

import mcp_types as types
from pydantic import Field

from provelight.records import Json, ToolFailure, ToolResult, ToolSpec

PROTOCOL_VERSION = "2026-07-28"
"""The MCP revision that our own clients and servers speak; older clients are served too."""

SESSION_KEY = "provelight/session"
"""`_meta` key of a request: the session that it is for."""

INFRASTRUCTURE_KEY = "provelight/infrastructure"
"""`_meta` key of a result: true where the server broke, not the call."""

CONTROL_PREFIX = "provelight/"
"""Before the name of an operation: `provelight/open`."""


class ControlParams(types.RequestParams):
    """Parameters of a control request: those of its operation (control.py), by name."""

    parameters: dict[str, Any] = Field(default_factory=dict)


class ControlRequest(types.Request[ControlParams, str]):
    """A request to the server about a session, by us and never by a model."""


class ControlResult(types.Result):
    """The answer to a control request: any JSON value, None where there is nothing to tell."""

    value: Any = None


def session_meta(session: str) -> types.RequestParamsMeta:
    """Returns the `_meta` that names a session."""
    return cast("types.RequestParamsMeta", {SESSION_KEY: session})


def control_request(operation: str, session: str, **parameters: Json) -> ControlRequest:
    """Returns the request for an operation (control.py) on a session."""
    params = ControlParams(parameters=parameters, _meta=session_meta(session))
    return ControlRequest(method=CONTROL_PREFIX + operation, params=params)


def to_mcp_tool(spec: ToolSpec) -> types.Tool:
    """Returns a tool as `tools/list` tells it."""
    return types.Tool(
        name=spec.name,
        description=spec.description,
        input_schema=spec.parameters,
        output_schema=spec.output_schema,
        annotations=types.ToolAnnotations.model_validate(spec.annotations),
    )


def from_mcp_tool(tool: types.Tool) -> ToolSpec:
    """Returns what `tools/list` told about a tool."""
    hints = tool.annotations
    return ToolSpec(
        name=tool.name,
        description=tool.description or "",
        parameters=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=hints.model_dump(by_alias=True, exclude_none=True) if hints else {},
    )


def to_mcp_result(result: ToolResult) -> types.CallToolResult:
    """Returns a result as `tools/call` answers it: the text, and on success the structure too."""
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=result.text)],
        structured_content=result.result,
        is_error=not result.ok,
        _meta={INFRASTRUCTURE_KEY: True} if result.infrastructure else None,
    )


def from_mcp_result(answer: types.CallToolResult) -> ToolResult:
    """Returns the result that `tools/call` answered, of our servers or of any other."""
    text = "\n".join(part.text for part in answer.content if isinstance(part, types.TextContent))
    if answer.is_error:
        broken = bool((answer.meta or {}).get(INFRASTRUCTURE_KEY))
        return ToolResult(ok=False, text=text, error=_failure(text), infrastructure=broken)
    return ToolResult(ok=True, text=text, result=answer.structured_content)


def _failure(text: str) -> ToolFailure:
    """Reads `{"error": {"type", "message"}}`; other servers put plain words there."""
    try:
        error: Json = json.loads(text)["error"]
        return ToolFailure(type=str(error["type"]), message=str(error["message"]))
    except (ValueError, KeyError, TypeError):
        return ToolFailure(type="tool_error", message=text)
