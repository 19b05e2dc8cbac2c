"""A small configs folder of the tests' own."""

from __future__ import annotations

from pathlib import Path

import pytest

FILES = {
    "job.yaml": """
defaults:
  - _self_
  - model: small
  - experiment: null
name: job
steps: 10
rate: 0.5
verbose: false
names: [a, b]
folder: ${model_folder:NAME}
resume: null
rollout:
  group_size: 8
  temperature: 1.0
fraction:
  _target_: fractions.Fraction
  numerator: 1
""",
    "model/small.yaml": "path: small\nsize: 1\n",
    "model/large.yaml": "path: large\nsize: 2\nlayers: 40\n",
    "experiment/quick.yaml": "# @package _global_\nsteps: 3\n",
    "needs.yaml": "output: ???\ncount: ???\n",
    "lost.yaml": "rate: ${nowhere.rate}\n",
    "broken.yaml": "defaults:\n  - nothing: here\n",
}


@pytest.fixture(autouse=True)
def configs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "configs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.setenv("PROVELIGHT_CONFIGS", str(tmp_path / "configs"))
    monkeypatch.setenv("PROVELIGHT_DATA", str(tmp_path / "data"))
    return tmp_path / "configs"
