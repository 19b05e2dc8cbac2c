"""Callbacks that count batches: samples, the stop, the last checkpoint."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from provelight.callbacks.checkpoint import LastCheckpoint
from provelight.callbacks.samples import SampleCallback
from provelight.callbacks.stop import StopAfterSteps
from provelight.grpo.batch import RolloutBatch
from provelight.records import FinishReason, Rollout, Source

NOBODY: Any = None


def batch(step: int) -> RolloutBatch:
    rollout = Rollout(
        task_id=f"é{step}",
        row=0,
        ids=(1,),
        sources=(Source.PROMPT,),
        logps=(0.0,),
        messages=(),
        calls=(),
        finish_reason=FinishReason.STOP,
    )
    return RolloutBatch(step, [], [[rollout], [rollout]])


def write(callback: SampleCallback, *steps: int) -> None:
    for step in steps:
        callback.on_train_batch_end(NOBODY, NOBODY, None, batch(step), 0)


def samples(path: Path) -> SampleCallback:
    callback = SampleCallback(path, every_n_steps=1000, console=False)
    callback.on_train_start(NOBODY, NOBODY)
    return callback


def lines(path: Path) -> list[tuple[int, int]]:
    found = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [(line["step"], line["group"]) for line in found]


def test_samples_are_cut_back_to_the_checkpoint_on_resume(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    write(samples(whole), 1, 2, 3)
    first = samples(broken)
    write(first, 1)
    state = first.state_dict()
    write(first, 2)  # after the checkpoint, and half a line of the step that was killed
    broken.write_bytes(broken.read_bytes() + b'{"step": 3, "gro')
    second = SampleCallback(broken, every_n_steps=1000, console=False)
    second.load_state_dict(state)
    second.on_train_start(NOBODY, NOBODY)
    write(second, 2, 3)
    assert lines(broken) == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]
    assert broken.read_bytes() == whole.read_bytes()


def test_samples_of_no_steps_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"every_n_steps is 0; give at least 1"):
        SampleCallback(tmp_path / "x", every_n_steps=0)


def trainer(next_step: int = 0) -> Any:
    saved: list[Path] = []
    return SimpleNamespace(
        should_stop=False,
        datamodule=SimpleNamespace(next_step=next_step),
        save_checkpoint=saved.append,
        saved=saved,
    )


def test_the_run_stops_after_its_last_step_and_not_before() -> None:
    stop, run = StopAfterSteps(3), trainer()
    stop.on_train_start(run, NOBODY)
    for step, stopped in ((0, False), (1, False), (2, True)):
        stop.on_train_batch_end(run, NOBODY, None, batch(step), step)
        assert run.should_stop is stopped


def test_a_resumed_run_that_is_done_stops_at_once() -> None:
    for next_step, stopped in ((2, False), (3, True), (5, True)):
        run = trainer(next_step)
        StopAfterSteps(3).on_train_start(run, NOBODY)
        assert run.should_stop is stopped


def test_the_last_checkpoint_counts_batches_and_closes_the_run(tmp_path: Path) -> None:
    last, run = LastCheckpoint(tmp_path, every_n_steps=2), trainer()
    saved_by = []
    for step in range(5):
        last.on_train_batch_end(run, NOBODY, None, batch(step), step)
        saved_by.append(len(run.saved))
    assert saved_by == [0, 1, 1, 2, 2]
    last.on_train_end(run, NOBODY)
    assert run.saved == [tmp_path / "last.ckpt"] * 3


def test_a_checkpoint_every_no_steps_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="checkpoint_every_steps is 0; give at least 1"):
        LastCheckpoint(tmp_path, 0)
