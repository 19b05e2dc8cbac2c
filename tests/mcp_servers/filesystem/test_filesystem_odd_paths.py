"""Whatever stands in a path, a tool answers or refuses; it never breaks and never half changes."""

from __future__ import annotations

from filesystem_invariants import check_invariants, same
from filesystem_tree import small_tree
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_servers.core.errors import ToolError
from mcp_servers.filesystem.tools import server
from provelight.records import Json

ENTITY = "x-provelight-entity"
PARTS = ["/", "//", ".", "..", "~", "home", "ana", "docs", "a.txt", "folder", "loop-1", "Shared"]
PATHS = st.lists(st.sampled_from(PARTS) | st.text(max_size=3), max_size=7).map("/".join)
TOOLS = sorted(n for n, t in server.tools.items() if ENTITY in str(t.spec.parameters))


def value(prop: dict[str, Json]) -> st.SearchStrategy[Json]:
    """Returns values for one parameter, odd ones where it takes text."""
    match prop["type"]:
        case "string" if "enum" in prop:
            return st.sampled_from(prop["enum"])
        case "string":
            return PATHS | st.sampled_from(["ana", "bob", "700", "x.txt"])
        case "integer":
            return st.integers(0, 40)
        case _:
            return st.booleans()


@settings(deadline=None, max_examples=400)
@given(data=st.data(), tool=st.sampled_from(TOOLS))
def test_odd_paths(data, tool):
    schema = server.tools[tool].spec.parameters
    required = {
        n: value(p) for n, p in schema["properties"].items() if n in schema.get("required", ())
    }
    optional = {n: value(p) for n, p in schema["properties"].items() if n not in required}
    arguments = data.draw(st.fixed_dictionaries(required, optional=optional))
    state = TREE.copy()
    try:
        server.tool(tool).call(state, arguments)
    except ToolError:
        assert same(state, TREE)
    check_invariants(state)


TREE = small_tree()
