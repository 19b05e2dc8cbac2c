"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

import random
from collections import defaultdict

from mcp_servers.core.errors import StateError
from mcp_servers.core.sessions import SessionStore
from mcp_servers.trading.exchange import SECTORS
from mcp_servers.trading.tools import server
from provelight.records import Json

WORLDS = range(0, 1100, 22)
CALLS = 200
PERCENTS = (100, 100, 100, 99, 101, 92, 108, 70, 130, 30, 170)
QUANTITIES = (1, 5, 10, 20, 100, 1_000, 60_000)


class Explorer:
    """Calls tools at random in one world, with ids that look-ups have told, and no others.

    Prices are drawn around those that were shown for the same instrument or order.
    """

    def __init__(self, store: SessionStore, seed: int) -> None:
        self.store = store
        self.rng = random.Random(seed)
        self.session = f"world-{seed}"
        self.known: dict[str, set[str]] = defaultdict(set)
        self.prices: dict[str, set[int]] = defaultdict(set)
        self.met: set[tuple[str, str]] = set()
        store.open(self.session, seed)

    def explore(self, calls: int) -> None:
        """Looks everything up, then makes `calls` random calls."""
        for sector in SECTORS:
            self.call("search_instruments", {"query": sector})
        for status in ("open", "open", "filled", "cancelled", "expired"):
            self.call("list_orders", {"status": status, "offset": 5 if self.prices else 0})
        for name in ("list_orders", "get_portfolio", "list_watchlists"):
            self.call(name, {})
        for _ in range(calls):
            name = self.rng.choice(list(server.tools))
            self.call(name, self.arguments(server.tools[name].spec.parameters))

    def call(self, name: str, arguments: dict[str, Json]) -> None:
        result = self.store.call(self.session, name, arguments)
        if result.ok:
            self.learn(result.result, server.tools[name].spec.output_schema or {})
        else:
            assert result.error is not None
            self.met.add((name, result.error.type))

    def arguments(self, schema: dict[str, Json]) -> dict[str, Json]:
        """Draws arguments, the ids before the prices."""
        drawn: dict[str, Json] = {}
        for key, prop in schema["properties"].items():
            if key in schema.get("required", ()) or self.rng.random() < 0.5:
                drawn[key] = self.value(key, prop, drawn)
        return drawn

    def value(self, key: str, prop: dict[str, Json], drawn: dict[str, Json]) -> Json:
        if entity := prop.get("x-provelight-entity"):
            return self.rng.choice(sorted(self.known[entity]))
        if "enum" in prop:
            return self.rng.choice(prop["enum"])
        if prop.get("x-provelight-format") == "money":
            shown = sorted(self.prices[drawn.get("symbol") or drawn["order_id"]]) or [50_00]
            return self.rng.choice(shown) * self.rng.choice(PERCENTS) // 100
        if key == "quantity":
            return self.rng.choice(QUANTITIES)
        return self.rng.randrange(1, 10) if prop["type"] == "integer" else "a"

    def learn(self, value: Json, schema: dict[str, Json]) -> None:
        """Keeps the ids of a result, by the types that its schema tells, and the prices with them.

        The first id of an object says whose prices it shows.
        """
        shown = schema.get("properties", {})
        ids = [
            (p["x-provelight-entity"], value[k]) for k, p in shown.items() if _is_id(p, k, value)
        ]
        for entity, id in ids:
            self.known[entity].add(id)
        for key in ("last_cents", "limit_price_cents", "stop_price_cents"):
            if ids and key in value:
                self.prices[ids[0][1]].add(value[key])
        for key, prop in shown.items():
            for item in value.get(key, ()) if prop.get("type") == "array" else ():
                self.learn(item, prop["items"])


def _is_id(prop: dict[str, Json], key: str, value: dict[str, Json]) -> bool:
    return "x-provelight-entity" in prop and key in value


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
