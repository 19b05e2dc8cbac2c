"""The checkpoint to resume from, every so many steps.

Lightning's ModelCheckpoint counts optimiser steps and saves nothing where a batch had no group with
spread; this one counts batches.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lightning import LightningModule, Trainer
from lightning.pytorch.callbacks import Checkpoint


class LastCheckpoint(Checkpoint):
    """Keeps `last.ckpt` up to date.

    Lightning runs checkpoint callbacks after all others, so that it holds their final state, and
    writes to a temporary file first, so that a kill leaves the one before.

    Args:
        folder: where the checkpoint goes.
        every_n_steps: how often, in batches.

    Raises:
        ValueError: for fewer than one step.
    """

    def __init__(self, folder: str | Path, every_n_steps: int = 1) -> None:
        if every_n_steps < 1:
            raise ValueError(f"checkpoint_every_steps is {every_n_steps}; give at least 1")
        self.path = Path(folder) / "last.ckpt"
        self.every_n_steps = every_n_steps

    def on_train_batch_end(
        self,
        trainer: Trainer,
        pl_module: LightningModule,  # noqa: ARG002
        outputs: Any,  # noqa: ARG002
        batch: Any,
        batch_idx: int,  # noqa: ARG002
    ) -> None:
        """Saves after every n-th step."""
        if (batch.step + 1) % self.every_n_steps == 0:
            trainer.save_checkpoint(self.path)

    def on_train_end(self, trainer: Trainer, pl_module: LightningModule) -> None:  # noqa: ARG002
        """Saves the last step, so that `steps=` can be raised later."""
        trainer.save_checkpoint(self.path)
