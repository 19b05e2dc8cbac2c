"""Validity (PROVE §3.3): are the calls well formed, right in type, and do they run?"""

from __future__ import annotations

from collections.abc import Sequence

from provelight.rewards.calls import Offered, ScoredCall
from provelight.rewards.json_types import fits

LEVELS = 3


def validity_level(call: ScoredCall, offered: Offered) -> int:
    """Returns how many of the three levels `call` passes; each needs the one before.

    1. The name is that of a candidate tool.
    2. Every required parameter is there, and every parameter that was sent has the JSON type of
       the offered schema. An argument that the schema does not know is left to level 3.
    3. Live execution succeeded.
    """
    schema = offered.get(call.name) if call.name is not None else None
    if schema is None:
        return 0
    required = schema.get("required") or ()
    if any(name not in call.arguments for name in required) or not fits(call.arguments, schema):
        return 1
    return LEVELS if call.ok else 2


def validity(calls: Sequence[ScoredCall], offered: Offered) -> float:
    """Returns R_validity in [0, 1], the mean over all calls (PROVE §3.3); 0.0 without calls.

    A call that could not be read counts as one of the calls and passes no level.
    """
    if not calls:
        return 0.0
    return sum(validity_level(call, offered) for call in calls) / (LEVELS * len(calls))
