"""Ends a run after so many batches.

Lightning's `max_steps` counts optimiser steps, of which a batch without spread takes none, and a
finished epoch cannot be made longer on resume. So the stream is one endless epoch, ended here.
"""

from __future__ import annotations

from typing import Any

from lightning import Callback, LightningModule, Trainer


class StopAfterSteps(Callback):
    """Stops the trainer when `steps` batches are done.

    Args:
        steps: of the whole run, those before a resume included.
    """

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def on_train_start(self, trainer: Trainer, pl_module: LightningModule) -> None:  # noqa: ARG002
        """Stops a resumed run that is done already."""
        if trainer.datamodule is not None and trainer.datamodule.next_step >= self.steps:  # type: ignore[attr-defined]
            trainer.should_stop = True

    def on_train_batch_end(
        self,
        trainer: Trainer,
        pl_module: LightningModule,  # noqa: ARG002
        outputs: Any,  # noqa: ARG002
        batch: Any,
        batch_idx: int,  # noqa: ARG002
    ) -> None:
        """Stops after the last step."""
        if batch.step + 1 >= self.steps:
            trainer.should_stop = True
