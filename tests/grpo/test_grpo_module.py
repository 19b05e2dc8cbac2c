"""Real steps of the module under Lightning: what moves, what is checkpointed."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
import torch
from grpo_cases import random_group, tiny_policy
from lightning import Trainer

from provelight.callbacks.stop import StopAfterSteps
from provelight.datamodules.steps import StepDataModule
from provelight.grpo.batch import RolloutBatch
from provelight.grpo.module import GRPOModule
from provelight.grpo.schedule import Schedule
from provelight.grpo.settings import GRPOSettings
from provelight.models.loading import load_model
from provelight.models.lora import Lora, attach_lora, is_adapter_key
from provelight.models.quantization import Quantization


def module_of(model: Any, schedule: Schedule | None = None) -> GRPOModule:
    return GRPOModule(model, GRPOSettings(), partial(torch.optim.AdamW, lr=1e-2), schedule)


def fit(module: GRPOModule, rewards: list[float], steps: int = 1) -> dict[str, float]:
    """Trains on one group a step; returns what was logged last."""
    trainer = Trainer(
        accelerator="cpu",
        max_epochs=-1,
        limit_val_batches=0,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        callbacks=[StopAfterSteps(steps)],
    )

    def make(step: int) -> RolloutBatch:
        return RolloutBatch(step, [], [random_group(1, rewards)])

    trainer.fit(module, datamodule=StepDataModule(make, list))
    return {name: float(value) for name, value in trainer.callback_metrics.items()}


def snapshot(model: Any) -> dict[str, torch.Tensor]:
    return {n: v.clone() for n, v in model.state_dict().items() if isinstance(v, torch.Tensor)}


def moved(model: Any, before: dict[str, torch.Tensor]) -> set[str]:
    now = snapshot(model)
    return {name for name, value in before.items() if not torch.equal(value, now[name])}


def test_an_nf4_base_trains_its_adapter_alone_after_generating(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bitsandbytes.nn.modules.has_avx512bf16", lambda: True)
    loaded = load_model(
        "tiny:llama", dtype="float32", quantization=Quantization("nf4"), device="cpu"
    )
    model = attach_lora(loaded.model, Lora(rank=4))
    model.eval()
    model.generate(input_ids=torch.tensor([[5, 6, 7]]), max_new_tokens=4, do_sample=False)
    before = snapshot(model)
    assert any(value.dtype == torch.uint8 for value in before.values()), "nothing is in 4 bits"
    logged = fit(module_of(model), [0.0, 1.0, 0.5])
    assert logged["grad_norm"] > 0
    found = moved(model, before)
    assert found
    assert all(map(is_adapter_key, found))


def test_t8_a_batch_without_spread_is_a_step_without_update() -> None:
    model = tiny_policy()
    before = snapshot(model)
    logged = fit(module_of(model), [0.5, 0.5, 0.5])
    assert logged["step"] == 0
    assert "loss" not in logged
    assert not moved(model, before)


def test_the_schedule_sets_the_rate_of_each_step() -> None:
    module = module_of(tiny_policy(), Schedule(warmup_steps=1, total_steps=3, final_share=0.0))
    assert fit(module, [0.0, 1.0], steps=1)["learning_rate"] == pytest.approx(0.005)
    module = module_of(tiny_policy(), Schedule(warmup_steps=1, total_steps=3, final_share=0.0))
    assert fit(module, [0.0, 1.0], steps=3)["learning_rate"] == pytest.approx(0.005)


def test_what_cannot_be_trained_is_refused() -> None:
    frozen = tiny_policy().requires_grad_(False)
    with pytest.raises(ValueError, match="attach an adapter"):
        module_of(frozen)
    with pytest.raises(ValueError, match=r"rollout\.temperature is 0"):
        GRPOModule(tiny_policy(), GRPOSettings(), torch.optim.AdamW, temperature=0)


def test_a_checkpoint_holds_the_adapter_and_goes_into_no_other() -> None:
    module = module_of(tiny_policy())
    checkpoint: dict[str, Any] = {"state_dict": module.state_dict()}
    module.on_save_checkpoint(checkpoint)
    assert checkpoint["state_dict"]
    assert all(map(is_adapter_key, checkpoint["state_dict"]))
    module.on_load_checkpoint(checkpoint)
    base = load_model("tiny:llama", dtype="float32", device="cpu").model
    other = module_of(attach_lora(base, Lora(rank=4, targets=["q_proj"])))
    with pytest.raises(ValueError, match=r"unknown \['model.*same model and lora settings"):
        other.on_load_checkpoint(checkpoint)
