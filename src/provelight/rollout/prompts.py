"""What the model is told: the system message, the user's turns, the tools on offer."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from datetime import datetime

from provelight.records import Json, Task, Turn
from provelight.rollout.templates import ChatTemplate, Message

SYSTEM_LINE = "You help people by calling tools."
_TOOLS_ADDED = "From now on these tools can be called too:"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Prompt:
    """The first prompt of a task.

    Attributes:
        ids: token ids that end in a generation prompt.
        messages: the system message and the first user turn.
        tools: the OpenAI schemas that the prompt shows, in the task's order.
        fits: False where the prompt is too long even without distractors.
    """

    ids: list[int]
    messages: tuple[Message, ...]
    tools: tuple[dict[str, Json], ...]
    fits: bool


def system_message(now: str, line: str = SYSTEM_LINE) -> str:
    """Returns `line` and the reference date and time, with the day of the week."""
    moment = datetime.fromisoformat(now)
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    return f"{line}\nNow: {days[moment.weekday()]}, {moment:%Y-%m-%d %H:%M}"


def user_message(turn: Turn) -> str:
    """Returns what the user says in `turn`.

    Tools that become available with a later turn stand in its user message, whatever the template:
    the system message that lists the others is behind, and templates list tools only there.
    """
    if not turn.tools_added:
        return turn.user
    schemas = [
        json.dumps(tool.get("function", tool), ensure_ascii=False) for tool in turn.tools_added
    ]
    return "\n".join([turn.user, _TOOLS_ADDED, *schemas])


def tool_name(schema: Message) -> str:
    """Returns the name of an OpenAI function schema."""
    name: str = schema["function"]["name"]
    return name


def first_prompt(
    task: Task, template: ChatTemplate, max_tokens: int, system_line: str = SYSTEM_LINE
) -> Prompt:
    """Renders the first prompt of `task`, the same for every row of its group.

    Where it is longer than `max_tokens`, distractors (tools outside the chain and the ground truth)
    are dropped, last first. A schema is never cut, and one tool always stays.
    """
    first = task.turns[0]
    messages: tuple[Message, ...] = (
        {"role": "system", "content": system_message(task.now, system_line)},
        {"role": "user", "content": first.user},
    )
    tools = [*task.tools, *first.tools_added]
    needed = {*task.chain, *(call.name for call in task.ground_truth)}
    droppable = [tool for tool in tools if tool_name(tool) not in needed]
    ids = template.prompt(messages, tools)
    while len(ids) > max_tokens and droppable and len(tools) > 1:
        tools.remove(droppable.pop())
        ids = template.prompt(messages, tools)
    if len(ids) > max_tokens:
        _log.warning(
            "task %s: its prompt has %d tokens without distractors, the limit is %d; "
            "raise max_prompt_tokens or give tasks fewer tools",
            *(task.id, len(ids), max_tokens),
        )
    return Prompt(ids, messages, tuple(tools), len(ids) <= max_tokens)
