"""An explorer that knows only what look-ups have told, and is drawn to failures not met yet."""

from __future__ import annotations

import random
from collections import defaultdict

from mcp_servers.core.sessions import SessionStore
from mcp_servers.filesystem.tools import server
from provelight.records import Json

ENTITY = "x-provelight-entity"
PATHS = ("file", "directory", "archive")
DECLARED = {(name, e.type) for name, tool in server.tools.items() for e in tool.raises}


class Explorer:
    """Calls tools at random in one world.

    Args:
        store: with a session for each explorer.
        seed: of the world, and of the choices.
        met: pairs of tool and error type; met ones are added.
    """

    def __init__(self, store: SessionStore, seed: int, met: set[tuple[str, str]]) -> None:
        self.store = store
        self.rng = random.Random(seed)
        self.session = f"world-{seed}"
        self.known: dict[str, list[Json]] = defaultdict(list)
        self.met = met
        self.troubles: dict[str, set[Json]] = defaultdict(set)
        self.made: list[tuple[str, dict[str, Json]]] = []
        store.open(self.session, seed)

    def explore(self, calls: int) -> None:
        """Looks around, then makes `calls` random calls, rather where failures are missing."""
        self.look_around()
        for step in range(calls):
            name = self.rng.choice(sorted(server.tools))
            missing = sorted({tool for tool, _ in DECLARED - self.met})
            if missing and step % 4:
                name = self.rng.choice(missing)
            self.call(name, self.arguments(name))

    def look_around(self) -> None:
        """Learns where things are, as a person would: from the volumes, the homes, the folders."""
        for tool in ("pwd", "df", "list_users", "list_groups", "list_trash", "ls"):
            self.call(tool, {})
        for offset in range(0, 40, 8):
            self.call("tree", {"offset": offset})
        for directory in list(self.known["directory"]):
            self.call("ls", {"directory": directory})
            self.call("find", {"name": "*", "directory": directory})
        self.call("ls", {"directory": "/"})

    def arguments(self, name: str) -> dict[str, Json]:
        """Returns arguments for one tool, or those of an earlier write."""
        if self.made and self.rng.random() < 0.05:
            again, arguments = self.rng.choice(self.made)
            if again == name:
                return arguments
        schema = server.tools[name].spec.parameters
        return {
            key: self.value(name, prop)
            for key, prop in schema["properties"].items()
            if key in schema.get("required", ()) or self.rng.random() < 0.4
        }

    def call(self, name: str, arguments: dict[str, Json]) -> None:
        """Makes one call and keeps what it tells."""
        result = self.store.call(self.session, name, arguments)
        if result.ok:
            self.learn(result.result, server.tools[name].spec.output_schema or {})
            self.made += [] if server.tools[name].is_read else [(name, arguments)]
        else:
            assert result.error is not None
            self.met.add((name, result.error.type))
            self.troubles[result.error.type] |= {v for v in arguments.values() if v in self.paths()}

    def paths(self) -> set[Json]:
        """Returns all paths that were seen."""
        return {path for kind in PATHS for path in self.known[kind]}

    def value(self, tool: str, prop: dict[str, Json]) -> Json:
        """Returns a value for one parameter of a tool."""
        if prop.get(ENTITY) in PATHS:
            path = self.path(tool, prop[ENTITY])
            if self.rng.random() < 0.1:
                # As after a wrong guess where something lies.
                return f"{path}/{str(self.rng.choice(self.known['file'])).rpartition('/')[2]}"
            return path
        if ENTITY in prop:
            return self.rng.choice(self.known[prop[ENTITY]] or ["none"])
        if choices := prop.get("enum") or prop.get("examples"):
            long = "maxLength" not in prop and prop.get("type") == "string" and "enum" not in prop
            return self.rng.choice([*choices, "text " * 40] if long else choices)
        match prop["type"]:
            case "boolean":
                return self.rng.random() < 0.5
            case "integer":
                return self.rng.choice((1, 3, 30)) if "maximum" in prop else 0
            case _:
                return self.rng.choice(("a", "text " * 9, "x" * 2_000))

    def path(self, tool: str, entity: str) -> Json:
        """Returns a path that was seen: mostly of the kind, sometimes of another.

        Where a tool has failures left to show, paths that have led others to them come first.
        """
        missing = sorted(error for name, error in DECLARED - self.met if name == tool)
        if missing and self.rng.random() < 0.4:
            error = self.rng.choice(missing)
            if self.troubles[error]:
                return self.rng.choice(sorted(self.troubles[error]))
        kind = entity if self.rng.random() < 0.7 else self.rng.choice(PATHS)
        return self.rng.choice(self.known[kind] or ["/"])

    def learn(self, value: Json, schema: dict[str, Json]) -> None:
        """Keeps the ids of a result, by the types that its schema tells."""
        for key, prop in schema.get("properties", {}).items():
            if key not in value:
                continue
            entity = prop.get(ENTITY)
            if entity and value[key] not in self.known[entity]:
                self.known[entity].append(value[key])
            for item in value[key] if prop.get("type") == "array" else ():
                self.learn(item, prop["items"])
