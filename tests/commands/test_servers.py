"""`provelight servers`: what programs read, and what people are told."""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from mcp_servers.core import check as conformance
from mcp_servers.core.catalog import load, names
from provelight.commands import servers

NOTE = {"title": "Milk", "text": "Caf\u00e9 au lait", "label_id": "LAB-0002"}


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        parser = argparse.ArgumentParser()
        servers.add_parser(parser.add_subparsers())
        args = parser.parse_args(["servers", *arguments])
        return Ran(args.run(args), *capsys.readouterr())

    return run


def test_list_counts_tools_and_leaves_the_mock_out(run: Run) -> None:
    rows = run("list", "--json").json
    assert [row["name"] for row in rows] == names()
    assert "mock" not in names()
    for row in rows:
        assert set(row) == {"name", "tools", "reads", "writes"}
        assert row["tools"] == row["reads"] + row["writes"] == len(load(row["name"]).tools)
    table = run("list").out.splitlines()
    assert len(table) == len(rows) + 1
    assert table[1].split() == [str(value) for value in rows[0].values()]


def test_tools_are_openai_schemas_with_bare_names(run: Run) -> None:
    schemas = run("tools", "mock", "--json").json
    assert [s["function"]["name"] for s in schemas] == list(load("mock").tools)
    assert schemas[0]["type"] == "function"
    assert "x-provelight" not in json.dumps(schemas)


def test_tools_for_people_tell_arguments_and_what_writes(run: Run) -> None:
    out = run("tools", "mock").out
    assert "create_note(title, text, label_id, [priority], [due_on])  [write]" in out
    assert "search_notes(query, [include_archived], [limit])  [read]" in out
    assert "replace_card(card_id, reason)  [destructive write]" in run("tools", "banking").out


def test_a_call_answers_with_result_and_hashes(run: Run) -> None:
    ran = run("call", "mock", "create_note", json.dumps(NOTE), "--seed", "3", "--json")
    answer = ran.json
    assert ran.status == 0
    assert list(answer) == ["ok", "result", "error", "state_hash_before", "state_hash_after"]
    assert (answer["ok"], answer["error"]) == (True, None)
    assert answer["result"]["text"] == NOTE["text"]
    assert answer["state_hash_before"] != answer["state_hash_after"]
    again = run("call", "mock", "create_note", json.dumps(NOTE), "--seed", "3", "--json")
    assert again.json == answer
    other = run("call", "mock", "create_note", json.dumps(NOTE), "--seed", "4", "--json").json
    assert other["state_hash_before"] != answer["state_hash_before"]


def test_a_failed_call_is_told_and_leaves_the_state(run: Run) -> None:
    ran = run("call", "mock", "get_note", '{"note_id": "NOTE-9999"}', "--json")
    answer = ran.json
    assert ran.status == 1
    assert (answer["ok"], answer["result"]) == (False, None)
    assert answer["error"]["type"] == "not_found"
    assert set(answer["error"]) == {"type", "message"}
    assert answer["state_hash_before"] == answer["state_hash_after"]


def test_a_call_for_people(run: Run) -> None:
    ran = run("call", "mock", "list_labels")
    assert ran.status == 0
    assert json.loads(ran.out.rpartition("state ")[0])["total"] == 4
    assert ran.out.rstrip().endswith("unchanged")
    assert " -> " in run("call", "mock", "create_note", json.dumps(NOTE)).out
    failed = run("call", "mock", "get_nte", "{}")
    assert failed.status == 1
    assert "unknown_tool" in failed.err
    assert "Did you mean 'get_note'" in failed.err


