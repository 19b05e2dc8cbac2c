"""The catalogue: which servers there are, and what the paper counts."""

from __future__ import annotations

import pytest

from mcp_servers.core import catalog


def test_the_paper_counts_343_tools_on_20_servers():
    assert len(catalog.TOOL_COUNTS) == 20
    assert sum(catalog.TOOL_COUNTS.values()) == 343


def test_listed_servers_are_sorted_and_the_mock_is_left_out():
    names = catalog.names()
    assert names == sorted(names)
    assert "mock" not in names
    assert "core" not in names


def test_a_server_is_loaded_once():
    assert catalog.load("mock") is catalog.load("mock")
    assert catalog.load("mock").name == "mock"


def test_an_unknown_server_names_the_near_ones():
    with pytest.raises(ValueError, match=r"no server 'mok'. Did you mean 'mock'\?"):
        catalog.load("mok")
    with pytest.raises(ValueError, match=r"no server 'zzzz'. There are: .*mock"):
        catalog.load("zzzz")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A catalogue of one server, whose phrases a test writes."""
    monkeypatch.setattr(catalog, "_ROOT", tmp_path)
    (tmp_path / "mock").mkdir()
    (tmp_path / "mock" / "tools.py").touch()
    catalog.phrases.cache_clear()
    yield tmp_path / "mock"
    catalog.phrases.cache_clear()


def test_missing_sections_of_phrases_are_empty(folder):
    (folder / "phrases.yaml").write_text("tools: {get_note: [Read it.]}\n")
    assert catalog.phrases("mock") == {
        "entities": {},
        "tools": {"get_note": ["Read it."]},
        "follow_ups": {},
        "answers": {},
    }


def test_an_unknown_section_of_phrases_is_refused(folder):
    (folder / "phrases.yaml").write_text("tool: {}\n")
    with pytest.raises(ValueError, match=r"mock/phrases.yaml: unknown sections \['tool'\]"):
        catalog.phrases("mock")
