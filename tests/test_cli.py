"""The command line as a whole: help without heavy imports, errors in one line."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from provelight import __version__, cli
from provelight.commands import score
from provelight.errors import ProvelightError

HEAVY = ("torch", "transformers", "lightning", "peft", "hydra", "mcp", "pydantic", "scipy")
COMMANDS = ("train", "synthesize", "evaluate", "servers", "score", "parse", "report", "doctor")


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize("argument", ["", "'--help'", "'train', '--help'", "'servers', '--help'"])
def test_help_imports_nothing_heavy(argument):
    code = (
        "import sys, provelight.cli as c\n"
        f"try: c.main([{argument}])\n"
        "except SystemExit: pass\n"
        f"sys.exit(','.join(m for m in {HEAVY} if m in sys.modules))"
    )
    done = python("-c", code)
    assert done.stderr.strip() == ""
    assert done.stdout.startswith("usage: provelight")


def test_a_bare_command_prints_help_with_every_command(capsys):
    assert cli.main([]) == 0
    shown = capsys.readouterr().out
    listed = re.findall(r"^    (\w+)", shown, re.MULTILINE)
    assert tuple(name for name in listed if name != "COMMAND") == COMMANDS


def test_the_module_runs_as_the_script_does():
    assert python("-m", "provelight.cli", "--version").stdout == f"provelight {__version__}\n"


def test_an_unknown_command_names_those_there_are(capsys):
    with pytest.raises(SystemExit) as exit_:
        cli.main(["trian"])
    assert exit_.value.code == 2
    assert "train" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (ProvelightError("no rows; give a file"), 2, "provelight score: no rows; give a file\n"),
        (KeyboardInterrupt(), 130, "provelight score: stopped\n"),
    ],
)
def test_what_a_person_can_mend_is_told_without_a_traceback(
    monkeypatch, capsys, error, status, message
):
    def fail(_):
        raise error

    monkeypatch.setattr(score, "run", fail)
    assert cli.main(["score", "rows.jsonl"]) == status
    assert capsys.readouterr().err == message


def test_a_fault_of_the_program_keeps_its_traceback(monkeypatch):
    def fail(_):
        raise ZeroDivisionError

    monkeypatch.setattr(score, "run", fail)
    with pytest.raises(ZeroDivisionError):
        cli.main(["score", "rows.jsonl"])


def test_a_reader_that_has_enough_ends_it_quietly():
    code = "import provelight.cli as c; c.main(['servers', 'tools', 'banking', '--json'])"
    writer = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    writer.stdout.close()
    assert writer.stderr.read() == b""
    writer.stderr.close()
    assert writer.wait(timeout=60) == 0
