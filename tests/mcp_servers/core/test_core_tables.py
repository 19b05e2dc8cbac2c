"""Tables: order, errors that help, and copies that share nothing but rows."""

from __future__ import annotations

import pytest
from tally_server import Item, Visit

from mcp_servers.core.errors import NotFound
from mcp_servers.core.tables import Table


def items(*names: str) -> Table[Item]:
    made: Table[Item] = Table(Item, "ITEM")
    for number, name in enumerate(names, 1):
        made.insert(Item(f"ITEM-{number:04d}", name))
    return made


def test_rows_keep_their_order_through_updates():
    table = items("a", "b", "c")
    updated = table.update("ITEM-0002", name="B")
    assert updated == table.get("ITEM-0002") == Item("ITEM-0002", "B")
    assert [row.name for row in table] == ["a", "B", "c"]
    assert table.ids() == ["ITEM-0001", "ITEM-0002", "ITEM-0003"]


def test_delete_and_membership():
    table = items("a", "b")
    assert table.delete("ITEM-0001").name == "a"
    assert "ITEM-0001" not in table
    assert "ITEM-0002" in table
    assert len(table) == 1
    assert table.get("ITEM-0001") is None


def test_where_compares_one_and_several_fields():
    table = items("a", "b", "a")
    assert [row.id for row in table.where(name="a")] == ["ITEM-0001", "ITEM-0003"]
    assert [row.id for row in table.where(name="a", id="ITEM-0003")] == ["ITEM-0003"]
    assert len(table.where()) == 3
    assert table.where(parent_id=None, name="z") == []


def test_a_table_may_shrink_while_it_is_walked():
    table = items("a", "b", "c")
    for row in table:
        table.delete(row.id)
    assert len(table) == 0


@pytest.mark.parametrize("act", [Table.require, Table.delete, Table.update])
def test_a_missing_id_is_named_with_close_ones(act):
    with pytest.raises(NotFound, match=r"no item with the id 'ITEM-0009'.*ITEM-0001"):
        act(items("a"), "ITEM-0009")


def test_a_missing_id_of_another_form_shows_the_form():
    with pytest.raises(NotFound, match="Ids look like ITEM-0001"):
        items("a").require("groceries")


def test_an_empty_table_says_so():
    with pytest.raises(NotFound, match="none at all"):
        items().require("ITEM-0001")


def test_bugs_of_a_server_are_loud():
    table = items("a")
    with pytest.raises(ValueError, match="exists already"):
        table.insert(Item("ITEM-0001", "again"))
    with pytest.raises(TypeError, match="expected a Item, got Visit"):
        table.insert(Visit("VIS-0001", "/"))  # type: ignore[type-var]
    with pytest.raises(TypeError, match="colour"):
        table.update("ITEM-0001", colour="red")
    with pytest.raises(ValueError, match="id of a item cannot change"):
        table.update("ITEM-0001", id="ITEM-0002")


def test_a_copy_shares_rows_and_nothing_else():
    table = items("a", "b")
    copy = table.copy()
    copy.update("ITEM-0001", name="changed")
    copy.delete("ITEM-0002")
    assert [row.name for row in table] == ["a", "b"]
    assert [row.name for row in copy] == ["changed"]


def test_the_noun_comes_from_the_class_name():
    class PaymentMethod:
        id = "x"

    assert Table(PaymentMethod, None).noun == "payment method"


def test_a_row_is_rendered_once_for_all_copies_until_it_is_replaced():
    rendered: list[str] = []

    def render(row: Item) -> str:
        rendered.append(row.name)
        return row.name.upper()

    table = items("a", "b")
    other = table.copy()
    other.update("ITEM-0001", name="c")
    assert table.texts(render) == {"ITEM-0001": "A", "ITEM-0002": "B"}
    assert other.texts(render) == {"ITEM-0001": "C", "ITEM-0002": "B"}
    assert rendered == ["a", "b", "c"]
    assert table.texts(render)["ITEM-0001"] == "A"
