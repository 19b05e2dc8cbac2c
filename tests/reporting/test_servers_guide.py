"""The guide to the servers: complete, and what stands in docs/ is what it says now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mcp_servers.core import catalog
from provelight import cli
from provelight.reporting.servers_guide import servers_guide

GUIDE = Path("docs/servers.md")

pytestmark = pytest.mark.timeout(600)  # on a fresh clone all dependency graphs are made here


def test_the_guide_in_docs_is_what_the_servers_say() -> None:
    assert GUIDE.read_text(encoding="utf-8") == servers_guide(), (
        "run: .venv/bin/provelight servers document --output docs/servers.md"
    )


def test_the_guide_names_every_tool_failure_and_invariant() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    for name in catalog.names():
        section = text.split(f"\n## {name}\n")[1].partition("\n## ")[0]
        for tool in catalog.load(name).tools.values():
            assert f"`{tool.spec.name}(" in section
            assert tool.spec.description.replace("|", "\\|") in section
            for error in tool.raises:
                assert re.search(rf"^- `{error.type}`: \w", section, re.MULTILINE)
        assert len(re.findall(r"^\d+\. ", section, re.MULTILINE)) >= 4
        assert re.search(r"^call   \w+\(", section, re.MULTILINE)


def test_a_place_that_cannot_be_written_is_named(capsys, tmp_path: Path) -> None:
    place = tmp_path / "no" / "guide.md"
    assert cli.main(["servers", "document", "--output", str(place)]) == 2
    assert str(place) in capsys.readouterr().err
