"""What every tool-call format gives: the calls, what was wrong, and the text around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from provelight.records import Json, ToolCall


@dataclass(frozen=True, slots=True)
class Parsed:
    """An assistant message, read.

    Attributes:
        calls: every call in order; one that could not be read has name None and an `error`.
        content: the text around the calls, without white space at its ends.
    """

    calls: tuple[ToolCall, ...]
    content: str

    @property
    def errors(self) -> tuple[str, ...]:
        """What was wrong with the malformed calls, in order."""
        return tuple(call.error for call in self.calls if call.error is not None)


class ToolCallFormat(Protocol):
    """Reads tool calls out of what a model wrote."""

    def parse(self, text: str, tools: Sequence[Mapping[str, Json]] | None = None) -> Parsed:
        """Reads one assistant message; never raises, whatever the text.

        Args:
            text: the message, without its end-of-turn token.
            tools: the OpenAI schemas on offer, for formats that do not say the types of values.
        """
        ...
