"""Argument (PROVE §3.3, eq. 4): do the matched calls carry the right values?"""

from __future__ import annotations

from collections.abc import Sequence

from provelight.records import GroundTruthCall
from provelight.rewards.calls import Offered, ScoredCall
from provelight.rewards.json_values import same_value


def agreeing(call: ScoredCall, due: GroundTruthCall, offered: Offered) -> int:
    """Returns |{k : c.args[k] = g.args[k]}|: the arguments of `due` that `call` sends alike."""
    schemas = offered.get(due.name, {}).get("properties") or {}
    return sum(
        key in call.arguments and same_value(call.arguments[key], value, schemas.get(key))
        for key, value in due.arguments.items()
    )


def argument(
    calls: Sequence[ScoredCall],
    ground_truth: Sequence[GroundTruthCall],
    positions: Sequence[int | None],
    offered: Offered,
) -> float:
    """Returns R_argument in [0, 1] (PROVE §3.3, eq. 4), the mean over the matched pairs.

    Args:
        positions: mu, as in eq. 1. Every matched pair counts, also one in the wrong order.

    A due call without arguments counts 1 when matched; without any matched pair the term is 0.0.
    """
    shares = [
        agreeing(calls[position], due, offered) / len(due.arguments) if due.arguments else 1.0
        for due, position in zip(ground_truth, positions, strict=True)
        if position is not None
    ]
    return sum(shares) / len(shares) if shares else 0.0
