"""The alignment mu of the model's calls with the due ones, which eq. 1 and eq. 4 read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from provelight.records import GroundTruthCall
from provelight.rewards.calls import Offered, ScoredCall
from provelight.rewards.gains import Gains, gains
from provelight.rewards.ordering import dependencies, topological_order
from provelight.rewards.search import best_assignment

WORK = 20_000
"""How many states the exact search may open: about 50 ms, some hundred times what is usual."""

Positions = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which call of the model each due call is matched with.

    Attributes:
        positions: mu, in the order of the ground truth; None where a due call is not matched.
        exact: False where the work budget ran out and the greedy assignment was taken.
    """

    positions: Positions
    exact: bool


def align(
    calls: Sequence[ScoredCall],
    ground_truth: Sequence[GroundTruthCall],
    offered: Offered,
    work: int = WORK,
) -> Alignment:
    """Returns the best assignment of at most one model call to each due call (PROVE §3.3).

    Best is the most coverage, then the most matched pairs, then the largest summed agreement of
    arguments, then the earliest positions in the order of the ground truth.

    Raises:
        ValueError: naming ids of the ground truth that are doubled, dangling or in a circle.
    """
    before = dependencies(ground_truth)
    order = topological_order(before, [due.id for due in ground_truth])
    worth = gains(calls, ground_truth, offered)
    best = best_assignment(worth, before, [due.name for due in ground_truth], work)
    if best is not None:
        return Alignment(best, exact=True)
    return Alignment(greedy_assignment(worth, before, order), exact=False)


def greedy_assignment(
    worth: Gains, before: Sequence[Sequence[int]], order: Sequence[int]
) -> Positions:
    """Returns an assignment made one due call at a time, in topological order, best place first."""
    mu: dict[int, int] = {}
    for due in order:
        free = {at: gain for at, gain in worth.pairs[due].items() if at not in mu.values()}
        if free:
            ready = _ready_after(before[due], mu)
            mu[due] = max(free, key=lambda at: free[at] + worth.cover * (at > ready))
    return tuple(mu.get(due) for due in range(len(worth.pairs)))


def _ready_after(predecessors: Sequence[int], mu: dict[int, int]) -> float:
    """Returns the position after which a due call is in order; infinity where it cannot be."""
    return max((mu.get(one, float("inf")) for one in predecessors), default=-1)
