"""The check of servers that are not ours: what it finds, and that it touches nothing."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from http_server import serving
from mcp import StdioServerParameters

from mcp_servers.core.check import Finding
from mcp_servers.core.check_foreign import FOREIGN_RULES, check_foreign
from mcp_servers.core.foreign import Called, ForeignServer, ForeignSubject, ForeignTool
from mcp_servers.core.look import NO_SUCH_TOOL, drawable
from provelight.records import ToolSpec

CARELESS = Path(__file__).with_name("careless_server.py")


def started(*words: str) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=list(words))


def check(target: str | StdioServerParameters) -> list[Finding]:
    return asyncio.run(check_foreign(target))


def faults(findings: list[Finding]) -> set[tuple[str, str | None]]:
    return {(finding.rule, finding.tool) for finding in findings if not finding.ok}


def test_ours_keep_every_rule_over_stdio_and_http() -> None:
    over_stdio = check(started("-m", "mcp_servers.core.stdio", "mock"))
    assert [f for f in over_stdio if not f.ok] == []
    assert [f.rule for f in over_stdio] == [rule.__name__ for rule in FOREIGN_RULES]
    with serving() as server:
        assert check(server.url) == over_stdio


def test_what_a_careless_server_lacks_is_named_and_nothing_of_it_is_written(
    tmp_path: Path,
) -> None:
    findings = check(started(str(CARELESS), str(tmp_path / "touched")))
    found = faults(findings)
    assert not (tmp_path / "touched").exists()
    assert found >= {
        ("descriptions", "find_parts"),
        ("parameter_descriptions", "list_parts"),
        ("flat_schemas", "find_parts"),
        ("hints", "delete_everything"),
        ("reads_work", "get_part"),
        ("reads_pure", "next_number"),
        ("misuse_refused", "list_parts"),  # unknown arguments are dropped
        ("clean_output", None),
        ("sessions", None),
    }
    kept = {"answers", "tool_names", "survives", "results_fit_schema"}
    assert kept.isdisjoint(rule for rule, _ in found)
    assert ("reads_pure", "list_parts") not in found
    assert ("reads_work", "find_parts") not in found
    told = {(f.rule, f.tool): f.message for f in findings}
    assert "6 drawn calls and none succeeded; {'serial': " in told["reads_work", "get_part"]
    assert "no_such_argument_here" in told["misuse_refused", "list_parts"]
    assert "provelight/open" in told["sessions", None]
    assert "print to stderr" in told["clean_output", None]


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("http://127.0.0.1:1/mcp", "ConnectError"),
        (StdioServerParameters(command="no-such-program"), "no-such-program"),
        (started("-c", "raise SystemExit('the database is locked')"), "the database is locked"),
    ],
)
def test_a_server_that_is_not_there_is_one_fault(target: Any, words: str) -> None:
    (finding,) = check(target)
    assert (finding.rule, finding.ok) == ("answers", False)
    assert words in finding.message


HINTS = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": False,
}
SPEC = ToolSpec(
    name="look",
    description="Looks.",
    parameters={"type": "object", "properties": {}, "additionalProperties": False},
    output_schema={"type": "object", "properties": {"n": {"type": "integer", "description": "N."}}},
    annotations=HINTS,
)
WORKED = Called("look", {}, "ok", '{"n": 1}', {"n": 1})
REFUSED = Called("look", {"x": 1}, "refused", "there is no x")
SOUND = ForeignSubject(
    server=ForeignServer("theirs", "1.0", "2025-11-25", {"look": ForeignTool(SPEC)}),
    listed=("look",),
    listed_again=("look",),
    calls=(WORKED,),
    repeated=((WORKED, WORKED),),
    misuses=(
        ("a tool that there is not", Called(NO_SUCH_TOOL, {}, "protocol_error", "no such tool")),
        ("an argument that there is not", REFUSED),
    ),
    sessions=None,
    stray=(),
)


def broken_rules(subject: ForeignSubject) -> set[str]:
    return {rule.__name__ for rule in FOREIGN_RULES if list(rule(subject))}


def with_misuse(**changes: Any) -> ForeignSubject:
    return replace(SOUND, misuses=(("an argument that there is not", replace(REFUSED, **changes)),))


def with_tool(name: str = "look", **changes: Any) -> ForeignSubject:
    tool = ForeignTool(replace(SPEC, **changes))
    return replace(SOUND, server=replace(SOUND.server, tools={"look": tool}), listed=(name,))


@pytest.mark.parametrize(
    ("subject", "rules"),
    [
        (SOUND, set()),
        (replace(SOUND, server=replace(SOUND.server, version="")), {"answers"}),
        (replace(SOUND, listed=("look", "look")), {"tool_names", "survives"}),
        (replace(SOUND, listed_again=None), {"survives"}),
        (replace(SOUND, listed_again=("look", "more")), {"survives"}),
        (replace(SOUND, calls=(replace(WORKED, result={"n": "1"}),)), {"results_fit_schema"}),
        (replace(SOUND, calls=(replace(WORKED, result=None),)), {"results_fit_schema"}),
        (replace(SOUND, repeated=((WORKED, REFUSED),)), {"reads_pure"}),
        (replace(SOUND, calls=()), {"reads_work"}),
        (with_misuse(kind="ok"), {"misuse_refused"}),
        (with_misuse(text=" "), {"errors_readable"}),
        (with_misuse(kind="protocol_error"), {"errors_readable"}),
        (with_misuse(kind="no_answer"), {"errors_readable"}),
        (with_tool(name="look at it"), {"tool_names", "survives"}),
        (with_tool(annotations={}), {"hints", "reads_work"}),
        (with_tool(output_schema=None), {"output_schemas"}),
        (
            with_tool(output_schema={"type": "no such type"}),
            {"output_schemas", "results_fit_schema"},
        ),
        (replace(SOUND, sessions="Method not found"), {"sessions"}),
        (replace(SOUND, stray=("Starting up",)), {"clean_output"}),
    ],
)
def test_each_rule_finds_what_it_is_for(subject: ForeignSubject, rules: set[str]) -> None:
    assert broken_rules(subject) == rules


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": ["string", "null"]}, {"type": "string"}),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, {"type": "integer"}),
        ({"type": "string", "format": "date-time"}, {"x-provelight-format": "datetime"}),
        ({"type": "array"}, {"items": {"type": "string"}}),
        ({"enum": ["a"]}, {"type": "string", "enum": ["a"]}),
        ({"$ref": "#/$defs/Colour"}, {"type": "string", "enum": ["red"]}),
    ],
)
def test_schemas_of_others_are_brought_into_our_words(
    schema: dict[str, Any], expected: dict[str, Any]
) -> None:
    defs = {"Colour": {"type": "string", "enum": ["red"]}}
    ready = drawable({"type": "object", "properties": {"x": schema}, "$defs": defs})
    assert ready is not None
    assert ready["properties"]["x"].items() >= expected.items()


@pytest.mark.parametrize(
    "schema",
    [
        {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        {"$ref": "#/$defs/Missing"},
        {"$ref": "#/$defs/Tree"},
    ],
)
def test_schemas_too_involved_are_left_alone(schema: dict[str, Any]) -> None:
    tree = {"type": "object", "properties": {"child": {"$ref": "#/$defs/Tree"}}}
    whole = {"type": "object", "properties": {"x": schema}, "$defs": {"Tree": tree}}
    assert drawable(whole) is None
