"""`provelight doctor`: one line for each finding, with its fix."""

from __future__ import annotations

import json

import pytest

from provelight import cli
from provelight.diagnosis import Finding, machine, product
from provelight.models import embedded

NAMES = [
    *("python", "packages", "cpu", "cuda", "memory", "disk"),
    *("bitsandbytes", "small model", "servers"),
]


@pytest.fixture
def no_servers(monkeypatch):
    """Starting real servers takes seconds; one test does."""
    monkeypatch.setattr(product, "check_servers", lambda: Finding("servers", "ok", "none"))


def report(capsys):
    status = cli.main(["doctor", "--json"])
    return status, {found["name"]: found for found in json.loads(capsys.readouterr().out)}


def test_every_finding_is_there_and_whatever_is_not_ok_has_a_fix(capsys):
    status, found = report(capsys)
    assert list(found) == NAMES
    assert all(f["status"] == "ok" or f["fix"] for f in found.values())
    assert status == any(f["status"] == "fail" for f in found.values())
    assert "tools started in" in found["servers"]["detail"]
    assert found["bitsandbytes"]["status"] == "ok"
    assert "dtype=auto is" in found["cpu"]["detail"]


@pytest.mark.usefixtures("no_servers")
def test_people_get_a_line_each(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PROVELIGHT_DATA", str(tmp_path))
    assert cli.main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    failed = next(i for i, line in enumerate(lines) if line.startswith("FAIL"))
    assert "small model" in lines[failed]
    assert str(embedded.embedded_folder()) in lines[failed]
    assert lines[failed + 1].strip() == "-> make setup"


@pytest.mark.usefixtures("no_servers")
def test_a_check_that_breaks_is_a_finding_and_the_others_go_on(capsys, monkeypatch):
    def broken():
        raise OSError("libcuda is gone")

    monkeypatch.setattr(machine, "check_cuda", broken)
    status, found = report(capsys)
    assert status == 1
    assert found["cuda"]["status"] == "fail"
    assert "libcuda is gone" in found["cuda"]["detail"]
    assert list(found) == NAMES
