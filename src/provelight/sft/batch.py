"""The batch of one supervised step."""

from __future__ import annotations

from dataclasses import dataclass

from provelight.sft.rows import SupervisedRow


@dataclass
class SupervisedBatch:
    """Conversations of one optimiser step; `step` counts from 0."""

    step: int
    rows: list[SupervisedRow]
