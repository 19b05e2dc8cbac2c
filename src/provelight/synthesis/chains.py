"""Chains: the tools that a request needs, from the look-ups to the tool that it asks for.

A plan is a chain together with where each id comes from. Plans are enumerated from phrases (what a
person tells) and from the dependency graph (which look-up feeds what); only verified edges count.
A chain may branch: a payment needs an account and a payee, which two look-ups find independently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product

from provelight.synthesis.drafts import Draft, Unneeded, Unplannable
from provelight.synthesis.graph import DependencyGraph
from provelight.synthesis.phrases import Mention, Phrase
from provelight.synthesis.plans import Plan
from provelight.synthesis.signatures import Param, Signature


class Planner:
    """Enumerates the plans for phrases of one server.

    Args:
        signatures: the tools by bare name.
        graph: their verified dependencies.
    """

    def __init__(self, signatures: Mapping[str, Signature], graph: DependencyGraph) -> None:
        self._signatures = signatures
        self._graph = graph

    def plans(self, phrase: Phrase) -> list[Plan]:
        """Returns every plan that determines all arguments and uses all that the phrase tells."""
        mentions, _, _ = phrase.outline
        finders = [self._finders(mention) for mention in mentions]
        found: dict[Plan, None] = {}
        for choice in product(*finders):
            by_key = {m.key: tool for m, tool in zip(mentions, choice, strict=True)}
            for carriers, meant in product(self._carriers(phrase), self._meant(phrase)):
                draft = partial(
                    Draft, self._signatures, self._graph, phrase, by_key, carriers, meant
                )
                try:
                    found[_planned(draft)] = None
                except Unplannable:
                    continue
        return list(found)

    def _meant(self, phrase: Phrase) -> list[str | None]:
        """Returns the optional parameters of which a follow-up may mean one, or None alone.

        "And what did they order?" means the customer, though orders can be listed without one.
        """
        takers = [p for p in self._signatures[phrase.tool].params.values() if p.entity]
        told = {m.key for m in phrase.mentions}
        if not phrase.follow_up or any(p.required or p.name in told for p in takers):
            return [None]
        return [p.name for p in takers] or [None]

    def _finders(self, mention: Mention) -> list[str]:
        """Returns look-ups that show the told columns beside an id that they were not given."""
        return [
            s.name
            for s in self._signatures.values()
            if s.is_read
            and s.describes(mention.entity, mention.columns)
            and not any(p.entity == mention.entity for p in s.required())
            and len(s.searches()) <= 1
        ]

    def _carriers(self, phrase: Phrase) -> Iterator[dict[str, str]]:
        """Yields, for the ids that people do not tell, which look-up may carry each."""
        target = self._signatures[phrase.tool]
        told = {m.key for m in phrase.mentions}
        open_params = [p for p in target.required() if p.entity and p.name not in told]
        unsaid = [
            p for p in open_params if not (phrase.follow_up and self._sayable(p.entity or ""))
        ]
        options = [self._tools_that_carry(target, param) for param in unsaid]
        for choice in product(*options):
            yield {p.name: tool for p, tool in zip(unsaid, choice, strict=True)}

    def _tools_that_carry(self, target: Signature, param: Param) -> list[str]:
        return [
            s.name
            for s in self._signatures.values()
            if s.is_read
            and any(not sh.in_list and sh.ids_of(param.entity or "") for sh in s.shapes)
            and self._graph.feeds(s.name, target.name, param.name)
        ]

    def _sayable(self, entity: str) -> bool:
        return any(
            f.label_of == entity
            for s in self._signatures.values()
            for shape in s.shapes
            for f in shape.fields.values()
        )


def _planned(draft: Callable[..., Draft]) -> Plan:
    """Returns the plan; what it leaves out narrows the look-ups down, where they can be."""
    try:
        return draft().plan()
    except Unneeded as left:
        return draft(loose=left.keys).plan()
