"""The local engine: samples many live conversations with the module that is being trained.

One forward a step takes one token of every row that is sampling and whole pieces (tool results) of
rows that come back. The prompt of a group is computed once. A finished row frees its slot for a row
that waits.

Deterministic: rows are admitted by step, never by arrival. The result of a call enters
`tool_delay_steps` steps after the message that asked for it, awaited if it is not there yet, so the
composition of every forward, and with it each rounding, depends on the seed alone.

Left out: vLLM and other engines, which keep the same `Engine` protocol.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, Protocol

import torch
from torch import Tensor

from provelight.models.attention import pattern_attention
from provelight.models.heads import base_model, hidden_states, logits_of
from provelight.models.merged import can_merge, merged_adapter
from provelight.models.skinny import skinny_products
from provelight.rollout.kv import Feed, PrefillPattern, Prefix, SlotCache, StepPattern
from provelight.rollout.sampling import SamplingParams, choose


class Conversable(Protocol):
    """What an engine needs of an `Episode`."""

    @property
    def prompt_ids(self) -> Sequence[int]:
        """The prompt, equal for all rows of a group."""
        ...

    @property
    def budget_left(self) -> int:
        """How many tokens the next message may have."""
        ...

    @property
    def done(self) -> bool:
        """True where nothing more is to be sampled."""
        ...

    @property
    def pending(self) -> Sequence[Future[Any]]:
        """Calls that are under way."""
        ...

    def on_message(self, ids: Sequence[int], logps: Sequence[float], ended: bool) -> None:
        """Takes a sampled message; `ended` is False where a limit cut it."""
        ...

    def resume(self) -> list[int]:
        """Returns the ids to read before the next message: results, the user's next turn."""
        ...


class Engine(Protocol):
    """Runs groups of conversations to their ends.

    Attributes:
        waited_s: seconds so far in which nothing was sampled because tools were under way.
    """

    waited_s: float

    def run(
        self,
        groups: Sequence[Sequence[Conversable]],
        sampling: SamplingParams,
        step: int = 0,
        on_done: Callable[[Conversable], None] | None = None,
    ) -> None:
        """Samples until every episode is done. `step` keys the random numbers."""
        ...


@dataclass(slots=True)
class _Row:
    episode: Conversable
    generator: torch.Generator
    prefix: Prefix
    slot: int
    feed: list[int] = field(default_factory=list)
    ids: list[int] = field(default_factory=list)
    logps: list[float] = field(default_factory=list)
    resume_at: int | None = None
    tail: int = -1


class LocalEngine:
    """Samples with the training module itself (T14).

    Args:
        model: a causal language model of transformers, or its PEFT wrapper.
        end_ids: every id that ends a message (T5).
        max_rows: how many rows are sampled at a time; more wait. Bounds the memory of the cache.
        tool_delay_steps: how many steps others decode before a row takes in its results.
        merge_adapter: fold the adapter into the base while sampling; None does so where it is exact
            on the way back and the base is float32.
    """

    def __init__(
        self,
        model: Any,
        end_ids: frozenset[int],
        max_rows: int = 32,
        tool_delay_steps: int = 1,
        merge_adapter: bool | None = None,
    ) -> None:
        if max_rows < 1:
            raise ValueError(f"rollout.engine.max_rows is {max_rows}; give at least 1")
        if tool_delay_steps < 0:
            raise ValueError(f"tool_delay_steps is {tool_delay_steps}; give 0 or more")
        if not end_ids:
            raise ValueError("the model has no end-of-turn id; give its chat template one")
        self.model = model
        self.end_ids = end_ids
        self.max_rows = max_rows
        self.tool_delay_steps = tool_delay_steps
        self.merge_adapter = merge_adapter
        self.sampled_tokens = 0
        self.waited_s = 0.0

    def run(
        self,
        groups: Sequence[Sequence[Conversable]],
        sampling: SamplingParams,
        step: int = 0,
        on_done: Callable[[Conversable], None] | None = None,
    ) -> None:
        """See `Engine.run`."""
        training = self.model.training
        self.model.eval()  # dropout off while sampling (T9)
        try:
            base = base_model(self.model)
            merged = merged_adapter(self.model) if self._merges() else nullcontext()
            with torch.no_grad(), merged, pattern_attention(base), skinny_products(base):
                _Run(self, groups, sampling, step, on_done).finish()
        finally:
            self.model.train(training)

    def _merges(self) -> bool:
        possible = can_merge(self.model)
        if self.merge_adapter and not possible:
            raise ValueError(
                "rollout.engine.merge_adapter=true needs a float32 base that is not quantised; "
                "set it to null or false"
            )
        return possible if self.merge_adapter is None else self.merge_adapter


