"""Finds the dependency graph of a server by calling it (graph.py says what the edges mean)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import permutations
from random import Random

from mcp_servers.core.worlds import keyed_random
from provelight.environments.fleet import MCPFleet
from provelight.environments.naming import qualified
from provelight.environments.session import Session
from provelight.records import Json, ToolResult
from provelight.synthesis.graph import DependencyGraph, Edge
from provelight.synthesis.sampler import SamplingContext, discover
from provelight.synthesis.sightings import ids, listed
from provelight.synthesis.signatures import Param, Signature
from provelight.synthesis.values import NoValue, draw

_WORLDS = (0, 1, 2, 3)
_TRIES = 40
_FAILING_DRAWS = 10
_ENABLING_DRAWS = 4
_NOT_OF_THE_STATE = frozenset({"invalid_arguments", "not_found", "unknown_tool"})


class GraphProbe:
    """Builds the graph of one server on a few training worlds, reset before every write.

    Args:
        fleet: a started fleet with the server, local where speed matters.
        server: its name.
        signatures: its tools by bare name.
    """

    def __init__(self, fleet: MCPFleet, server: str, signatures: Mapping[str, Signature]) -> None:
        self._fleet = fleet
        self._server = server
        self._signatures = signatures

    def build(self) -> DependencyGraph:
        """Returns the graph; the same for the same server."""
        worlds = [self._open(seed) for seed in _WORLDS]
        try:
            implicit = list(self._implicit(worlds))
            edges = {*implicit, *self._explicit(worlds, implicit)}
        finally:
            for world in worlds:
                world.session.close()
        return DependencyGraph(self._server, tuple(sorted(edges)))

    def _open(self, seed: int) -> _ProbedWorld:
        session = self._fleet.open_session([self._server], seed)
        rng = keyed_random("graph", self._server, seed)
        context = discover(session, self._server, self._signatures)
        return _ProbedWorld(session, self._server, context, rng)

    def _explicit(self, worlds: Sequence[_ProbedWorld], implicit: Sequence[Edge]) -> Iterator[Edge]:
        for source, target in permutations(self._signatures.values(), 2):
            enablers = [self._signatures[e.source] for e in implicit if e.target == target.name]
            for param in target.params.values():
                entity = param.entity
                proposed = entity is not None and source.gives(entity)
                if proposed and any(w.feeds(source, target, param, enablers) for w in worlds):
                    yield Edge(source.name, target.name, "explicit", param.name, entity or "")

    def _implicit(self, worlds: Sequence[_ProbedWorld]) -> Iterator[Edge]:
        writes = [s for s in self._signatures.values() if not s.is_read]
        for target in self._signatures.values():
            failing = [(w, arguments) for w in worlds for arguments in w.failing(target)]
            for source in writes:
                if source is not target and any(
                    w.enables(source, target, arguments) for w, arguments in failing
                ):
                    yield Edge(source.name, target.name, "implicit")


@dataclass(frozen=True, slots=True)
class _ProbedWorld:
    """One world to try calls on; every method leaves it as it was."""

    session: Session
    server: str
    context: SamplingContext
    rng: Random

    def feeds(
        self, source: Signature, target: Signature, param: Param, enablers: Sequence[Signature]
    ) -> bool:
        """True where an id of `source` made `target` succeed as `param`, within some tries.

        Each try is made on a fresh state, then after each of the tools that may enable the target.
        Every other one is given optional ids, too: some dishes are sold in one size or another.
        """
        given = self._given(source, param.entity or "")
        for number in range(_TRIES if given else 0):
            id, needed_first = self.rng.choice(given)
            fixed = {param.name: param.holding([id])}
            arguments = self._arguments(target, fixed, optional_ids=number % 2 == 1)
            if arguments is None:
                return False
            for enabler in (None, *enablers):
                if needed_first is not None:
                    self._call(source, needed_first)
                if enabler is not None:
                    self._prepare(enabler, target, arguments)
                if self._call_and_reset(target, arguments).ok:
                    return True
        return False

    def failing(self, target: Signature) -> list[dict[str, Json]]:
        """Returns arguments with which `target` fails because of the state."""
        found: list[dict[str, Json]] = []
        for _ in range(_TRIES):
            arguments = self._arguments(target, {})
            if arguments is None:
                break
            error = self._call_and_reset(target, arguments).error
            if error and error.type not in _NOT_OF_THE_STATE and arguments not in found:
                found.append(arguments)
        return found[:_FAILING_DRAWS]

    def enables(self, source: Signature, target: Signature, arguments: dict[str, Json]) -> bool:
        """True where some call of `source` on the same entities makes the failing call succeed."""
        for _ in range(_ENABLING_DRAWS):
            prepared = self._prepare(source, target, arguments)
            if self._call_and_reset(target, arguments).ok and prepared:
                return True
        return False

    def _prepare(self, enabler: Signature, target: Signature, arguments: dict[str, Json]) -> bool:
        """Calls `enabler` on what a call of `target` is about; True where that worked."""
        about = {target.params[name].entity: listed(value) for name, value in arguments.items()}
        takers = [p for p in enabler.params.values() if p.entity]
        shared = {p.name: p.holding(about[p.entity]) for p in takers if p.entity in about}
        if takers and not shared:
            return False
        first = self._arguments(enabler, shared)
        return first is not None and self._call(enabler, first).ok

    def _given(self, source: Signature, entity: str) -> list[tuple[str, dict[str, Json] | None]]:
        """Returns ids that `source` gives, those that it was given left out.

        Each comes with the call that has to be made first where the source is a write.
        """
        if source.is_read:
            return [
                (id, None)
                for done in self.context.discoveries
                if done.tool == source.name
                for id in ids(source, done.result, entity)
                if id not in done.arguments.values()
            ]
        for _ in range(_TRIES):
            arguments = self._arguments(source, {})
            if arguments is None:
                break
            result = self._call_and_reset(source, arguments)
            new = ids(source, result.result, entity) if result.ok else []
            if new := [id for id in new if id not in arguments.values()]:
                return [(id, arguments) for id in new]
        return []

    def _arguments(
        self, signature: Signature, fixed: Mapping[str, Json], optional_ids: bool = False
    ) -> dict[str, Json] | None:
        """Draws required arguments around fixed ones; None where some value cannot be drawn.

        Args:
            signature: of the tool.
            fixed: arguments that are given.
            optional_ids: True: adds optional ids that are companions of the others.
        """
        drawn = dict(fixed)
        now = datetime.fromisoformat(self.session.now)
        for param in signature.required():
            if param.name in drawn:
                continue
            if param.entity is None:
                shown = self.context.moments_for(signature.name, param.format)
                try:
                    drawn[param.name] = draw(param, signature.is_read, now, self.rng, shown)
                except NoValue:
                    return None
                continue
            options = self._near(param.entity, drawn.values())
            if not options:
                return None
            drawn[param.name] = param.holding([self.rng.choice(options)])
        for param in signature.params.values() if optional_ids else ():
            options = self._together(param.entity or "", drawn.values())
            if param.name not in drawn and options:
                drawn[param.name] = param.holding([self.rng.choice(options)])
        return drawn

    def _near(self, entity: str, chosen: Iterable[Json]) -> list[str]:
        """Returns ids of a type, those that some call shows together with a chosen id if any."""
        return self._together(entity, chosen) or list(self.context.ids.get(entity, ()))

    def _together(self, entity: str, chosen: Iterable[Json]) -> list[str]:
        taken = {id for value in chosen for id in listed(value) if isinstance(id, str)}
        known = self.context.ids.get(entity, ())
        return [i for i in known if taken & self.context.companions.get(i, frozenset())]

    def _call(self, signature: Signature, arguments: dict[str, Json]) -> ToolResult:
        return self.session.call(qualified(self.server, signature.name), arguments)

    def _call_and_reset(self, signature: Signature, arguments: dict[str, Json]) -> ToolResult:
        result = self._call(signature, arguments)
        self.session.reset()
        return result
