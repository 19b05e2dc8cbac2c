"""Coverage (PROVE §3.3, eq. 1): were the due calls made, each after what it depends on?"""

from __future__ import annotations

from collections.abc import Sequence

from provelight.records import GroundTruthCall


def coverage(ground_truth: Sequence[GroundTruthCall], positions: Sequence[int | None]) -> float:
    """Returns R_coverage in [0, 1] (PROVE §3.3, eq. 1): the mean over g of m(g) * o(g).

    Args:
        ground_truth: the due calls, at least one.
        positions: mu, for each due call the index of the model's call that it is matched with;
            None where it is not matched: m(g) = 0, and o = 0 for whatever comes after it.

    Raises:
        ValueError: without ground truth, where coverage is not defined.
    """
    if not ground_truth:
        raise ValueError("coverage needs ground truth; a task without any is scored by abstention")
    mu = {due.id: position for due, position in zip(ground_truth, positions, strict=True)}
    return sum(_in_order(due, mu) for due in ground_truth) / len(ground_truth)


def _in_order(due: GroundTruthCall, mu: dict[str, int | None]) -> bool:
    """Returns m(g) * o(g)."""
    here = mu[due.id]
    return here is not None and all(_earlier(mu[before], here) for before in due.after)


def _earlier(position: int | None, limit: int) -> bool:
    return position is not None and position < limit
