"""Lightning's `fit`, with Ctrl-C as everywhere else in Python."""

from __future__ import annotations

import signal
from typing import Any

from lightning import Trainer


def fit(trainer: Trainer, *args: Any, **kwargs: Any) -> None:
    """Runs `trainer.fit`.

    Lightning answers Ctrl-C with exit status 1 and ignores it from then on.

    Raises:
        KeyboardInterrupt: on Ctrl-C, after Lightning has torn down.
    """
    handler = signal.getsignal(signal.SIGINT)
    try:
        trainer.fit(*args, **kwargs)
    except SystemExit as ended:
        if not isinstance(ended.__context__, KeyboardInterrupt):
            raise
        signal.signal(signal.SIGINT, handler)
        raise KeyboardInterrupt from ended
