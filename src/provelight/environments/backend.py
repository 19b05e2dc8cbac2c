"""What the fleet needs of one server, wherever it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Literal, Protocol

from provelight.environments.config import ServerConfig
from provelight.records import Json, ToolResult, ToolSpec

EventKind = Literal["starting", "ready", "failed", "died", "stopped"]


@dataclass(frozen=True, slots=True)
class FleetEvent:
    """Something that happened to a server, for progress displays and logs.

    Attributes:
        detail: the failure of `failed` and `died`; empty otherwise.
        elapsed_s: since the start of the process.
        restarts: how often the server was started again before.
    """

    server: str
    kind: EventKind
    detail: str = ""
    elapsed_s: float = 0.0
    restarts: int = 0


EventHook = Callable[[FleetEvent], None]


@dataclass(frozen=True, slots=True)
class Health:
    """How a server is.

    Attributes:
        alive: it answered just now.
        latency_ms: of that answer; None where there was none.
        problem: what is wrong; None while alive.
    """

    server: str
    alive: bool
    restarts: int = 0
    pid: int | None = None
    latency_ms: float | None = None
    problem: str | None = None


class Backend(Protocol):
    """One server; every method returns at once, futures tell the outcome.

    Futures of `call` hold a result, whatever happens. Those of `control` may hold an
    `InfrastructureError` or a `SessionRefused`.
    """

    @property
    def config(self) -> ServerConfig:
        """Which server it is."""

    @property
    def tools(self) -> Mapping[str, ToolSpec]:
        """Bare name -> tool; known once started."""

    def start(self) -> Future[None]:
        """Starts the server; the future may hold a `ServerStartError`."""

    def stop(self) -> Future[None]:
        """Ends the server; safe to call twice, and while it starts."""

    def kill(self) -> None:
        """Ends the server at once, without waiting for anything; safe from any thread."""

    def health(self) -> Future[Health]:
        """Asks the server for a sign of life; one that gives none is ended and started again."""

    def call(self, session: str, tool: str, arguments: dict[str, Json]) -> Future[ToolResult]:
        """Calls a tool once."""

    def control(self, operation: str, session: str, **parameters: Json) -> Future[Json]:
        """Asks for something about a session, such as `open` or `state_hash`."""
