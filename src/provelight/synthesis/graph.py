"""The dependency graph of a server (PROVE §3.2, step 1), proposed by types, verified by execution.

An *explicit* edge A -> B: an id from a result of A made B succeed. An *implicit* edge: B failed on
a fresh state and succeeded after A. Cached under a hash of the tools' schemas.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from provelight.records import ToolSpec

VERSION = 5
"""Part of the key of the cache: raise it where the way of building changes."""


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """B (`target`) depends on A (`source`); bare names.

    Attributes:
        param: for an explicit edge the parameter of B that takes the id; empty for an implicit one.
        entity: for an explicit edge the type of the id.
    """

    source: str
    target: str
    kind: Literal["explicit", "implicit"]
    param: str = ""
    entity: str = ""


@dataclass(frozen=True, slots=True)
class DependencyGraph:
    """All dependencies between the tools of one server, sorted."""

    server: str
    edges: tuple[Edge, ...]

    def feeds(self, source: str, target: str, param: str) -> bool:
        """True where ids from `source` were seen to make `target` succeed as this parameter."""
        return any(
            e.source == source and e.target == target and e.param == param for e in self.edges
        )

    def enables(self, source: str, target: str) -> bool:
        """True where `target` was seen to fail before `source` and to succeed after it."""
        return any(
            e.kind == "implicit" and e.source == source and e.target == target for e in self.edges
        )


def schema_hash(specs: Mapping[str, ToolSpec]) -> str:
    """Returns a hash over names, parameters and results of tools."""
    described = {n: [s.parameters, s.output_schema, s.annotations] for n, s in specs.items()}
    text = json.dumps([VERSION, described], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def cached(
    server: str,
    specs: Mapping[str, ToolSpec],
    build: Callable[[], DependencyGraph],
    cache_dir: Path,
) -> DependencyGraph:
    """Returns the graph from the cache, or builds it and puts it there.

    Args:
        server: its name.
        specs: its tools, whose schemas are the key.
        build: makes the graph.
        cache_dir: the folder of the cache.
    """
    path = cache_dir / f"graph-{server}-{schema_hash(specs)}.json"
    if path.exists():
        return DependencyGraph(server, tuple(Edge(**e) for e in json.loads(path.read_text())))
    graph = build()
    _write_atomically(path, json.dumps([asdict(edge) for edge in graph.edges], indent=1))
    return graph


def _write_atomically(path: Path, text: str) -> None:
    """Writes beside the file and renames, so that no reader ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(text)
    os.replace(temporary, path)
