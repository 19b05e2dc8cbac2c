"""Plans: the calls that a request needs, in the abstract, and where each id comes from."""

from __future__ import annotations

from dataclasses import dataclass

from provelight.synthesis.phrases import Mention


@dataclass(frozen=True, slots=True)
class Told:
    """The id of an entity that the phrase names; `key` is the mention's."""

    key: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """The id of the entity of this type that the turn before was about.

    Attributes:
        entity: the type.
        others: the types that the same words might mean; none of them may have been talked about.
    """

    entity: str
    others: tuple[str, ...] = ()


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