def test_lines_are_one_session_and_each_has_its_answer(run: Run) -> None:
    lines = [
        json.dumps({"tool": "create_note", "arguments": NOTE}),
        "",
        '{"tool": "list_labels"}',
        '{"tool": "no_such", "arguments": {}}',
        "{not json",
        '{"arguments": {}}',
        '["create_note"]',
        '{"tool": "get_note", "arguments": {"note_id": "\\ud800"}}',
        '{"tool": "get_note", "arguments": []}',
        "[" * 100_000,
        '{"tool": "archive_note", "arguments": {"note_id": "NOTE-0001"}}',
    ]
    ran = run("call", "mock", "--stdin", stdin="\n".join(lines))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 0
    assert [a["error"] and a["error"]["type"] for a in answers] == [
        None,
        None,
        "unknown_tool",
        "invalid_json",
        "invalid_request",
        "invalid_request",
        "invalid_arguments",
        "invalid_arguments",
        "invalid_json",
        None,
    ]
    for before, after in itertools.pairwise(answers):
        assert before["state_hash_after"] == after["state_hash_before"]
    assert len({answer["state_hash_after"] for answer in answers}) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tools", "mok"), ("no server 'mok'", "Did you mean 'mock'")),
        (("call", "nothing_like_it", "x"), ("no server 'nothing_like_it'", "mock")),
        (("check", "mok"), ("Did you mean 'mock'",)),
        (("check", "mock", "--url", "http://far/mcp"), ("leave out 'mock'",)),
        (("check", "--command", "'half"), ("no command", "No closing quotation")),
        (("check", "--command", ""), ("no command",)),
        (("serve", "mok"), ("Did you mean 'mock'",)),
        (("call", "mock", "list_labels", "{'a': 1}"), ("no JSON", "single quotes")),
        (("call", "mock", "list_labels", "[1]"), ("no JSON object",)),
        (("call", "mock"), ("give a TOOL, or --stdin", "list_labels")),
        (("call", "mock", "list_labels", "--stdin"), ("leave out 'list_labels'",)),
        (("call", "mock", "list_labels", "--seed", "1100"), ("--seed", "0-899")),
        (("serve", "mock", "--port", "8000"), ("--port is for --transport http",)),
        (("serve", "mock", "--allow-host", "x"), ("--allow-host is for --transport http",)),
        (("serve", "mock", "--transport", "http", "--port", "-1"), ("another --port",)),
        (("serve", "mock", "--transport", "http", "--port", "65536"), ("another --port, 0 to",)),
        (("serve", "mock", "--transport", "http", "--max-sessions", "0"), ("at least 1",)),
    ],
)
def test_a_wrong_command_says_what_would_do(
    run: Run, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    ran = run(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith(f"provelight servers {arguments[0]}: ")
    for word in words:
        assert word in ran.err


def test_check_tells_the_rules_that_hold(run: Run) -> None:
    ran = run("check", "mock")
    assert ran.status == 0
    assert ran.out.startswith("mock: all ")
    (row,) = run("check", "mock", "--json").json
    assert (row["name"], row["ok"]) == ("mock", True)
    assert {"rule", "ok", "message", "tool", "count"} == set(row["findings"][0])


def test_check_counts_the_shares(run: Run) -> None:
    ran = run("check", "mock")
    assert "2 of 5 tools write, 2 of 2 writes can fail by state, " in ran.out
    counts = [finding["count"] for finding in run("check", "mock", "--json").json[0]["findings"]]
    assert sum(count is not None for count in counts) == 4


def test_check_tells_faults_and_servers_that_cannot_be_checked(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = conformance.Finding("flat", False, "items is nested; give it one type", "get_note")
    monkeypatch.setattr(conformance, "check", lambda _: [fault])
    ran = run("check", "mock")
    assert (ran.status, ran.out) == (
        1,
        "mock: 1 fault\n  flat get_note: items is nested; give it one type\n",
    )

    def broken(_: str) -> None:
        raise ZeroDivisionError("in the tool's own code")

    monkeypatch.setattr(conformance, "check", broken)
    ran = run("check", "mock", "--json")
    assert ran.status == 1
    assert "ZeroDivisionError: in the tool's own code" in ran.json[0]["findings"][0]["message"]


def test_check_tells_the_faults_of_a_server_of_somebody_else(run: Run) -> None:
    command = f"{sys.executable} -c \"raise SystemExit('locked')\""
    ran = run("check", "--command", command)
    assert ran.status == 1
    assert ran.out.startswith(f"{command}: 1 fault\n  answers: ")
    (row,) = run("check", "--url", "http://127.0.0.1:1/mcp", "--json").json
    assert (row["name"], row["ok"]) == ("http://127.0.0.1:1/mcp", False)
    assert row["findings"][0]["rule"] == "answers"


def test_serve_speaks_mcp_until_the_client_is_gone() -> None:
    code = (
        "import argparse; from provelight.commands import servers; p = argparse.ArgumentParser();"
        "servers.add_parser(p.add_subparsers()); a = p.parse_args(); raise SystemExit(a.run(a))"
    )
    client = {"name": "by hand", "version": "1"}
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    ended = subprocess.run(
        [sys.executable, "-c", code, "servers", "serve", "mock"],
        input=line + "\n",
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert ended.returncode == 0
    assert json.loads(ended.stdout)["result"]["serverInfo"]["title"] == "Notes"


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_serve_on_a_terminal_says_what_it_waits_for() -> None:
    code = "import sys; from provelight.cli import main; sys.exit(main())"
    keyboard, terminal = os.openpty()
    started = subprocess.Popen(
        [sys.executable, "-c", code, "servers", "serve", "mock"],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.write(keyboard, b"\x04")  # Ctrl-D
    out, told = started.communicate(timeout=30)
    os.close(keyboard)
    os.close(terminal)
    assert (out, started.returncode) == ("", 0)
    assert "mock waits for an MCP client" in told


def test_nothing_heavy_is_imported_to_parse_the_command_line() -> None:
    code = (
        "import sys; from provelight.commands import servers;"
        "print([m for m in ('mcp', 'torch', 'pydantic', 'mcp_servers.core') if m in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert ended.stdout.strip() == "[]"
