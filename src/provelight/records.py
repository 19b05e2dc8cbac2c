"""The records that travel between the packages: tools, calls, tasks, rollouts, rewards.

All are frozen and slotted and go to JSON and back through `to_json` and `from_json`, which check
types and names as they read. This file leaves out behaviour: nothing here executes a call,
scores it or talks to a server.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TypeVar

Json = Any
"""A JSON value as Python holds it: dict, list, str, int, float, bool or None."""

SCHEMA_VERSION = 1

TaskKind = Literal["multi_turn", "clarification", "abstention"]
Information = Literal["complete", "missing_required", "minimal"]


class FinishReason(StrEnum):
    """Why a rollout ended; always set where it happens, never inferred from the last token."""

    STOP = "stop"
    LENGTH = "length"
    TURNS = "turns"
    CALLS = "calls"
    TIMEOUT = "timeout"
    ERROR = "error"


class Source(IntEnum):
    """Where a token of a conversation comes from; only MODEL tokens are trained."""

    PROMPT = 0
    MODEL = 1
    TOOL = 2
    USER = 3
    TEMPLATE = 4


_ADAPTERS: dict[type, Any] = {}


def _adapter(cls: type) -> Any:
    if cls not in _ADAPTERS:
        from pydantic import ConfigDict, TypeAdapter, with_config

        _ADAPTERS[cls] = TypeAdapter(with_config(ConfigDict(extra="forbid"))(cls))
    return _ADAPTERS[cls]


class Record:
    """Base of all records: JSON both ways, with names and types checked on the way in."""

    __slots__ = ()

    def to_json(self) -> dict[str, Json]:
        """Returns the record as a JSON object."""
        dumped: dict[str, Json] = _adapter(type(self)).dump_python(self, mode="json")
        return dumped

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Self:
        """Reads a JSON object.

        Raises:
            ValueError: (pydantic's) naming each field that is missing, unknown or of a wrong type.
        """
        record: Self = _adapter(cls).validate_python(dict(value))
        return record


R = TypeVar("R", bound="Record")


@dataclass(frozen=True, slots=True)
class ToolSpec(Record):
    """A tool as its server describes it.

    Attributes:
        name: the bare name inside the server; `server__name` everywhere else.
        description: when to use it and what it returns.
        parameters: the flat JSON schema of the arguments, `x-provelight-*` keys included.
        output_schema: the JSON schema of a successful result, or None where unknown.
        annotations: the four MCP hints (`readOnlyHint`, `destructiveHint`, ...).
    """

    name: str
    description: str
    parameters: dict[str, Json]
    output_schema: dict[str, Json] | None = None
    annotations: dict[str, Json] = field(default_factory=dict)

    @property
    def is_read(self) -> bool:
        """True where the server declares that a call never changes its state."""
        return bool(self.annotations.get("readOnlyHint", False))

    def to_openai(self, name: str | None = None) -> dict[str, Json]:
        """Returns the OpenAI function schema that a model sees, private keys stripped."""
        return {
            "type": "function",
            "function": {
                "name": name or self.name,
                "description": self.description,
                "parameters": strip_private(self.parameters),
            },
        }


def strip_private(schema: Json) -> Json:
    """Returns `schema` without the `x-provelight-*` keys, at every depth."""
    if isinstance(schema, dict):
        return {k: strip_private(v) for k, v in schema.items() if not k.startswith("x-provelight-")}
    if isinstance(schema, list):
        return [strip_private(v) for v in schema]
    return schema


@dataclass(frozen=True, slots=True)
class ToolCall(Record):
    """A call that a model asked for.

    Attributes:
        name: `server__tool`, or None where the call could not be read.
        arguments: as sent.
        error: what made the call unreadable, to be told to the model; None for a readable call.
    """

    name: str | None
    arguments: dict[str, Json] = field(default_factory=dict)
    error: str | None = None


@dataclass(frozen=True, slots=True)
class ToolFailure(Record):
    """Why a call failed: a stable type such as `insufficient_funds`, and a message to read."""

    type: str
    message: str


@dataclass(frozen=True, slots=True)
class ToolResult(Record):
    """What a call gave.

    Attributes:
        ok: True where the call succeeded.
        text: what the model reads: compact JSON of the result or of the error.
        result: the structured result; None on failure.
        error: the failure; None on success.
        infrastructure: True where our side broke (server died, time-out): the rollout is
            excluded, not punished.
    """

    ok: bool
    text: str
    result: Json = None
    error: ToolFailure | None = None
    infrastructure: bool = False


@dataclass(frozen=True, slots=True)
class GroundTruthCall(Record):
    """A call that the task needs; `after` names the calls that must come before it."""

    id: str
    name: str
    arguments: dict[str, Json] = field(default_factory=dict)
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn(Record):
    """One user turn of a task.

    Attributes:
        user: what the user says.
        information: how much of what the calls need the request tells.
        withheld: argument -> value that `user` leaves out and `reply` tells.
        reply: what the user answers when asked; None where nothing is withheld.
        tools_added: OpenAI schemas that become available with this turn.
        ground_truth: the calls that are due, once everything is told.
        trace: the reference conversation of the turn as chat messages, failed calls included.
    """

    user: str
    information: Information = "complete"
    withheld: dict[str, Json] = field(default_factory=dict)
    reply: str | None = None
    tools_added: tuple[dict[str, Json], ...] = ()
    ground_truth: tuple[GroundTruthCall, ...] = ()
    trace: tuple[dict[str, Json], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Record):
    """A synthesized task: one line of a task file.

    Attributes:
        now: the reference date and time of the world, ISO 8601 without zone.
        chain: the tools of the chain, `server__tool`.
        tools: the OpenAI schemas on offer from the first turn on.
        hidden_tools: tools of the chain that are not on offer (missing function).
        knobs: which robustness knobs were turned, and how.
        final_effect_hash: the hash that a right solution reaches (DESIGN: effect hash).
    """

    schema_version: int = SCHEMA_VERSION
    id: str
    kind: TaskKind
    servers: tuple[str, ...]
    world_seed: int
    now: str
    persona: str
    chain: tuple[str, ...]
    tools: tuple[dict[str, Json], ...]
    hidden_tools: tuple[str, ...] = ()
    knobs: dict[str, Json] = field(default_factory=dict)
    turns: tuple[Turn, ...]
    initial_state_hash: str
    final_state_hash: str
    final_effect_hash: str

    @property
    def ground_truth(self) -> tuple[GroundTruthCall, ...]:
        """The calls due over the whole conversation, in order."""
        return tuple(call for turn in self.turns for call in turn.ground_truth)


@dataclass(frozen=True, slots=True)
class ExecutedCall(Record):
    """A model's call together with what became of it; `turn` counts user turns from 0."""

    call: ToolCall
    result: ToolResult
    turn: int


@dataclass(frozen=True, slots=True)
class RewardBreakdown(Record):
    """The five parts of the reward (PROVE §3.3) and their weighted sum.

    Parts are None where they do not apply (a task without ground truth) and are left out of means.
    `extra` holds the weighted terms that a user added.
    """

    validity: float | None
    coverage: float | None
    efficiency: float | None
    name: float | None
    argument: float | None
    total: float
    extra: dict[str, float] = field(default_factory=dict)

    PARTS: ClassVar[tuple[str, ...]] = ("validity", "coverage", "efficiency", "name", "argument")


@dataclass(frozen=True, slots=True)
class Rollout(Record):
    """One conversation of the model with the live servers.

    Attributes:
        task_id: the task that was tried.
        row: index within the group.
        ids: token ids of the whole conversation, prompt first; sampled ids verbatim.
        sources: for each id its `Source`.
        logps: for each id the log-probability it was sampled with; 0.0 where not sampled.
        messages: the conversation as chat messages, for people.
        calls: every call in order, malformed ones included.
        effect_hash: of the servers at the end; None where infrastructure failed.
        excluded: True where our infrastructure failed: left out of rewards and baselines.
    """

    task_id: str
    row: int
    ids: tuple[int, ...]
    sources: tuple[int, ...]
    logps: tuple[float, ...]
    messages: tuple[dict[str, Json], ...]
    calls: tuple[ExecutedCall, ...]
    finish_reason: FinishReason
    effect_hash: str | None = None
    excluded: bool = False
    reward: RewardBreakdown | None = None
    success: bool | None = None

    @property
    def prompt_length(self) -> int:
        """How many leading tokens are the prompt."""
        return next(
            (i for i, s in enumerate(self.sources) if s != Source.PROMPT), len(self.sources)
        )

    @property
    def completion_length(self) -> int:
        """How many tokens the model sampled."""
        return sum(1 for s in self.sources if s == Source.MODEL)


def read_jsonl(path: str | Path, cls: type[R]) -> Iterator[R]:
    """Yields the records of a JSON-lines file.

    Raises:
        ValueError: naming the file, the line and what is wrong with it.
    """
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield cls.from_json(json.loads(line))
                except ValueError as error:
                    raise ValueError(f"{path}:{number}: not a {cls.__name__}: {error}") from error


def write_jsonl(path: str | Path, records: Iterable[Record], mode: Literal["w", "a"] = "w") -> None:
    """Writes records as JSON lines, keys in the order of the fields."""
    with open(path, mode, encoding="utf-8") as out:
        for record in records:
            out.write(json.dumps(record.to_json(), ensure_ascii=False) + "\n")
