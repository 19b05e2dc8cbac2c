"""Live-state sampling (PROVE §3.2, step 2): which entities a world really holds.

Read-only tools are called, first those that need nothing, then those that need an id already seen,
until nothing new turns up; of a list a few pages are read. The context serves the dependency graph
and the check that no request contains an id; a task's own entities are picked while its chain is
walked (binding.py), from the same tools but on the state that the conversation has reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from provelight.environments.session import Session
from provelight.records import Json
from provelight.synthesis.paging import pages
from provelight.synthesis.sightings import Sighting, ids, listed, objects, sightings
from provelight.synthesis.signatures import Param, Signature

_MAX_CALLS_A_TOOL = 24
_MOST_PAGES = 5
_FEW = 4
_FRAGMENTS = ("a", "e", "o", "i", "the")


@dataclass(frozen=True, slots=True)
class Discovery:
    """One page of what a read-only tool showed when called with some arguments."""

    tool: str
    arguments: Mapping[str, Json] = field(hash=False)
    result: Json = field(hash=False)


@dataclass(frozen=True, slots=True)
class SamplingContext:
    """What the read-only tools of a server show of one state.

    Attributes:
        discoveries: the calls, in order.
        ids: entity type -> ids, in order of appearance.
        sightings: every entity as each result describes it.
        companions: id -> ids that a call about few entities shows with it, as a card's own code,
            and those between which a call leads, as from a dish to its toppings.
        moments: tool -> the dates and datetimes that its results show, in order of time.
    """

    discoveries: tuple[Discovery, ...]
    ids: Mapping[str, tuple[str, ...]] = field(hash=False)
    sightings: tuple[Sighting, ...]
    companions: Mapping[str, frozenset[str]] = field(hash=False)
    moments: Mapping[str, tuple[str, ...]] = field(hash=False)

    def moments_for(self, tool: str, format: str | None) -> list[str]:
        """Returns dates or datetimes to ask a tool for: those of its own results, if there are any.

        A single one that it shows tells its default; then those that other tools show are taken.

        Args:
            tool: the bare name.
            format: `date` or `datetime`; datetimes have dates, too. Of others there are none.
        """
        own = _in_format(self.moments.get(tool, ()), format)
        if len(own) > 1:
            return own
        every = [moment for shown in self.moments.values() for moment in shown]
        return [moment for moment in _in_format(every, format) if moment not in own]

    def seen_by(self, tool: str, signature: Signature) -> list[Sighting]:
        """Returns the entities that the calls of one tool showed, each as often as shown."""
        done = [d for d in self.discoveries if d.tool == tool]
        return [s for d in done for s in sightings(signature, d.result)]

    def __contains__(self, id: object) -> bool:
        """True for an id of the world, of any type."""
        return any(id in known for known in self.ids.values())


def discover(session: Session, server: str, signatures: Mapping[str, Signature]) -> SamplingContext:
    """Enumerates the entities of the state that a session is in; changes nothing.

    Args:
        session: a session on the server.
        server: its name.
        signatures: its tools by bare name.
    """
    known: dict[str, dict[str, None]] = {}
    made: dict[tuple[str, str], None] = {}
    found: list[Discovery] = []
    grown = True
    while grown:
        grown = False
        for signature in signatures.values():
            for arguments in _calls(signature, known):
                key = (signature.name, repr(arguments))
                if key in made:
                    continue
                made[key] = None
                for result in pages(session, server, signature.name, arguments, _MOST_PAGES):
                    if not result.ok:
                        break
                    grown = True
                    found.append(Discovery(signature.name, arguments, result.result))
                    _learn(known, signature, result.result)
    seen = [s for d in found for s in sightings(signatures[d.tool], d.result)]
    return SamplingContext(
        tuple(found),
        {entity: tuple(values) for entity, values in known.items()},
        tuple(seen),
        _companions(found, signatures),
        _moments(found, signatures),
    )


def _calls(
    signature: Signature, known: Mapping[str, Mapping[str, None]]
) -> Iterator[dict[str, Json]]:
    """Yields the argument sets of a read-only tool that the ids seen so far allow."""
    required = signature.required()
    if not signature.is_read:
        return
    options = [_options(param, known) for param in required]
    for values in islice(product(*options), _MAX_CALLS_A_TOOL):
        yield {p.name: value for p, value in zip(required, values, strict=True)}


def _options(param: Param, known: Mapping[str, Mapping[str, None]]) -> tuple[Json, ...]:
    if param.entity is not None:
        return tuple(param.holding([id]) for id in known.get(param.entity, ()))
    choices = tuple(param.schema.get("enum") or param.schema.get("examples") or ())
    if param.is_words:
        return (*choices, *_FRAGMENTS)  # what a search nearly always finds
    return choices


def _companions(
    found: Sequence[Discovery], signatures: Mapping[str, Signature]
) -> dict[str, frozenset[str]]:
    together: dict[str, frozenset[str]] = {}
    for discovery in found:
        signature = signatures[discovery.tool]
        shown = frozenset(_all_ids(signature, discovery.result))
        given = frozenset(_given_ids(signature, discovery.arguments))
        for id in shown | given:
            near = shown | given if len(shown) <= _FEW else shown if id in given else given
            together[id] = together.get(id, frozenset()) | near
    return together


def _given_ids(signature: Signature, arguments: Mapping[str, Json]) -> Iterator[str]:
    for name, value in arguments.items():
        if signature.params[name].entity:
            yield from listed(value)


def _moments(
    found: Sequence[Discovery], signatures: Mapping[str, Signature]
) -> dict[str, tuple[str, ...]]:
    shown: dict[str, set[str]] = {}
    for discovery in found:
        moments = shown.setdefault(discovery.tool, set())
        for shape, values in objects(signatures[discovery.tool], discovery.result):
            formats = ((shape.fields[name].format, value) for name, value in values.items())
            moments |= {v for f, v in formats if f in ("date", "datetime") and isinstance(v, str)}
    return {tool: tuple(sorted(moments)) for tool, moments in shown.items()}


def _in_format(moments: Iterable[str], format: str | None) -> list[str]:
    length = len("YYYY-MM-DD")
    match format:
        case "date":
            return sorted({moment[:length] for moment in moments})
        case "datetime":
            return sorted({moment for moment in moments if len(moment) > length})
    return []


def _all_ids(signature: Signature, result: Json) -> list[str]:
    return [id for entity in signature.entities() for id in ids(signature, result, entity)]


def _learn(known: dict[str, dict[str, None]], signature: Signature, result: Json) -> None:
    for entity in signature.entities():
        for id in ids(signature, result, entity):
            known.setdefault(entity, {})[id] = None
