"""Checks of a configuration that cross its parts, before anything expensive starts (P3, P4)."""

from __future__ import annotations

from omegaconf import DictConfig

from mcp_servers.core.worlds import SPLITS
from provelight.errors import ConfigError


def check_config(cfg: DictConfig) -> None:
    """Checks what single classes cannot see.

    Raises:
        ConfigError: naming the keys, their values and a value that would do.
    """
    if cfg.rollout.group_size < 2:
        raise ConfigError(
            f"rollout.group_size={cfg.rollout.group_size}: GRPO compares the rollouts of a group; "
            "give 2 or more, for example rollout.group_size=8"
        )
    # its default, null, does not tell the type
    if cfg.steps is not None and (type(cfg.steps) is not int or cfg.steps < 0):
        raise ConfigError(f"steps={cfg.steps}: give a whole number, 0 (no GRPO) or more")
    if cfg.seed < 0:
        raise ConfigError(f"seed={cfg.seed}: give 0 or more")
    check_evaluation(cfg)


def check_evaluation(cfg: DictConfig) -> None:
    """Checks the group `evaluation`.

    Raises:
        ConfigError: as `check_config`.
    """
    if cfg.evaluation.split not in SPLITS:
        raise ConfigError(
            f"evaluation.split={cfg.evaluation.split}: choose one of {', '.join(SPLITS)}"
        )
    if cfg.evaluation.base_tasks > cfg.evaluation.tasks:
        raise ConfigError(
            f"evaluation.base_tasks={cfg.evaluation.base_tasks} is more than "
            f"evaluation.tasks={cfg.evaluation.tasks}; the base is evaluated on the first of them"
        )
