"""Exercises a server as an agent would: a seeded walk over its tools, on a few worlds.

Arguments come from what earlier results showed (ids by entity type, values by name, words of names
and titles) and else from the schema. Everything is recorded, for check.py to judge.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from mcp_servers.core.fields import ENTITY, FORMAT, LABEL_OF
from mcp_servers.core.sessions import SessionStore
from mcp_servers.core.tools import Tool, ToolServer
from mcp_servers.core.worlds import keyed_random
from provelight.records import Json, ToolResult

WORLDS = (0, 1, 900)
_CALLS_PER_EPISODE = 40
_EPISODES_PER_TOOL = 0.5
_OPTIONAL = 0.3
_WRONG_ID = 0.05
_SHOWN_WORDS = 0.7
_WORDS = ("about", "blue", "garden", "lunch", "monday", "north", "report", "trip")


@dataclass(frozen=True, slots=True)
class Probe:
    """One call, with the state hash before and after it.

    Attributes:
        repeated: text and state hash of the same call once more, for tools declared idempotent.
    """

    tool: str
    arguments: dict[str, Json]
    result: ToolResult
    before: str
    after: str
    repeated: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Episode:
    """The calls of one session, from the fresh world on."""

    world_seed: int
    probes: tuple[Probe, ...]


def exercise(server: ToolServer) -> list[Episode]:
    """Returns a few sessions' worth of calls; the same ones each time."""
    count = max(2, round(len(server.tools) * _EPISODES_PER_TOOL))
    successes: Counter[str] = Counter()
    return [
        _episode(server, world_seed, index, memory, successes)
        for world_seed in WORLDS
        for memory in [Memory()]
        for index in range(count)
    ]


