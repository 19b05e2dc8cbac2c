"""Chains: the tools that a request needs, from the look-ups to the tool that it asks for.

A plan is a chain together with where each id comes from. Plans are enumerated from phrases (what a
person tells) and from the dependency graph (which look-up feeds what); only verified edges count.
A chain may branch: a payment needs an account and a payee, which two look-ups find independently.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from provelight.synthesis.graph import DependencyGraph
from provelight.synthesis.phrases import Mention, Phrase
from provelight.synthesis.signatures import Param, Signature


@dataclass(frozen=True, slots=True)
class Told:
    """The id of an entity that the phrase names; `key` is the mention's."""

    key: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """The id of the entity of this type that the turn before was about."""

    entity: str


@dataclass(frozen=True, slots=True)
class Carried:
    """The only id of this type in the result of an earlier step, such as a card's own code."""

    step: int
    entity: str


@dataclass(frozen=True, slots=True)
class Worded:
    """What the phrase calls an entity, as the words to search for."""

    key: str
    column: str


Source = Told | Recalled | Carried | Worded


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a plan.

    Attributes:
        tool: the bare name.
        sources: parameter -> where its id, or the words of a search, come from.
        values: plain parameters that the phrase tells.
        finds: keys of the mentions whose ids its result shows.
    """

    tool: str
    sources: tuple[tuple[str, Source], ...] = ()
    values: tuple[str, ...] = ()
    finds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The calls for one outline of phrases; the last step is what is asked for."""

    mentions: tuple[Mention, ...]
    steps: tuple[Step, ...]

    @property
    def target(self) -> str:
        """The bare name of the tool that is asked for."""
        return self.steps[-1].tool

    @property
    def chain(self) -> tuple[str, ...]:
        """The bare names of the tools, in the order of the calls."""
        return tuple(step.tool for step in self.steps)


class Unplannable(Exception):
    """A choice of look-ups that leaves some argument open."""


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
            for carriers in self._carriers(phrase):
                draft = _Draft(self._signatures, self._graph, phrase, by_key, carriers)
                try:
                    found[draft.plan()] = None
                except Unplannable:
                    continue
        return list(found)

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


class _Draft:
    """One choice of look-ups, put together into a plan."""

    def __init__(
        self,
        signatures: Mapping[str, Signature],
        graph: DependencyGraph,
        phrase: Phrase,
        finders: Mapping[str, str],
        carriers: Mapping[str, str],
    ) -> None:
        self._signatures = signatures
        self._graph = graph
        self._phrase = phrase
        self._finders = finders
        self._carriers = carriers
        self._mentions = {m.key: m for m in phrase.mentions}
        self._steps: list[Step] = []
        self._used: set[str] = set()
        self._open: set[str] = set()

    def plan(self) -> Plan:
        """Returns the plan.

        Raises:
            Unplannable: where an argument stays open, or something told is not needed.
        """
        target = self._signatures[self._phrase.tool]
        sources = [
            (p.name, self._source(target, p))
            for p in target.params.values()
            if p.entity and (p.required or p.name in self._mentions)
        ]
        told = set(self._phrase.values)
        if missing := [p.name for p in target.required() if not p.entity and p.name not in told]:
            raise Unplannable(f"{target.name}: nothing tells {missing}")
        if unused := set(self._mentions) - self._used:
            raise Unplannable(f"{target.name}: nothing needs {sorted(unused)}")
        self._steps.append(Step(target.name, tuple(sources), self._phrase.values))
        return Plan(self._phrase.outline[0], tuple(self._steps))

    def _source(self, target: Signature, param: Param) -> Source:
        if param.name in self._mentions:
            return self._find(self._mentions[param.name], target, param)
        if param.name in self._carriers:
            return self._carry(param)
        return self._recall(param)

    def _recall(self, param: Param) -> Recalled:
        if not self._phrase.follow_up:
            raise Unplannable(f"nothing tells {param.name}")
        return Recalled(param.entity or "")

    def _find(self, mention: Mention, consumer: Signature, param: Param) -> Told:
        """Makes sure that a step finds the mention, and that it may feed the parameter."""
        tool = self._finders[mention.key]
        if not self._graph.feeds(tool, consumer.name, param.name):
            raise Unplannable(f"{tool} was not seen to feed {consumer.name}.{param.name}")
        self._used.add(mention.key)
        if not any(mention.key in step.finds for step in self._steps):
            if mention.key in self._open:
                raise Unplannable(f"{mention.key} would be needed to find itself")
            self._open.add(mention.key)
            self._add(self._lookup(self._signatures[tool], mention), mention.key)
        return Told(mention.key)

    def _carry(self, param: Param) -> Carried:
        step = self._lookup(self._signatures[self._carriers[param.name]])
        return Carried(self._add(step), param.entity or "")

    def _lookup(self, tool: Signature, wanted: Mention | None = None) -> Step:
        """Returns the step that calls a look-up, in search of a mention if one is given."""
        sources: list[tuple[str, Source]] = []
        for param in tool.required():
            if param.entity is None:
                sources.append((param.name, _words_for(tool, param, wanted)))
                continue
            mention = self._mention_for(param.entity)
            sources.append(
                (param.name, self._find(mention, tool, param) if mention else self._recall(param))
            )
        return Step(tool.name, tuple(sources))

    def _mention_for(self, entity: str) -> Mention | None:
        """Returns the mention of a type for a look-up, rather one that the target does not take."""
        fitting = [m for m in self._mentions.values() if m.entity == entity]
        target = self._signatures[self._phrase.tool]
        fitting.sort(key=lambda m: m.key in target.params)
        return fitting[0] if fitting else None

    def _add(self, step: Step, finds: str | None = None) -> int:
        """Adds a step, or lets an equal one find the mention too; returns its index."""
        keys = (finds,) if finds else ()
        for index, known in enumerate(self._steps):
            if (known.tool, known.sources) == (step.tool, step.sources):
                self._steps[index] = replace(known, finds=(*known.finds, *keys))
                return index
        self._steps.append(replace(step, finds=keys))
        return len(self._steps) - 1


def _words_for(tool: Signature, param: Param, wanted: Mention | None) -> Worded:
    labels = tool.labels_of(wanted.entity) if wanted else ()
    named = [column for column in wanted.columns if column in labels] if wanted else []
    if wanted is None or not named or param not in tool.searches():
        raise Unplannable(f"{tool.name}: nothing tells {param.name}")
    return Worded(wanted.key, named[0])
