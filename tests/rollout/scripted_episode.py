"""An episode without servers, for tests of the engine: fixed pieces come after each message."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future


class ScriptedEpisode:
    def __init__(self, prompt: Sequence[int], pieces: Sequence[Sequence[int]], budget: int) -> None:
        self.prompt_ids = list(prompt)
        self.pieces = [list(piece) for piece in pieces]
        self.budget = budget
        self.ids: list[int] = list(prompt)
        self.logps: list[float] = [0.0] * len(prompt)
        self.sampled: list[bool] = [False] * len(prompt)
        self.done = False
        self.pending: Sequence[Future[object]] = []

    @property
    def budget_left(self) -> int:
        return self.budget

    def on_message(self, ids: Sequence[int], logps: Sequence[float], ended: bool) -> None:
        self._extend(ids, logps, True)
        self.budget -= len(ids)
        self.done = not self.pieces or not ended or self.budget <= 0

    def resume(self) -> list[int]:
        piece = self.pieces.pop(0)
        self._extend(piece, [0.0] * len(piece), False)
        return piece

    def _extend(self, ids: Sequence[int], logps: Sequence[float], sampled: bool) -> None:
        self.ids += ids
        self.logps += logps
        self.sampled += [sampled] * len(ids)