@dataclass(slots=True)
class Memory:
    """What results have shown.

    Attributes:
        ids: by entity type.
        values: plain values by the name of their field.
        names: what people call entities of any type.
    """

    ids: dict[str, list[str]] = field(default_factory=dict)
    values: dict[str, list[Json]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def learn(self, value: Json, schema: dict[str, Any], name: str = "") -> None:
        """Walks a result along its output schema."""
        if isinstance(value, dict):
            for key, item in value.items():
                self.learn(item, schema.get("properties", {}).get(key, {}), key)
        elif isinstance(value, list):
            inner = {**schema.get("items", {}), **{k: schema[k] for k in (ENTITY,) if k in schema}}
            for item in value:
                self.learn(item, inner, name)
        elif ENTITY in schema:
            _keep(self.ids.setdefault(schema[ENTITY], []), value)
        else:
            _keep(self.values.setdefault(name, []), value)
            if LABEL_OF in schema and isinstance(value, str):
                _keep(self.names, value)


class Arguments:
    """Draws arguments for tools.

    Args:
        memory: what is known of the world.
        now: date and time of the world.
        rng: the source of chance.
    """

    def __init__(self, memory: Memory, now: datetime, rng: Random) -> None:
        self._memory = memory
        self._now = now
        self._rng = rng

    def draw(self, schema: dict[str, Any]) -> dict[str, Json]:
        """Returns an object: all required properties, and some of the others."""
        required = schema.get("required", ())
        chosen = {
            name: inner
            for name, inner in schema.get("properties", {}).items()
            if name in required or self._rng.random() < _OPTIONAL
        }
        return {name: self._value(name, inner) for name, inner in chosen.items()}

    def _value(self, name: str, schema: dict[str, Any]) -> Json:
        if ENTITY in schema and schema["type"] != "array":
            return self._id(schema[ENTITY])
        known = self._memory.values.get(name, [])
        choices = schema.get("enum") or schema.get("examples") or ()
        if "const" in schema:
            return schema["const"]
        if known and self._rng.random() < 0.5 and _fits(known[0], schema):
            return self._rng.choice(known)
        return self._rng.choice(choices) if choices else self._by_type(name, schema)

    def _id(self, entity: str) -> str:
        known = self._memory.ids.get(entity)
        if not known or self._rng.random() < _WRONG_ID:
            return f"no-such-{entity}"
        return self._rng.choice(known)

    def _by_type(self, name: str, schema: dict[str, Any]) -> Json:
        match schema["type"]:
            case "boolean":
                return self._rng.random() < 0.5
            case "integer":
                return self._integer(schema)
            case "number":
                low, high = schema.get("minimum", 0.0), schema.get("maximum", 1000.0)
                return round(self._rng.uniform(low, high), 2)
            case "array":
                return self._array(name, schema)
            case "object":
                return self.draw(schema)
            case _:
                return self._string(schema)

    def _integer(self, schema: dict[str, Any]) -> int:
        low = schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
        high = schema.get("maximum", schema.get("exclusiveMaximum", 10**9) - 1)
        # Small values succeed and large ones run into limits: both are wanted.
        span = self._rng.choice((3, 10, 100, 10_000, 10**8))
        return self._rng.randint(low, max(low, min(high, low + span)))

    def _array(self, name: str, schema: dict[str, Any]) -> list[Json]:
        inner = {**schema["items"], **{key: schema[key] for key in (ENTITY,) if key in schema}}
        low = schema.get("minItems", 1)
        count = self._rng.randint(low, max(low, min(schema.get("maxItems", 3), 3)))
        drawn = [self._value(name, inner) for _ in range(count)]
        return [value for i, value in enumerate(drawn) if value not in drawn[:i]]

    def _string(self, schema: dict[str, Any]) -> str:
        moment = self._now + timedelta(
            days=self._rng.randint(-10, 40), hours=self._rng.randint(0, 9)
        )
        match schema.get(FORMAT):
            case "date":
                return moment.date().isoformat()
            case "datetime":
                return moment.isoformat(timespec="minutes")
            case "time":
                return moment.time().isoformat("minutes")
            case _:
                return self._words(schema)

    def _words(self, schema: dict[str, Any]) -> str:
        """Returns a name that was shown or a word of it, which searches find, or others."""
        text = " ".join(self._rng.sample(_WORDS, self._rng.randint(1, 3)))
        if self._memory.names and self._rng.random() < _SHOWN_WORDS:
            name = self._rng.choice(self._memory.names)
            text = self._rng.choice((name, *name.split()))
        return text[: schema.get("maxLength", 80)].strip()


def _episode(
    server: ToolServer, world_seed: int, index: int, memory: Memory, successes: Counter[str]
) -> Episode:
    rng = keyed_random("exercise", server.name, world_seed, index)
    store = SessionStore(server)
    store.open("s", world_seed)
    arguments = Arguments(memory, datetime.fromisoformat(store.now("s")), rng)
    probes = []
    for _ in range(_CALLS_PER_EPISODE):
        tool = _next(server, successes, rng)
        probe = _probe(store, tool, arguments.draw(tool.spec.parameters))
        if probe.result.ok:
            successes[tool.spec.name] += 1
            memory.learn(probe.result.result, tool.spec.output_schema or {})
        probes.append(probe)
    return Episode(world_seed, tuple(probes))


def _next(server: ToolServer, successes: Counter[str], rng: Random) -> Tool:
    tools = list(server.tools.values())
    weights = [1 / (1 + successes[tool.spec.name]) for tool in tools]
    return rng.choices(tools, weights)[0]


def _probe(store: SessionStore, tool: Tool, arguments: dict[str, Json]) -> Probe:
    name = tool.spec.name
    before = store.state_hash("s")
    result = store.call("s", name, arguments)
    after = store.state_hash("s")
    repeated = None
    if result.ok and tool.spec.annotations["idempotentHint"]:
        repeated = (store.call("s", name, arguments).text, store.state_hash("s"))
    return Probe(name, arguments, result, before, after, repeated)


def _keep(known: list[Any], value: Json) -> None:
    if value not in known and len(known) < 60:
        known.append(value)


def _fits(value: Json, schema: dict[str, Any]) -> bool:
    kinds: dict[str, tuple[type, ...]] = {
        "string": (str,),
        "integer": (int,),
        "number": (int, float),
        "boolean": (bool,),
    }
    return type(value) in kinds.get(schema["type"], ())
