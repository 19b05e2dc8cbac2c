"""Worlds of the mock server: four labels, about twenty notes, one label full."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from mcp_servers.core.worlds import World
from mcp_servers.mock.state import Label, MockState, Note, Priority

_LABELS: Final = ("Birthdays", "Books", "Garden", "Health", "Holidays", "House", "Recipes", "Work")
_PRIORITIES: Final[tuple[Priority, ...]] = ("low", "normal", "high")
_ERRANDS: Final = (
    ("Call {person}", "Ask {person} about the {company} offer."),
    ("Letter to {company}", "{company} still has our old address in {city}."),
    ("Trip to {city}", "{person} knows a quiet hotel in {city}."),
    ("Gift for {person}", "Something small; {person} collects maps of {city}."),
    ("Meet {person} in {city}", "Bring the papers from {company}."),
)


def make_world(world: World) -> MockState:
    """Returns the labels and notes of a world; its first label has no room left."""
    state = MockState(now=world.now)
    for name in world.rng.sample(_LABELS, 4):
        _add_label(world, state, name)
    return state


def _add_label(world: World, state: MockState, name: str) -> None:
    count = world.rng.randint(4, 6)
    room = 0 if not state.labels else world.rng.randint(2, 8)
    label = state.labels.insert(Label(state.new_id("labels"), name, count + room))
    for index in range(count):
        # The last note of a label is archived and takes no room, so one more stands in for it.
        _add_note(world, state, label, archived=False)
        if index == count - 1:
            _add_note(world, state, label, archived=True)


def _add_note(world: World, state: MockState, label: Label, archived: bool) -> None:
    title, text = world.rng.choice(_ERRANDS)
    names = {kind: world.sample(kind, 1)[0] for kind in ("company", "city")}
    names["person"] = world.people(1)[0]
    due = (world.now + timedelta(days=world.rng.randint(-5, 20))).date().isoformat()
    state.notes.insert(
        Note(
            id=state.new_id("notes"),
            title=title.format(**names),
            text=text.format(**names),
            label_id=label.id,
            priority=world.rng.choice(_PRIORITIES),
            due_on=world.rng.choice((due, None)),
            archived=archived,
        )
    )
