"""MCP messages over HTTP, on the client's side, such that one bad exchange costs one request.

The SDK's transport ends as a whole when a connection is refused or breaks off. Here such a
failure comes back as the answer to the request that it befell.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import httpx2
import mcp_types as types
from mcp.client._transport import TransportStreams
from mcp.client.streamable_http import streamable_http_client

IDLE_S: Final = 4.0
"""Connections are let go after this long: before any usual server closes them on a request."""

_QUOTED_CHARS: Final = 300
_JSON: Final = "application/json"


@asynccontextmanager
async def http_streams(
    url: str, on_unreachable: Callable[[], None] = lambda: None
) -> AsyncIterator[TransportStreams]:
    """Yields the streams of messages from and to a server; without proxies or a time limit.

    Args:
        url: of its MCP endpoint.
        on_unreachable: is told when nobody listens there.
    """
    limits = httpx2.Limits(keepalive_expiry=IDLE_S)
    # Reading the certificates takes longer than starting a server.
    inner = httpx2.AsyncHTTPTransport(verify=url.startswith("https:"), limits=limits)
    failures = _FailuresAsAnswers(inner, on_unreachable)
    async with (
        httpx2.AsyncClient(transport=failures, timeout=None) as client,
        streamable_http_client(url, http_client=client) as streams,
    ):
        yield streams


class _FailuresAsAnswers(httpx2.AsyncBaseTransport):
    """Turns what goes wrong below MCP into a JSON-RPC error."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, on_unreachable: Callable[[], None]):
        self._inner = inner
        self._on_unreachable = on_unreachable

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        try:
            response = await self._inner.handle_async_request(request)
            is_json = response.headers.get("content-type", "").lower().startswith(_JSON)
            if is_json or response.is_error:
                await response.aread()
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            self._on_unreachable()
            return _answer(request, types.CONNECTION_CLOSED, f"nobody listens there ({error})")
        except httpx2.HTTPError as error:
            reason = f"the connection broke ({type(error).__name__}: {error})"
            return _answer(request, types.CONNECTION_CLOSED, reason)
        if response.is_error and not is_json:
            said = f"HTTP status {response.status_code}: {response.text[:_QUOTED_CHARS]}"
            return _answer(request, types.INTERNAL_ERROR, said)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


def _answer(request: httpx2.Request, code: int, message: str) -> httpx2.Response:
    error = types.ErrorData(code=code, message=message)
    content = types.JSONRPCError(jsonrpc="2.0", id=None, error=error).model_dump_json()
    headers = {"content-type": _JSON}
    return httpx2.Response(502, headers=headers, content=content.encode(), request=request)
