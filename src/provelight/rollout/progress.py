"""One line that shows how many rollouts have ended (P5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def rollout_progress(title: str, total: int, enabled: bool = True) -> Iterator[Callable[[], None]]:
    """Yields a function to call for each rollout that ends; shows nothing off a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("  {task.description}"),
        BarColumn(24),
        MofNCompleteColumn(),
        TextColumn("rollouts"),
        TimeElapsedColumn(),
    )
    shown = enabled and console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not shown) as bar:
        task = bar.add_task(title, total=total)
        yield lambda: bar.advance(task)
