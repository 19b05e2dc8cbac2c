"""How long a task may be: a right solution has to fit into what a rollout is granted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from provelight.records import GroundTruthCall, Turn
from provelight.synthesis.goals import by_message


@dataclass(frozen=True, slots=True)
class TaskLimits:
    """What a rollout is granted (PROVE §4.1); a task stays within.

    Attributes:
        user_turns: turns of the user.
        assistant_turns: assistant messages.
        calls: calls over the whole conversation.
        max_tool_result_chars: characters of one result; a longer one is cut when it is rolled out,
            and an id in the lost part could not be found.
    """

    user_turns: int = 5
    assistant_turns: int = 10
    calls: int = 32
    max_tool_result_chars: int = 8_000

    def __post_init__(self) -> None:
        for item in fields(self):
            if getattr(self, item.name) < 1:
                raise ValueError(f"{item.name} is {getattr(self, item.name)}; give at least 1")

    def broken_by(self, turns: Sequence[Turn]) -> str | None:
        """Returns the name of the first limit that a conversation does not fit, or None."""
        if len(turns) > self.user_turns:
            return "user_turns"
        if sum(messages_needed(turn) for turn in turns) > self.assistant_turns:
            return "assistant_turns"
        if sum(len(turn.ground_truth) for turn in turns) > self.calls:
            return "calls"
        results = (m["content"] for turn in turns for m in turn.trace if m["role"] == "tool")
        if any(len(text) > self.max_tool_result_chars for text in results):
            return "max_tool_result_chars"
        return None


def messages_needed(turn: Turn) -> int:
    """Returns how many assistant messages a turn takes.

    The longest dependency path, the answer, and a question where the turn has a `reply`.
    """
    return longest_path(turn.ground_truth) + 1 + (turn.reply is not None)


def longest_path(calls: Sequence[GroundTruthCall]) -> int:
    """Returns the number of calls on the longest dependency path among `calls`."""
    return len(by_message(calls))
