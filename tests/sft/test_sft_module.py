from __future__ import annotations

from functools import partial
from typing import Any

import pytest
import torch
from lightning import Callback, Trainer

from provelight.callbacks.stop import StopAfterSteps
from provelight.datamodules.steps import StepDataModule
from provelight.grpo.schedule import Schedule
from provelight.models.loading import load_model
from provelight.models.lora import Lora, attach_lora
from provelight.records import Source
from provelight.sft.batch import SupervisedBatch
from provelight.sft.module import SFTModule, trace_logps
from provelight.sft.rows import SupervisedRow


def adapted() -> Any:
    torch.manual_seed(0)
    return attach_lora(load_model("tiny:llama", dtype="float32", device="cpu").model, Lora(rank=4))


def row(seed: int, trained: int) -> SupervisedRow:
    """A prompt of 6 tokens, a message, a tool result of 3 and a last token of the model."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(5, 500, (6 + trained + 3,), generator=generator).tolist()
    sources = [Source.PROMPT] * 6 + [Source.MODEL] * (trained - 1)
    return SupervisedRow("t", tuple(ids), (*sources, *[Source.TOOL] * 3, Source.MODEL))


class Losses(Callback):
    def __init__(self) -> None:
        self.seen: list[float] = []

    def on_train_batch_end(self, trainer: Trainer, *_: Any) -> None:
        self.seen.append(float(trainer.callback_metrics["sft/loss"]))


def fit(
    module: SFTModule, rows: list[SupervisedRow], steps: int, watch: Callback | None = None
) -> list[float]:
    losses = Losses()
    trainer = Trainer(
        accelerator="cpu",
        max_epochs=-1,
        limit_val_batches=0,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        callbacks=[losses, *([watch] if watch else []), StopAfterSteps(steps)],
    )
    data = StepDataModule(lambda step: SupervisedBatch(step, rows), list)
    trainer.fit(module, datamodule=data)
    return losses.seen


def test_the_loss_falls_and_only_the_adapter_moves() -> None:
    model = adapted()
    before = {name: value.clone() for name, value in model.state_dict().items()}
    module = SFTModule(model, partial(torch.optim.AdamW, lr=1e-2))
    losses = fit(module, [row(1, 5), row(2, 12)], steps=8)
    assert len(losses) == 8
    assert losses[-1] < losses[0] - 0.5
    moved = {k for k, value in model.state_dict().items() if not torch.equal(value, before[k])}
    assert moved
    assert all("lora_" in name for name in moved)


def test_t7_rows_of_unequal_lengths_weigh_by_their_tokens() -> None:
    rows = [row(1, 2), row(2, 15)]
    model = adapted()
    before = {n: p.detach().clone() for n, p in model.named_parameters() if p.requires_grad}
    logps = torch.cat([trace_logps(model, each) for each in rows])
    assert len(logps) == 17
    (-logps.mean()).backward()
    expected = {n: p.grad.clone() for n, p in model.named_parameters() if p.requires_grad}
    model.zero_grad()
    [loss] = fit(SFTModule(model, partial(torch.optim.SGD, lr=1.0), 1e9), rows, steps=1)
    assert abs(loss + float(logps.detach().mean())) < 1e-5
    for name, parameter in model.named_parameters():
        if name in before:
            step = before[name] - parameter.detach()
            torch.testing.assert_close(step, expected[name], atol=1e-6, rtol=1e-4)


def test_t6_rows_without_trained_tokens_leave_the_adapter() -> None:
    model = adapted()
    before = {n: p.detach().clone() for n, p in model.named_parameters()}
    silent = SupervisedRow("t", (7, 8, 9), (Source.PROMPT,) * 3)
    assert fit(SFTModule(model, partial(torch.optim.SGD, lr=1.0)), [silent], steps=1) == [0.0]
    assert all(torch.equal(p, before[n]) for n, p in model.named_parameters())


def test_the_rate_follows_the_schedule() -> None:
    rates: list[float] = []

    class Rates(Callback):
        def on_train_batch_end(self, trainer: Trainer, *_: Any) -> None:
            rates.append(float(trainer.callback_metrics["sft/learning_rate"]))

    optimizer = partial(torch.optim.SGD, lr=0.5)
    module = SFTModule(adapted(), optimizer, schedule=Schedule(1, 3, final_share=0.2))
    fit(module, [row(1, 5)], steps=4, watch=Rates())
    assert rates == pytest.approx([0.25, 0.5, 0.3, 0.1])
