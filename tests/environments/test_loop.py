from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from provelight.environments import InfrastructureError
from provelight.environments.loop import CallQueue, LoopThread


def done(value: int) -> Future[int]:
    future: Future[int] = Future()
    future.set_result(value)
    return future


def test_calls_wait_for_the_one_before_them() -> None:
    queue: CallQueue[int] = CallQueue()
    started: list[int] = []
    inner: list[Future[int]] = [Future() for _ in range(3)]

    def start(number: int) -> Future[int]:
        started.append(number)
        return inner[number]

    outcomes = [queue.submit(lambda n=n: start(n)) for n in range(3)]  # type: ignore[misc]
    assert started == [0]
    inner[0].set_result(10)
    assert started == [0, 1]
    inner[1].set_exception(ValueError("no"))
    inner[2].set_result(12)
    assert started == [0, 1, 2]
    assert outcomes[0].result() == 10
    assert isinstance(outcomes[1].exception(), ValueError)
    assert outcomes[2].result() == 12


def test_a_long_queue_does_not_recurse() -> None:
    queue: CallQueue[int] = CallQueue()
    first: Future[int] = Future()
    outcomes = [queue.submit(lambda: first)]
    outcomes += [queue.submit(lambda n=n: done(n)) for n in range(5000)]  # type: ignore[misc]
    first.set_result(-1)
    assert [outcome.result(1) for outcome in outcomes] == list(range(-1, 5000))


def test_a_call_that_cannot_start_or_is_cancelled_does_not_stop_the_queue() -> None:
    queue: CallQueue[int] = CallQueue()
    first: Future[int] = Future()
    started: list[str] = []

    def broken() -> Future[int]:
        raise RuntimeError("cannot start")

    def unwanted() -> Future[int]:
        started.append("unwanted")
        return done(0)

    queue.submit(lambda: first)
    fails, cancelled = queue.submit(broken), queue.submit(unwanted)
    last = queue.submit(lambda: done(7))
    assert cancelled.cancel()
    first.set_result(0)
    assert isinstance(fails.exception(1), RuntimeError)
    assert last.result(1) == 7
    assert started == []


def test_many_threads_never_overlap_in_a_queue() -> None:
    loop = LoopThread("test")
    queue: CallQueue[None] = CallQueue()
    running = 0

    async def work() -> None:
        nonlocal running
        running += 1
        assert running == 1
        await asyncio.sleep(0)
        running -= 1

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(lambda _: queue.submit(lambda: loop.submit(work())), range(200)))
    for outcome in outcomes:
        outcome.result(5)
    loop.close(1)


def test_closing_the_loop_settles_what_still_runs() -> None:
    loop = LoopThread("test")
    queue: CallQueue[bool] = CallQueue()
    pending = queue.submit(lambda: loop.submit(asyncio.Event().wait()))
    waiting = queue.submit(lambda: loop.submit(asyncio.Event().wait()))
    time.sleep(0.01)
    loop.close(1)
    loop.close(1)
    for future in (pending, waiting):
        with pytest.raises(InfrastructureError, match="stopped"):
            future.result(1)
    assert "test" not in {thread.name for thread in threading.enumerate()}
