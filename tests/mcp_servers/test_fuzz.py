"""All tools of all servers, called with what fits their schemas and with what does not."""

from __future__ import annotations

from typing import Any

import pytest
from fuzz import against, fitting
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mcp_servers.core import catalog
from mcp_servers.core.exercise import Memory
from mcp_servers.core.sessions import SessionStore
from mcp_servers.core.tools import Tool, ToolServer
from provelight.records import Json

WORLDS = (0, 901, 1003)
CALLS = 6
QUICK = settings(
    max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
LONG = settings(QUICK, max_examples=500)
_GENERAL = {"invalid_arguments", "not_found"}


class Fuzzed:
    """A session in which each call is made twice, from the same state."""

    def __init__(self, server: ToolServer, seed: int) -> None:
        self.store, self.memory = SessionStore(server), Memory()
        self.store.open("s", seed)
        for tool in server.tools.values():
            if tool.is_read and not tool.spec.parameters.get("required"):
                self.call(tool, {})

    def call(self, tool: Tool, arguments: Json) -> None:
        """Calls, and asserts what holds of every call whatever it is."""
        store, name = self.store, tool.spec.name
        before, start = store.state_hash("s"), store.snapshot("s")
        first = store.call("s", name, arguments)
        after = store.state_hash("s")
        assert not first.infrastructure, (name, arguments, first.text)
        first.text.encode("utf-8", "surrogatepass")
        if tool.is_read or not first.ok:
            assert after == before, (name, arguments, first.text)
        store.restore("s", start)
        assert store.call("s", name, arguments) == first, (name, arguments)
        assert store.state_hash("s") == after, (name, arguments)
        self.judge(tool, first.result, None if first.ok else first.error)

    def judge(self, tool: Tool, result: Json, error: Any) -> None:
        """Asserts that the answer is one that the tool declares."""
        schema = tool.spec.output_schema or {}
        if error is None:
            assert not list(Draft202012Validator(schema).iter_errors(result)), tool.spec.name
            self.memory.learn(result, schema)
        else:
            assert error.type in {e.type for e in tool.raises} | _GENERAL, (tool.spec.name, error)
            assert error.message, tool.spec.name


def fuzz(name: str, data: st.DataObject) -> None:
    server = catalog.load(name)
    session = Fuzzed(server, data.draw(st.sampled_from(WORLDS)))
    for _ in range(CALLS):
        tool = data.draw(st.sampled_from(list(server.tools.values())))
        kind = data.draw(st.sampled_from([fitting, fitting, against]))
        session.call(tool, data.draw(kind(tool.spec.parameters, session.memory.ids)))


@pytest.mark.parametrize("name", catalog.names())
@QUICK
@given(data=st.data())
def test_any_call_is_answered_as_declared(name: str, data: st.DataObject) -> None:
    fuzz(name, data)


@pytest.mark.slow
@pytest.mark.parametrize("name", catalog.names())
@LONG
@given(data=st.data())
def test_any_call_is_answered_as_declared_for_long(name: str, data: st.DataObject) -> None:
    fuzz(name, data)
