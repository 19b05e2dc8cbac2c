"""What one turn of a conversation asks for, and the calls that are due for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from provelight.records import GroundTruthCall, Json
from provelight.synthesis.phrases import Phrase
from provelight.synthesis.plans import Plan
from provelight.synthesis.sightings import Sighting


class NoGoal(Exception):
    """The live state holds nothing that the plan could be about."""


@dataclass(frozen=True, slots=True)
class Referent:
    """An entity that a turn is about.

    Attributes:
        sighting: the entity as a result showed it.
        call: the id of the call that gave the result.
    """

    sighting: Sighting
    call: str

    @property
    def entity(self) -> str:
        """Its type."""
        return self.sighting.entity

    @property
    def id(self) -> str:
        """Its id."""
        return self.sighting.id


@dataclass(frozen=True, slots=True)
class Goal:
    """What one turn asks for.

    Attributes:
        plan: the calls in the abstract.
        phrase: how it is asked for.
        said: slot of the phrase -> value and format.
        referents: the entities named or recalled, by mention or parameter.
        calls: the calls that are due, look-ups first, the one asked for last.
    """

    plan: Plan
    phrase: Phrase
    said: Mapping[str, tuple[Json, str | None]] = field(hash=False)
    referents: Mapping[str, Referent] = field(hash=False)
    calls: tuple[GroundTruthCall, ...]

    @property
    def target(self) -> GroundTruthCall:
        """The call that is asked for."""
        return self.calls[-1]


def by_message(calls: Sequence[GroundTruthCall]) -> list[tuple[GroundTruthCall, ...]]:
    """Returns calls grouped into assistant messages; those of one message are independent.

    A call stands in the message after the last of those that it comes after, so there are as many
    messages as the longest dependency path has calls.
    """
    depth: dict[str, int] = {}
    for call in calls:
        depth[call.id] = 1 + max((depth[c] for c in call.after if c in depth), default=-1)
    deepest = max(depth.values(), default=-1)
    return [tuple(c for c in calls if depth[c.id] == n) for n in range(deepest + 1)]
