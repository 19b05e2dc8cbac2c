"""The official MCP Inspector in command-line mode, installed once under data/cache."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

PACKAGE = "@modelcontextprotocol/inspector"
VERSION = "2.12.0"
CACHE = Path(__file__).parents[3] / "data" / "cache"
TIMEOUT_S = 300


@dataclass(frozen=True)
class Told:
    """What a run of it gave: the exit status, and what stdout and stderr held."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.out, self.err
        return json.loads(self.out)


class Inspector:
    """Runs the Inspector, each time as a new client; it keeps its files in `home`."""

    def __init__(self, home: Path) -> None:
        self._program = installed()
        self._environment = os.environ | {"HOME": str(home), "USERPROFILE": str(home)}

    def run(self, target: Sequence[str], method: str, *options: str) -> Told:
        patient = ("--connect-timeout", str(1000 * TIMEOUT_S // 2))
        command = [str(self._program), "--cli", *target, "--method", method, *patient, *options]
        ended = subprocess.run(
            command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
        )
        return Told(ended.returncode, ended.stdout, ended.stderr)

    def call(
        self, target: Sequence[str], tool: str, arguments: dict[str, Any], *options: str
    ) -> Told:
        given = ("--tool-name", tool, "--tool-args-json", json.dumps(arguments))
        return self.run(target, "tools/call", *given, *options)


def installed() -> Path:
    """Returns the program; skips the test, saying why, where it cannot be had."""
    program = CACHE / f"inspector-{VERSION}" / "node_modules" / ".bin" / "mcp-inspector"
    if shutil.which("node") is None:
        pytest.skip("the MCP Inspector needs Node.js, and there is no `node` on the PATH")
    if not program.exists():
        _install(program.parents[2])
    return program


def _install(folder: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip(f"installing {PACKAGE} needs `npm`, which is not on the PATH")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        fresh = Path(scratch) / folder.name
        options = ("--prefix", str(fresh), "--no-audit", "--no-fund", "--ignore-scripts")
        command = ["npm", "install", *options, f"{PACKAGE}@{VERSION}"]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S)
        if ended.returncode:
            pytest.skip(f"npm could not install {PACKAGE}@{VERSION}: {ended.stderr[-300:]}")
        fresh.rename(folder)  # whole: a run that breaks off leaves nothing half installed
