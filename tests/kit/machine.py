"""The state machine that every server's invariants are tested with, and calls on a state itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from mcp_servers.core.errors import StateError, ToolError
from mcp_servers.core.exercise import Arguments, Memory
from mcp_servers.core.hashing import diff, state_hash
from mcp_servers.core.state import State
from mcp_servers.core.tools import ToolServer
from mcp_servers.core.worlds import keyed_random, made_world
from provelight.records import Json

MACHINE_SETTINGS = settings(
    deadline=None,
    max_examples=30,
    stateful_step_count=30,
    suppress_health_check=[HealthCheck.too_slow],
)


class ServerMachine(RuleBasedStateMachine):
    """Calls tools on a live state, good and bad ones alike; a subclass aims and checks.

    Calls work on the state itself, without the rollback of a session, so each failed one shows that
    checks come before the first change.
    """

    server: ClassVar[ToolServer]
    state: Any

    @initialize(seed=st.integers(0, 1099))
    def open(self, seed: int) -> None:
        self.state = made_world(self.server, seed).copy()
        self.memory = Memory()
        self.calls = 0

    def check(self) -> None:
        """Asserts every invariant that state.py lists; called after each step."""
        raise NotImplementedError

    def after(self, tool: str, arguments: dict[str, Json], result: Json, before: Any) -> None:
        """Asserts what must hold between the states before and after a call that succeeded."""

    def id_of(self, table: str, pick: int) -> str:
        """Returns the id of a row of the table, of any that there are."""
        ids = getattr(self.state, table).ids()
        return str(ids[pick % len(ids)])

    def call(self, tool: str, /, **arguments: Json) -> Any:
        """Returns the result, None where the call was refused."""
        before = self.state.copy()
        found = self.server.tool(tool, debug=True)
        try:
            result = found.call(self.state, arguments)
        except ToolError:
            self.is_as(before)
            return None
        if found.is_read:
            self.is_as(before)
        self.memory.learn(result, found.spec.output_schema or {})
        self.after(tool, arguments, result, before)
        return result

    def is_as(self, before: State) -> None:
        """Asserts that nothing has changed, counters included."""
        assert diff(before, self.state) == {}
        assert self.state.counters == before.counters

    @rule(pick=st.integers(0, 2**32))
    def call_any_tool(self, pick: int) -> None:
        """Calls some tool with arguments from its schema and from what was shown before."""
        rng = keyed_random("machine", pick)
        now = self.state.now
        assert isinstance(now, datetime)
        tool = rng.choice(list(self.server.tools.values()))
        drawn = Arguments(self.memory, now, rng).draw(tool.spec.parameters)
        self.call(tool.spec.name, **drawn)

    @precondition(lambda self: hasattr(self, "state"))
    @invariant()
    def state_is_sound(self) -> None:
        self.check()


Call = Callable[..., Any]
Refused = Callable[..., str]


def caller(server: ToolServer, state: State) -> Call:
    """Returns a function that calls a tool on the state, debug ones included."""
    return lambda tool, /, **arguments: server.tool(tool, debug=True).call(state, arguments)


def refuser(server: ToolServer, state: State) -> Refused:
    """Returns a function that makes a call which must be refused; it gives the message.

    It asserts the type, that the tool declares it, and that nothing has changed.
    """

    def refused_with(type: str, tool: str, /, **arguments: Json) -> str:
        before = state_hash(state)
        with pytest.raises(StateError) as caught:
            server.tool(tool).call(state, arguments)
        assert caught.value.type == type
        assert caught.type in server.tool(tool).raises
        assert state_hash(state) == before
        return caught.value.message

    return refused_with
