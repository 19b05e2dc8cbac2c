"""One rollout's view of its servers: a world of its own, tools by full name, calls in order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from mcp_servers.core.errors import did_you_mean
from mcp_servers.core.sessions import failure
from provelight.environments.arguments import why_unsendable
from provelight.environments.backend import Backend
from provelight.environments.failures import InfrastructureError, SessionRefused
from provelight.environments.loop import CallQueue
from provelight.environments.naming import qualified, split
from provelight.records import Json, ToolResult, ToolSpec


class Session:
    """A session on each of some servers, opened by `MCPFleet.open_session`.

    Everything that is asked of one session happens in the order of asking, over all its servers.
    Safe to use from several threads.

    Attributes:
        id: its name on every server.
        now: date and time of its world, ISO 8601 without zone.
        tools: `server__tool` -> tool, in the order of servers and of their listings.
    """

    def __init__(
        self, id_: str, backends: Mapping[str, Backend], on_close: Callable[[str], None]
    ) -> None:
        self.id = id_
        self.now = ""
        self.tools: dict[str, ToolSpec] = {
            qualified(server, name): spec
            for server, backend in backends.items()
            for name, spec in backend.tools.items()
        }
        self._backends = dict(backends)
        self._queue: CallQueue[Any] = CallQueue()
        self._on_close = on_close
        self._closed = False

    def open(self, world_seed: int, everything_new: bool = False) -> None:
        """Opens the session on every server, or on none.

        Raises:
            SessionRefused: for a seed that there is not, or one session too many.
            InfrastructureError: where a server is gone.
        """
        try:
            told = self._everywhere("open", world_seed=world_seed, everything_new=everything_new)
        except BaseException:  # Ctrl-C included: what was opened on the others must not stay
            self.close()
            raise
        self.now = next(iter(told.values()))

    def openai_tools(self, names: Iterable[str] | None = None) -> list[dict[str, Json]]:
        """Returns tools as OpenAI function schemas, all of them or those named, in that order.

        Raises:
            ValueError: for a name that the session does not have.
        """
        chosen = list(self.tools) if names is None else list(names)
        for name in chosen:
            if name not in self.tools:
                raise ValueError(self._unknown(name))
        return [self.tools[name].to_openai(name) for name in chosen]

    def call(self, name: str, arguments: dict[str, Json]) -> ToolResult:
        """Calls a tool and waits for its result; never raises for what a model may send."""
        return self.submit(name, arguments).result()

    def submit(self, name: str, arguments: dict[str, Json]) -> Future[ToolResult]:
        """Calls a tool once the earlier calls of this session are done; returns at once."""
        if name not in self.tools:
            return self._queue.submit(lambda: _done(failure("unknown_tool", self._unknown(name))))
        if (reason := why_unsendable(arguments)) is not None:
            return self._queue.submit(lambda: _done(failure("invalid_arguments", reason)))
        if self._closed:
            message = f"session {self.id!r} is closed; open another one"
            return _done(InfrastructureError("session_closed", message).to_result())
        server, tool = split(name)
        backend = self._backends[server]
        return self._queue.submit(lambda: backend.call(self.id, tool, arguments), _as_result)

    def state_hash(self) -> str:
        """Returns the hash over everything in the state of the servers."""
        return combined(self._everywhere("state_hash"))

    def effect_hash(self) -> str:
        """Returns the hash over what was brought about; two right solutions agree in it."""
        return combined(self._everywhere("effect_hash"))

    def snapshot(self) -> str:
        """Keeps the state as it is now; returns a token for `restore`."""
        return json.dumps(self._everywhere("snapshot"))

    def restore(self, token: str) -> None:
        """Brings back the state of a snapshot, which stays for further use.

        Raises:
            SessionRefused: where this session has no such snapshot.
        """
        tokens = _parse_token(token, self._backends)
        for server in self._backends:
            self._control(server, "restore", token=tokens[server])

    def reset(self) -> None:
        """Brings the session back to the world that it was opened on."""
        self._everywhere("reset")

    def close(self) -> None:
        """Forgets the session on every server, after what was asked before; safe to call twice."""
        if self._closed:
            return
        self._closed = True
        for server in self._backends:
            with suppress(InfrastructureError, SessionRefused):  # gone already is closed too
                self._control(server, "close")
        self._on_close(self.id)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _everywhere(self, operation: str, **parameters: Json) -> dict[str, Json]:
        return {s: self._control(s, operation, **parameters) for s in self._backends}

    def _control(self, server: str, operation: str, **parameters: Json) -> Json:
        backend = self._backends[server]
        return self._queue.submit(
            lambda: backend.control(operation, self.id, **parameters)
        ).result()

    def _unknown(self, name: str) -> str:
        bare = name.rpartition("__")[2]
        same = [full for full in self.tools if split(full)[1] == bare]
        hint = f" Did you mean {same[0]!r}?" if same else did_you_mean(name, self.tools)
        return f"there is no tool {name!r} here.{hint or ' There are: ' + ', '.join(self.tools)}"


def combined(hashes: Mapping[str, str]) -> str:
    """Returns one hash over the hashes of several servers; that of a single server unchanged."""
    if len(hashes) == 1:
        return next(iter(hashes.values()))
    return hashlib.sha256(json.dumps(sorted(hashes.items())).encode()).hexdigest()


def _parse_token(token: str, servers: Iterable[str]) -> dict[str, str]:
    try:
        tokens = json.loads(token)
    except ValueError:
        tokens = None
    if not isinstance(tokens, dict) or set(tokens) != set(servers):
        raise SessionRefused("unknown_snapshot", f"{token!r} is no snapshot of this session")
    return tokens


def _as_result(error: Exception) -> ToolResult:
    """Returns a failure of our side as a result; anything else is a bug and raised."""
    if isinstance(error, InfrastructureError):
        return error.to_result()
    raise error


def _done(result: ToolResult) -> Future[ToolResult]:
    future: Future[ToolResult] = Future()
    future.set_result(result)
    return future
