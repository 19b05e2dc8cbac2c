"""From a plan to a goal: real entities of the live state, and the calls that are due.

The look-ups of the plan are made on the live session, and entities are picked from what they show.
A look-up whose result the conversation has seen already is not due again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from provelight.environments.naming import qualified
from provelight.environments.session import Session
from provelight.records import GroundTruthCall, Json
from provelight.synthesis.evidence import Evidence
from provelight.synthesis.goals import Goal, NoGoal, Referent
from provelight.synthesis.phrases import Phrase
from provelight.synthesis.picking import all_pages, pick
from provelight.synthesis.plans import Carried, Plan, Recalled, Source, Step, Told, Worded
from provelight.synthesis.sampler import SamplingContext
from provelight.synthesis.sightings import Sighting, sightings, sole_id
from provelight.synthesis.signatures import Param, Signature
from provelight.synthesis.values import NoValue, draw, search_words

_MOST_LISTED = 3


@dataclass(slots=True)
class Scene:
    """Where a conversation stands.

    Attributes:
        session: live, with one server.
        server: its name.
        signatures: its tools by bare name.
        context: what its world holds at the start.
        evidence: what the conversation has shown.
        focus: what the turn before was about, by entity type; only types with one entity.
        rng: the source of chance.
        effect_hash: of the state at the start.
    """

    session: Session
    server: str
    signatures: Mapping[str, Signature]
    context: SamplingContext
    evidence: Evidence
    focus: Mapping[str, Referent]
    rng: Random
    effect_hash: str

    def known(self, entity: str) -> list[Sighting]:
        """Returns everything that the world or the conversation showed of a type of entity."""
        seen = [*self.context.sightings, *self.evidence.sightings()]
        return [s for s in seen if s.entity == entity]

    @property
    def now(self) -> datetime:
        """The reference time of the world."""
        return datetime.fromisoformat(self.session.now)


class Binding:
    """One attempt to bind a plan; only read-only tools are called.

    Args:
        scene: where the conversation stands.
        plan: what is to be called.
        phrase: one of the phrases that the plan is for.
    """

    def __init__(self, scene: Scene, plan: Plan, phrase: Phrase) -> None:
        self._scene = scene
        self._plan = plan
        self._phrase = phrase
        self._mentions = {m.key: m for m in plan.mentions}
        self._arguments: list[dict[str, Json]] = []
        self._results: list[Json] = []
        self._seen: dict[str, list[Sighting]] = {}
        self._referents: dict[str, Referent] = {}
        self._due: dict[int, GroundTruthCall] = {}

    def goal(self) -> Goal:
        """Returns the goal.

        Raises:
            NoGoal: where no entity fits, or no value can be drawn.
        """
        for step in self._plan.steps[:-1]:
            self._look_up(step)
        target = self._plan.steps[-1]
        self._arguments.append(self._ids(target) | self._values(target))
        self._require(len(self._plan.steps) - 1)
        said = {slot.text: self._said(slot.key, slot.column) for slot in self._phrase.slots}
        calls = tuple(self._due[index] for index in sorted(self._due))
        return _numbered(
            Goal(self._plan, self._phrase, said, self._referents, calls), len(self._scene.evidence)
        )

    def _look_up(self, step: Step) -> None:
        wanted = self._search_for(step)
        arguments = self._ids(step)
        pages = all_pages(self._scene.session, self._scene.server, step.tool, arguments)
        self._arguments.append(arguments)
        self._results.append(pages[0])
        shown = [sightings(self._scene.signatures[step.tool], page) for page in pages]
        here = [s for s in shown[0] if wanted is None or s.id == wanted.id]
        everything = [s for page in shown for s in page]
        if wanted is not None:
            everything += self._scene.known(wanted.entity)
        for key in step.finds:
            self._seen[key] = self._pick_some(key, here, everything)

    def _search_for(self, step: Step) -> Sighting | None:
        """Chooses what a search is to find, which has to be known before its words are."""
        keys = [source.key for _, source in step.sources if isinstance(source, Worded)]
        for key in keys:
            known = self._scene.known(self._mentions[key].entity)
            wanted = self._pick(key, known, known, ())
            self._seen[key] = [wanted]
            return wanted
        return None

    def _pick_some(self, key: str, shown: list[Sighting], rivals: list[Sighting]) -> list[Sighting]:
        """Picks one entity; for a parameter that takes many up to three, told by one column."""
        param = self._scene.signatures[self._plan.target].params.get(key)
        picked = [self._pick(key, shown, rivals, ())]
        if param is None or not param.many or len(self._mentions[key].columns) != 1:
            return picked
        least, most = param.schema.get("minItems", 1), param.schema.get("maxItems", _MOST_LISTED)
        wanted = self._scene.rng.randint(min(least, _MOST_LISTED), min(most, _MOST_LISTED))
        while len(picked) < wanted:
            try:
                picked.append(self._pick(key, shown, rivals, picked))
            except NoGoal:
                if len(picked) < least:
                    raise
                break
        return picked

    def _pick(
        self,
        key: str,
        shown: list[Sighting],
        rivals: list[Sighting],
        picked: Sequence[Sighting],
    ) -> Sighting:
        mention = self._mentions[key]
        seen = (s for k, found in self._seen.items() if k != key for s in found)
        others = {s.id for s in (*seen, *picked) if s.entity == mention.entity}
        focus = self._scene.focus.get(mention.entity)
        return pick(mention, shown, rivals, others, focus, self._scene.rng)

    def _ids(self, step: Step) -> dict[str, Json]:
        params = self._scene.signatures[step.tool].params
        return {name: self._held(params[name], source) for name, source in step.sources}

    def _held(self, param: Param, source: Source) -> Json:
        found = self._found(source)
        if len(found) > 1 and not param.many:
            raise NoGoal(f"{param.name} takes one of {len(found)}")
        return param.holding(found)

    def _found(self, source: Source) -> list[str]:
        """Returns the ids that a source gives, or the words to search for."""
        if isinstance(source, Told):
            return [s.id for s in self._seen[source.key]]
        if isinstance(source, Recalled):
            return [self._recalled(source).id]
        if isinstance(source, Worded):
            return [str(self._seen[source.key][0].columns[source.column])]
        return [self._carried(source)]

    def _carried(self, source: Carried) -> str:
        tool = self._scene.signatures[self._plan.steps[source.step].tool]
        found = sole_id(tool, self._results[source.step], source.entity)
        if found is None:
            raise NoGoal(f"{tool.name} does not show one {source.entity}")
        return found

    def _recalled(self, source: Recalled) -> Referent:
        if source.entity not in self._scene.focus:
            raise NoGoal(f"there is no {source.entity} to refer back to")
        if rivals := self._scene.focus.keys() & set(source.others):
            raise NoGoal(f"the {source.entity}, or the {sorted(rivals)[0]}?")
        return self._scene.focus[source.entity]

    def _values(self, step: Step) -> dict[str, Json]:
        try:
            return {name: self._value(step.tool, name) for name in step.values}
        except NoValue as reason:
            raise NoGoal(str(reason)) from reason

    def _value(self, tool: str, name: str) -> Json:
        signature = self._scene.signatures[tool]
        param, rng = signature.params[name], self._scene.rng
        if "examples" in param.schema or not (param.is_words and signature.is_read):
            shown = self._scene.context.moments_for(tool, param.format)
            return draw(param, signature.is_read, self._scene.now, rng, shown)
        found = self._scene.context.seen_by(tool, signature)
        labels = [s.columns.get(c) for s in found for c in signature.labels_of(s.entity)]
        return search_words([text for text in labels if isinstance(text, str)], rng)

    def _require(self, index: int) -> str:
        """Makes the call of a step due, and those that it needs; returns its provisional id."""
        if index not in self._due:
            step = self._plan.steps[index]
            suppliers = [
                call for param, source in step.sources for call in self._suppliers(param, source)
            ]
            after = tuple(dict.fromkeys(suppliers))
            name = qualified(self._scene.server, step.tool)
            self._due[index] = GroundTruthCall(f"new{index}", name, self._arguments[index], after)
        return self._due[index].id

    def _suppliers(self, param: str, source: Source) -> list[str]:
        """Returns the calls that show ids: earlier ones of the conversation, or ones due now."""
        if isinstance(source, Told):
            seen = self._seen[source.key]
            return [self._teller(source.key, n, sighting) for n, sighting in enumerate(seen)]
        if isinstance(source, Recalled):
            self._referents[param] = self._recalled(source)
            return [self._referents[param].call]
        if isinstance(source, Worded):
            return []  # the words are the user's own
        tool = self._plan.steps[source.step].tool
        earlier = self._scene.evidence.carries(source.entity, self._carried(source), tool)
        return [earlier or self._require(source.step)]

    def _teller(self, key: str, number: int, seen: Sighting) -> str:
        mention = self._mentions[key]
        told = {column: seen.columns[column] for column in mention.columns}
        earlier = self._scene.evidence.shows(mention.entity, seen.id, told)
        finder = next(i for i, step in enumerate(self._plan.steps) if key in step.finds)
        call = earlier or self._require(finder)
        self._referents[f"{key}.{number}" if number else key] = Referent(seen, call)
        return call

    def _said(self, key: str, column: str | None) -> tuple[Json, str | None]:
        if column is None:
            target = self._scene.signatures[self._phrase.tool]
            return self._arguments[-1][key], target.params[key].format
        seen = self._seen[key]
        told = [sighting.columns[column] for sighting in seen]
        return told if len(told) > 1 else told[0], seen[0].fields[column].format


def _numbered(goal: Goal, earlier: int) -> Goal:
    """Gives the due calls ids that are unique in the conversation: c1, c2, ..."""
    names = {call.id: f"c{earlier + n}" for n, call in enumerate(goal.calls, 1)}
    calls = tuple(
        replace(c, id=names[c.id], after=tuple(names.get(before, before) for before in c.after))
        for c in goal.calls
    )
    referents = {k: replace(r, call=names.get(r.call, r.call)) for k, r in goal.referents.items()}
    return replace(goal, calls=calls, referents=referents)
