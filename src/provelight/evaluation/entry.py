"""`provelight evaluate`: one model or adapter on held-out or development tasks, greedily.

provelight evaluate adapter=outputs/DATE/TIME-NAME/adapter evaluation.split=development
"""

from __future__ import annotations

from pathlib import Path

from omegaconf import DictConfig

from provelight.training.assembly import assembled
from provelight.training.checks import check_evaluation
from provelight.training.evaluation_stage import evaluate_stage, evaluation_tasks, print_table
from provelight.training.folder import open_run_folder


def run(cfg: DictConfig) -> int:
    """Evaluates and prints the table.

    Returns:
        The exit status.
    """
    check_evaluation(cfg)
    cfg, folder = open_run_folder(cfg)
    adapter = Path(cfg.adapter) if cfg.adapter else None
    with assembled(cfg, adapter) as parts:
        stage = str(cfg.adapter or cfg.model.path)
        evaluate_stage(cfg, parts, folder, stage, evaluation_tasks(cfg, parts))
    print_table(folder, cfg.evaluation.split)
    return 0
