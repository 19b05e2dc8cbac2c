"""All that can be asked of a server, and the choice of what to ask next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from provelight.synthesis.chains import Plan, Planner
from provelight.synthesis.goals import Goal
from provelight.synthesis.graph import DependencyGraph
from provelight.synthesis.heldout import HeldOut
from provelight.synthesis.phrases import Phrase
from provelight.synthesis.signatures import Signature

_ENABLED_WEIGHT = 3.0
_RELATED_WEIGHT = 2.0
_REPEATED_WEIGHT = 0.4


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to ask: a plan and a phrase for it."""

    plan: Plan
    phrase: Phrase


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
        self._choices: dict[tuple[str, ...], dict[str, list[Entry]]] = {}
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

    def choose(self, before: Goal | None, rng: Random) -> Entry | None:
        """Draws a tool, then one of its entries; None where nothing may be asked.

        A tool that the last one made possible, or that is about the same kind of entity, is more
        likely; the same tool again less.
        """
        by_target = self._by_target(before)
        if not by_target:
            return None
        weights = [self._weight(target, before) for target in by_target]
        target = rng.choices(list(by_target), weights)[0]
        return rng.choice(by_target[target])

    def _by_target(self, before: Goal | None) -> dict[str, list[Entry]]:
        """Returns what may be asked by tool; kept, because it depends on the last chain alone."""
        key = before.plan.chain if before else ()
        if key not in self._choices:
            choices: dict[str, list[Entry]] = {}
            for entry in self.allowed(before):
                choices.setdefault(entry.plan.target, []).append(entry)
            self._choices[key] = choices
        return self._choices[key]

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
