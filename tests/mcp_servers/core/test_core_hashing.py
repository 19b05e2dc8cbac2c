"""Hashes: what they tell apart, and what two right solutions may differ in."""

from __future__ import annotations

from datetime import datetime
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st
from tally_server import Item, TallyState, Visit

from mcp_servers.core.hashing import diff, effect_hash, state_hash

NOW = datetime(2026, 3, 2, 9, 30)


def base() -> TallyState:
    state = TallyState(now=NOW)
    make(state, "root")
    make(state, "other root")
    return state


def make(state: TallyState, name: str, parent: str | None = None, *tags: str) -> str:
    item = Item(state.new_id("items"), name, parent, frozenset(tags))
    return state.items.insert(item).id


def effect(state: TallyState) -> str:
    return effect_hash(state, base().counters)


def test_the_state_hash_tells_every_part_apart():
    states = [base() for _ in range(7)]
    states[1].total = 1
    states[2].folder = "/tmp"
    states[3].now = datetime(2026, 3, 2, 9, 31)
    states[4].items.update("ITEM-0001", name="Root")
    states[5].new_id("items")
    states[6].visits.insert(Visit("VIS-0001", "/"))
    hashes = [state_hash(state) for state in states]
    assert len(set(hashes)) == len(states)
    assert hashes[0] == state_hash(base().copy())
    assert all(len(h) == 32 for h in hashes)


def test_the_state_hash_sees_the_order_of_rows():
    state = base()
    state.items.insert(state.items.delete("ITEM-0001"))
    assert state_hash(state) != state_hash(base())
    assert effect(state) == effect(base())


def test_the_effect_hash_leaves_out_cursors_and_counters():
    state = base()
    state.folder = "/tmp"
    state.visits.insert(Visit(state.new_id("visits"), "/tmp"))
    state.items.delete(make(state, "made and deleted"))
    assert effect(state) == effect(base())
    state.total = 1
    assert effect(state) != effect(base())


def test_the_effect_hash_keeps_ids_of_the_world():
    one, two = base(), base()
    make(one, "leaf", "ITEM-0001")
    make(two, "leaf", "ITEM-0002")
    assert effect(one) != effect(two)


def test_skipped_numbers_do_not_matter():
    one, two = base(), base()
    make(one, "leaf")
    two.items.delete(make(two, "a mistake"))
    make(two, "leaf")
    assert effect(one) == effect(two)


@st.composite
def forests(draw: st.DrawFn) -> list[tuple[str, int | None, tuple[str, ...]]]:
    """New rows, each with the index of an earlier one as parent, or None."""
    count = draw(st.integers(1, 6))
    return [
        (
            draw(st.sampled_from("ab")),
            draw(st.none() | st.integers(0, i - 1)) if i else None,
            tuple(draw(st.lists(st.sampled_from(["x", "y", "z"]), max_size=2))),
        )
        for i in range(count)
    ]


def grow(forest: list[tuple[str, int | None, tuple[str, ...]]], order: list[int]) -> TallyState:
    state = base()
    ids: dict[int, str] = {index: state.new_id("items") for index in order}
    for index in order:
        name, parent, tags = forest[index]
        parent_id = "ITEM-0001" if parent is None else ids[parent]
        text = f"{name} under {parent_id}"
        state.items.insert(Item(ids[index], text, parent_id, frozenset({*tags, parent_id})))
    return state


@given(forests(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=80)
def test_the_order_of_independent_writes_does_not_matter(forest, rng):
    shuffled = list(range(len(forest)))
    rng.shuffle(shuffled)
    assert effect(grow(forest, list(range(len(forest))))) == effect(grow(forest, shuffled))


def shape(forest: list[tuple[str, int | None, tuple[str, ...]]]) -> tuple:
    """What distinguishes forests: the sorted, nested rows."""

    def tree(index: int) -> tuple:
        children = sorted(tree(i) for i, row in enumerate(forest) if row[1] == index)
        name, _, tags = forest[index]
        return (name, tuple(sorted(set(tags))), tuple(children))

    return tuple(sorted(tree(i) for i, row in enumerate(forest) if row[1] is None))


@given(forests(), forests())
@settings(deadline=None, max_examples=120)
def test_effects_are_equal_exactly_where_the_new_rows_have_one_shape(one, two):
    effects = [effect(grow(forest, list(range(len(forest))))) for forest in (one, two)]
    assert (effects[0] == effects[1]) == (shape(one) == shape(two))


def test_equal_rows_are_told_apart_by_what_refers_to_them():
    both, split = base(), base()
    for state in (both, split):
        first, second = make(state, "box"), make(state, "box")
        make(state, "lid", first)
        make(state, "lid", first if state is both else second)
    assert effect(both) != effect(split)


def test_references_in_a_cycle_end():
    hashes = set()
    for order in permutations(range(3)):
        state = base()
        ids = [state.new_id("items") for _ in range(3)]
        for i in order:
            state.items.insert(Item(ids[i], "ring", ids[(i + 1) % 3]))
        hashes.add(effect(state))
    assert len(hashes) == 1


def test_a_longer_number_is_another_id():
    one, two = base(), base()
    for state, text in ((one, "ITEM-0003"), (two, "ITEM-00030")):
        make(state, "target")
        state.items.update("ITEM-0001", name=f"see {text}")
    assert effect(one) != effect(two)


def test_the_diff_names_what_changed():
    before, after = base(), base()
    made = make(after, "leaf", "ITEM-0001", "b", "a")
    after.items.update("ITEM-0001", name="Root")
    after.items.delete("ITEM-0002")
    after.total = 3
    row = {"id": made, "name": "leaf", "parent_id": "ITEM-0001", "tags": {"$set": ["a", "b"]}}
    removed = {"id": "ITEM-0002", "name": "other root", "parent_id": None, "tags": {"$set": []}}
    assert diff(before, after) == {
        "items": {
            "added": {made: row},
            "removed": {"ITEM-0002": removed},
            "changed": {"ITEM-0001": {"name": ["root", "Root"]}},
        },
        "state": {"changed": {"total": [0, 3]}},
    }
    assert diff(before, base()) == {}
