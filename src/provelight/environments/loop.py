"""One event loop in a background thread, and the calls of a session one after another."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from provelight.environments.failures import InfrastructureError

T = TypeVar("T")


class LoopThread:
    """An event loop that runs in a daemon thread until it is closed.

    Servers are started from this thread and end with it: the kernel is asked to kill them when the
    thread that started them ends.
    """

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._lock = threading.Lock()
        self._closed = False
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Runs a coroutine on the loop; called from any thread.

        Raises:
            InfrastructureError: once the loop is closed.
        """
        with self._lock:
            if not self._closed:
                return asyncio.run_coroutine_threadsafe(work, self._loop)
        work.close()
        raise _stopped()

    @property
    def is_current(self) -> bool:
        """True in the loop's own thread, where waiting for the loop would never end."""
        return threading.current_thread() is self._thread

    def close(self, timeout_s: float) -> None:
        """Stops the loop and waits for the thread; what still runs is cancelled."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout_s)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            tasks = asyncio.all_tasks(self._loop)
            for task in tasks:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        finally:
            self._loop.close()


@dataclass(slots=True)
class _Waiting(Generic[T]):
    """What is to be started, what its caller waits for, and what to tell in place of a failure."""

    start: Callable[[], Future[T]]
    rescue: Callable[[Exception], T]
    outcome: Future[T] = field(default_factory=Future)

    def settle(self, inner: Future[T]) -> None:
        """Settles the outcome as `inner` was settled."""
        if inner.cancelled():
            self.fail(_stopped())
        elif isinstance(error := inner.exception(), Exception):
            self.fail(error)
        else:
            self.outcome.set_result(inner.result())

    def fail(self, error: Exception) -> None:
        """Settles the outcome with what stands in for the failure, or with the failure."""
        try:
            self.outcome.set_result(self.rescue(error))
        except Exception as remaining:
            self.outcome.set_exception(remaining)


def reraise(error: Exception) -> Any:
    """Raises a failure as it is."""
    raise error


class CallQueue(Generic[T]):
    """Runs what it is given one after another, in order of submission; from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[_Waiting[T]] = deque()
        self._busy = False

    def submit(
        self, start: Callable[[], Future[T]], rescue: Callable[[Exception], T] = reraise
    ) -> Future[T]:
        """Calls `start` once everything before it is done; returns its outcome to come.

        Args:
            start: begins the work; its future may fail, and so may `start` itself.
            rescue: returns what to tell in place of a failure, or raises it.
        """
        entry = _Waiting(start, rescue)
        with self._lock:
            self._waiting.append(entry)
            if self._busy:
                return entry.outcome
            self._busy = True
        self._run()
        return entry.outcome

    def _run(self) -> None:
        """Starts what waits until something is not done at once; never recurses."""
        while (entry := self._next()) is not None:
            if not entry.outcome.set_running_or_notify_cancel():
                continue
            try:
                inner = entry.start()
            except Exception as error:
                entry.fail(error)
                continue
            if not inner.done():
                inner.add_done_callback(partial(self._finish, entry))
                return
            entry.settle(inner)

    def _next(self) -> _Waiting[T] | None:
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._busy = False
            return None

    def _finish(self, entry: _Waiting[T], inner: Future[T]) -> None:
        entry.settle(inner)
        self._run()


def _stopped() -> InfrastructureError:
    return InfrastructureError("stopped", "the servers were stopped; start the fleet again")
