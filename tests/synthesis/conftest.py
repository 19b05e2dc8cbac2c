"""Synthesizers that several tests share, and a server made for them."""

from __future__ import annotations

import sys

import library_server
import pytest

from mcp_servers.core import catalog
from provelight.environments.fleet import MCPFleet
from provelight.environments.naming import split
from provelight.records import Task
from provelight.synthesis import Synthesizer
from provelight.synthesis.signatures import read_signature


@pytest.fixture(scope="session")
def cache_dir(tmp_path_factory):
    return tmp_path_factory.mktemp("graphs")


@pytest.fixture(scope="session")
def banking(cache_dir):
    made = Synthesizer(["banking"], min_turns=1, max_turns=3, cache_dir=cache_dir)
    yield made
    made.close()


@pytest.fixture(scope="session")
def banking_tasks(banking):
    """Accepted tasks of two worlds."""
    found = [banking.candidate(index, 3, "train") for index in (*range(120), *range(256, 376))]
    return [task for task in found if isinstance(task, Task)]


@pytest.fixture(scope="session")
def mock_tasks(cache_dir):
    made = Synthesizer(["mock"], min_turns=1, max_turns=2, cache_dir=cache_dir)
    found = [made.candidate(index, 3, "train") for index in range(60)]
    made.close()
    return [task for task in found if isinstance(task, Task)]


@pytest.fixture
def library(monkeypatch):
    """Lets the library stand among our servers."""
    folders, phrases = catalog._folders, catalog.phrases
    monkeypatch.setitem(sys.modules, "mcp_servers.library.tools", library_server)
    monkeypatch.setattr(catalog, "_folders", lambda: [*folders(), "library"])
    monkeypatch.setattr(
        catalog, "phrases", lambda n: library_server.PHRASES if n == "library" else phrases(n)
    )
    yield "library"
    catalog.load.cache_clear()


@pytest.fixture(scope="session")
def signatures_of():
    """Returns bare name -> signature of one of our servers."""

    def read(server):
        with MCPFleet([server], backend="local") as fleet:
            return {split(name)[1]: read_signature(spec) for name, spec in fleet.tools.items()}

    return read
