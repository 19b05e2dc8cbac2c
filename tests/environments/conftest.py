from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from faulty_fleet import FaultyFleet


@pytest.fixture
def faulty(tmp_path: Path) -> Iterator[FaultyFleet]:
    faulty = FaultyFleet(tmp_path / "calls.txt")
    with faulty.fleet:
        yield faulty
