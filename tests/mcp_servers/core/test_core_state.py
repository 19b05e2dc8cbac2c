"""State: ids, copies, and the demand that all of it can be shared."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from tally_server import Item, TallyState

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

NOW = datetime(2026, 3, 2, 9, 30)


def test_ids_count_up_per_table_and_never_come_back():
    state = TallyState(now=NOW)
    first = state.items.insert(Item(state.new_id("items"), "a"))
    state.items.delete(first.id)
    assert first.id == "ITEM-0001"
    assert state.new_id("items") == "ITEM-0002"
    assert state.new_id("visits") == "VIS-0001"


def test_ids_of_a_table_without_prefix_are_given():
    @dataclass
    class Airports(State):
        airports: Table[Item] = table(Item, None)

    with pytest.raises(ValueError, match="no prefix"):
        Airports(now=NOW).new_id("airports")
    with pytest.raises(ValueError, match="no table 'planes'; it has: airports"):
        Airports(now=NOW).new_id("planes")


def test_a_copy_is_independent_both_ways():
    state = TallyState(now=NOW)
    copy = state.copy()
    copy.items.insert(Item(copy.new_id("items"), "a"))
    copy.total = 7
    state.new_id("visits")
    assert (len(state.items), state.total, state.counters) == (0, 0, {"visits": 1})
    assert (len(copy.items), copy.total, copy.counters) == (1, 7, {"items": 1})


def test_two_states_share_no_table():
    one, two = TallyState(now=NOW), TallyState(now=NOW)
    one.items.insert(Item("ITEM-0001", "a"))
    assert len(two.items) == 0


@pytest.mark.parametrize("tags", [["a"], {"a"}, ({},)])
def test_a_mutable_row_is_refused_with_its_place(tags: Any):
    state = TallyState(now=NOW)
    state.items.insert(Item("ITEM-0001", "a", tags=tags))
    with pytest.raises(TypeError, match=r"items\['ITEM-0001'\] is not immutable"):
        state.require_immutable()


def test_a_mutable_scalar_is_refused_with_its_name():
    state = TallyState(now=NOW)
    state.folder = ["/"]  # type: ignore[assignment]
    with pytest.raises(TypeError, match=r"TallyState\.folder is not immutable"):
        state.require_immutable()
