"""How long each phase takes, and tokens per second."""

from __future__ import annotations

import time
from typing import Any

from lightning import Callback, LightningModule, Trainer

from provelight.grpo.batch import RolloutBatch


class ThroughputCallback(Callback):
    """Logs `step_time`, `time/*`, `num_tokens` and tokens per second; put it first."""

    def __init__(self) -> None:
        self._tokens = 0
        self._started = 0.0

    def on_train_batch_start(
        self,
        trainer: Trainer,  # noqa: ARG002
        pl_module: LightningModule,  # noqa: ARG002
        batch: Any,  # noqa: ARG002
        batch_idx: int,  # noqa: ARG002
    ) -> None:
        """Starts the clock of the step."""
        self._started = time.perf_counter()

    def on_train_batch_end(
        self,
        trainer: Trainer,  # noqa: ARG002
        pl_module: LightningModule,
        outputs: Any,  # noqa: ARG002
        batch: Any,
        batch_idx: int,  # noqa: ARG002
    ) -> None:
        """Logs the times of the step."""
        if not isinstance(batch, RolloutBatch):
            return
        seconds = dict(batch.seconds)
        sampled = sum(rollout.completion_length for rollout in batch.rollouts)
        self._tokens += sum(len(rollout.ids) for rollout in batch.rollouts)
        synthesis = seconds.get("synthesis", 0.0)
        values = {
            "step_time": time.perf_counter() - self._started + synthesis,
            "num_tokens": float(self._tokens),
            "time/synthesis": synthesis,
            "time/rollout": seconds.get("rollout", 0.0),
            "time/tools": seconds.get("tools", 0.0),
        }
        if values["time/rollout"] > 0:
            rate = sampled / values["time/rollout"]
            values["throughput/sampled_tokens_per_second"] = rate
        pl_module.log_dict(values, batch_size=1)

    def state_dict(self) -> dict[str, int]:
        """Returns the tokens so far."""
        return {"tokens": self._tokens}

    def load_state_dict(self, state_dict: dict[str, int]) -> None:
        """Goes on counting."""
        self._tokens = state_dict["tokens"]
