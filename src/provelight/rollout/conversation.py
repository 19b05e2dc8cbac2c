"""A conversation as token ids, with the source and the log-probability of each.

Append only: what was sampled is trained verbatim, so nothing here decodes, encodes or rewrites.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from provelight.records import Source

_ROUNDING = 1e-4


@dataclass(slots=True)
class Conversation:
    """Three lists of one length (T1).

    Attributes:
        ids: token ids, prompt first.
        sources: for each id its `Source`; only `Source.MODEL` is trained.
        logps: for each id the log-probability it was sampled with; 0.0 where it was not sampled.
    """

    ids: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    logps: list[float] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def model_tokens(self) -> int:
        """How many tokens the model sampled."""
        return self.sources.count(Source.MODEL)

    def extend_prompt(self, ids: Sequence[int]) -> None:
        """Appends tokens of the prompt.

        Raises:
            ValueError: where something other than a prompt came before.
        """
        if self.sources and self.sources[-1] != Source.PROMPT:
            raise ValueError("the prompt comes first; use extend() for what follows a message")
        self._append(ids, [Source.PROMPT] * len(ids), [0.0] * len(ids))

    def extend_model(self, ids: Sequence[int], logps: Sequence[float]) -> None:
        """Appends sampled tokens with their log-probabilities.

        Raises:
            ValueError: where the lengths differ, or a log-probability is not one.
        """
        bad = next((p for p in logps if math.isnan(p) or p > _ROUNDING), None)
        if bad is not None:
            raise ValueError(f"{bad} is no log-probability: it must be a number of at most 0")
        self._append(ids, [Source.MODEL] * len(ids), logps)

    def extend(self, ids: Sequence[int], sources: Sequence[int]) -> None:
        """Appends tokens that nobody sampled: tool results, user turns, template text.

        Raises:
            ValueError: where the lengths differ, or a source says that the model wrote it.
        """
        if Source.MODEL in sources:
            raise ValueError("sampled tokens enter by extend_model(), with log-probabilities")
        self._append(ids, sources, [0.0] * len(ids))

    def _append(self, ids: Sequence[int], sources: Iterable[int], logps: Sequence[float]) -> None:
        kinds = [int(source) for source in sources]
        if not len(ids) == len(kinds) == len(logps):
            raise ValueError(
                f"{len(ids)} ids, {len(kinds)} sources and {len(logps)} log-probabilities: "
                "give one of each for every token"
            )
        self.ids.extend(ids)
        self.sources.extend(kinds)
        self.logps.extend(logps)
