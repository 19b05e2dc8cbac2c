"""Conformance: each rule finds the server that breaks it, and names the tool."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import count
from typing import Annotated, Any

import pytest

from mcp_servers.core import catalog, check_tools
from mcp_servers.core.check import RULES, Finding, check, check_server
from mcp_servers.core.check_phrases import masked_words
from mcp_servers.core.check_tools import edge_share
from mcp_servers.core.errors import NotFound, StateError
from mcp_servers.core.exercise import exercise
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.shares import COUNTS
from mcp_servers.core.subject import Subject
from mcp_servers.core.tools import ToolServer
from mcp_servers.core.worlds import World
from mcp_servers.mock.state import MockState
from mcp_servers.mock.world import make_world

Server = tuple[ToolServer, dict[str, Any]]


class Count(Output):
    count: Annotated[int, out("How many.")]


class Bare(Output):
    count: int


class Nothing(Output):
    pass


class Text(Output):
    text: Annotated[str, out("Text.", label_of="note")]


class Undeclared(StateError):
    type = "undeclared"


class Nameless(StateError):
    pass


def mock(name: str = "notes", world: Callable[[World], MockState] = make_world) -> Server:
    """A copy of the mock server under another name, to be broken."""
    server = ToolServer(name, "Notes", "Keeps notes.", MockState, world)
    server.tools.update(
        {name: copy.copy(tool) for name, tool in catalog.load("mock").tools.items()}
    )
    return server, copy.deepcopy(catalog.phrases("mock"))


def faults(server: Server) -> list[Finding]:
    return [finding for finding in check_server(*server) if not finding.ok]


def only(found: list[Finding], rule: str) -> Finding:
    assert {fault.rule for fault in found} == {rule}, found
    return found[0]


def test_the_mock_holds_every_rule():
    findings = check("mock")
    assert [f for f in findings if not f.ok] == []
    assert [f.rule for f in findings] == [rule.__name__ for rule in RULES]
    assert all(f.message.endswith(".") and f.tool is None for f in findings)


def test_findings_go_to_json():
    finding = Finding("names", False, "too long", "get_note")
    assert Finding.from_json(finding.to_json()) == finding


def test_an_unknown_server_is_an_error():
    with pytest.raises(ValueError, match="no server 'mokc'"):
        check("mokc")


def impure_read(state: MockState) -> Count:
    """Counts, and counts its own calls."""
    state.new_id("notes")
    return Count(count=0)


def crashing_read(state: MockState) -> Count:
    """Divides."""
    return Count(count=len(state.notes) // (len(state.notes) % 7 - len(state.notes) % 7))


def undeclared_read(state: MockState, hard: Annotated[bool, arg("Whether to fail.")]) -> Count:
    """Fails with what it did not declare."""
    if hard:
        raise Undeclared("give hard=false")
    return Count(count=len(state.notes))


def unreachable_read(
    state: MockState, code: Annotated[str, arg("A code that is told nowhere.")]
) -> Count:
    """Needs a code."""
    state.notes.require(f"{code}-7")
    return Count(count=1)


def rambling_read(state: MockState) -> Count:
    """Counts. Counts notes. Counts all notes. Counts them well."""
    return Count(count=len(state.notes))


def undescribed_output(state: MockState) -> Bare:
    """Counts the notes."""
    return Bare(count=len(state.notes))


def empty_output(state: MockState) -> Nothing:
    """Looks at the notes."""
    assert len(state.notes)
    return Nothing()


def Shouting(state: MockState) -> Count:
    """Counts the notes."""
    return Count(count=len(state.notes))


def lost_entity(
    state: MockState,
    folder_id: Annotated[str | None, arg("Id of a folder.", entity="folder")] = None,
) -> Count:
    """Counts the notes of a folder."""
    return Count(count=len(state.notes.where(label_id=folder_id)))


def long_read(state: MockState) -> Text:
    """Returns all texts."""
    return Text(text=" ".join(note.text for note in state.notes) * 5)


_CALLS = count()


def forgetful_read(state: MockState) -> Count:
    """Counts calls of all sessions."""
    return Count(count=len(state.notes) + next(_CALLS))


@pytest.mark.parametrize(
    ("rule", "tool", "expected"),
    [
        ("no_crashes", crashing_read, "ZeroDivisionError"),
        ("declared_errors", undeclared_read, "undeclared"),
        ("exercised", unreachable_read, "no-such|not_found"),
        ("descriptions", rambling_read, "4 sentences; write 1 to 3"),
        ("parameter_descriptions", undescribed_output, "'count' has no description"),
        ("output_schemas", empty_output, "at least one field"),
        ("names", Shouting, "'notes__Shouting': use a-z"),
        ("entities_found", lost_entity, "no result has an id of a 'folder'"),
    ],
)
def test_a_read_that_breaks_a_rule_is_named(rule, tool, expected):
    server, phrases = mock()
    server.read(tool)
    found = [fault for fault in faults((server, phrases)) if fault.rule == rule]
    assert [fault.tool for fault in found] == [tool.__name__]
    assert any(part in found[0].message for part in expected.split("|"))


def test_a_read_that_writes_breaks_purity():
    server, phrases = mock()
    server.read(impure_read)
    named = {fault.rule: fault.tool for fault in faults((server, phrases))}
    assert named["reads_pure"] == named["idempotent"] == "impure_read"


def test_a_read_that_remembers_other_sessions_is_not_deterministic():
    server, phrases = mock()
    server.read(forgetful_read)
    found = {fault.rule: fault for fault in faults((server, phrases))}
    assert set(found) == {"deterministic", "idempotent"}
    assert found["idempotent"].tool == "forgetful_read"


def test_long_results_are_told_with_the_longest():
    server, phrases = mock()
    server.read(long_read)
    fault = only(faults((server, phrases)), "reads_short")
    assert fault.tool == "long_read"


def test_a_write_that_is_not_idempotent_though_declared_so():
    server, phrases = mock()
    server.write(idempotent=True)(impure_read)
    assert only(faults((server, phrases)), "idempotent").tool == "impure_read"


def test_a_result_that_does_not_fit_its_schema():
    server, phrases = mock()
    server.read(rambling_read)
    server.tools["rambling_read"].spec.output_schema["properties"]["count"]["type"] = "string"
    found = [f for f in faults((server, phrases)) if f.rule == "results_fit_schema"]
    assert [(f.tool, "is not of type 'string'" in f.message) for f in found] == [
        ("rambling_read", True)
    ]


def test_an_error_without_a_type_of_its_own():
    server, phrases = mock()
    server.write(raises=(Nameless,))(impure_read)
    fault = only(faults((server, phrases)), "error_types")
    assert (fault.tool, "Nameless" in fault.message) == ("impure_read", True)


def test_shares_of_writes():
    server, phrases = mock()
    for reader in (rambling_read, lost_entity, undeclared_read):
        server.read(reader)
    found = {fault.rule: fault for fault in faults((server, phrases))}
    assert "2 of 8 tools write" in found["write_share"].message


def test_shares_of_failing_writes():
    server, phrases = mock()
    server.tools["archive_note"].raises = ()
    server.tools["create_note"].raises = (NotFound,)
    found = {fault.rule: fault for fault in faults((server, phrases))}
    assert "0 of 2 writes" in found["failing_write_share"].message
    assert found["declared_errors"].tool in ("archive_note", "create_note")


def test_share_of_tools_on_explicit_edges(monkeypatch):
    server, _ = mock()
    monkeypatch.setattr(check_tools, "LEAST_ON_EDGES", 0.9)
    for name in ("create_note", "get_note"):
        del server.tools[name]
    (fault,) = edge_share(Subject(server, {}, ()))  # only archiving takes what searching gives
    assert fault.message == (
        "2 of 3 tools lie on an explicit edge; at least 90% must. These do not: list_labels"
    )


def test_rules_that_count_tell_what_they_counted():
    counts = {finding.rule: finding.count for finding in check("mock") if finding.count}
    assert counts["write_share"] == "2 of 5 tools write"
    assert counts["failing_write_share"] == "2 of 2 writes can fail by state"
    assert counts["edge_share"] == "5 of 5 tools on an id edge"
    assert counts.keys() == COUNTS.keys()


def test_the_count_of_the_paper():
    fault = only(faults(mock("payments")), "tool_count")
    assert "5 tools; the paper has 10" in fault.message


def test_a_schema_that_is_not_flat():
    server, phrases = mock()
    server.read(undeclared_read)
    parameters = server.tools["undeclared_read"].spec.parameters
    parameters["properties"]["hard"]["anyOf"] = [{"type": "boolean"}]
    found = {fault.rule: fault for fault in faults((server, phrases))}
    assert found["flat_schemas"].tool == "undeclared_read"
    assert "anyOf" in found["flat_schemas"].message


def test_missing_hints():
    server, phrases = mock()
    server.read(rambling_read)
    server.tools["rambling_read"].spec.annotations.pop("openWorldHint")
    found = {fault.rule: fault for fault in faults((server, phrases))}
    assert found["hints"].tool == "rambling_read"


def test_a_world_that_changes_when_made_again():
    numbers = count()

    def restless(world: World) -> MockState:
        state = make_world(world)
        state.labels.update("LAB-0001", name=f"Label {next(numbers)}")
        return state

    assert only(faults(mock(world=restless)), "worlds_deterministic").tool is None


def test_no_phrases_at_all():
    server, phrases = mock()
    phrases["tools"] = {}
    assert "nobody can ask" in only(faults((server, phrases)), "phrase_tools").message


@pytest.mark.parametrize(
    ("rule", "tool", "phrase", "expected"),
    [
        ("phrase_slots", "get_note", "Recite {note_id} aloud.", "people do not say ids"),
        ("phrase_slots", "get_note", "Recite {nte}.", "no such parameter"),
        ("phrase_slots", "get_note", "Recite {note.colour}.", "no result shows 'colour'"),
        ("phrase_slots", "get_note", "Recite {folder.name}.", "no result shows 'name'"),
        ("phrase_slots", "get_note", "Recite {label_id:note.title}.", "'label_id' is no parameter"),
        ("phrase_required", "search_notes", "Anything new?", "does not tell 'query'"),
        ("phrase_variety", "archive_note", 'Please archive "{note.title}".', "more than half"),
    ],
)
def test_a_phrase_that_breaks_a_rule_is_quoted(rule, tool, phrase, expected):
    server, phrases = mock()
    phrases["tools"][tool].append(phrase)
    fault = only(faults((server, phrases)), rule)
    assert fault.tool == tool
    assert expected in fault.message
    assert phrase in fault.message


def test_follow_ups_are_checked_too():
    server, phrases = mock()
    phrases["follow_ups"]["get_note"].append("And {wrong}?")
    assert only(faults((server, phrases)), "phrase_slots").tool == "get_note"


def test_too_few_phrases():
    server, phrases = mock()
    del phrases["tools"]["get_note"][4:]
    assert "4 phrases; write at least 5" in only(faults((server, phrases)), "phrase_count").message


def test_phrases_of_a_tool_that_is_not_there():
    server, phrases = mock()
    phrases["tools"]["burn_note"] = ["Burn it."] * 5
    found = [f for f in faults((server, phrases)) if f.rule == "phrase_tools"]
    assert [fault.tool for fault in found] == ["burn_note"]


def test_phrases_that_are_no_list():
    server, phrases = mock()
    phrases["tools"]["get_note"] = "Read it."
    assert only(faults((server, phrases)), "phrase_tools").tool == "get_note"


def test_two_takers_of_one_type_must_be_told_apart():
    def merge(
        state: MockState,
        from_id: Annotated[str, arg("From.", entity="note")],
        to_id: Annotated[str, arg("To.", entity="note")],
    ) -> Count:
        """Merges two notes."""
        return Count(count=len(state.notes.where(id=from_id) + state.notes.where(id=to_id)))

    server, phrases = mock()
    server.read(merge)
    phrases["tools"]["merge"] = [
        "Merge {from_id:note.title} into {to_id:note.title}.",
        "Put what {from_id:note.title} says beneath {to_id:note.title}.",
        "Combine both: {from_id:note.title}, {to_id:note.title}.",
        "Can {to_id:note.title} swallow {from_id:note.title}?",
        "I want {note.title} joined with another.",
    ]
    fault = only(faults((server, phrases)), "phrase_slots")
    assert "['from_id', 'to_id'] take a 'note'; say which: {from_id:note.title}" in fault.message


def test_masked_words():
    words = masked_words('Don\'t file {note.title} under "{label.name}" 12 times; FILE it')
    assert words == {"don't", "file", "under", "times", "it"}


def test_exercising_is_seeded_and_reaches_failures():
    server = catalog.load("mock")
    first, second = exercise(server), exercise(server)
    assert first == second
    types = {p.result.error.type for e in first for p in e.probes if p.result.error}
    assert {"label_full", "already_archived", "not_found"} <= types
