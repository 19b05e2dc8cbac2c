"""One choice of look-ups for a phrase, put together into a plan (chains.py enumerates them)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from provelight.synthesis.graph import DependencyGraph
from provelight.synthesis.phrases import Mention, Phrase
from provelight.synthesis.plans import Carried, Plan, Recalled, Source, Step, Told, Worded
from provelight.synthesis.signatures import Param, Signature


class Unplannable(Exception):
    """A choice of look-ups that leaves some argument open."""


class Unneeded(Unplannable):
    """A choice of look-ups that leaves out something that the phrase tells."""

    def __init__(self, keys: frozenset[str]) -> None:
        super().__init__(f"nothing needs {sorted(keys)}")
        self.keys = keys


class Draft:
    """One choice of look-ups, put together into a plan.

    Args:
        signatures: the tools by bare name.
        graph: their verified dependencies.
        phrase: what is said.
        finders: mention -> the look-up that is to show it.
        carriers: parameter of the target that nobody tells -> the look-up that carries its id.
        meant: the optional parameter that a follow-up leaves to the turn before, if any.
        loose: mentions that may narrow look-ups down.
    """

    def __init__(
        self,
        signatures: Mapping[str, Signature],
        graph: DependencyGraph,
        phrase: Phrase,
        finders: Mapping[str, str],
        carriers: Mapping[str, str],
        meant: str | None,
        loose: frozenset[str] = frozenset(),
    ) -> None:
        self._signatures = signatures
        self._graph = graph
        self._phrase = phrase
        self._finders = finders
        self._carriers = carriers
        self._meant = meant
        self._loose = loose
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
            if p.entity and (p.required or p.name in self._mentions or p.name == self._meant)
        ]
        told = set(self._phrase.values)
        if missing := [p.name for p in target.required() if not p.entity and p.name not in told]:
            raise Unplannable(f"{target.name}: nothing tells {missing}")
        if unused := set(self._mentions) - self._used:
            raise Unneeded(frozenset(unused))
        self._steps.append(Step(target.name, tuple(sources), self._phrase.values))
        return Plan(self._phrase.outline[0], tuple(self._steps))

    def _source(self, target: Signature, param: Param) -> Source:
        if param.name in self._mentions:
            return self._find(self._mentions[param.name], target, param)
        if param.name in self._carriers:
            return self._carry(param)
        takers = target.params.values() if param.name == self._meant else ()
        return self._recall(param, [p.entity for p in takers if p.entity])

    def _recall(self, param: Param, meant: Sequence[str] = ()) -> Recalled:
        if not self._phrase.follow_up:
            raise Unplannable(f"nothing tells {param.name}")
        others = tuple(entity for entity in meant if entity != param.entity)
        return Recalled(param.entity or "", others)

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
        return Step(tool.name, (*sources, *self._narrowing(tool, wanted)))

    def _narrowing(self, tool: Signature, wanted: Mention | None) -> Iterator[tuple[str, Source]]:
        """Yields the optional arguments of a look-up that else nothing would need.

        "The meeting in my work calendar" is found where the look-up is given that calendar.
        """
        for param in tool.params.values():
            mention = self._mention_for(param.entity) if param.entity else None
            if (
                not param.required
                and mention is not None
                and mention.key in self._loose
                and mention is not wanted
                and self._graph.feeds(self._finders[mention.key], tool.name, param.name)
            ):
                yield param.name, self._find(mention, tool, param)

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
