"""The chat messages of a reference conversation, as supervised fine-tuning takes them."""

from __future__ import annotations

from collections.abc import Sequence

from provelight.records import GroundTruthCall, Json, ToolResult


def call_messages(
    calls: Sequence[GroundTruthCall], results: Sequence[ToolResult], first: int
) -> list[dict[str, Json]]:
    """Returns the assistant message that makes some calls, and a tool message for each result.

    Arguments stay objects: some chat templates would encode a text again.

    Args:
        calls: of one message.
        results: theirs, in order.
        first: how many calls the conversation has had before.
    """
    asked = [_tool_call(call, first + n) for n, call in enumerate(calls)]
    answers = [
        {"role": "tool", "tool_call_id": a["id"], "name": call.name, "content": result.text}
        for a, call, result in zip(asked, calls, results, strict=True)
    ]
    return [{"role": "assistant", "content": "", "tool_calls": asked}, *answers]


def _tool_call(call: GroundTruthCall, index: int) -> dict[str, Json]:
    function = {"name": call.name, "arguments": dict(call.arguments)}
    return {"id": f"call_{index}", "type": "function", "function": function}
