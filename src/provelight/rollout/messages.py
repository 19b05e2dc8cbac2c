"""Chat messages of a rollout, for people and for supervised training; ids are kept elsewhere."""

from __future__ import annotations

from provelight.records import ExecutedCall, Json, ToolCall
from provelight.rollout.formats import Parsed

ChatMessage = dict[str, Json]


def assistant_message(parsed: Parsed, text: str, first_id: int) -> ChatMessage:
    """Returns what the model wrote as a chat message.

    Args:
        parsed: the message, read.
        text: the message as sampled; kept as `raw` where a call in it could not be read.
        first_id: how many calls came before it in the conversation.
    """
    message: ChatMessage = {"role": "assistant", "content": parsed.content}
    calls = [
        _tool_call(call, first_id + i)
        for i, call in enumerate(parsed.calls)
        if call.name is not None
    ]
    if calls:
        message["tool_calls"] = calls
    if parsed.errors:
        message["raw"] = text
    return message


def tool_message(executed: ExecutedCall, index: int) -> ChatMessage:
    """Returns what the model reads as the result of the conversation's call number `index`."""
    message: ChatMessage = {"role": "tool", "tool_call_id": call_id(index)}
    if executed.call.name is not None:
        message["name"] = executed.call.name
    return {**message, "content": executed.result.text}


def call_id(index: int) -> str:
    """Returns the id that ties a call to its result."""
    return f"call_{index}"


def _tool_call(call: ToolCall, index: int) -> ChatMessage:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call_id(index), "type": "function", "function": function}
