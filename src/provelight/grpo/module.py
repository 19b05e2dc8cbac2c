"""The LightningModule of GRPO: it only learns; callbacks made the rollouts and their rewards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

import torch
from lightning import LightningModule
from torch import nn
from torch.optim import Optimizer

from provelight.grpo.batch import RolloutBatch
from provelight.grpo.schedule import set_rate
from provelight.grpo.settings import GRPOSettings
from provelight.grpo.update import UpdateStats, accumulate_gradients, groups_to_train
from provelight.models.adapter_state import AdapterCheckpoint
from provelight.models.modes import training_without_dropout

OptimizerFactory = Callable[[Iterable[nn.Parameter]], Optimizer]
Schedule = Callable[[int], float]


class GRPOModule(AdapterCheckpoint, LightningModule):
    """Group-relative policy optimisation of a LoRA adapter (PROVE §4.1), one update a batch.

    Args:
        model: a PEFT model; only its adapter is trained and checkpointed.
        settings: of the algorithm.
        optimizer: makes the optimiser from the adapter's parameters.
        schedule: factor on the learning rate for each step; None keeps it constant.
        temperature: of the rollouts; training divides the logits by the same value (T11).

    Raises:
        ValueError: where nothing of the model can be trained.
    """

    def __init__(
        self,
        model: nn.Module,
        settings: GRPOSettings,
        optimizer: OptimizerFactory,
        schedule: Schedule | None = None,
        temperature: float = 1.0,
    ) -> None:
        super().__init__()
        self.automatic_optimization = False
        self.model = model
        self.settings = settings
        self.temperature = temperature
        self._optimizer, self._schedule = optimizer, schedule
        self.trained = [p for p in model.parameters() if p.requires_grad]
        if not self.trained:
            raise ValueError("the model has no trainable parameter: attach an adapter (lora=...)")
        if temperature <= 0:
            raise ValueError(f"rollout.temperature is {temperature}; training needs more than 0")

    def configure_optimizers(self) -> Optimizer:
        """Returns the optimiser; its rate is set at each step from the schedule."""
        return self._optimizer(self.trained)

    def training_step(self, batch: RolloutBatch, batch_idx: int) -> None:  # noqa: ARG002
        """Takes one optimiser step from the scored rollouts of the batch.

        A batch in which no group has spread is a counted step without update.
        """
        started = time.perf_counter()
        optimizer: Any = self.optimizers()
        rate = set_rate(optimizer, self._schedule, batch.step)
        packs = groups_to_train(batch.groups, self.settings)
        stats, norm = UpdateStats(), 0.0
        if packs:
            optimizer.zero_grad()
            with training_without_dropout(self.model):
                stats = accumulate_gradients(
                    self.model, packs, self.settings, self.temperature, self.manual_backward
                )
            norm = float(nn.utils.clip_grad_norm_(self.trained, self.settings.max_grad_norm))
            optimizer.step()
        batch.seconds["update"] = time.perf_counter() - started
        self._report(batch, stats, norm, rate)

    def validation_step(self, batch: RolloutBatch, batch_idx: int) -> None:
        """Does nothing: the callbacks roll out and score development tasks."""

    def _report(self, batch: RolloutBatch, stats: UpdateStats, norm: float, rate: float) -> None:
        means = stats.means()
        clip_low, clip_high = means.get("clip_low", 0.0), means.get("clip_high", 0.0)
        values = {
            "loss": stats.loss,
            "kl": means.get("kl", 0.0),
            "entropy": means.get("entropy", 0.0),
            "clip_ratio/low_mean": clip_low,
            "clip_ratio/high_mean": clip_high,
            "clip_ratio/region_mean": clip_low + clip_high,
            "rollout/logprob_gap": means.get("logprob_gap", 0.0),
            "grad_norm": norm,
            "learning_rate": rate,
            "time/update": batch.seconds["update"],
            "throughput/trained_tokens_per_second": stats.forward_tokens / batch.seconds["update"],
        }
        if not stats.tokens:  # nothing was trained: no value rather than a 0 that misleads
            values = {k: v for k, v in values.items() if k in ("learning_rate", "time/update")}
        self.log("step", float(batch.step), batch_size=1)
        self.log_dict(values, batch_size=1)

    def on_exception(self, exception: BaseException) -> None:
        """Frees gradients, so that a caller that catches an out-of-memory error can go on."""
        for parameter in self.trained:
            parameter.grad = None
        if torch.cuda.is_available() and isinstance(exception, torch.cuda.OutOfMemoryError):
            torch.cuda.empty_cache()
