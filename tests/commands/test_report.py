"""`provelight report RUN`."""

from __future__ import annotations

import json

import pytest

from provelight import cli
from tests.reporting.conftest import folder, line, rollout

__all__ = ["folder"]


def test_the_page_is_written_into_the_run(folder, capsys):
    assert cli.main(["report", str(folder)]) == 0
    assert capsys.readouterr().out == f"{folder / 'report.html'}\n"
    assert (folder / "report.html").read_text().startswith("<!doctype html>")


def test_the_page_goes_elsewhere_where_asked(folder, tmp_path):
    assert cli.main(["report", str(folder), "--output", str(tmp_path / "p.html")]) == 0
    assert (tmp_path / "p.html").is_file()
    assert not (folder / "report.html").exists()


def test_half_a_surrogate_pair_does_not_stop_it(folder):
    said = [{"role": "user", "content": "\ud800 pay"}]
    assert "\\ud800" in json.dumps(said)
    (folder / "rollouts.jsonl").write_text(line(0, rollout(messages=said)))
    assert cli.main(["report", str(folder)]) == 0
    assert "? pay" in (folder / "report.html").read_text()


@pytest.mark.parametrize("output", [[], ["--output", "none/there/p.html"]])
def test_what_cannot_be_done_is_told_in_one_line(folder, capsys, output):
    if not output:
        (folder / "rollouts.jsonl").unlink()
    assert cli.main(["report", str(folder), *output]) == 2
    err = capsys.readouterr().err
    assert err.startswith("provelight report: ")
    assert "No such file" in err


@pytest.mark.parametrize("steps", ["0", "-1", "many"])
def test_the_number_of_steps_is_checked(folder, capsys, steps):
    with pytest.raises(SystemExit):
        cli.main(["report", str(folder), f"--last-steps={steps}"])
    assert f"'{steps}' is not a whole number of at least 1" in capsys.readouterr().err
