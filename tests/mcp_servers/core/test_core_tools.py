"""Servers: registration, hints, debug tools, results."""

from __future__ import annotations

import pytest
from tally_server import TallyState, Total, make_world, server

from mcp_servers.core.errors import UnknownTool
from mcp_servers.core.tools import ToolServer
from mcp_servers.core.worlds import World


def fresh() -> ToolServer:
    return ToolServer("tally", "Tally", "Counts.", server.state, make_world)


def answer(state: TallyState) -> Total:
    """Returns
    the sum."""
    return Total(total=state.total)


def test_a_registered_function_stays_a_plain_function():
    assert fresh().read(answer) is answer
    assert fresh().write(idempotent=True)(answer) is answer


def test_a_duplicate_name_is_refused_at_import():
    again = fresh()
    again.read(answer)
    with pytest.raises(ValueError, match="two tools named 'answer'"):
        again.write(answer)
    with pytest.raises(ValueError, match="two tools named 'answer'"):
        again.debug(answer)


def test_the_docstring_is_the_description_on_one_line():
    made = fresh()
    made.read(answer)
    assert made.tools["answer"].spec.description == "Returns the sum."


@pytest.mark.parametrize(
    ("tool", "hints"),
    [
        ("get_total", (True, False, True)),
        ("add", (False, False, False)),
        ("delete_item", (False, True, False)),
        ("go", (False, False, True)),
    ],
)
def test_the_four_hints(tool, hints):
    spec = server.tools[tool].spec
    read_only, destructive, idempotent = hints
    assert spec.annotations == {
        "readOnlyHint": read_only,
        "destructiveHint": destructive,
        "idempotentHint": idempotent,
        "openWorldHint": False,
    }
    assert spec.is_read is server.tools[tool].is_read is read_only


def test_debug_tools_are_reached_only_when_asked_for():
    assert "peek" not in server.tools
    with pytest.raises(UnknownTool):
        server.tool("peek")
    assert server.tool("peek", debug=True).spec.name == "peek"


def test_an_unknown_tool_is_told_with_near_names_or_with_all():
    with pytest.raises(UnknownTool, match=r"no tool 'get_totl'. Did you mean 'get_total'\?"):
        server.tool("get_totl")
    with pytest.raises(UnknownTool, match="It has: get_total, add, crash"):
        server.tool("quux")


def test_none_is_dropped_from_results():
    state = make_world(World(0, "tally"))
    assert server.tools["get_total"].call(state, {}) == {"total": 0}
    assert server.tools["go"].call(state, {"folder": "/a"}) == {"total": 0, "note": "/a"}
