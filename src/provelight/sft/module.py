"""The LightningModule of supervised fine-tuning on traces (PROVE §4.1, the SFT baseline)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

import torch
from lightning import LightningModule
from torch import Tensor, nn
from torch.optim import Optimizer

from provelight.grpo.logps import token_logps
from provelight.grpo.schedule import set_rate
from provelight.models.adapter_state import AdapterCheckpoint
from provelight.models.attention import CausalPattern, pattern_attention
from provelight.models.heads import base_model, hidden_states
from provelight.models.modes import training_without_dropout
from provelight.records import Source
from provelight.sft.batch import SupervisedBatch
from provelight.sft.rows import SupervisedRow


class SFTModule(AdapterCheckpoint, LightningModule):
    """Cross-entropy on the assistant's tokens of reference traces; one optimiser step a batch.

    Args:
        model: a PEFT model; only its adapter is trained and checkpointed.
        optimizer: makes the optimiser from the adapter's parameters.
        max_grad_norm: gradients are scaled down to this norm.
        schedule: factor on the learning rate for each step; None keeps it constant.
    """

    def __init__(
        self,
        model: nn.Module,
        optimizer: Callable[[Iterable[nn.Parameter]], Optimizer],
        max_grad_norm: float = 1.0,
        schedule: Callable[[int], float] | None = None,
    ) -> None:
        super().__init__()
        self.automatic_optimization = False
        self.model = model
        self.max_grad_norm = max_grad_norm
        self._optimizer, self._schedule = optimizer, schedule
        self.trained = [p for p in model.parameters() if p.requires_grad]
        if not self.trained:
            raise ValueError("the model has no trainable parameter: attach an adapter (lora=...)")

    def configure_optimizers(self) -> Optimizer:
        """Returns the optimiser of the adapter."""
        return self._optimizer(self.trained)

    def training_step(self, batch: SupervisedBatch, batch_idx: int) -> None:  # noqa: ARG002
        """Takes one step; rows of any length weigh by their assistant tokens (T6, T7)."""
        started = time.perf_counter()
        optimizer: Any = self.optimizers()
        rate = set_rate(optimizer, self._schedule, batch.step)
        total = sum(row.trained_tokens for row in batch.rows)
        optimizer.zero_grad()
        loss = 0.0
        with training_without_dropout(self.model):
            for row in batch.rows:
                part = -trace_logps(self.model, row).sum() / max(total, 1)
                self.manual_backward(part)
                loss += float(part.detach())
        norm = nn.utils.clip_grad_norm_(self.trained, self.max_grad_norm)
        optimizer.step()
        values = {
            "sft/loss": loss,
            "sft/grad_norm": float(norm),
            "sft/learning_rate": rate,
            "sft/tokens": float(total),
            "sft/step_time": time.perf_counter() - started,
        }
        self.log("step", float(batch.step), batch_size=1)
        self.log_dict(values, batch_size=1)

    def validation_step(self, batch: Any, batch_idx: int) -> None:
        """Does nothing: the callbacks roll out and score development tasks."""


def trace_logps(model: Any, row: SupervisedRow) -> Tensor:
    """Returns the log-probabilities (N,) of the assistant's tokens of one conversation."""
    device = base_model(model).device
    ids = torch.tensor([row.ids], device=device)
    trained = [i for i, source in enumerate(row.sources) if source == Source.MODEL]
    targets = torch.tensor(trained, dtype=torch.long, device=device)
    with pattern_attention(base_model(model)):
        hidden = hidden_states(model, input_ids=ids, attention_pattern=CausalPattern())[0]
        return token_logps(model, hidden[targets - 1], ids[0, targets])[0]
