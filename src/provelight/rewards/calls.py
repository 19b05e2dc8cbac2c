"""What the reward looks at: the model's calls as scored, and the schemas that were on offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from provelight.records import ExecutedCall, Json, Record

Schema: TypeAlias = Mapping[str, Json]
"""A JSON schema."""

Offered: TypeAlias = Mapping[str, Schema]
"""The candidate tools: name -> JSON schema of its arguments."""


@dataclass(frozen=True, slots=True)
class ScoredCall(Record):
    """One call of the model, in the order it was made.

    Attributes:
        name: the tool that was called, or None where the call could not be read.
        arguments: as sent.
        ok: whether live execution succeeded.
    """

    name: str | None
    arguments: dict[str, Json] = field(default_factory=dict)
    ok: bool = False

    @classmethod
    def of(cls, executed: ExecutedCall) -> ScoredCall:
        """Returns the scored view of a call of a rollout."""
        return cls(executed.call.name, executed.call.arguments, executed.result.ok)


def offered_tools(tools: Sequence[Schema]) -> Offered:
    """Returns name -> parameter schema of OpenAI function schemas.

    A tool offered twice counts as offered last; one without `parameters` takes no arguments.

    Raises:
        ValueError: naming the place of an entry that is not a function schema.
    """
    return dict(_named_parameters(tool, place) for place, tool in enumerate(tools))


def _named_parameters(tool: Schema, place: int) -> tuple[str, Schema]:
    function = tool.get("function") if isinstance(tool, dict) else None
    if isinstance(function, dict) and isinstance(function.get("name"), str):
        parameters = function.get("parameters") or {}
        if _is_object_schema(parameters):
            return function["name"], parameters
    raise ValueError(
        f"tools[{place}] is not an OpenAI function schema: expected "
        '{"type": "function", "function": {"name": ..., "parameters": {"type": "object", '
        f'"properties": {{...}}, "required": [...]}}}}}}, got {str(tool)[:200]}'
    )


def _is_object_schema(schema: Json) -> bool:
    return (
        isinstance(schema, dict)
        and isinstance(schema.get("properties") or {}, dict)
        and isinstance(schema.get("required") or [], list | tuple)
    )
