"""The dependency edges E of the ground truth (PROVE §3.3), checked and put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

from provelight.records import GroundTruthCall


def dependencies(ground_truth: Sequence[GroundTruthCall]) -> tuple[tuple[int, ...], ...]:
    """Returns for each due call the indices of those that must come before it.

    Raises:
        ValueError: naming the ids that occur twice, or that `after` names and nobody has.
    """
    index = {due.id: place for place, due in enumerate(ground_truth)}
    if len(index) != len(ground_truth):
        twice = [name for name, n in Counter(due.id for due in ground_truth).items() if n > 1]
        raise ValueError(f"ground-truth ids must be unique in a task; these occur twice: {twice}")
    dangling = [
        f"{due.id!r} after {name!r}"
        for due in ground_truth
        for name in due.after
        if name not in index
    ]
    if dangling:
        raise ValueError(
            f"`after` names ids that the ground truth does not have: {', '.join(dangling)}; "
            f"ids there: {list(index)}"
        )
    return tuple(tuple(index[name] for name in due.after) for due in ground_truth)


def topological_order(before: Sequence[Sequence[int]], ids: Sequence[str]) -> list[int]:
    """Returns the indices of the due calls, each after those that it depends on.

    Args:
        before: as `dependencies` gives it.
        ids: of the due calls, to be named in errors.

    Raises:
        ValueError: naming the ids of a circle.
    """
    try:
        return list(TopologicalSorter(dict(enumerate(before))).static_order())
    except CycleError as error:
        cycle = " after ".join(repr(ids[place]) for place in reversed(error.args[1]))
        raise ValueError(f"`after` of the ground truth runs in a circle: {cycle}") from error
