"""The quick start over several seeds, against a control: the same wall time of supervised training.

    make benchmark-quickstart            seeds 0, 1, 2 with the control; hours on two cores
    python -m benchmarks.quickstart --seeds 0 --no-control

A run that is finished is not repeated: kill it and start it again as you like. Writes
benchmarks/quickstart.md and docs/quickstart_curve.png from what lies under outputs/benchmark.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.curve import draw_curves
from benchmarks.machine import describe
from provelight.evaluation.scores import (
    COLUMNS,
    TaskScore,
    gain_of,
    interval_of,
    paired,
    read_stages,
    task_groups,
)

ROOT = Path("outputs/benchmark")
REPORT = Path("benchmarks/quickstart.md")
CURVE = Path("docs/quickstart_curve.png")


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs what is missing and writes the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--no-control", action="store_true")
    parser.add_argument("overrides", nargs="*", help="further Hydra overrides")
    options = parser.parse_args(arguments)
    for seed in options.seeds:
        folder = _train(f"seed{seed}", seed, options.overrides)
        if not options.no_control:
            seconds = _stage_seconds(folder, "grpo")
            _train(f"control{seed}", seed, [*_control(seconds), *options.overrides])
    folders = sorted(path.parent for path in ROOT.glob("*/evaluation.json"))
    REPORT.write_text(report(folders), encoding="utf-8")
    draw_curves([f for f in folders if f.name.startswith("seed")], CURVE)
    print(REPORT.read_text(encoding="utf-8"))


def _train(name: str, seed: int, overrides: Sequence[str]) -> Path:
    folder = ROOT / name
    if (folder / "seconds.json").is_file() and (folder / "finished").is_file():
        return folder
    where = [f"resume={folder}"] if folder.exists() else [f"run_folder={folder}"]
    command = ["provelight", "train", "experiment=quickstart", f"seed={seed}", *overrides, *where]
    subprocess.run([str(Path(sys.executable).parent / command[0]), *command[1:]], check=True)
    (folder / "finished").touch()
    return folder


def _control(grpo_seconds: float) -> list[str]:
    """More of the warm start, for as long as GRPO took."""
    return [
        "steps=0",
        "warm_start.max_steps=100000",
        f"warm_start.max_seconds={300 + round(grpo_seconds)}",
        "warm_start.patience=100000",
    ]


def _stage_seconds(folder: Path, stage: str) -> float:
    seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text())
    return seconds[stage]


def report(folders: Sequence[Path]) -> str:
    """Returns the report over finished runs as Markdown."""
    lines = [
        "# The quick start, measured",
        "",
        "Written by `make benchmark-quickstart`: held-out tasks, a greedy attempt each, means with",
        "95% bootstrap intervals.",
        "",
        f"Machine: {describe()}",
        "",
    ]
    for folder in folders:
        lines += _run(folder)
    return "\n".join(lines) + "\n"


def _run(folder: Path) -> list[str]:
    stages = read_stages(folder)
    seconds = json.loads((folder / "seconds.json").read_text())
    timed = ", ".join(f"{name} {value / 60:.1f} min" for name, value in seconds.items())
    header = ["stage", "tasks", "n", *(column.replace("_", " ") for column in COLUMNS)]
    lines = [f"## {folder.name}", "", timed, "", _row(header), _row(["---"] * len(header))]
    for stage, scores in stages.items():
        for group, part in task_groups(scores).items():
            cells = [f"{cell}" if (cell := interval_of(part, c)) else "-" for c in COLUMNS]
            lines.append(_row([stage, group, str(len(part)), *cells]))
    return [*lines, "", *_gains(stages), ""]


def _gains(stages: dict[str, list[TaskScore]]) -> list[str]:
    if not {"grpo", "warm start"} <= set(stages):
        return []
    lines = []
    for group, scores in task_groups(stages["grpo"]).items():
        pairs = paired(scores, stages["warm start"])
        gains = ", ".join(f"{c} {gain_of(pairs, c):+}" for c in ("reward", "coverage", "success"))
        lines.append(f"- grpo over warm start, {group}: {gains}")
    return lines


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
