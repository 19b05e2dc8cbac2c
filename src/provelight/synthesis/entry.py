"""`provelight synthesize`: writes a data set of tasks as JSON lines, the same for the same seed.

provelight synthesize count=200 seed=7 output=tasks.jsonl environment.servers=[banking]
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from hydra.utils import instantiate
from omegaconf import DictConfig
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from mcp_servers.core.worlds import SPLITS, Split
from provelight.errors import ConfigError, ProvelightError
from provelight.records import Task
from provelight.synthesis.dedup import Deduplicator
from provelight.synthesis.synthesizer import Rejected, Synthesizer

PATIENCE = 2_000
"""So many candidates in a row may come to nothing before it is given up."""


def run(cfg: DictConfig) -> int:
    """Writes `cfg.count` tasks to `cfg.output`, which appears only when it is complete.

    Returns:
        The exit status.

    Raises:
        ProvelightError: for values that cannot be, and where no further tasks can be found.
    """
    _check(cfg)
    output = Path(cfg.output)
    console = Console(stderr=True)
    console.print(f"servers [bold]{', '.join(cfg.environment.servers)}[/]: dependency graphs ...")
    synthesizer: Synthesizer = instantiate(cfg.synthesis)
    outcomes: Counter[str] = Counter()
    started = time.monotonic()
    try:
        tasks = data_set(
            synthesizer, cfg.count, cfg.seed, cfg.split, cfg.duplicate_similarity, outcomes
        )
        _write(output, tasks, cfg.count, console)
    finally:
        synthesizer.close()
    _report(outcomes, output, time.monotonic() - started, console)
    return 0


def data_set(
    synthesizer: Synthesizer,
    count: int,
    seed: int,
    split: Split,
    duplicate_similarity: float,
    outcomes: Counter[str],
) -> Iterator[Task]:
    """Yields the first `count` accepted candidates of a stream that are no duplicates, in order.

    Args:
        synthesizer: makes the candidates.
        count: how many tasks.
        seed: of the stream.
        split: which worlds.
        duplicate_similarity: Jaccard similarity from which on a task is a duplicate.
        outcomes: counts `accepted`, `duplicate` and each reason of rejection.

    Raises:
        ProvelightError: where `PATIENCE` candidates in a row came to nothing.
    """
    kept = Deduplicator(duplicate_similarity)
    index = in_vain = 0
    while outcomes["accepted"] < count:
        made = synthesizer.candidate(index, seed, split)
        index += 1
        outcome = _outcome(made, kept)
        outcomes[outcome] += 1
        if isinstance(made, Task) and outcome == "accepted":
            in_vain = 0
            yield made
            continue
        in_vain += 1
        if in_vain == PATIENCE:
            raise ProvelightError(
                f"count={count}: after {outcomes['accepted']} tasks, {PATIENCE} candidates in a "
                f"row came to nothing ({dict(outcomes)}); ask for fewer, use more servers, or "
                f"raise duplicate_similarity={duplicate_similarity}"
            )


def _outcome(made: Task | Rejected, kept: Deduplicator) -> str:
    if isinstance(made, Rejected):
        return made.reason
    return "accepted" if kept.accept(made) else "duplicate"


def _check(cfg: DictConfig) -> None:
    if cfg.count < 1:
        raise ConfigError(f"count={cfg.count}: give at least 1")
    if cfg.split not in SPLITS:
        raise ConfigError(f"split={cfg.split}: choose one of {', '.join(SPLITS)}")
    if cfg.synthesis.everything_new and cfg.split != "heldout":
        raise ConfigError(
            f"synthesis.everything_new=true with split={cfg.split}: give split=heldout, "
            "nobody may tune on what is held out"
        )
    if not 0 < cfg.duplicate_similarity <= 1:
        raise ConfigError(
            f"duplicate_similarity={cfg.duplicate_similarity}: give more than 0, at most 1"
        )
    if Path(cfg.output).is_dir():
        raise ConfigError(f"output={cfg.output} is a folder; give the name of a file")


def _write(output: Path, tasks: Iterator[Task], count: int, console: Console) -> None:
    """Writes beside the file and renames at the end: an interrupted run leaves nothing half."""
    output.parent.mkdir(parents=True, exist_ok=True)
    unfinished = output.with_name(f".{output.name}.{os.getpid()}.part")
    try:
        with unfinished.open("w", encoding="utf-8") as out:
            _write_lines(out, tasks, count, console)
        unfinished.replace(output)
    finally:
        unfinished.unlink(missing_ok=True)


def _write_lines(out: TextIO, tasks: Iterator[Task], count: int, console: Console) -> None:
    columns = (
        TextColumn("tasks"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("tasks", total=count)
        for task in tasks:
            out.write(json.dumps(task.to_json(), ensure_ascii=False) + "\n")
            progress.advance(bar)


def _report(outcomes: Counter[str], output: Path, seconds: float, console: Console) -> None:
    table = Table(title=f"{output}", title_justify="left")
    table.add_column("candidates")
    table.add_column("", justify="right")
    for outcome, count in outcomes.most_common():
        table.add_row(outcome.replace("_", " "), str(count))
    console.print(table)
    console.print(f"{outcomes['accepted'] / max(seconds, 1e-9):.0f} tasks a second")
