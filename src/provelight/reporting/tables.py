"""The tables of the report as rows of text: the configuration in short, and the evaluation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from omegaconf import DictConfig, OmegaConf

from provelight.evaluation.scores import COLUMNS, TaskScore, gain_of, interval_of, paired
from provelight.evaluation.scores import task_groups as groups_of

KEYS = (
    "name",
    "seed",
    "steps",
    "model.path",
    "quantization.kind",
    "adapter",
    "lora.rank",
    "optimizer.lr",
    "environment.servers",
    "data.prompts_per_step",
    "rollout.group_size",
    "rollout.temperature",
    "rollout.max_message_tokens",
    "reward.w_val",
    "reward.w_cov",
    "reward.w_eff",
    "reward.w_name",
    "reward.w_arg",
    "algorithm.kl_coefficient",
    "evaluation.split",
)
"""What tells runs apart at a glance; the whole configuration is in the run's config.yaml."""

WIDE = ("reward", "success")
"""Columns that show their interval; the others show the mean alone."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluation as text: one row a stage and group of tasks, and the gains between stages."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    gains: tuple[str, ...]


def summary(cfg: DictConfig) -> list[tuple[str, str]]:
    """Returns the configuration in short; keys that the run does not have are left out."""
    selected = {key: OmegaConf.select(cfg, key) for key in KEYS}
    return [(key, _plain(value)) for key, value in selected.items() if value is not None]


def _plain(value: object) -> str:
    """Returns a value as text: of a server that has more than a name, the name alone."""
    if not OmegaConf.is_list(value):
        return str(value)
    items = OmegaConf.to_container(value)
    assert isinstance(items, list)
    return ", ".join(str(i["name"] if isinstance(i, dict) and "name" in i else i) for i in items)


def evaluation(stages: Mapping[str, Sequence[TaskScore]]) -> Evaluation:
    """Returns the table of the stages evaluated so far, and what each gained over the last."""
    rows = [
        (stage, name, str(len(part)), *(_cell(part, column) for column in COLUMNS))
        for stage, scores in stages.items()
        for name, part in groups_of(scores).items()
    ]
    gains = [
        f"{after} over {before}, {name} ({len(pairs)} tasks): {gain_of(pairs):+}"
        for before, after in pairwise(stages)
        for name, scores in groups_of(stages[after]).items()
        if (pairs := paired(scores, stages[before]))
    ]
    header = ("stage", "tasks", "n", *(column.replace("_", " ") for column in COLUMNS))
    return Evaluation(header, tuple(rows), tuple(gains))


def _cell(scores: Sequence[TaskScore], column: str) -> str:
    interval = interval_of(scores, column)
    if interval is None:
        return "-"
    return str(interval) if column in WIDE else f"{interval.mean:.2f}"
