"""How long each stage of a run took, kept in its folder over resumes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def timed(folder: Path, stage: str) -> Iterator[None]:
    """Adds the wall-clock seconds of a stage to `folder/seconds.json`, also where it breaks off."""
    path = folder / "seconds.json"
    started = time.perf_counter()
    try:
        yield
    finally:
        seconds = json.loads(path.read_text()) if path.is_file() else {}
        seconds[stage] = round(seconds.get(stage, 0.0) + time.perf_counter() - started, 1)
        path.write_text(json.dumps(seconds))
