"""What each pair of due call and model call is worth to the alignment, as one integer.

The alignment compares assignments by coverage, then matched pairs, then summed agreement of
arguments, then positions (PAPER §3). Each of the four gets its own digits of one integer, so that
the order is total, sums are exact, and no two assignments are worth the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from provelight.records import GroundTruthCall
from provelight.rewards.argument import agreeing
from provelight.rewards.calls import Offered, ScoredCall


@dataclass(frozen=True, slots=True)
class Gains:
    """The candidate pairs and their worth.

    Attributes:
        pairs: for each due call, position -> worth of matching it there, out of order. Positions
            ascend. Only calls of the same name that have all argument keys are candidates.
        cover: what is added where the due call comes after all that it depends on.
    """

    pairs: tuple[dict[int, int], ...]
    cover: int


def gains(
    calls: Sequence[ScoredCall], ground_truth: Sequence[GroundTruthCall], offered: Offered
) -> Gains:
    """Returns the candidate pairs of `ground_truth` and `calls` and their worth.

    Positions compare in the order of the ground truth: first that of its first call, an earlier
    one being worth more, and so on.
    """
    n, m = len(calls), len(ground_truth)
    share = math.lcm(*(len(due.arguments) or 1 for due in ground_truth))
    agreement: int = (n + 1) ** m  # above any sum of positions
    pair = agreement * (m * share + 1)  # above any sum of agreements and positions
    place: list[int] = [
        (n + 1) ** (m - 1 - rank) for rank in range(m)
    ]  # of each position among the digits

    def worth(due: GroundTruthCall, rank: int, position: int) -> int:
        size = len(due.arguments)
        alike = agreeing(calls[position], due, offered) * share // size if size else share
        earliness = (n - position) * place[rank]
        return pair + alike * agreement + earliness

    pairs = tuple(
        {at: worth(due, rank, at) for at, call in enumerate(calls) if _is_candidate(call, due)}
        for rank, due in enumerate(ground_truth)
    )
    return Gains(pairs, cover=pair * (m + 1))


def _is_candidate(call: ScoredCall, due: GroundTruthCall) -> bool:
    return call.name == due.name and due.arguments.keys() <= call.arguments.keys()
