"""The real `train` on the real configuration, shrunk: tiny model, live server over stdio."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from provelight.configuration import compose_config
from provelight.errors import ProvelightError
from provelight.grpo.batch import RolloutBatch
from provelight.grpo.module import GRPOModule
from provelight.training.entry import run

SHRUNK = (
    "experiment=quickstart",
    "model=tiny",
    "evaluation.tasks=3",
    "evaluation.everything_new_tasks=1",
    "evaluation.base_tasks=2",
    "data.development_tasks=2",
    "data.prompts_per_step=2",
    "rollout.group_size=2",
    "rollout.max_message_tokens=8",
    "trainer.val_check_interval=2",
    "checkpoint_every_steps=1",
)
WARM = (
    "warm_start.max_steps=2",
    "warm_start.validate_every_steps=2",
    "warm_start.development_tasks=2",
)
METRICS = {
    "reward",
    "critic/score/mean",
    "reward_std",
    "frac_reward_zero_std",
    "completions/mean_length",
    "completions/min_length",
    "completions/max_length",
    "completions/clipped_ratio",
    "tools/call_frequency",
    "tools/failure_frequency",
    "learning_rate",
    "step_time",
    "num_tokens",
    "success",
    "calls_per_ground_truth",
    "time/synthesis",
    "time/rollout",
    "time/tools",
    "time/reward",
    "time/update",
    "throughput/sampled_tokens_per_second",
    "memory/peak_gib",
    *(f"rewards/{p}/mean" for p in ("validity", "coverage", "efficiency", "name", "argument")),
}


def train(folder: Path, *overrides: str) -> None:
    cfg = compose_config("train", [*SHRUNK, f"run_folder={folder}", *overrides])
    assert run(cfg) == 0


def events(folder: Path) -> EventAccumulator:
    loaded = EventAccumulator(str(folder))
    loaded.Reload()
    return loaded


def test_a_run_leaves_everything_it_promises(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    train(folder, *WARM, "steps=2")
    for name in ("config.yaml", "log.txt", "rollouts.jsonl", "evaluation.json"):
        assert (folder / name).stat().st_size
    assert (folder / "checkpoints" / "last.ckpt").is_file()
    assert (folder / "adapter" / "adapter_model.safetensors").is_file()
    assert set(events(folder).Tags()["scalars"]) >= METRICS
    lines = [json.loads(line) for line in (folder / "rollouts.jsonl").open()]
    assert [line["step"] for line in lines] == [0] * 4 + [1] * 4
    stages = json.loads((folder / "evaluation.json").read_text())
    assert {name: len(scores) for name, scores in stages.items()} == {
        "base": 2,
        "warm start": 4,
        "grpo": 4,
    }


def test_an_existing_run_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProvelightError, match="resume="):
        train(tmp_path, "steps=1")


def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    rest = ("warm_start=none", "evaluation.tasks=0", "evaluation.base_tasks=0")
    train(folder, *rest, "evaluation.everything_new_tasks=0", "steps=1")
    assert run(compose_config("train", [f"resume={folder}", "steps=2"])) == 0
    assert [point.step for point in events(folder).Scalars("reward")] == [0, 1]


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("rollout.group_size=1", "rollout.group_size=1"),
        ("steps=-1", "steps=-1"),
        ("evaluation.base_tasks=50", "evaluation.base_tasks=50"),
    ],
)
def test_bad_values_are_told_before_anything_starts(
    tmp_path: Path, override: str, message: str
) -> None:
    with pytest.raises(ProvelightError, match=message):
        train(tmp_path / "run", override)
    assert not (tmp_path / "run").exists()


class Killed(Exception):
    """Stands for a kill between two checkpoints."""


def test_a_killed_and_resumed_run_equals_an_uninterrupted_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed = (
        "warm_start=none",
        "evaluation.tasks=0",
        "evaluation.everything_new_tasks=0",
        "evaluation.base_tasks=0",
        "algorithm.kl_coefficient=0.1",
        "data.development_tasks=0",
        "reward._target_=token_reward.TokenReward",  # a random model never makes a call
    )
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    train(whole, *fixed, "steps=4")
    with monkeypatch.context() as patch:
        learn = GRPOModule.training_step

        def learn_until_killed(self: GRPOModule, batch: RolloutBatch, batch_idx: int) -> None:
            if batch.step == 3:  # the last checkpoint is that of step 1
                raise Killed
            learn(self, batch, batch_idx)

        patch.setattr(GRPOModule, "training_step", learn_until_killed)
        with pytest.raises(Killed):
            train(broken, *fixed, "steps=4", "checkpoint_every_steps=2")
    assert run(compose_config("train", [f"resume={broken}"])) == 0
    first, second = (
        torch.load(f / "checkpoints" / "last.ckpt", weights_only=True) for f in (whole, broken)
    )
    moved = [k for k, v in first["state_dict"].items() if "lora_B" in k and v.abs().max() > 0]
    assert moved, "nothing was learned, so nothing is shown"
    for key, value in first["state_dict"].items():
        assert torch.equal(value, second["state_dict"][key]), key
    assert (whole / "rollouts.jsonl").read_bytes() == (broken / "rollouts.jsonl").read_bytes()
    for name in ("reward", "completions/mean_length", "success"):
        curves = [[(e.step, e.value) for e in events(f).Scalars(name)] for f in (whole, broken)]
        assert curves[0] == curves[1]
        assert len(curves[0]) == 4
