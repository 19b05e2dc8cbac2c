"""From a task's reference traces to token ids with the assistant's tokens marked."""

from __future__ import annotations

from dataclasses import dataclass

from provelight.records import Source, Task
from provelight.rollout.conversation import Conversation
from provelight.rollout.prompts import first_prompt, user_message
from provelight.rollout.templates import ChatTemplate


@dataclass(frozen=True, slots=True)
class SupervisedRow:
    """One conversation to learn by heart.

    Attributes:
        task_id: where it comes from.
        ids: token ids.
        sources: for each id its `Source`; MODEL tokens have a loss.
    """

    task_id: str
    ids: tuple[int, ...]
    sources: tuple[int, ...]

    @property
    def trained_tokens(self) -> int:
        """How many tokens have a loss."""
        return sum(1 for source in self.sources if source == Source.MODEL)


class TraceTooLong(ValueError):
    """A trace does not fit `max_tokens`."""


def supervised_row(
    task: Task,
    template: ChatTemplate,
    max_prompt_tokens: int,
    max_tokens: int,
    system_line: str,
) -> SupervisedRow:
    """Returns the ids that a rollout which follows the reference traces would have.

    Built by the same appends as a live conversation, so that supervised and sampled tokens stand in
    identical surroundings (T2).

    Raises:
        TraceTooLong: naming the task and the limit.
    """
    prompt = first_prompt(task, template, max_prompt_tokens, system_line)
    row = Conversation()
    row.extend_prompt(prompt.ids)
    unread: list[dict[str, object]] = []
    for index, turn in enumerate(task.turns):
        if index:
            unread.append({"role": "user", "content": user_message(turn)})
        for message in turn.trace:
            if message["role"] == "user":
                continue
            if message["role"] != "assistant":
                unread.append(message)
                continue
            if unread:
                row.extend(*template.after_assistant(unread))
                unread = []
            ids = template.assistant(message)
            row.extend_model(ids, [0.0] * len(ids))
    if not prompt.fits or len(row) > max_tokens:
        raise TraceTooLong(f"task {task.id}: its trace has {len(row)} tokens, limit {max_tokens}")
    return SupervisedRow(task.id, tuple(row.ids), tuple(row.sources))
