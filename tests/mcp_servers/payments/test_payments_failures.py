"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

import random
from collections import defaultdict
from datetime import date, timedelta

from mcp_servers.core.errors import StateError
from mcp_servers.core.sessions import SessionStore
from mcp_servers.payments.tools import server
from provelight.records import Json

WORLDS = range(0, 1100, 44)
CALLS = 260
AMOUNTS = (1, 5_00, 60_00, 400_00, 90_000_00)


class Explorer:
    """Calls tools at random in one world, with ids that look-ups have told, and no others."""

    def __init__(self, store: SessionStore, seed: int) -> None:
        self.store = store
        self.rng = random.Random(seed)
        self.session = f"world-{seed}"
        self.known: dict[str, set[str]] = defaultdict(set)
        self.met: set[tuple[str, str]] = set()
        self.made: list[tuple[str, dict[str, Json]]] = []
        store.open(self.session, seed)
        self.today = date.fromisoformat(store.now(self.session)[:10])

    def explore(self, calls: int) -> None:
        """Looks everything up, then makes `calls` random calls."""
        for offset in range(0, 25, 4):
            self.call("search_customers", {"query": "a", "offset": offset})
            self.call("list_webhook_deliveries", {"status": "undelivered", "offset": offset})
            self.call("list_webhook_deliveries", {"status": "delivered", "offset": offset})
        for customer_id in sorted(self.known["customer"]):
            self.call("list_invoices", {"customer_id": customer_id})
        for invoice_id in sorted(self.known["invoice"]):
            self.call("get_invoice", {"invoice_id": invoice_id})
        for _ in range(calls):
            self.call_at_random()

    def call_at_random(self) -> None:
        """Calls a tool with arguments of what is known, or makes an earlier write again."""
        if self.made and self.rng.random() < 0.2:
            self.call(*self.rng.choice(self.made))
            return
        name = self.rng.choice(list(server.tools))
        schema = server.tools[name].spec.parameters
        arguments = {
            key: self.value(prop)
            for key, prop in schema["properties"].items()
            if key in schema.get("required", ()) or self.rng.random() < 0.3
        }
        self.call(name, arguments)

    def call(self, name: str, arguments: dict[str, Json]) -> None:
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
            return self.rng.choice(sorted(self.known[entity]))
        if choices := prop.get("enum") or prop.get("examples"):
            return self.rng.choice(choices)
        if prop.get("x-provelight-format") == "date":
            return (self.today + timedelta(days=self.rng.randrange(-30, 200))).isoformat()
        if prop.get("x-provelight-format") == "money":
            return self.rng.choice(AMOUNTS)
        return self.rng.randrange(1, 9) if prop["type"] == "integer" else "a"

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
