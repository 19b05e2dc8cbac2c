"""A server over HTTP that misbehaves on demand: each tool is one fault below or inside MCP."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

JSON = "application/json"


class Handler(BaseHTTPRequestHandler):
    """Answers one request; a call is noted before anything else happens."""

    protocol_version = "HTTP/1.1"
    server: FaultyHttp

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        method = request["method"]
        if method == "tools/list":
            schema = {"type": "object", "properties": {}}
            tools = [{"name": n, "description": n, "inputSchema": schema} for n in FAULTS]
            self.answer(request, {"tools": tools, "ttlMs": 0, "cacheScope": "private"})
        elif method == "tools/call":
            name = request["params"]["name"]
            self.server.calls.append(name)
            FAULTS[name](self, request)
        else:
            self.answer(request, {"value": "2026-01-05T09:00"})

    def answer(self, request: Any, result: Any) -> None:
        self.body(envelope(request, result))

    def body(self, content: bytes, status: int = 200, kind: str = JSON, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


def envelope(request: Any, result: Any) -> bytes:
    result = {"resultType": "complete"} | result
    return json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode()


def text(words: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": words}], "isError": False}


def steady(handler: Handler, request: Any) -> None:
    handler.answer(request, text("fine"))


def hang(handler: Handler, _: Any) -> None:
    handler.server.over.wait(60)


def no_answer(handler: Handler, _: Any) -> None:
    handler.close_connection = True


def not_http(handler: Handler, _: Any) -> None:
    handler.wfile.write(b"\xff\xfe\x00 garbage\r\n\r\n")
    handler.close_connection = True


def cut_short(handler: Handler, request: Any) -> None:
    content = envelope(request, text("never whole"))
    handler.send_response(200)
    handler.send_header("Content-Type", JSON)
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content[:20])
    handler.close_connection = True


def server_error(handler: Handler, _: Any) -> None:
    handler.body(b"<h1>Out of memory</h1>", status=500, kind="text/html")


def other_json(handler: Handler, _: Any) -> None:
    handler.body(b'{"detail": "no such route"}', status=404)


def not_json(handler: Handler, _: Any) -> None:
    handler.body(b'{"jsonrpc": "2.0", "id": ')


def bad_utf8(handler: Handler, request: Any) -> None:
    handler.body(envelope(request, text("caf@")).replace(b"@", b"\xe9"))


def two_answers(handler: Handler, request: Any) -> None:
    handler.body(2 * envelope(request, text("twice")))


def other_type(handler: Handler, _: Any) -> None:
    handler.body(b"fine", kind="text/plain")


def accepted(handler: Handler, _: Any) -> None:
    handler.body(b"", status=202)


def elsewhere(handler: Handler, _: Any) -> None:
    handler.body(b"", status=307, Location="http://evil.example/mcp")


def no_content(handler: Handler, request: Any) -> None:
    handler.answer(request, {"content": 7})


def for_nobody(handler: Handler, request: Any) -> None:
    handler.answer(request | {"id": 999_999}, text("for nobody"))


def event_stream(handler: Handler, request: Any) -> None:
    data = b"event: message\r\ndata: " + envelope(request, text("streamed")) + b"\r\n\r\n"
    handler.body(data, kind="text/event-stream")


FAULTS: dict[str, Callable[[Handler, Any], None]] = {
    f.__name__: f
    for f in (
        steady,
        hang,
        no_answer,
        not_http,
        cut_short,
        server_error,
        other_json,
        not_json,
        bad_utf8,
        two_answers,
        other_type,
        accepted,
        elsewhere,
        no_content,
        for_nobody,
        event_stream,
    )
}


class FaultyHttp(ThreadingHTTPServer):
    """The server, in threads of this process; `calls` are the tools that were called, in order."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.calls: list[str] = []
        self.over = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}/mcp"
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()
