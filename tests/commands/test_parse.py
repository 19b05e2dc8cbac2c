"""`provelight parse`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

import pytest

from provelight.commands import parse

CALL = '<tool_call>\n{"name": "bank__pay", "arguments": {"cents": 5}}\n</tool_call>'


@pytest.fixture
def run(tmp_path, capsys):
    """Parses rows (objects, or lines as they are) and returns status, results and errors."""

    def run(*rows):
        file = tmp_path / "rows.jsonl"
        lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
        file.write_bytes(b"\n".join(lines))
        status = parse.run(argparse.Namespace(file=str(file), format="hermes"))
        out, err = capsys.readouterr()
        return status, [json.loads(line) for line in out.splitlines()], err

    return run


def test_calls_errors_and_content(run):
    status, rows, err = run({"id": 7, "text": f"Hé {CALL}<tool_call>oh</tool_call> there"})
    assert (status, err) == (0, "")
    [row] = rows
    assert row["id"] == 7
    assert row["calls"] == [{"name": "bank__pay", "arguments": {"cents": 5}}]
    assert row["content"] == "Hé  there"
    [error] = row["errors"]
    assert "Expecting value at character 0, before 'oh" in error


def test_rows_keep_their_order_and_tools_may_be_given(run):
    _, rows, _ = run({"id": "b", "text": CALL, "tools": []}, {"id": "a", "text": "none"})
    assert [row["id"] for row in rows] == ["b", "a"]
    assert rows[1] == {"id": "a", "calls": [], "errors": [], "content": "none"}


def test_half_of_a_surrogate_pair_in_the_text(run):
    status, rows, _ = run(b'{"id": 1, "text": "\\ud83d"}')
    assert status == 0
    assert rows[0]["content"] == "\ud83d"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "recursion"),
        (b"5", 'a row is an object with "id" and "text"'),
        (b'{"text": ""}', 'a row is an object with "id" and "text"'),
        (b'{"id": 1}', 'row 1: "text" has to be a string'),
        (b'{"id": 1, "text": null}', 'row 1: "text" has to be a string'),
    ],
)
def test_a_bad_row_is_named_and_the_others_are_parsed(run, line, told):
    status, rows, err = run(line, {"id": 2, "text": CALL})
    assert status == 1
    assert "rows.jsonl:1: " in err
    assert told in err
    assert [row["id"] for row in rows] == [2]


def test_a_file_that_is_not_there(capsys):
    assert parse.run(argparse.Namespace(file="nowhere.jsonl", format="hermes")) == 2
    assert "nowhere.jsonl: No such file" in capsys.readouterr().err


def test_on_the_command_line_without_heavy_imports(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"id": 1, "text": CALL}))
    script = (
        "import sys; from provelight.cli import main; status = main(sys.argv[1:]);"
        "assert not {'torch', 'transformers'} & set(sys.modules); sys.exit(status)"
    )
    command = [sys.executable, "-c", script, "parse", str(file), "--format"]
    done = subprocess.run([*command, "hermes"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["calls"][0]["name"] == "bank__pay"
    wrong = subprocess.run([*command, "xml"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "hermes" in wrong.stderr
