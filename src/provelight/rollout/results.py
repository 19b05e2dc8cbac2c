"""Results that the loop itself gives to calls, or changes, beside those of the servers."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import replace
from difflib import get_close_matches

from provelight.records import ToolCall, ToolFailure, ToolResult


def failure(kind: str, message: str, *, infrastructure: bool = False) -> ToolResult:
    """Returns a failed result, worded as the servers word theirs."""
    text = json.dumps({"error": {"type": kind, "message": message}}, ensure_ascii=False)
    return ToolResult(False, text, None, ToolFailure(kind, message), infrastructure)


def malformed(call: ToolCall) -> ToolResult:
    """Returns what a model reads after a call that could not be read (T15)."""
    return failure("malformed_call", call.error or "the call could not be read")


def not_offered(name: str, offered: Collection[str]) -> ToolResult:
    """Returns what a model reads after calling a tool that it was not given."""
    close = get_close_matches(name, offered, n=3, cutoff=0.5) or sorted(offered)
    return failure("unknown_tool", f"no tool {name!r}; there are: {', '.join(close)}")


def shorten(result: ToolResult, max_chars: int) -> ToolResult:
    """Returns `result` with its text cut to `max_chars`, and a marker that says so."""
    left_out = len(result.text) - max_chars
    if left_out <= 0:
        return result
    marker = f" [cut: {left_out} of {len(result.text)} characters left out]"
    return replace(result, text=result.text[:max_chars] + marker)
