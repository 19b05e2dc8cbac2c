"""Which servers there are and how each is run."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args
from urllib.parse import urlsplit

from mcp_servers.core import catalog
from provelight.environments.naming import SEPARATOR, qualified

BackendName = Literal["stdio", "http", "local"]


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """One server of a fleet.

    Args:
        name: the folder under `mcp_servers`, or any name for a command or url of your own.
        command: what starts it over stdio; None for a server of ours.
        backend: `stdio` or `http` (a subprocess), or `local` (in this process); None: as the
            fleet says.
        env: variables to add to the environment of the subprocess.
        url: where it runs already, on this machine or another one, such as
            `http://10.0.0.7:8000/mcp`; it is neither started nor ended.

    Raises:
        ValueError: for what cannot be, such as a command with a url or a wrong name.
    """

    name: str
    command: tuple[str, ...] | None = None
    backend: BackendName | None = None
    env: dict[str, str] = field(default_factory=dict)
    url: str | None = None

    def __post_init__(self) -> None:
        if not self.name or SEPARATOR in self.name:
            raise ValueError(f"server name {self.name!r}: give a name without {SEPARATOR!r}")
        qualified(self.name, "x")
        if self.backend is not None:
            check_backend(self.backend)
        if self.url is not None:
            self._check_url(self.url)
        elif self.command is not None:
            self._check_command()
            object.__setattr__(self, "command", tuple(self.command))
        else:
            catalog.require(self.name)  # its process imports it, and ours need not

    @property
    def is_ours_over_stdio(self) -> bool:
        """Whether it is one of our servers in a process of its own, spoken to over pipes."""
        return self.url is None and self.command is None and self.backend == "stdio"

    def _check_command(self) -> None:
        if isinstance(self.command, str) or not self.command:
            raise ValueError(
                f"server {self.name!r}: command {self.command!r} must be a list of words, "
                f"such as [{sys.executable!r}, '-m', 'my_server']"
            )
        if self.backend not in (None, "stdio"):
            raise ValueError(
                f"server {self.name!r} has a command, which only backend 'stdio' can run"
            )

    def _check_url(self, url: str) -> None:
        if self.command is not None or self.env or self.backend not in (None, "http"):
            raise ValueError(
                f"server {self.name!r} has a url, so it runs already: leave out command and env, "
                "and any backend but 'http'"
            )
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise ValueError(
                f"server {self.name!r}: url {url!r} must be one such as http://10.0.0.7:8000/mcp"
            )


def resolve(
    servers: Sequence[str | ServerConfig], backend: BackendName = "stdio"
) -> tuple[ServerConfig, ...]:
    """Returns the servers as configurations, in order, each with the backend that runs it.

    Args:
        servers: names of our servers, or configurations.
        backend: of those that do not say.

    Raises:
        ValueError: for no server, a name given twice, or a name or backend that is not known.
    """
    check_backend(backend)
    configs = tuple(_complete(server, backend) for server in servers)
    names = [config.name for config in configs]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(
            f"server {twice[0]!r} is given {names.count(twice[0])} times; give it once"
        )
    if not configs:
        raise ValueError(
            "no server given; give at least one, such as environment.servers=[banking]"
        )
    return configs


def _complete(server: str | ServerConfig, backend: BackendName) -> ServerConfig:
    config = server if isinstance(server, ServerConfig) else ServerConfig(str(server))
    if config.url is not None:
        return replace(config, backend="http")
    if config.command is not None:
        return replace(config, backend="stdio")
    return replace(config, backend=config.backend or backend)


def check_backend(backend: str) -> None:
    """Raises ValueError, naming the allowed ones, for a backend that there is not."""
    if backend not in get_args(BackendName):
        raise ValueError(f"backend {backend!r}: choose one of {', '.join(get_args(BackendName))}")
