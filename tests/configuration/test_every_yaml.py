"""Every file of `configs/` composes, fits its classes and can be built (P4)."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
import yaml
from hydra.utils import instantiate
from omegaconf import DictConfig
from torch import nn

from provelight.configuration import check_targets, compose_config
from provelight.paths import REPOSITORY

CONFIGS = REPOSITORY / "configs"
COMMANDS = sorted(file.stem for file in CONFIGS.glob("*.yaml"))
OPTIONS = sorted(str(f.relative_to(CONFIGS).with_suffix("")) for f in CONFIGS.glob("*/*.yaml"))

FROM_THE_RUN = {
    "torch.optim.AdamW": {"params": [nn.Parameter()]},
    "provelight.rollout.engine.LocalEngine": {"model": nn.Identity(), "end_ids": frozenset({0})},
}
"""What only a run can give; every other argument must stand in the YAML or have a default."""


@pytest.fixture(autouse=True)
def configs(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The repository's own configurations, not the small ones of the other tests here."""
    monkeypatch.delenv("PROVELIGHT_CONFIGS", raising=False)
    monkeypatch.setenv("PROVELIGHT_DATA", str(tmp_path_factory.getbasetemp() / "data"))


def groups_of(command: str) -> set[str]:
    """The groups that a command takes."""
    defaults = yaml.safe_load((CONFIGS / f"{command}.yaml").read_text())["defaults"]
    return {group for entry in defaults if isinstance(entry, dict) for group in entry}


def composed(command: str, folder: Path, *overrides: str) -> DictConfig:
    config = compose_config(command, overrides)
    if "run_folder" in config:
        config.run_folder = str(folder)
    check_targets(config)
    return config


def outermost_nodes(node: Any, key: str) -> Iterator[tuple[str, DictConfig]]:
    """The nodes with a `_target_` that no other such node holds."""
    if not isinstance(node, DictConfig):
        return
    if "_target_" in node:
        yield key, node
        return
    for name in node:
        yield from outermost_nodes(node[name], f"{key}.{name}")


def build_all(node: DictConfig, key: str) -> int:
    """Builds every node; returns how many there were."""
    count = 0
    for place, part in outermost_nodes(node, key):
        built = build(place, part)
        if hasattr(built, "close"):
            built.close()
        count += 1
    return count


def build(key: str, node: DictConfig) -> Any:
    parameters = inspect.signature(resolve_name(node._target_)).parameters.values()
    required = {
        p.name
        for p in parameters
        if p.default is p.empty and p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)
    }
    missing = required - {str(name) for name in node}
    given = FROM_THE_RUN.get(node._target_, {})
    assert missing == set(given), f"{key} lacks {missing}"
    return instantiate(node, _partial_=True)(**given)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_s_defaults_can_be_built(command: str, tmp_path: Path) -> None:
    extra = ["output=tasks.jsonl"] if command == "synthesize" else []
    assert build_all(composed(command, tmp_path, *extra), command) > 0


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_can_be_built_in_every_command_that_takes_it(option: str, tmp_path: Path) -> None:
    group, name = option.split("/")
    takers = [command for command in COMMANDS if group in groups_of(command)]
    assert takers, f"no command takes {group}"
    for command in takers:
        if group == "experiment" and command != "train":
            continue  # an experiment is of the command that its first line shows
        config = composed(command, tmp_path, f"{group}={name}")
        build_all(config if group == "experiment" else config[group], group)


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.startswith("experiment/")])
def test_an_experiment_opens_with_the_command_that_runs_it(option: str) -> None:
    opening = (CONFIGS / f"{option}.yaml").read_text().splitlines()[:4]
    assert any(f"provelight train experiment={Path(option).name}" in line for line in opening)


def test_no_file_lies_where_no_test_looks() -> None:
    seen = {f"{command}.yaml" for command in COMMANDS} | {f"{o}.yaml" for o in OPTIONS}
    assert {str(f.relative_to(CONFIGS)) for f in CONFIGS.rglob("*") if f.is_file()} == seen


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.startswith("model/")])
def test_a_model_says_its_rate_and_the_optimizer_takes_it(option: str) -> None:
    config = compose_config("train", [f"model={Path(option).name}"])
    assert config.optimizer.lr == config.model.learning_rate > 0
