"""A server of ours with two more tools, run with `python echo_server.py TRANSPORT`."""

from __future__ import annotations

import sys
from typing import Annotated

from mcp_servers.core import http, stdio
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.mock.state import MockState
from mcp_servers.mock.tools import server


class Echo(Output):
    text: Annotated[str, out("What was said.")]


@server.read
def echo(state: MockState, text: Annotated[str, arg("What to say.")]) -> Echo:
    """Says it again."""
    del state
    return Echo(text=text)


@server.read
def busy(state: MockState) -> Echo:
    """Never comes to an end, nor lets anything else run."""
    del state
    while True:
        pass


if __name__ == "__main__":
    {"stdio": stdio.serve, "http": http.serve}[sys.argv[1]]("mock")
