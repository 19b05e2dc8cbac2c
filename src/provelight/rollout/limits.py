"""The limits of one rollout (PROVE §4.1); each one that is met has its own finish reason."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a rollout may go.

    Attributes:
        user_turns: user turns; a `reply` goes on with its turn. Then `FinishReason.TURNS`.
        assistant_turns: assistant messages; the calls of the last one are still executed. Then
            `FinishReason.TURNS`.
        calls: calls over the whole conversation, malformed ones included; those beyond it are not
            executed. Then `FinishReason.CALLS`.
        max_prompt_tokens: tokens of the first prompt; distractor tools are dropped to keep it.
        max_completion_tokens: sampled tokens over the whole conversation. Then
            `FinishReason.LENGTH`.
        max_tool_result_chars: characters of one tool result; a longer one is cut, with a marker.
        max_total_tokens: tokens of the whole conversation, whoever wrote them: the context window
            of the model, or of its cache. None: no limit. Then `FinishReason.LENGTH`.
    """

    user_turns: int = 5
    assistant_turns: int = 10
    calls: int = 32
    max_prompt_tokens: int = 12_384
    max_completion_tokens: int = 16_384
    max_tool_result_chars: int = 8_000
    max_total_tokens: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and value < 1:
                raise ValueError(f"rollout.limits.{field.name} is {value}; give at least 1")
