"""What is known of a server of someone else: what it told, and what a few calls gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from provelight.records import Json, ToolSpec

Kind = Literal["ok", "refused", "protocol_error", "no_answer"]


@dataclass(frozen=True, slots=True)
class ForeignTool:
    """A tool as the server lists it."""

    spec: ToolSpec

    @property
    def is_read(self) -> bool:
        """Whether it says of itself that it only reads."""
        return self.spec.annotations.get("readOnlyHint") is True


@dataclass(frozen=True, slots=True)
class ForeignServer:
    """What the server told of itself; `tools` are by name, in the order of their listing."""

    name: str
    version: str
    protocol_version: str
    tools: Mapping[str, ForeignTool]


@dataclass(frozen=True, slots=True)
class Called:
    """A call and what came of it.

    Attributes:
        kind: `ok`; `refused` (a result that is an error, which a model can read);
            `protocol_error` (an error below the tools, which it cannot); `no_answer` (none in
            time, or none of the right shape).
        text: what was said.
        result: the structured content of a success.
    """

    tool: str
    arguments: dict[str, Json]
    kind: Kind
    text: str
    result: Json = None


@dataclass(frozen=True, slots=True)
class ForeignSubject:
    """A server of someone else under check.

    Attributes:
        listed: the names of all tools as they were listed at first.
        listed_again: the same at the end; None where the server did not answer any more.
        calls: of reads, with arguments from schemas and from what results showed.
        repeated: a call of each read that succeeded, and the same one after all others.
        misuses: what was wrong on purpose, such as `an unknown argument`, and the call.
        sessions: what went wrong when a session was asked for; None where nothing did.
        stray: the lines of its output that were no messages.
    """

    server: ForeignServer
    listed: tuple[str, ...]
    listed_again: tuple[str, ...] | None
    calls: tuple[Called, ...]
    repeated: tuple[tuple[Called, Called], ...]
    misuses: tuple[tuple[str, Called], ...]
    sessions: str | None
    stray: tuple[str, ...]
