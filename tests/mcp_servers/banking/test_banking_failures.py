"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

import random
from collections import defaultdict
from datetime import date, timedelta

from mcp_servers.banking.tools import server
from mcp_servers.core.errors import StateError
from mcp_servers.core.sessions import SessionStore
from provelight.records import Json

WORLDS = range(0, 1100, 22)
CALLS = 160


class Explorer:
    """Calls tools at random in one world, with ids that look-ups have told, and no others."""

    def __init__(self, store: SessionStore, seed: int) -> None:
        self.store = store
        self.rng = random.Random(seed)
        self.session = f"world-{seed}"
        self.known: dict[str, set[Json]] = defaultdict(set)
        self.met: set[tuple[str, str]] = set()
        self.made: list[tuple[str, dict[str, Json]]] = []
        store.open(self.session, seed)
        self.today = date.fromisoformat(store.now(self.session)[:10])

    def explore(self, calls: int) -> None:
        """Looks everything up, then makes `calls` random calls."""
        for tool in server.tools.values():
            if not tool.spec.parameters.get("required"):
                self.call(tool.spec.name)
        for _ in range(calls):
            self.call(self.rng.choice(list(server.tools)))

    def call(self, name: str) -> None:
        """Calls one tool with arguments of what is known, or makes an earlier write again."""
        schema = server.tools[name].spec.parameters
        arguments = {
            key: self.value(prop)
            for key, prop in schema["properties"].items()
            if key in schema.get("required", ()) or self.rng.random() < 0.5
        }
        if self.made and self.rng.random() < 0.1:
            name, arguments = self.rng.choice(self.made)
        result = self.store.call(self.session, name, arguments)
        if result.ok:
            self.learn(result.result, server.tools[name].spec.output_schema or {})
            self.made += [] if server.tools[name].is_read else [(name, arguments)]
        else:
            assert result.error is not None
            self.met.add((name, result.error.type))

    def value(self, prop: dict[str, Json]) -> Json:
        """Returns a value for one parameter."""
        if entity := prop.get("x-provelight-entity"):
            # Something that no world has, until a look-up has told an id.
            return self.rng.choice(sorted(self.known[entity]) or ["000"])
        if "enum" in prop:
            return self.rng.choice(prop["enum"])
        if prop.get("x-provelight-format") == "date":
            return (self.today + timedelta(days=self.rng.randrange(-90, 500))).isoformat()
        if prop.get("x-provelight-format") == "money":
            return self.rng.choice((100, 50_00, 200_00, 900_00, 20_000_00))
        return self.rng.randrange(0, 30, 5) if prop["type"] == "integer" else "a"

    def learn(self, value: Json, schema: dict[str, Json]) -> None:
        """Keeps the ids of a result, by the types that its schema tells."""
        for key, prop in schema.get("properties", {}).items():
            if key not in value:
                continue
            if entity := prop.get("x-provelight-entity"):
                self.known[entity].add(value[key])
            for item in value[key] if prop.get("type") == "array" else ():
                self.learn(item, prop["items"])


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    store = SessionStore(server)
    met: set[tuple[str, str]] = set()
    for seed in WORLDS:
        explorer = Explorer(store, seed)
        explorer.explore(CALLS)
        store.close(explorer.session)
        met |= explorer.met
    general = {"not_found", "invalid_arguments"}
    declared = {(name, e.type) for name, tool in server.tools.items() for e in tool.raises}
    assert {m for m in met if m[1] not in general} == declared


def test_every_write_can_fail_on_account_of_the_state():
    for tool in server.tools.values():
        assert tool.is_read == (not tool.raises)
        assert all(issubclass(error, StateError) for error in tool.raises)


def test_failures_have_types_of_their_own():
    errors = {error for tool in server.tools.values() for error in tool.raises}
    assert len({error.type for error in errors}) == len(errors)