class _Run:
    """One call of `LocalEngine.run`: the rows under way and those that wait."""

    def __init__(
        self,
        engine: LocalEngine,
        groups: Sequence[Sequence[Conversable]],
        sampling: SamplingParams,
        step: int,
        on_done: Callable[[Conversable], None] | None,
    ) -> None:
        self.engine, self.sampling, self.on_done = engine, sampling, on_done
        self.device = base_model(engine.model).device
        self.rows: list[_Row] = []
        self.now = 0
        self._shared = [len(group) > 1 for group in groups]
        self.waiting = deque(
            (episode, sampling.generator(step, g, r), g)
            for g, group in enumerate(groups)
            for r, episode in enumerate(group)
            if not episode.done
        )
        total = len(self.waiting)
        self.cache = SlotCache(max(min(engine.max_rows, total), 1))
        self._prefix: tuple[int, Prefix, Tensor] | None = None

    def finish(self) -> None:
        """Steps until no row is left."""
        while self.rows or self.waiting:
            self._take_in_results()
            self._admit()
            feeding = [row for row in self.rows if row.feed]
            if feeding:
                self._step(feeding)
            self.now += 1

    def _admit(self) -> None:
        while self.waiting and len(self.rows) < self.cache.slots:
            episode, generator, group = self.waiting.popleft()
            if self._prefix is None or self._prefix[0] != group:
                self._prefix = (group, *self._prefill(episode.prompt_ids))
            _, prefix, logits = self._prefix
            row = _Row(episode, generator, prefix, len(self.rows))
            self.cache.lengths[row.slot] = 0
            if not self._shared[group]:
                self.cache.load(row.slot, prefix)
                row.prefix = Prefix()
            self.rows.append(row)
            self._sample([row], logits)

    def _prefill(self, prompt: Sequence[int]) -> tuple[Prefix, Tensor]:
        pattern = PrefillPattern()
        ids = torch.tensor([list(prompt)], device=self.device)
        hidden = hidden_states(self.engine.model, input_ids=ids, attention_pattern=pattern)
        return pattern.prefix, logits_of(self.engine.model, hidden[:, -1])

    def _step(self, rows: list[_Row]) -> None:
        feeds = [Feed(row.slot, row.prefix, len(row.feed)) for row in rows]
        pattern = StepPattern(self.cache, feeds, len(self.rows)).to(self.device)
        ids = torch.tensor([[i for row in rows for i in row.feed]], device=self.device)
        hidden = hidden_states(
            self.engine.model,
            input_ids=ids,
            position_ids=pattern.position_ids,
            attention_pattern=pattern,
        )
        pattern.finish()
        last = torch.tensor([len(row.feed) for row in rows]).cumsum(0) - 1
        self._sample(rows, logits_of(self.engine.model, hidden[0, last.to(self.device)]))

    def _sample(self, rows: list[_Row], logits: Tensor) -> None:
        if self.sampling.temperature:
            draws = [torch.rand((), generator=r.generator, dtype=torch.float64) for r in rows]
            uniforms = torch.stack(draws)
        else:
            uniforms = torch.zeros(len(rows), dtype=torch.float64)
        tokens, logps = choose(logits, self.sampling.temperature, uniforms.to(logits.device))
        self.engine.sampled_tokens += len(rows)
        for row, token, logp in zip(rows, tokens.tolist(), logps.tolist(), strict=True):
            self._take_token(row, token, logp)

    def _take_token(self, row: _Row, token: int, logp: float) -> None:
        row.ids.append(token)
        row.logps.append(logp)
        row.feed = [token]
        ended = token in self.engine.end_ids
        limit = min(self.sampling.max_message_tokens, row.episode.budget_left)
        if ended or len(row.ids) >= limit:
            row.episode.on_message(row.ids, row.logps, ended)
            row.ids, row.logps, row.feed = [], [], []
            if row.episode.done:
                self._free(row)
            else:  # the end-of-turn id is fed together with what comes after it
                row.tail = token
                row.resume_at = self.now + self.engine.tool_delay_steps + 1

    def _take_in_results(self) -> None:
        started = time.perf_counter()
        due = [row for row in self.rows if row.resume_at is not None and row.resume_at <= self.now]
        for row in due:
            for call in row.episode.pending:
                call.exception()  # waits; failures are the episode's to report
            row.feed = [row.tail, *row.episode.resume()]
            row.resume_at = None
            if row.episode.done:
                self._free(row)
        self.engine.waited_s += time.perf_counter() - started

    def _free(self, row: _Row) -> None:
        last = self.rows[-1]
        if last is not row:
            self.cache.move(last.slot, row.slot)
            last.slot = row.slot
            self.rows[row.slot] = last
        self.rows.pop()
        if self.on_done is not None:
            self.on_done(row.episode)
