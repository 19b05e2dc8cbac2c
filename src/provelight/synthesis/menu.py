"""All that can be asked of a server, and the choice of what to ask next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from provelight.synthesis.chains import Planner
from provelight.synthesis.goals import Goal
from provelight.synthesis.graph import DependencyGraph
from provelight.synthesis.heldout import HeldOut
from provelight.synthesis.phrases import Phrase
from provelight.synthesis.plans import Plan, Recalled
from provelight.synthesis.signatures import Signature

_ENABLED_WEIGHT = 3.0
_RELATED_WEIGHT = 2.0
_REPEATED_WEIGHT = 0.4
_FOLLOW_UP_WEIGHT = 2.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to ask: a plan and a phrase for it."""

    plan: Plan
    phrase: Phrase

    @property
    def recalled(self) -> set[str]:
        """The types of entities that it leaves to the turn before."""
        sources = (source for step in self.plan.steps for _, source in step.sources)
        return {source.entity for source in sources if isinstance(source, Recalled)}


class Menu:
    """The entries of one server.

    Args:
        server: its name.
        signatures: its tools by bare name.
        phrases: all its phrases.
        graph: its verified dependencies.
        max_chain: the most tools that one turn may need.
        everything_new: True: only what is held out of training; False: never that.

    Raises:
        ValueError: where nothing can be asked.
    """

    def __init__(
        self,
        server: str,
        signatures: Mapping[str, Signature],
        phrases: Sequence[Phrase],
        graph: DependencyGraph,
        max_chain: int,
        everything_new: bool,
    ) -> None:
        planner = Planner(signatures, graph)
        self.entries = [
            Entry(plan, phrase)
            for phrase in phrases
            for plan in planner.plans(phrase)
            if len(plan.chain) <= max_chain
        ]
        self._graph = graph
        self._signatures = signatures
        self._everything_new = everything_new
        self._allowed: dict[tuple[str, ...], list[Entry]] = {}
        self.held_out = HeldOut(server, [e.plan for e in self.entries], phrases)
        if not self.allowed(None):
            raise ValueError(
                f"nothing can be asked of server {server!r} with at most {max_chain} tools a turn; "
                f"add phrases to its phrases.yaml (see `provelight servers check {server}`)"
            )

    def allowed(self, before: Goal | None) -> list[Entry]:
        """Returns what may be asked after a goal, or first of all."""
        last = before.plan if before else None
        return [
            e
            for e in self.entries
            if (before is not None or not e.phrase.follow_up)
            and self.held_out.holds(e.plan, e.phrase, last) == self._everything_new
        ]

    def choose(
        self, before: Goal | None, focus: Collection[str], avoided: set[str], rng: Random
    ) -> Entry | None:
        """Draws a tool, then one of its entries; None where nothing may be asked.

        A tool that the last one made possible, or that is about the same kind of entity, is more
        likely; the same tool again less.

        Args:
            before: the goal of the turn before, if any.
            focus: the types of entities that can be referred back to.
            avoided: tools that must not be needed.
            rng: the source of chance.
        """
        fitting: dict[str, list[Entry]] = {}
        for entry in self._after(before):
            if entry.recalled <= set(focus) and not avoided & set(entry.plan.chain):
                fitting.setdefault(entry.plan.target, []).append(entry)
        if not fitting:
            return None
        weights = [self._weight(target, before) for target in fitting]
        entries = fitting[rng.choices(list(fitting), weights)[0]]
        likely = [_FOLLOW_UP_WEIGHT if entry.phrase.follow_up else 1.0 for entry in entries]
        return rng.choices(entries, likely)[0]

    def _after(self, before: Goal | None) -> list[Entry]:
        """Returns what is allowed after a goal; kept, because it depends on the chain alone."""
        key = before.plan.chain if before else ()
        if key not in self._allowed:
            self._allowed[key] = self.allowed(before)
        return self._allowed[key]

    def _weight(self, target: str, before: Goal | None) -> float:
        if before is None:
            return 1.0
        last = before.plan.target
        if target == last:
            return _REPEATED_WEIGHT
        if self._graph.enables(last, target):
            return _ENABLED_WEIGHT
        about = {referent.entity for referent in before.referents.values()}
        takes = {p.entity for p in self._signatures[target].params.values()}
        return _RELATED_WEIGHT if about & takes else 1.0
