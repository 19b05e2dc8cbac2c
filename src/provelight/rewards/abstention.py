"""Abstention (PROVE §3.3): where nothing can be called, calling nothing is right."""

from __future__ import annotations

from collections.abc import Sequence

from provelight.rewards.calls import ScoredCall


def abstention(calls: Sequence[ScoredCall]) -> float:
    """Returns the whole reward of a task without ground truth: 1.0 without calls, else 0.0.

    A call that could not be read is a call: it was tried.
    """
    return 0.0 if calls else 1.0
