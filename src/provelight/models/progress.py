"""The progress bars of transformers: for people at a terminal, and only for what takes long."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from transformers.utils import logging


@contextmanager
def progress_bars(wanted: bool = True) -> Iterator[None]:
    """Inside, transformers shows progress where it is wanted and stderr is a terminal."""
    before = logging.is_progress_bar_enabled()
    if not (wanted and sys.stderr.isatty()):
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        if before:
            logging.enable_progress_bar()  # type: ignore[no-untyped-call]
