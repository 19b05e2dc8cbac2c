"""A server over HTTP in a process of its own, as a user starts it."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from mcp_servers.core.protocol import PROTOCOL_VERSION

COMMAND = (sys.executable, "-c", "from provelight.cli import main; raise SystemExit(main())")
SERVE = (*COMMAND, "servers", "serve", "mock", "--transport", "http")


@dataclass
class Serving:
    """The process, and where it listens."""

    process: subprocess.Popen[str]
    url: str

    @property
    def port(self) -> int:
        port = urlsplit(self.url).port
        assert port is not None
        return port

    def request(
        self,
        body: bytes | Iterator[bytes] = b"",
        method: str = "POST",
        path: str = "/mcp",
        **headers: str,
    ) -> tuple[int, str]:
        """Sends one request as it is told; returns status and text of the answer."""
        standard = {
            "Host": f"127.0.0.1:{self.port}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.putrequest(method, path, skip_host=True)
        chosen = standard | {name.replace("_", "-"): value for name, value in headers.items()}
        for name, value in chosen.items():
            if value:
                connection.putheader(name, value)
        if isinstance(body, bytes):
            connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
        else:
            connection.putheader("Transfer-Encoding", "chunked")
            connection.endheaders(body, encode_chunked=True)
        answer = connection.getresponse()
        told = answer.read().decode()
        connection.close()
        return answer.status, told

    def ask(self, method: str, **params: Any) -> Any:
        """Asks in the newest revision of MCP; returns the whole answer."""
        client = {"io.modelcontextprotocol/protocolVersion": PROTOCOL_VERSION}
        client["io.modelcontextprotocol/clientCapabilities"] = {}  # type: ignore[assignment]
        params["_meta"] = client | params.get("_meta", {})
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        headers = {"Mcp_Protocol_Version": PROTOCOL_VERSION, "Mcp_Method": method}
        if "name" in params:
            headers["Mcp_Name"] = params["name"]
        return json.loads(self.request(json.dumps(message).encode(), **headers)[1])


@contextmanager
def serving(*options: str, command: tuple[str, ...] = SERVE) -> Iterator[Serving]:
    """Starts a server, and ends it if the test did not."""
    process = subprocess.Popen(
        [*command, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert url.startswith("http://"), process.communicate(timeout=10)[1]
        yield Serving(process, url)
    finally:
        process.kill()
        process.communicate()
