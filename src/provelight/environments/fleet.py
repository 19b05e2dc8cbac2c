"""The MCP servers of a run: started together, watched, started again, and surely ended."""

from __future__ import annotations

import atexit
import logging
import os
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, wait
from itertools import count
from types import TracebackType
from typing import Final, Self

from provelight.environments.backend import Backend, EventHook, FleetEvent, Health
from provelight.environments.config import BackendName, ServerConfig, resolve
from provelight.environments.failures import InfrastructureError, ServerStartError
from provelight.environments.forking import ForkServer
from provelight.environments.local import LocalBackend
from provelight.environments.loop import LoopThread
from provelight.environments.naming import qualified
from provelight.environments.session import Session
from provelight.records import ToolSpec

STOP_TIMEOUT_S: Final = 5.0
"""After this long the servers are killed where they stand."""

_LOOP: Final = "provelight-servers"

log = logging.getLogger(__name__)


class MCPFleet:
    """Starts servers, opens sessions on them, and ends them whatever happens.

    Server processes end on `stop`, at the exit of the interpreter, and when this process is killed;
    servers that are known by their url are left running.

    Args:
        servers: names of our servers, or configurations.
        backend: `stdio` or `http` (a subprocess each) or `local` (in this process), where a
            configuration does not say.
        call_timeout_s: a call that takes longer fails as infrastructure, and its server is ended
            and started again, or where it is known by its url, the session given up; not for
            `local`.
        start_timeout_s: how long a server may take to start.
        on_event: is told of every start, failure and end, from any thread.

    Raises:
        ValueError: for an unknown server or backend, one given twice, or a time that is none.

    Example:
        with MCPFleet(["banking"]) as fleet, fleet.open_session(["banking"], 0) as session:
            session.call("banking__list_accounts", {})
    """

    def __init__(
        self,
        servers: Sequence[str | ServerConfig],
        backend: BackendName = "stdio",
        call_timeout_s: float = 10.0,
        start_timeout_s: float = 30.0,
        on_event: EventHook | None = None,
    ) -> None:
        for name, value in (("call", call_timeout_s), ("start", start_timeout_s)):
            if not value > 0:
                raise ValueError(f"{name}_timeout_s={value} must be more than 0 seconds")
        self.configs = resolve(servers, backend)
        self._call_timeout_s = call_timeout_s
        self._start_timeout_s = start_timeout_s
        self._on_event = on_event
        self._loop: LoopThread | None = None
        self._forks: ForkServer | None = None
        self._backends: dict[str, Backend] = {}
        self._tools: dict[str, ToolSpec] = {}
        self._sessions: dict[str, Session] = {}
        self._session_numbers = count(1)
        self._lock = threading.RLock()
        self._process_id = os.getpid()

    @property
    def tools(self) -> dict[str, ToolSpec]:
        """`server__tool` -> tool, of all servers; empty until started."""
        return dict(self._tools)

    @property
    def open_sessions(self) -> tuple[str, ...]:
        """The ids of the sessions that were opened and not closed."""
        return tuple(self._sessions)

    def start(self) -> None:
        """Starts all servers at once and waits for them; does nothing where they run already.

        Raises:
            ServerStartError: naming each server that did not start, why, and what to do; the
                others are ended.
            ValueError: for a tool whose full name no model API takes.
        """
        with self._lock:
            if self._backends:
                return
            self._process_id = os.getpid()
            atexit.register(self.stop)
            try:
                self._start()
            except BaseException:  # Ctrl-C included: nothing may stay behind
                self.stop()
                raise

    def stop(self) -> None:
        """Ends all servers; safe to call twice, in any state, at exit and on Ctrl-C.

        Raises:
            RuntimeError: when called from `on_event`, which would wait for itself.
        """
        if self._loop is not None and self._loop.is_current:
            raise RuntimeError("stop() was called from on_event; call it from another thread")
        if self._process_id != os.getpid():  # a forked worker ends; the servers are not its own
            return
        with self._lock:
            backends, self._backends, self._tools = self._backends, {}, {}
            loop, self._loop = self._loop, None
            forks, self._forks = self._forks, None
            self._sessions.clear()
            atexit.unregister(self.stop)
            try:
                _wait_for(backend.stop for backend in backends.values())
            finally:
                for backend in backends.values():
                    backend.kill()
                if forks is not None:
                    forks.close()
                if loop is not None:
                    loop.close(STOP_TIMEOUT_S)

    def open_session(
        self,
        servers: Iterable[str] | None = None,
        world_seed: int = 0,
        everything_new: bool = False,
    ) -> Session:
        """Opens a session on some servers, all of them unless told; close it when done.

        A server that is being started again is waited for.

        Raises:
            ValueError: for a server that is not in the fleet.
            SessionRefused: for a seed that there is not, or one session too many.
            InfrastructureError: where a server is gone and does not come back.
        """
        chosen = self._chosen(servers)
        session = Session(f"s{next(self._session_numbers)}", chosen, self._forget)
        self._sessions[session.id] = session
        session.open(world_seed, everything_new)
        return session

    def health(self) -> dict[str, Health]:
        """Asks every server for a sign of life; one that hangs is ended and started again."""
        asked = {name: backend.health() for name, backend in self._backends.items()}
        return {name: future.result() for name, future in asked.items()}

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _start(self) -> None:
        forked = [config.name for config in self.configs if config.is_ours_over_stdio]
        if len(forked) > 1 and ForkServer.is_possible():  # for one it would be a detour
            self._forks, self._loop = ForkServer(forked), LoopThread(_LOOP)
            # Ahead, so that it imports while we do; where it fails, each server's start tells why.
            self._loop.submit(_begin(self._forks))
        self._backends = {config.name: self._make(config) for config in self.configs}
        started = [backend.start() for backend in self._backends.values()]
        errors = [error for future in started if (error := future.exception()) is not None]
        failures = [
            f for error in errors if isinstance(error, ServerStartError) for f in error.failures
        ]
        if failures:
            raise ServerStartError(*failures)
        if errors:
            raise errors[0]
        self._tools = {
            qualified(server, name): spec
            for server, backend in self._backends.items()
            for name, spec in backend.tools.items()
        }

    def _make(self, config: ServerConfig) -> Backend:
        if config.backend == "local":
            return LocalBackend(config, on_event=self._tell)
        # The MCP SDK takes half a second to import, and servers in this process do not need it.
        from provelight.environments.mcp_backend import MCPBackend

        if self._loop is None:
            self._loop = LoopThread(_LOOP)
        return MCPBackend(
            config,
            self._loop,
            call_timeout_s=self._call_timeout_s,
            start_timeout_s=self._start_timeout_s,
            on_event=self._tell,
            forks=self._forks,
        )

    def _chosen(self, servers: Iterable[str] | None) -> dict[str, Backend]:
        if not self._backends:
            raise InfrastructureError("stopped", "the fleet is not started; call start() first")
        names = list(self._backends) if servers is None else list(servers)
        for name in names:
            if name not in self._backends:
                there = ", ".join(self._backends)
                raise ValueError(f"server {name!r} is not in this fleet, which has: {there}")
        return {name: self._backends[name] for name in names}

    def _forget(self, session_id: str) -> None:
        self._sessions.pop(session_id, None)

    def _tell(self, event: FleetEvent) -> None:
        log.debug("%s", event)
        if self._on_event is None:
            return
        try:
            self._on_event(event)
        except Exception:
            log.exception("on_event failed on %s", event)


async def _begin(forks: ForkServer) -> None:
    forks.begin()


def _wait_for(stops: Iterable[Callable[[], Future[None]]]) -> None:
    """Begins all of them and waits for them together, `STOP_TIMEOUT_S` at most."""
    wait([stop() for stop in stops], timeout=STOP_TIMEOUT_S)
