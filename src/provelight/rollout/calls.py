"""The calls of one assistant message: started together, awaited in order (T16)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from concurrent.futures import CancelledError, Future
from typing import Protocol

from provelight.records import ExecutedCall, Json, ToolCall, ToolResult
from provelight.rollout.results import failure, malformed, not_offered, shorten


class SessionLike(Protocol):
    """What a rollout needs of a session with live servers."""

    def submit(self, name: str, arguments: dict[str, Json]) -> Future[ToolResult]:
        """Starts a call; calls are executed in the order of submission."""
        ...

    def effect_hash(self) -> str:
        """Returns the hash of what was changed on the servers."""
        ...


class CallQueue:
    """Starts calls on a session and gives one result for each, in order.

    Args:
        session: live servers.
        max_result_chars: longest text of a result; see `Limits`.
    """

    def __init__(self, session: SessionLike, max_result_chars: int) -> None:
        self._session = session
        self._max_result_chars = max_result_chars
        self._running: list[tuple[ToolCall, Future[ToolResult]]] = []

    def __bool__(self) -> bool:
        return bool(self._running)

    @property
    def pending(self) -> list[Future[ToolResult]]:
        """The calls that are not finished yet."""
        return [future for _, future in self._running if not future.done()]

    def start(self, calls: Sequence[ToolCall], offered: Collection[str]) -> None:
        """Starts `calls`; a malformed one, or one that is not offered, reaches no server."""
        self._running += [(call, self._submit(call, offered)) for call in calls]

    def collect(self, turn: int) -> list[ExecutedCall]:
        """Waits for all calls that were started and returns them with their results."""
        running, self._running = self._running, []
        return [
            ExecutedCall(call, shorten(_outcome(future), self._max_result_chars), turn)
            for call, future in running
        ]

    def drop(self) -> None:
        """Forgets the calls under way; their results are not wanted any more."""
        for future in self.pending:
            future.cancel()
        self._running = []

    def _submit(self, call: ToolCall, offered: Collection[str]) -> Future[ToolResult]:
        if call.name is None:
            return _settled(malformed(call))
        if call.name not in offered:
            return _settled(not_offered(call.name, offered))
        return self._session.submit(call.name, call.arguments)


def _settled(result: ToolResult) -> Future[ToolResult]:
    future: Future[ToolResult] = Future()
    future.set_result(result)
    return future


def _outcome(future: Future[ToolResult]) -> ToolResult:
    """A call that raised instead of answering is our failure, not the model's."""
    try:
        return future.result()
    except (Exception, CancelledError) as error:
        return failure("internal_error", f"{type(error).__name__}: {error}", infrastructure=True)
