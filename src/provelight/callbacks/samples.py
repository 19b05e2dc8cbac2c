"""Shows what the model does: console table, TensorBoard text, rollouts as JSON lines (P6)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lightning import Callback, LightningModule, Trainer
from lightning.pytorch.loggers import TensorBoardLogger
from rich.console import Console
from rich.table import Table

from provelight.grpo.batch import RolloutBatch
from provelight.records import Json, Rollout, Task


class SampleCallback(Callback):
    """Writes rollouts down; put it after the rewards.

    `rollouts.jsonl` gets one line a rollout: step, group, task and the rollout with its reward. On
    resume the file is cut back to the checkpoint, so that a resumed run leaves the file of an
    uninterrupted one.

    Args:
        path: the JSON-lines file.
        every_n_steps: console and TensorBoard show one group every so many steps.
        console: False shows nothing on the console.
    """

    def __init__(self, path: str | Path, every_n_steps: int = 10, console: bool = True) -> None:
        if every_n_steps < 1:
            raise ValueError(f"callbacks.samples.every_n_steps is {every_n_steps}; give at least 1")
        self.path = Path(path)
        self.every_n_steps = every_n_steps
        self.console = console
        self._bytes = 0

    def on_train_start(self, trainer: Trainer, pl_module: LightningModule) -> None:  # noqa: ARG002
        """Cuts the file back to what the checkpoint knows of."""
        self.path.touch()
        with open(self.path, "r+b") as file:
            file.truncate(self._bytes)

    def on_train_batch_end(
        self,
        trainer: Trainer,
        pl_module: LightningModule,  # noqa: ARG002
        outputs: Any,  # noqa: ARG002
        batch: Any,
        batch_idx: int,  # noqa: ARG002
    ) -> None:
        """Appends the rollouts of the step."""
        if not isinstance(batch, RolloutBatch):
            return
        with open(self.path, "ab") as file:
            for group, rollouts in enumerate(batch.groups):
                for rollout in rollouts:
                    line = {"step": batch.step, "group": group, "rollout": rollout.to_json()}
                    file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            self._bytes = file.tell()
        if batch.step % self.every_n_steps == 0 and batch.groups:
            self._show(trainer, batch)

    def state_dict(self) -> dict[str, int]:
        """Returns how long the file is."""
        return {"bytes": self._bytes}

    def load_state_dict(self, state_dict: dict[str, int]) -> None:
        """Remembers how long the file was."""
        self._bytes = state_dict["bytes"]

    def _show(self, trainer: Trainer, batch: RolloutBatch) -> None:
        task, group = batch.tasks[0], batch.groups[0]
        if self.console:
            Console(stderr=True).print(sample_table(batch.step, task, group))
        for logger in trainer.loggers:
            if isinstance(logger, TensorBoardLogger):
                text = sample_text(task, group)
                logger.experiment.add_text("samples", text, batch.step)


def sample_table(step: int, task: Task, group: list[Rollout]) -> Table:
    """Returns a table of one group: what was asked, what each rollout called and earned."""
    table = Table(title=f"step {step}: {task.turns[0].user}", title_justify="left")
    for column in ("reward", "calls", "finish"):
        table.add_column(column)
    for rollout in sorted(group, key=_total, reverse=True):
        calls = "\n".join(_call(c.call.name, c.call.arguments, c.result.ok) for c in rollout.calls)
        table.add_row(f"{_total(rollout):.2f}", calls or "none", rollout.finish_reason)
    return table


def sample_text(task: Task, group: list[Rollout]) -> str:
    """Returns the best and the worst rollout of a group as Markdown."""
    ordered = sorted(group, key=_total, reverse=True)
    shown = [ordered[0]] if len(ordered) == 1 else [ordered[0], ordered[-1]]
    blocks = [f"**{task.id}**, due: `{' -> '.join(c.name for c in task.ground_truth)}`"]
    for rollout in shown:
        lines = [f"{m['role']}: {_content(m)}" for m in rollout.messages if m["role"] != "system"]
        blocks.append(f"reward {_total(rollout):.2f}\n\n" + _fenced("\n".join(lines)))
    return "\n\n".join(blocks)


def _fenced(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def _content(message: dict[str, Json]) -> str:
    calls = [
        _call(call["function"]["name"], call["function"]["arguments"], True)
        for call in message.get("tool_calls") or []
    ]
    return " ".join(filter(None, [str(message.get("content") or ""), *calls]))


def _call(name: str | None, arguments: Json, ok: bool) -> str:
    shown = json.dumps(arguments, ensure_ascii=False)
    return f"{name or '(unreadable)'}{shown}{'' if ok else '  failed'}"


def _total(rollout: Rollout) -> float:
    return rollout.reward.total if rollout.reward else 0.0
