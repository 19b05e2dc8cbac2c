"""Evaluates a stage on held-out tasks, keeps the scores in the run folder, prints the table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from hydra.utils import instantiate
from omegaconf import DictConfig
from rich.console import Console

from provelight.datamodules.live import Split, task_at
from provelight.evaluation.scores import (
    gain_of,
    paired,
    read_stages,
    stage_table,
    task_groups,
    write_stages,
)
from provelight.evaluation.stages import evaluate
from provelight.records import Task
from provelight.rollout.progress import rollout_progress
from provelight.synthesis.synthesizer import Synthesizer
from provelight.training.assembly import Assembly


def evaluation_tasks(cfg: DictConfig, parts: Assembly) -> list[Task]:
    """Returns the tasks of `cfg.evaluation`: first those with new worlds, then everything new."""
    split: Split = cfg.evaluation.split
    seed = cfg.evaluation.seed
    new_worlds = [
        task_at(parts.synthesizer, place, seed, split) for place in range(cfg.evaluation.tasks)
    ]
    if split != "heldout" or not cfg.evaluation.everything_new_tasks:
        return new_worlds  # nobody may tune on what is held out
    source: Synthesizer = instantiate(cfg.synthesis, everything_new=True)
    try:
        places = range(cfg.evaluation.everything_new_tasks)
        return new_worlds + [_renamed(task_at(source, place, seed, split)) for place in places]
    finally:
        source.close()


def _renamed(task: Task) -> Task:
    """Gives a task with everything new an id that no other task of the evaluation has."""
    return replace(task, id=f"{task.id}-new")


def evaluate_stage(
    cfg: DictConfig, parts: Assembly, folder: Path, stage: str, tasks: Sequence[Task]
) -> None:
    """Rolls the tasks out greedily and adds their scores to the run's file."""
    with rollout_progress(f"evaluating {stage}", len(tasks)) as advance:
        scores, rollouts = evaluate(
            parts.runner,
            parts.reward,
            tasks,
            cfg.rollout.max_message_tokens,
            cfg.evaluation.batch_size,
            advance,
        )
    write_stages(folder, {**read_stages(folder), stage: scores})
    with open(folder / f"evaluation-{stage.replace(' ', '-')}.jsonl", "w", encoding="utf-8") as out:
        for rollout in rollouts:
            out.write(json.dumps(rollout.to_json(), ensure_ascii=False) + "\n")
    mean = sum(score.reward for score in scores) / max(len(scores), 1)
    Console(stderr=True).print(f"[bold]{stage}[/] reward {mean:.3f} on {len(scores)} tasks")


def print_table(folder: Path, split: str) -> None:
    """Prints the table of all stages, and what each gained over the one before."""
    stages = read_stages(folder)
    console = Console(width=max(Console().width, 170))
    console.print(stage_table(stages, f"{split} tasks, greedy, means with 95% intervals"))
    names = list(stages)
    for before, after in pairwise(names):
        for group, scores in task_groups(stages[after]).items():
            pairs = paired(scores, stages[before])
            if pairs:
                gain = gain_of(pairs)
                console.print(f"{after} over {before}, {group} ({gain.count} tasks): {gain:+}")


def print_next_steps(folder: Path, steps: int) -> None:
    """Says what can be done with a finished run."""
    Console().print(
        f"\nThe run is in {folder}. Next:\n"
        f"  curves         tensorboard --logdir {folder}\n"
        f"  conversations  {folder / 'rollouts.jsonl'}\n"
        f"  train longer   provelight train resume={folder} steps={2 * steps}\n"
        "  another model  provelight train model=qwen3_4b quantization=nf4",
        highlight=False,
        soft_wrap=True,
    )
