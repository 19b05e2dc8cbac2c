"""Fills each batch with live rollouts, before the step and in validation."""

from __future__ import annotations

import time
from typing import Any

from lightning import Callback, LightningModule, Trainer

from provelight.grpo.batch import RolloutBatch
from provelight.rollout.progress import rollout_progress
from provelight.rollout.runner import RolloutRunner
from provelight.rollout.sampling import SamplingParams


class RolloutCallback(Callback):
    """Lets the model act on the live servers for every task of the batch.

    Training batches get `group_size` sampled rollouts a task, validation batches one greedy one.

    Args:
        runner: opens sessions and samples.
        group_size: rollouts a task.
        sampling: how training rollouts are drawn.
        progress: shows a line while rollouts run.

    Raises:
        ValueError: for a group of fewer than 2, which has no baseline.
    """

    def __init__(
        self,
        runner: RolloutRunner,
        group_size: int,
        sampling: SamplingParams,
        progress: bool = True,
    ) -> None:
        if group_size < 2:
            raise ValueError(
                f"rollout.group_size is {group_size}; GRPO compares the rollouts of a group: "
                "give 2 or more (8 is a good start)"
            )
        self.runner = runner
        self.group_size = group_size
        self.sampling = sampling
        self.progress = progress

    def on_train_batch_start(
        self,
        trainer: Trainer,  # noqa: ARG002
        pl_module: LightningModule,  # noqa: ARG002
        batch: Any,
        batch_idx: int,  # noqa: ARG002
    ) -> None:
        """Fills `batch.groups` with sampled rollouts."""
        if isinstance(batch, RolloutBatch):
            self._fill(batch, self.group_size, self.sampling, f"step {batch.step}")

    def on_validation_batch_start(
        self,
        trainer: Trainer,  # noqa: ARG002
        pl_module: LightningModule,  # noqa: ARG002
        batch: Any,
        batch_idx: int,  # noqa: ARG002
        dataloader_idx: int = 0,  # noqa: ARG002
    ) -> None:
        """Fills `batch.groups` with one greedy rollout a task."""
        greedy = SamplingParams(0.0, self.sampling.max_message_tokens, self.sampling.seed)
        self._fill(batch, 1, greedy, "validation")

    def _fill(
        self, batch: RolloutBatch, group_size: int, sampling: SamplingParams, title: str
    ) -> None:
        started, waited = time.perf_counter(), self.runner.engine.waited_s
        total = len(batch.tasks) * group_size
        with rollout_progress(title, total, self.progress) as advance:
            batch.groups = self.runner.run(
                batch.tasks, group_size, sampling, batch.step, lambda _: advance()
            )
        batch.seconds["rollout"] = time.perf_counter() - started
        batch.seconds["tools"] = self.runner.engine.waited_s - waited
