"""Which requests a server over HTTP answers: those that name it as its user does.

A page in a browser can make its own name point at this machine (DNS rebinding) and so reach a
server that listens on loopback only; its requests still name the page's host, in `Host` and
`Origin`. This file leaves out authentication: there is none.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK: Final = "127.0.0.1"
_LOOPBACK_NAMES: Final = frozenset({"localhost", LOOPBACK, "::1"})
_HOST: Final = re.compile(r"(\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(:[0-9]+)?")
_SCHEME: Final = re.compile(r"\Ahttps?://")


class HostGuard:
    """An ASGI application that passes on what names a host it knows, and refuses the rest.

    Args:
        app: what answers the requests that may pass.
        bound: the host that the server listens on.
        also: further names by which it is reached.
    """

    def __init__(self, app: ASGIApp, bound: str, also: Iterable[str] = ()) -> None:
        self._app = app
        self._names = _LOOPBACK_NAMES | {name.lower() for name in also}
        self._open = not is_loopback(bound)
        if self._open:
            self._names |= {bound.lower(), socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, as ASGI has it."""
        refusal = self._refusal(Headers(scope=scope)) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, headers: Headers) -> PlainTextResponse | None:
        hosts, origin = headers.getlist("host"), headers.get("origin")
        if len(hosts) != 1 or not self._knows(hosts[0]):
            hint = "reach the server by a name it knows, or serve it with --allow-host NAME"
            return PlainTextResponse(f"Host {hosts} is not served here; {hint}", status_code=421)
        if origin is not None and not self._knows(_SCHEME.sub("", origin)):
            return PlainTextResponse(f"Origin {origin!r} may not call this server", status_code=403)
        return None

    def _knows(self, host: str) -> bool:
        match = _HOST.fullmatch(host.lower())
        if match is None:
            return False
        name = match["address"] or match["name"]
        # Only a name can be made to point elsewhere, so an address is as good as one we know.
        return name in self._names or (self._open and _is_address(name))


def is_loopback(host: str) -> bool:
    """Returns whether a server bound to this host is reached from its own machine only."""
    if _is_address(host):
        return ipaddress.ip_address(host).is_loopback
    return host.lower() == "localhost"


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
