"""How a server is reached: which process is started for it, or which URL asked."""

from __future__ import annotations

import os
import shlex
import sys

from mcp.client.stdio import get_default_environment

from provelight.environments.config import ServerConfig
from provelight.environments.connection import Connection
from provelight.environments.elsewhere import UrlConnection
from provelight.environments.forking import ForkServer
from provelight.environments.process import Child, ExecutedChild, ServerProcess
from provelight.environments.started import HttpConnection, StdioConnection


def connect(config: ServerConfig, forks: ForkServer | None = None) -> Connection:
    """Returns a new connection to a server, which is started where it is ours to start.

    Args:
        config: which server, and how it is reached.
        forks: what forks our own servers over stdio; None executes them.

    Raises:
        OSError: where its command cannot be run.
    """
    if config.url is not None:
        return UrlConnection(config.name, config.url)
    process = ServerProcess(config.name, _child(config, forks))
    if config.backend == "http":
        return HttpConnection(config.name, process)
    return StdioConnection(config.name, process)


def _child(config: ServerConfig, forks: ForkServer | None) -> Child:
    command, env = command_of(config)
    if forks is None or not config.is_ours_over_stdio:
        return ExecutedChild(command, env)
    return forks.start(config.name, env)


def command_of(config: ServerConfig) -> tuple[tuple[str, ...], dict[str, str]]:
    """Returns command and environment of a server's process.

    Ours inherits everything. A command of the user's own gets the few variables that the MCP SDK
    holds safe to pass on, and those that its configuration names.
    """
    if config.command is not None:
        return config.command, get_default_environment() | config.env
    front = "http" if config.backend == "http" else "stdio"
    command = (sys.executable, "-m", f"mcp_servers.core.{front}", config.name)
    return command, dict(os.environ) | config.env


def origin_of(config: ServerConfig) -> str:
    """Returns where a server comes from, for messages: `url: ...` or `command: ...`."""
    if config.url is not None:
        return f"url: {config.url}"
    return f"command: {shlex.join(command_of(config)[0])}"
