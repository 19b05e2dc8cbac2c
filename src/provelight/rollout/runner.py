"""Rollouts of tasks: opens a session for each, lets the engine sample, closes all in the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Protocol

from provelight.errors import ProvelightError
from provelight.records import FinishReason, Rollout, Task
from provelight.rollout.calls import SessionLike
from provelight.rollout.engine import Conversable, Engine
from provelight.rollout.formats import ToolCallFormat
from provelight.rollout.limits import Limits
from provelight.rollout.loop import Episode
from provelight.rollout.sampling import SamplingParams
from provelight.rollout.templates import ChatTemplate


class OpenSession(SessionLike, Protocol):
    """A session that can be closed."""

    def state_hash(self) -> str:
        """Returns the hash over everything in its worlds."""
        ...

    def close(self) -> None:
        """Ends the session on its servers."""
        ...


class Fleet(Protocol):
    """What rollouts need of `MCPFleet`."""

    def open_session(
        self, servers: Sequence[str], world_seed: int, everything_new: bool = False
    ) -> OpenSession:
        """Opens a session of its own on each server."""
        ...


class StartStateError(ProvelightError):
    """A world does not begin in the state that the task was made in."""


@dataclass(frozen=True, slots=True)
class RolloutRunner:
    """Runs groups of rollouts, for training and evaluation alike.

    Attributes:
        fleet: the live servers.
        engine: samples.
        template: of the model.
        tool_format: how the model writes calls.
        limits: of each rollout.
        system_line: first line of the system message.
    """

    fleet: Fleet
    engine: Engine
    template: ChatTemplate
    tool_format: ToolCallFormat
    limits: Limits
    system_line: str

    def run(
        self,
        tasks: Sequence[Task],
        group_size: int,
        sampling: SamplingParams,
        step: int = 0,
        on_done: Callable[[Rollout], None] | None = None,
    ) -> list[list[Rollout]]:
        """Returns `group_size` rollouts of each task; every session is closed in the end.

        What a rollout changed is read as soon as it is done, so that a server that another one
        brings down later takes only the unfinished ones with it.

        Args:
            tasks: one a group.
            group_size: rollouts a task.
            sampling: how tokens are drawn.
            step: keys the random numbers.
            on_done: told of each rollout when it ends, for progress.

        Raises:
            StartStateError: where a world differs from the one the task was made in (T17).
        """
        with ExitStack() as sessions:
            groups = [
                [self._open(task, row, sessions) for row in range(group_size)] for task in tasks
            ]
            self._sample(groups, sampling, step, on_done)
            return [[episode.to_rollout() for episode in group] for group in groups]

    def _sample(
        self,
        groups: Sequence[Sequence[Episode]],
        sampling: SamplingParams,
        step: int,
        on_done: Callable[[Rollout], None] | None,
    ) -> None:
        def finished(episode: Conversable) -> None:
            if isinstance(episode, Episode):
                rollout = episode.to_rollout()
                if on_done is not None:
                    on_done(rollout)

        episodes = [episode for group in groups for episode in group]
        try:
            for episode in episodes:
                if episode.done:  # its prompt does not fit; the engine leaves it out
                    finished(episode)
            self.engine.run(groups, sampling, step, finished)
        except BaseException:
            for episode in episodes:
                episode.abort(FinishReason.ERROR)
            raise

    def _open(self, task: Task, row: int, sessions: ExitStack) -> Episode:
        session = self.fleet.open_session(
            task.servers, task.world_seed, bool(task.knobs.get("everything_new", False))
        )
        sessions.callback(session.close)
        found = session.state_hash()
        if found != task.initial_state_hash:
            raise StartStateError(
                f"task {task.id}: world {task.world_seed} of {', '.join(task.servers)} has state "
                f"{found}, the task was made in {task.initial_state_hash}; "
                "synthesize the tasks anew with this version of the servers"
            )
        return Episode(
            task,
            session,
            self.template,
            self.tool_format,
            self.limits,
            row,
            system_line=self.system_line,
        )
