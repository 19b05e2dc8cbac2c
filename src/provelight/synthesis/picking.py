"""Picks entities that a person can name: what is told of one must not fit another."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from provelight.environments.session import Session
from provelight.records import Json
from provelight.synthesis.goals import NoGoal, Referent
from provelight.synthesis.paging import pages
from provelight.synthesis.phrases import Mention
from provelight.synthesis.sightings import Sighting

_MOST_PAGES = 20
_KEEP_FOCUS = 0.6


def all_pages(
    session: Session, server: str, tool: str, arguments: Mapping[str, Json]
) -> list[Json]:
    """Returns the result of a look-up and of its further pages (`next_offset`), if any.

    Raises:
        NoGoal: where it fails.
    """
    results: list[Json] = []
    for answer in pages(session, server, tool, arguments, _MOST_PAGES):
        if not answer.ok:
            raise NoGoal(f"{tool} failed: {answer.text}")
        results.append(answer.result)
    return results


def pick(
    mention: Mention,
    shown: Sequence[Sighting],
    rivals: Sequence[Sighting],
    taken: Collection[str],
    focus: Referent | None,
    rng: Random,
) -> Sighting:
    """Picks an entity for a mention.

    Args:
        mention: its type and the columns that the phrase tells.
        shown: what the model will read: the first page.
        rivals: everything that the same words might mean: all pages.
        taken: ids that other mentions of the phrase have.
        focus: the entity of this type that the turn before was about; often kept.
        rng: the source of chance.

    Raises:
        NoGoal: where no entity can be told apart.
    """
    fitting = [
        s
        for s in shown
        if s.entity == mention.entity
        and s.id not in taken
        and all(s.columns.get(column) is not None for column in mention.columns)
        and not any(confusable(s, other, mention.columns) for other in rivals)
    ]
    if not fitting:
        raise NoGoal(f"{mention.columns} tell no {mention.entity} apart from the others")
    same = [s for s in fitting if focus and s.id == focus.id]
    return same[0] if same and rng.random() < _KEEP_FOCUS else rng.choice(fitting)


def confusable(one: Sighting, other: Sighting, columns: Sequence[str]) -> bool:
    """True where what these columns tell of `one` might as well mean `other`.

    "Savings" might mean "Joint Savings": a text whose words all occur in the other's is no help.
    """
    if other.entity != one.entity or other.id == one.id:
        return False
    return all(_covers(one.columns.get(c), other.columns.get(c)) for c in columns)


def _covers(said: Json, other: Json) -> bool:
    if isinstance(said, str) and isinstance(other, str):
        return set(said.casefold().split()) <= set(other.casefold().split())
    if isinstance(said, int) and isinstance(other, int):
        return abs(said) == abs(other)  # people say "the $20 charge", not "the minus $20 charge"
    return bool(said == other)
