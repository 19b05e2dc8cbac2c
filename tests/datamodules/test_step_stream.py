"""The position in the stream is where the trainer is, not where prefetching is."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from lightning import LightningModule, Trainer

from provelight.callbacks.stop import StopAfterSteps
from provelight.datamodules.steps import StepDataModule
from provelight.grpo.batch import RolloutBatch


class Watcher(LightningModule):
    """Learns nothing; keeps which steps it was given and where the data stood by then."""

    def __init__(self) -> None:
        super().__init__()
        self.automatic_optimization = False
        self.seen: list[tuple[int, int]] = []

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1)

    def training_step(self, batch: RolloutBatch, batch_idx: int) -> None:  # noqa: ARG002
        self.seen.append((batch.step, self.trainer.datamodule.next_step))

    def validation_step(self, batch: RolloutBatch, batch_idx: int) -> None: ...


def fit(data: StepDataModule, steps: int, **settings: Any) -> Watcher:
    watcher = Watcher()
    trainer = Trainer(
        accelerator="cpu",
        max_epochs=-1,
        num_sanity_val_steps=0,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        callbacks=[StopAfterSteps(steps)],
        **settings,
    )
    trainer.fit(watcher, datamodule=data)
    return watcher


def stream(made: list[int], development: int = 0) -> StepDataModule:
    def make(step: int) -> RolloutBatch:
        made.append(step)
        return RolloutBatch(step, [])

    return StepDataModule(make, lambda: [None] * development, 2)  # type: ignore[list-item]


def test_the_position_is_counted_where_a_batch_arrives() -> None:
    made: list[int] = []
    data = stream(made)
    assert fit(data, 2, limit_val_batches=0).seen == [(0, 1), (1, 2)]
    assert made == [0, 1, 2], "nothing was prefetched, so nothing is shown"
    assert data.state_dict() == {"next_step": 2}


def test_a_resumed_stream_goes_on_without_gap_or_repeat() -> None:
    first = stream([])
    fit(first, 2, limit_val_batches=0)
    second = stream(made := [])
    second.load_state_dict(first.state_dict())
    assert [step for step, _ in fit(second, 4, limit_val_batches=0).seen] == [2, 3]
    assert made[0] == 2


def test_validation_does_not_move_the_position() -> None:
    data = stream([], development=5)
    settings = {"val_check_interval": 1, "check_val_every_n_epoch": None}
    assert fit(data, 3, **settings).seen == [(0, 1), (1, 2), (2, 3)]
    assert [len(batch.tasks) for batch in data.val_dataloader()] == [2, 2, 1]


def test_a_validation_batch_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"data\.validation_batch is 0; give at least 1"):
        StepDataModule(lambda step: RolloutBatch(step, []), list, 0)
