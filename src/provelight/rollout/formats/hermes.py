"""The Hermes format, which the Qwen models and our own small-model template use.

    <tool_call>
    {"name": "banking__get_balance", "arguments": {"account_id": "ACC-0001"}}
    </tool_call>

One JSON object in each block, any number of blocks, text around them. `arguments` may be an object
or a string that holds one, and may be left out where there are none. A block that is not closed is
malformed even if its object is whole: the model was not done with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from provelight.records import Json, ToolCall
from provelight.rollout.formats.base import Parsed
from provelight.rollout.formats.strict_json import NotJson, read_value

OPEN, CLOSE = "<tool_call>", "</tool_call>"
_WHITE = " \t\r\n"


class HermesFormat:
    """Reads `<tool_call>` blocks; see the module."""

    def parse(
        self,
        text: str,
        tools: Sequence[Mapping[str, Json]] | None = None,  # noqa: ARG002
    ) -> Parsed:
        """Reads one assistant message; `tools` is not needed, JSON says the types itself."""
        calls: list[ToolCall] = []
        around: list[str] = []
        position = 0
        while (tag := _next_tag(text, position)) is not None:
            start, name = tag
            around.append(text[position:start])
            if name == CLOSE:
                calls.append(_malformed(f"{CLOSE} without {OPEN} before it"))
                position = start + len(CLOSE)
            else:
                call, position = _read_block(text, start + len(OPEN))
                calls.append(call)
        around.append(text[position:])
        return Parsed(tuple(calls), "".join(around).strip())


def _next_tag(text: str, position: int) -> tuple[int, str] | None:
    found = [(text.find(tag, position), tag) for tag in (OPEN, CLOSE)]
    return min(((at, tag) for at, tag in found if at >= 0), default=None)


def _read_block(text: str, start: int) -> tuple[ToolCall, int]:
    """Reads what follows an opening tag; returns the call and the position after its block."""
    start = _skip_white(text, start)
    try:
        value, end = read_value(text, start)
        end = _skip_white(text, end)
        if not text.startswith(CLOSE, end):
            raise NotJson(_unclosed(text, end))
        return _to_call(value), end + len(CLOSE)
    except NotJson as error:
        return _malformed(str(error)), _end_of_broken(text, start)


def _skip_white(text: str, position: int) -> int:
    while position < len(text) and text[position] in _WHITE:
        position += 1
    return position


def _unclosed(text: str, end: int) -> str:
    tag = _next_tag(text, end)
    rest = text[end : tag[0] if tag else len(text)].strip()
    if not rest or CLOSE.startswith(rest):
        return f"the block is not closed by {CLOSE}"
    return f"{rest[:20]!r} follows the JSON object; write one object in each block, then {CLOSE}"


def _end_of_broken(text: str, start: int) -> int:
    """A broken block ends after its closing tag, or before the next block, or with the text."""
    tag = _next_tag(text, start)
    if tag is None:
        return len(text)
    at, name = tag
    return at + len(CLOSE) if name == CLOSE else at


def _to_call(value: Json) -> ToolCall:
    if not isinstance(value, dict):
        raise NotJson(f"the call is {_kind(value)}, not an object with name and arguments")
    name = value.get("name")
    if not isinstance(name, str) or not name:
        raise NotJson(f"the call has no name; its keys are: {', '.join(value) or 'none'}")
    if "arguments" not in value and len(value) > 1:
        raise NotJson(f"the call has no arguments; its keys are: {', '.join(value)}")
    return ToolCall(name, _arguments(value.get("arguments", {})))


def _arguments(value: Json) -> dict[str, Json]:
    if isinstance(value, str):
        value = _arguments_in_string(value)
    if not isinstance(value, dict):
        raise NotJson(f"arguments is {_kind(value)}, not an object")
    return value


def _arguments_in_string(text: str) -> Json:
    try:
        value, end = read_value(text, _skip_white(text, 0))
    except NotJson as error:
        raise NotJson(f"arguments is a string and not JSON inside: {error}") from error
    if _skip_white(text, end) < len(text):
        raise NotJson(f"arguments is a string with {text[end : end + 20]!r} after its object")
    return value


def _kind(value: Json) -> str:
    kinds = {list: "a list", str: "a string", bool: "a boolean", type(None): "null"}
    return kinds.get(type(value), "a number")


def _malformed(reason: str) -> ToolCall:
    example = f'{OPEN}\n{{"name": "...", "arguments": {{...}}}}\n{CLOSE}'
    return ToolCall(None, error=f"malformed tool call: {reason}. Write it as {example}")
