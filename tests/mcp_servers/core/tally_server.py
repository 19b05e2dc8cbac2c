"""A server for tests of the core: everything a server can hold, and tools that go wrong."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from mcp_servers.core.errors import StateError
from mcp_servers.core.fields import Argument, Output, arg, out
from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, cursor, table
from mcp_servers.core.tools import ToolServer
from mcp_servers.core.worlds import World


@dataclass(frozen=True, slots=True)
class Item:
    id: str
    name: str
    parent_id: str | None = None
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Visit:
    id: str
    folder: str


@dataclass
class TallyState(State):
    total: int = 0
    folder: str = cursor("/")
    items: Table[Item] = table(Item, "ITEM", noun="thing")
    visits: Table[Visit] = table(Visit, "VIS", cursor=True)


class Overdrawn(StateError):
    type = "overdrawn"


class Total(Output):
    total: Annotated[int, out("The sum so far.")]
    note: Annotated[str | None, out("A remark, if there is one.")] = None


class Line(Argument):
    name: Annotated[str, arg("Name of the thing.")]
    count: Annotated[int, arg("How many.", ge=1, le=9)] = 1


class Made(Output):
    item_id: Annotated[str, out("Id of the thing.", entity="item")]


def make_world(world: World) -> TallyState:
    state = TallyState(now=world.now)
    state.items.insert(Item(state.new_id("items"), "root"))
    return state


server = ToolServer("tally", "Tally", "Counts.", TallyState, make_world)


@server.read
def get_total(state: TallyState) -> Total:
    """Returns the sum."""
    return Total(total=state.total)


@server.write(raises=(Overdrawn,))
def add(state: TallyState, amount: Annotated[int, arg("What to add.", ge=-100, le=100)]) -> Total:
    """Adds to the sum."""
    # Written before it is checked, so that a rollback has something to undo.
    state.total += amount
    state.new_id("items")
    if state.total < 0:
        raise Overdrawn(f"the sum would be {state.total}; it must not fall below 0")
    return Total(total=state.total)


@server.write
def crash(state: TallyState) -> Total:
    """Changes the sum and then breaks."""
    state.total += 1000
    raise RuntimeError("the tally broke")


@server.write
def make_item(
    state: TallyState,
    name: Annotated[str, arg("Name of the thing.")],
    parent_id: Annotated[str | None, arg("What it belongs to.", entity="item")] = None,
    tags: Annotated[list[str] | None, arg("Its tags.")] = None,
) -> Made:
    """Makes a thing."""
    if parent_id is not None:
        state.items.require(parent_id)
    item = Item(state.new_id("items"), name, parent_id, frozenset(tags or ()))
    return Made(item_id=state.items.insert(item).id)


@server.write(destructive=True)
def delete_item(state: TallyState, item_id: Annotated[str, arg("Id.", entity="item")]) -> Made:
    """Deletes a thing."""
    return Made(item_id=state.items.delete(item_id).id)


@server.write(idempotent=True)
def go(state: TallyState, folder: Annotated[str, arg("Where to.")]) -> Total:
    """Goes to a folder."""
    state.folder = folder
    state.visits.insert(Visit(state.new_id("visits"), folder))
    return Total(total=state.total, note=folder)


@server.read
def typed(
    state: TallyState,
    text: Annotated[str, arg("Text.")] = "",
    integer: Annotated[int, arg("Integer.", ge=1, le=50)] = 5,
    number: Annotated[float, arg("Number.")] = 0.5,
    flag: Annotated[bool, arg("Flag.")] = False,
    choice: Annotated[Literal["low", "high"], arg("Choice.")] = "low",
    day: Annotated[str | None, arg("Day.", format="date")] = None,
    moment: Annotated[str | None, arg("Moment.", format="datetime")] = None,
    hour: Annotated[str | None, arg("Hour.", format="time")] = None,
    lines: Annotated[list[Line] | None, arg("Lines.")] = None,
    weights: Annotated[dict[str, int] | None, arg("Weights.")] = None,
) -> Total:
    """Says what arrived."""
    assert state.now > datetime(2000, 1, 1)
    arrived = (text, integer, number, flag, choice, day, moment, hour, lines, weights)
    return Total(total=integer, note=repr(arrived))


@server.debug
def peek(state: TallyState) -> Total:
    """Shows the sum to people."""
    return Total(total=state.total, note="peeked")
