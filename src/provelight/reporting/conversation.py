"""A rollout as a chat: what was said in order, each call together with its result."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from provelight.records import ExecutedCall, Json, Rollout


@dataclass(frozen=True, slots=True)
class Said:
    """What the system, the user or the model said.

    Attributes:
        raw: the message as sampled, where a call in it could not be read.
    """

    role: str
    text: str
    raw: str | None = None
    kind: Literal["said"] = "said"


@dataclass(frozen=True, slots=True)
class Called:
    """A call and its result.

    Attributes:
        status: `skipped` where the rollout ended before the call was executed.
        name: None where the call could not be read.
        arguments: JSON as text.
        result: what the model read; None where the call was skipped.
    """

    status: Literal["ok", "failed", "broken", "skipped"]
    name: str | None
    arguments: str
    result: str | None
    error_type: str | None = None
    kind: Literal["called"] = "called"


def conversation(rollout: Rollout) -> Iterator[Said | Called]:
    """Yields the conversation of a rollout; the n-th tool message answers its n-th call."""
    answers = sum(1 for message in rollout.messages if message.get("role") == "tool")
    executed = iter(rollout.calls)
    for message in rollout.messages:
        if message.get("role") == "tool":
            call = next(executed, None)
            yield _called(call) if call else _unasked(message)
        else:
            yield from _said(message)
            yield from _skipped(message, answers)
    for call in executed:
        yield _called(call)


def _said(message: Mapping[str, Json]) -> Iterator[Said]:
    text, raw = message.get("content"), message.get("raw")
    if text or raw or not message.get("tool_calls"):
        yield Said(str(message.get("role")), _text(text), None if raw is None else _text(raw))


def _called(executed: ExecutedCall) -> Called:
    call, result = executed.call, executed.result
    status: Literal["ok", "failed", "broken"] = "ok" if result.ok else "failed"
    if result.infrastructure:
        status = "broken"
    error_type = result.error.type if result.error else None
    return Called(status, call.name, _text(call.arguments), result.text, error_type)


def _unasked(message: Mapping[str, Json]) -> Called:
    """A result in a reference conversation, which keeps no record of calls."""
    text = _text(message.get("content"))
    failed = text.startswith('{"error":')
    return Called("failed" if failed else "ok", message.get("name"), "", text)


def _skipped(message: Mapping[str, Json], answers: int) -> Iterator[Called]:
    for call in message.get("tool_calls") or ():
        _, _, index = str(call.get("id")).rpartition("_")
        if index.isdecimal() and int(index) >= answers:
            function = call["function"]
            yield Called("skipped", function["name"], _text(function["arguments"]), None)


def _text(value: Json) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
