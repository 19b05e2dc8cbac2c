"""The mock server: each tool, each failure, in every world."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_servers.core import catalog
from mcp_servers.core.sessions import SessionStore
from mcp_servers.core.worlds import made_world
from provelight.records import Json, ToolResult

SEEDS = (0, 17, 900, 1000)


@pytest.fixture
def store() -> SessionStore:
    made = SessionStore(catalog.load("mock"))
    made.open("s", 0)
    return made


def call(store: SessionStore, tool: str, **arguments: Json) -> ToolResult:
    return store.call("s", tool, arguments)


def labels(store: SessionStore) -> list[dict[str, Json]]:
    return call(store, "list_labels").result["labels"]


def roomy(store: SessionStore) -> dict[str, Json]:
    return next(label for label in labels(store) if label["notes"] < label["capacity"])


def test_it_has_five_tools_and_is_hidden():
    server = catalog.load("mock")
    assert list(server.tools) == [
        "list_labels",
        "search_notes",
        "get_note",
        "create_note",
        "archive_note",
    ]
    assert server.hidden


def test_a_search_needs_all_words_in_any_case(store):
    everything = call(store, "search_notes", query="in", limit=50).result
    assert everything["total"] == len(everything["notes"]) > 0
    title = everything["notes"][0]["title"]
    found = call(store, "search_notes", query=" ".join(reversed(title.upper().split()))).result
    assert everything["notes"][0] in found["notes"]
    assert call(store, "search_notes", query=f"{title} zzz").result == {"notes": [], "total": 0}


def test_a_search_is_cut_at_its_limit_but_counts_all(store):
    cut = call(store, "search_notes", query="e", limit=2).result
    assert len(cut["notes"]) == 2
    assert cut["total"] == call(store, "search_notes", query="e", limit=50).result["total"]


def test_archived_notes_are_found_only_when_asked_for(store):
    shown = call(store, "search_notes", query="e", include_archived=True, limit=50).result
    archived = [note for note in shown["notes"] if note["archived"]]
    assert archived
    hidden = call(store, "search_notes", query="e", limit=50).result["notes"]
    assert all(note not in hidden for note in archived)


def test_a_created_note_is_read_back(store):
    label = roomy(store)
    arguments = {"title": "Milk", "text": "2 l", "label_id": label["label_id"], "priority": "high"}
    made = call(store, "create_note", due_on=store.now("s")[:10], **arguments).result
    assert call(store, "get_note", note_id=made["note_id"]).result == made
    assert made == {
        "note_id": made["note_id"],
        "archived": False,
        "due_on": store.now("s")[:10],
        **arguments,
    }
    assert roomy(store)["notes"] == label["notes"] + 1


def test_a_note_without_due_day_has_no_such_field(store):
    label_id = roomy(store)["label_id"]
    made = call(store, "create_note", title="Milk", text="", label_id=label_id).result
    assert "due_on" not in made
    assert made["priority"] == "normal"


def test_a_due_day_in_the_past_is_refused_with_today(store):
    result = call(
        store,
        "create_note",
        title="Milk",
        text="",
        label_id=roomy(store)["label_id"],
        due_on="2001-01-01",
    )
    assert result.error.type == "invalid_arguments"
    assert store.now("s")[:10] in result.error.message


@pytest.mark.parametrize("seed", SEEDS)
def test_a_full_label_refuses_until_a_note_is_archived(seed):
    store = SessionStore(catalog.load("mock"))
    store.open("s", seed)
    full = next(label for label in labels(store) if label["notes"] == label["capacity"])
    new = {"title": "Milk", "text": "2 l", "label_id": full["label_id"]}
    refused = call(store, "create_note", **new)
    assert refused.error.type == "label_full"
    notes = made_world(store.server, seed).notes.where(label_id=full["label_id"], archived=False)
    assert call(store, "archive_note", note_id=notes[0].id).ok
    assert call(store, "create_note", **new).ok


@pytest.mark.parametrize("seed", SEEDS)
def test_archiving_twice_fails(seed):
    store = SessionStore(catalog.load("mock"))
    store.open("s", seed)
    (note, *_) = made_world(store.server, seed).notes.where(archived=True)
    result = call(store, "archive_note", note_id=note.id)
    assert result.error.type == "already_archived"
    assert note.title in result.error.message


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_note", {"note_id": "NOTE-9999"}),
        ("archive_note", {"note_id": "NOTE-9999"}),
        ("create_note", {"title": "a", "text": "b", "label_id": "LAB-9999"}),
    ],
)
def test_an_unknown_id_is_not_found(store, tool, arguments):
    assert call(store, tool, **arguments).error.type == "not_found"


@given(st.integers(0, 1099), st.data())
@settings(deadline=None, max_examples=40)
def test_no_label_ever_holds_more_than_it_may(seed, data):
    store = SessionStore(catalog.load("mock"))
    store.open("s", seed)
    note_ids = made_world(store.server, seed).notes.ids()
    label_ids = made_world(store.server, seed).labels.ids()
    for _ in range(data.draw(st.integers(1, 12))):
        if data.draw(st.booleans()):
            label_id = data.draw(st.sampled_from(label_ids))
            call(store, "create_note", title="a", text="b", label_id=label_id)
        else:
            call(store, "archive_note", note_id=data.draw(st.sampled_from(note_ids)))
        assert all(label["notes"] <= label["capacity"] for label in labels(store))
