"""Scores the rollouts of each batch and logs what they earned."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from lightning import Callback, LightningModule, Trainer

from provelight.callbacks.metrics import rollout_metrics
from provelight.grpo.batch import RolloutBatch
from provelight.rewards.total import ProveReward


class RewardCallback(Callback):
    """Scores every rollout with the programmatic reward (PROVE §3.3); put it after the rollouts.

    Validation metrics go by `val/...` and are means over all tasks of the validation loop.

    Args:
        reward: the reward function.
    """

    def __init__(self, reward: ProveReward) -> None:
        self.reward = reward

    def on_train_batch_start(
        self,
        trainer: Trainer,  # noqa: ARG002
        pl_module: LightningModule,
        batch: Any,
        batch_idx: int,  # noqa: ARG002
    ) -> None:
        """Puts a reward on each rollout of the batch and logs their means."""
        if isinstance(batch, RolloutBatch):
            self._score(batch)
            metrics = rollout_metrics(batch.groups, batch.tasks)
            pl_module.log_dict({**metrics, "time/reward": batch.seconds["reward"]}, batch_size=1)

    def on_validation_batch_start(
        self,
        trainer: Trainer,  # noqa: ARG002
        pl_module: LightningModule,
        batch: Any,
        batch_idx: int,  # noqa: ARG002
        dataloader_idx: int = 0,  # noqa: ARG002
    ) -> None:
        """Scores the greedy rollouts of development tasks."""
        self._score(batch)
        metrics = rollout_metrics(batch.groups, batch.tasks)
        kept = _validation_names(metrics)
        pl_module.log_dict(kept, on_step=False, on_epoch=True, batch_size=len(batch.tasks))

    def _score(self, batch: RolloutBatch) -> None:
        started = time.perf_counter()
        batch.groups = [
            [self.reward.score_rollout(rollout, task) for rollout in group]
            for task, group in zip(batch.tasks, batch.groups, strict=True)
        ]
        batch.seconds["reward"] = time.perf_counter() - started


def _validation_names(metrics: Mapping[str, float]) -> dict[str, float]:
    dropped = ("reward_std", "frac_reward_zero_std", "critic/")
    return {f"val/{k}": v for k, v in metrics.items() if not k.startswith(dropped)}
