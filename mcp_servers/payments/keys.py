"""Idempotency keys: a call that carries one can be repeated without taking effect twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated, TypeVar

from mcp_servers.core.fields import Output, arg
from mcp_servers.core.wording import minute
from mcp_servers.payments.failures import IdempotencyKeyReused
from mcp_servers.payments.state import KEY_HOURS, Key, PaymentsState, Reply
from provelight.records import Json

OutputT = TypeVar("OutputT", bound=Output)

IdempotencyKey = Annotated[
    str | None,
    arg(
        "Repeats with one key act once.",
        examples=("march-7", "job-204", "lot-55"),
        min_length=1,
    ),
]


def once(
    state: PaymentsState,
    key: str | None,
    tool: str,
    arguments: dict[str, Json],
    model: type[OutputT],
    act: Callable[[], OutputT],
) -> OutputT:
    """Acts, unless this call has been made with this key before: then returns its result.

    A call that failed has left nothing behind, its key included, and may be repeated as it is.

    Args:
        state: where keys are kept.
        key: the caller's, or None for a call that always acts.
        tool: the name of the tool.
        arguments: all the others.
        model: the type of the result.
        act: carries the call out.

    Raises:
        IdempotencyKeyReused: where the key stands for another call.
    """
    if key is None:
        return act()
    known = state.keys.get(key)
    said = json.dumps(arguments, sort_keys=True)
    if known is not None:
        _require_same(known, tool, said)
        return model.model_validate_json(state.replies.require(key).result)
    result = act()
    state.keys.insert(Key(id=key, tool=tool, arguments=said, used_at=minute(state.now)))
    state.replies.insert(Reply(id=key, result=result.model_dump_json()))
    return result


def forget_old(state: PaymentsState) -> None:
    """Drops the keys that are too old to stand for a call."""
    oldest = minute(state.now - timedelta(hours=KEY_HOURS))
    for key in state.keys:
        if key.used_at <= oldest:
            state.keys.delete(key.id)
            state.replies.delete(key.id)


def _require_same(known: Key, tool: str, said: str) -> None:
    if (known.tool, known.arguments) != (tool, said):
        until = minute(datetime.fromisoformat(known.used_at) + timedelta(hours=KEY_HOURS))
        raise IdempotencyKeyReused(
            f"The key {known.id!r} was used at {known.used_at} for {known.tool} with "
            f"{known.arguments}. Give another key, or repeat that very call; the key is free "
            f"again from {until}."
        )
