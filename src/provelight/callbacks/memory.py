"""The largest memory that the run has used."""

from __future__ import annotations

import resource
import sys
from typing import Any

import torch
from lightning import Callback, LightningModule, Trainer

_GIB = 2**30


def peak_memory_gib() -> float:
    """Returns the peak so far: of the GPU where there is one, else of this process."""
    if torch.cuda.is_available():
        return torch.cuda.max_memory_allocated() / _GIB
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / _GIB if sys.platform == "darwin" else peak * 1024 / _GIB


class MemoryCallback(Callback):
    """Logs `memory/peak_gib`."""

    def on_train_batch_end(
        self,
        trainer: Trainer,  # noqa: ARG002
        pl_module: LightningModule,
        outputs: Any,  # noqa: ARG002
        batch: Any,  # noqa: ARG002
        batch_idx: int,  # noqa: ARG002
    ) -> None:
        """Logs the peak after each step."""
        pl_module.log("memory/peak_gib", peak_memory_gib(), batch_size=1)
