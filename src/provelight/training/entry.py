"""`provelight train`: base evaluation, warm start, GRPO, final evaluation."""

from __future__ import annotations

import logging
import warnings
from pathlib import Path

import lightning
from omegaconf import DictConfig
from rich.console import Console

from provelight.models.lora import add_reference
from provelight.training.assembly import Assembly, assembled
from provelight.training.checks import check_config
from provelight.training.evaluation_stage import (
    evaluate_stage,
    evaluation_tasks,
    print_next_steps,
    print_table,
)
from provelight.training.folder import find_run_folder, load_config, open_run_folder
from provelight.training.grpo_stage import train_grpo
from provelight.training.timing import timed
from provelight.training.warm_start import warm_start

PAPER_STEPS = 350
"""PROVE §4.1."""


def run(cfg: DictConfig) -> int:
    """Runs the whole job; a resumed run skips the stages that it has finished.

    Returns:
        The exit status.
    """
    check_config(cfg)
    cfg, folder, checkpoint = _open_run(cfg)
    _quiet(folder)
    lightning.seed_everything(cfg.seed, workers=False, verbose=False)
    console = Console(stderr=True)
    console.print(f"run folder [bold]{folder}[/]", soft_wrap=True)  # a path to be copied
    warm = folder / "warm_start" / "adapter"
    start = warm if warm.is_dir() else Path(cfg.adapter) if cfg.adapter else None
    try:
        with assembled(cfg, start) as parts:
            _stages(cfg, parts, folder, checkpoint, fresh=start is None)
    except KeyboardInterrupt:
        console.print(
            f"to go on: provelight train resume={folder}", highlight=False, soft_wrap=True
        )
        raise
    if cfg.evaluation.tasks:
        print_table(folder, cfg.evaluation.split)
    print_next_steps(folder, cfg.steps)
    return 0


def _stages(
    cfg: DictConfig, parts: Assembly, folder: Path, checkpoint: Path | None, fresh: bool
) -> None:
    tasks = evaluation_tasks(cfg, parts)
    if fresh and cfg.evaluation.base_tasks:
        evaluate_stage(cfg, parts, folder, "base", tasks[: cfg.evaluation.base_tasks])
    if fresh and cfg.warm_start.max_steps:
        with timed(folder, "warm start"):
            warm_start(cfg, parts, folder)
        fresh = False
        if tasks:
            evaluate_stage(cfg, parts, folder, "warm start", tasks)
    if not fresh and cfg.algorithm.kl_coefficient:
        add_reference(parts.model)
    if cfg.steps:
        with timed(folder, "grpo"):
            train_grpo(cfg, parts, folder, checkpoint)
        if tasks:
            evaluate_stage(cfg, parts, folder, "grpo", tasks)


def _open_run(cfg: DictConfig) -> tuple[DictConfig, Path, Path | None]:
    if cfg.resume:
        folder = find_run_folder(cfg.resume)
        saved = load_config(folder)
        if cfg.steps is not None:
            saved.steps = cfg.steps
        last = folder / "checkpoints" / "last.ckpt"
        return saved, folder, last if last.is_file() else None
    if cfg.steps is None:
        cfg = cfg.copy()
        cfg.steps = PAPER_STEPS
    cfg, folder = open_run_folder(cfg)
    return cfg, folder, None


def _quiet(folder: Path) -> None:
    """Sends the log to the run folder and silences what Lightning says about our own choices."""
    handler = logging.FileHandler(folder / "log.txt")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)
    logging.getLogger("lightning.pytorch").setLevel(logging.WARNING)
    warnings.filterwarnings("ignore", message=".*does not have many workers.*")
    warnings.filterwarnings("ignore", message=".*IterableDataset.*__len__.*")
    warnings.filterwarnings("ignore", message=".*exists and is not empty.*")
    warnings.filterwarnings("ignore", message=".*LeafSpec.*")
    warnings.filterwarnings("ignore", message=".*is_gradient_checkpointing.*")
