"""Name (PROVE §3.3, eq. 3): does the model call tools that the task is about?"""

from __future__ import annotations

from collections.abc import Sequence

from provelight.records import GroundTruthCall
from provelight.rewards.calls import ScoredCall


def name(calls: Sequence[ScoredCall], ground_truth: Sequence[GroundTruthCall]) -> float:
    """Returns R_name in [0, 1] (PROVE §3.3, eq. 3); 0.0 without calls.

    The fraction of the model's calls whose name occurs among those of the ground truth. A call
    that could not be read counts in the denominator.
    """
    if not calls:
        return 0.0
    due = {call.name for call in ground_truth}
    return sum(call.name in due for call in calls) / len(calls)
