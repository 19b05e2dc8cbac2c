"""Puts the page together.

What models and tools wrote is hostile here: the template escapes all of it, and the page's own
policy lets no script run but the one that came with it, and nothing be fetched.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException

from provelight.evaluation.scores import TaskScore, read_stages
from provelight.records import RewardBreakdown
from provelight.reporting import curves
from provelight.reporting.conversation import conversation
from provelight.reporting.errors import ReportError
from provelight.reporting.groups import steps_of
from provelight.reporting.samples import read_history
from provelight.reporting.tables import evaluation, summary
from provelight.training.folder import load_config


def render_report(folder: Path, last_steps: int) -> str:
    """Returns the page of a run; the same for the same files.

    Args:
        folder: the run.
        last_steps: how many steps have their rollouts shown; the curves show all.

    Raises:
        ReportError: where the folder is no run, has no rollouts yet, or a file cannot be read.
    """
    cfg = _config(folder)
    history = read_history(folder / "rollouts.jsonl", last_steps)
    environment = _environment()
    script = Markup(environment.get_template("report.js.jinja").render())  # ours, no data in it
    return environment.get_template("report.html.jinja").render(
        title=folder.resolve().name,
        summary=summary(cfg),
        split=OmegaConf.select(cfg, "evaluation.split"),
        curves=curves.curves(history.figures),
        box=curves,
        evaluation=evaluation(_stages(folder)),
        history=history,
        steps=steps_of(history.samples),
        parts=RewardBreakdown.PARTS,
        conversation=conversation,
        script=script,
        script_hash=_policy_hash(script),
    )


def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("provelight.reporting", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _policy_hash(script: str) -> str:
    """Returns the source expression that allows this inline script alone."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _config(folder: Path) -> DictConfig:
    if not folder.is_dir():
        raise ReportError(f"{folder} is no folder; give a run, outputs/<date>/<time>-<name>")
    if not (folder / "config.yaml").is_file():
        raise ReportError(
            f"no config.yaml in {folder}; give the folder of a run, outputs/<date>/<time>-<name>"
        )
    try:
        return load_config(folder)
    except (OSError, yaml.YAMLError, OmegaConfBaseException) as error:
        raise ReportError(f"{folder / 'config.yaml'} cannot be read: {error}") from error


def _stages(folder: Path) -> dict[str, list[TaskScore]]:
    try:
        return read_stages(folder)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ReportError(
            f"{folder / 'evaluation.json'} holds no evaluation, remove or repair it: {error}"
        ) from error
