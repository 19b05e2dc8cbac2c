"""`provelight score FILE.jsonl`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

import pytest

from provelight.commands import score

PAY = {
    "type": "function",
    "function": {
        "name": "bank__pay",
        "parameters": {
            "type": "object",
            "properties": {"account": {"type": "string"}, "cents": {"type": "integer"}},
            "required": ["account", "cents"],
        },
    },
}
RIGHT = {"account": "A1", "cents": 500}
ROW = {
    "id": "r1",
    "tools": [PAY],
    "ground_truth": [{"id": "a", "name": "bank__pay", "arguments": RIGHT, "after": []}],
    "calls": [{"name": "bank__pay", "arguments": RIGHT, "ok": True}],
}


@pytest.fixture
def run(tmp_path, capsys):
    """Scores rows (objects, or lines as they are) and returns status, results and errors."""

    def run(*rows):
        file = tmp_path / "rows.jsonl"
        lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
        file.write_bytes(b"\n".join(lines))
        parser = argparse.ArgumentParser()
        score.add_parser(parser.add_subparsers())
        args = parser.parse_args(["score", str(file)])
        status = args.run(args)
        out, err = capsys.readouterr()
        return status, [json.loads(line) for line in out.splitlines()], err

    return run


def test_a_row_is_scored(run):
    status, [result], err = run(ROW)
    assert (status, err) == (0, "")
    assert result == {
        "id": "r1",
        "validity": 1.0,
        "coverage": 1.0,
        "efficiency": 0.0,
        "name": 1.0,
        "argument": 1.0,
        "total": 1.3,
    }
    assert list(result) == ["id", "validity", "coverage", "efficiency", "name", "argument", "total"]


def test_the_order_of_the_rows_is_kept_and_blank_lines_are_skipped(run):
    status, results, _ = run({**ROW, "id": 2}, b"", b"  ", {**ROW, "id": None})
    assert status == 0
    assert [row["id"] for row in results] == [2, None]


def test_a_malformed_call_counts(run):
    """One right call and one that could not be read: validity and name 1/2, B = 2, no cost."""
    _, [result], _ = run({**ROW, "calls": [{"name": None}, *ROW["calls"]]})
    assert (result["validity"], result["name"], result["efficiency"]) == (0.5, 0.5, 0.0)
    assert result["total"] == pytest.approx(0.25 + 0.5 + 0.1 + 0.1)


@pytest.mark.parametrize("calls", [[], ROW["calls"]])
def test_without_ground_truth_the_components_are_null(run, calls):
    _, [result], _ = run({**ROW, "ground_truth": [], "calls": calls})
    assert result.pop("total") == (0.0 if calls else 1.0)
    assert result.pop("id") == "r1"
    assert set(result.values()) == {None}


def test_no_call_with_ground_truth_earns_nothing(run):
    _, [result], _ = run({**ROW, "calls": []})
    assert {value for key, value in result.items() if key != "id"} == {0.0}


def test_notes_in_a_row_are_ignored(run):
    assert run({**ROW, "comment": "by hand"})[0] == 0


def without(key):
    return {k: v for k, v in ROW.items() if k != key}


def with_call(**changes):
    return {**ROW, "calls": [ROW["calls"][0], {**ROW["calls"][0], **changes}]}


def with_due(**changes):
    return {**ROW, "ground_truth": [{**ROW["ground_truth"][0], **changes}]}


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "recursion"),
        ([1], "the row must be an object, got '[1]'"),
        (without("id"), "id is missing"),
        (without("tools"), "tools is missing; expected a list"),
        (without("calls"), "calls is missing; expected a list"),
        (without("ground_truth"), "ground_truth is missing; expected a list"),
        ({**ROW, "calls": {}}, "calls must be a list, got '{}'"),
        ({**ROW, "calls": [3]}, "calls[0] must be an object, got '3'"),
        ({**ROW, "calls": [{"name": "t", "ok": True}]}, "calls[0].arguments is missing"),
        ({**ROW, "calls": [{"arguments": {}, "ok": True}]}, "calls[0].name is missing"),
        (with_call(ok="yes"), "calls[1].ok must be true or false, got 'yes'"),
        (with_call(arguments="{}"), "calls[1].arguments must be an object, got '{}'"),
        (with_call(name=3), "calls[1].name must be a string, got '3'"),
        (with_due(id=1), "ground_truth[0].id must be a string, got '1'"),
        (with_due(after="a"), "ground_truth[0].after must be a list, got 'a'"),
        (with_due(after=[1]), "ground_truth[0].after[0] must be a string, got '1'"),
        (with_due(after=["zz"]), "'a' after 'zz'"),
        (with_due(after=["a"]), "circle: 'a' after 'a'"),
        ({**ROW, "tools": [{"name": "bank__pay"}]}, "tools[0] is not an OpenAI function schema"),
    ],
)
def test_a_bad_row_is_named_with_its_line_and_the_others_are_scored(run, bad, message):
    status, results, err = run(ROW, bad, {**ROW, "id": "r3"})
    assert status == 1
    assert [row["id"] for row in results] == ["r1", "r3"]
    assert "rows.jsonl:2: " in err
    assert message in err
    assert len(err.splitlines()) == 1


def test_dependencies_may_be_left_out(run):
    due = {k: v for k, v in ROW["ground_truth"][0].items() if k != "after"}
    assert run({**ROW, "ground_truth": [due]})[0] == 0


def test_rows_aligned_greedily_are_told(run, monkeypatch):
    monkeypatch.setattr("provelight.rewards.total.align.__defaults__", (0,))
    status, _, err = run(ROW, ROW)
    assert status == 0
    assert "2 rows were too large to align exactly" in err


def test_a_file_that_cannot_be_read_is_named(tmp_path, capsys):
    assert score.run(argparse.Namespace(file=str(tmp_path / "none.jsonl"))) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "none.jsonl: No such file" in err


def test_scoring_loads_neither_torch_nor_a_server():
    heavy = "import sys, provelight.commands.score, provelight.rewards.rows; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", heavy], capture_output=True, text=True, check=True
    )
    assert not {"torch", "transformers", "lightning", "mcp", "pydantic"} & set(
        loaded.stdout.split()
    )
