"""Which servers there are and how each is run."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from mcp_servers.core.catalog import load
from provelight.environments.naming import SEPARATOR, qualified

BackendName = Literal["stdio", "local"]


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """One server of a fleet.

    Args:
        name: the folder under `mcp_servers`, or any name for a command of your own.
        command: what starts it over stdio; None for a server of ours.
        backend: `stdio` (a subprocess) or `local` (in this process); None: as the fleet says.
        env: variables to add to the environment of the subprocess.

    Raises:
        ValueError: for a name or backend that cannot be, or a command run in this process.
    """

    name: str
    command: tuple[str, ...] | None = None
    backend: BackendName | None = None
    env: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.name or SEPARATOR in self.name:
            raise ValueError(f"server name {self.name!r}: give a name without {SEPARATOR!r}")
        qualified(self.name, "x")
        if self.backend is not None:
            check_backend(self.backend)
        if self.command is None:
            load(self.name)
            return
        if isinstance(self.command, str) or not self.command:
            raise ValueError(
                f"server {self.name!r}: command {self.command!r} must be a list of words, "
                f"such as [{sys.executable!r}, '-m', 'my_server']"
            )
        if self.backend == "local":
            raise ValueError(
                f"server {self.name!r} has a command, which only backend 'stdio' can run"
            )
        object.__setattr__(self, "command", tuple(self.command))


def resolve(servers: Sequence[str | ServerConfig]) -> tuple[ServerConfig, ...]:
    """Returns the servers as configurations, in order.

    Raises:
        ValueError: for no server, a name given twice, or a name that is not known.
    """
    configs = tuple(s if isinstance(s, ServerConfig) else ServerConfig(str(s)) for s in servers)
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


def check_backend(backend: str) -> None:
    """Raises ValueError, naming the allowed ones, for a backend that there is not."""
    if backend not in get_args(BackendName):
        raise ValueError(f"backend {backend!r}: choose one of {', '.join(get_args(BackendName))}")
