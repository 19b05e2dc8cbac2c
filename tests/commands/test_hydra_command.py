"""`provelight train` and its like: what they hand over, and what they tell."""

from __future__ import annotations

import sys
import types

import pytest
from hydra.utils import instantiate
from omegaconf import DictConfig

from provelight import cli
from provelight.models.errors import ModelError

CONFIG = """
steps: 10
model: {_target_: fractions.Fraction, numerator: 1}
"""


def refuse(kind: str) -> None:
    raise {"value": ValueError, "model": ModelError, "key": KeyError}[kind](f"{kind} it is")


@pytest.fixture(autouse=True)
def entry(monkeypatch, tmp_path):
    """Replaces what `train` runs by a list of the configurations that it gets."""
    (tmp_path / "train.yaml").write_text(CONFIG)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "large.yaml").write_text("a: 1")
    monkeypatch.setenv("PROVELIGHT_CONFIGS", str(tmp_path))
    module = types.ModuleType("provelight.training.entry")
    module.seen = []
    module.run = lambda cfg: module.seen.append(cfg) or 7
    monkeypatch.setitem(sys.modules, "provelight.training.entry", module)
    return module


def test_the_configuration_is_handed_over_and_the_status_back(entry):
    assert cli.main(["train", "steps=3"]) == 7
    [config] = entry.seen
    assert isinstance(config, DictConfig)
    assert config.steps == 3


def test_print_config_runs_nothing(entry, capsys):
    assert cli.main(["train", "steps=3", "--print-config"]) == 0
    assert "steps: 3\n" in capsys.readouterr().out
    assert entry.seen == []


@pytest.mark.parametrize("override", ["stesp=3", "steps=x", "model.numerato=2", "steps"])
def test_a_wrong_override_ends_before_anything_runs(entry, capsys, override):
    assert cli.main(["train", override]) == 2
    assert capsys.readouterr().err.startswith("provelight train: ")
    assert entry.seen == []


def test_a_wrong_argument_of_a_class_ends_before_anything_runs(entry, capsys):
    assert cli.main(["train", "+model.denominatr=2"]) == 2
    assert "did you mean denominator?" in capsys.readouterr().err
    assert entry.seen == []


@pytest.mark.parametrize(
    ("kind", "message"), [("value", "part: value it is"), ("model", "model it is")]
)
def test_a_value_that_its_class_refuses_is_told_with_its_key(entry, capsys, kind, message):
    node = DictConfig({"part": {"_target_": f"{__name__}.refuse", "kind": kind}})
    entry.run = lambda _: instantiate(node)
    assert cli.main(["train"]) == 2
    assert capsys.readouterr().err == f"provelight train: {message}\n"


def test_a_fault_while_building_keeps_its_traceback(entry):
    node = DictConfig({"part": {"_target_": f"{__name__}.refuse", "kind": "key"}})
    entry.run = lambda _: instantiate(node)
    with pytest.raises(Exception, match="key it is"):
        cli.main(["train"])


def test_help_lists_groups_and_options(capsys):
    with pytest.raises(SystemExit):
        cli.main(["train", "--help"])
    assert "model=large" in capsys.readouterr().out
