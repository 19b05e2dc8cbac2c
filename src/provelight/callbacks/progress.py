"""One line a step on the console: where the run is and how it goes (P5)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from lightning import Callback, LightningModule, Trainer
from rich.console import Console


class StepLines(Callback):
    """Prints metrics after each step and each validation.

    Args:
        title: of the stage.
        metrics: names of the metrics to print.
        total: steps of the stage.
    """

    def __init__(self, title: str, metrics: Sequence[str], total: int) -> None:
        self.title, self.metrics, self.total = title, tuple(metrics), total
        self._console = Console(stderr=True)
        self._started = time.perf_counter()

    def on_train_start(self, trainer: Trainer, pl_module: LightningModule) -> None:  # noqa: ARG002
        """Starts the clock of the stage."""
        self._started = time.perf_counter()

    def on_train_batch_end(
        self,
        trainer: Trainer,
        pl_module: LightningModule,  # noqa: ARG002
        outputs: Any,  # noqa: ARG002
        batch: Any,
        batch_idx: int,  # noqa: ARG002
    ) -> None:
        """Prints the step's line."""
        self._print(f"{batch.step + 1:>4}/{self.total}", trainer, self.metrics)

    def on_validation_epoch_end(self, trainer: Trainer, pl_module: LightningModule) -> None:  # noqa: ARG002
        """Prints the development reward."""
        self._print(" validation", trainer, ("val/reward", "val/success"))

    def _print(self, place: str, trainer: Trainer, names: Sequence[str]) -> None:
        found = trainer.callback_metrics
        shown = "  ".join(f"{name} {float(found[name]):.3f}" for name in names if name in found)
        elapsed = time.perf_counter() - self._started
        self._console.print(
            f"[bold]{self.title}[/] {place}  {shown}  [dim]{elapsed / 60:.1f} min[/]",
            highlight=False,
            soft_wrap=True,  # one line a step, also in a log
        )
