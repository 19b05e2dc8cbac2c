"""Efficiency (PROVE §3.3, eq. 2): calls beyond a budget cost."""

from __future__ import annotations

import math


def call_budget(n_gt: int, beta: float) -> int:
    """Returns B = n_gt + ceil(n_gt * beta), the calls that cost nothing (PROVE §3.3)."""
    # Rounded first: 10 * 0.7 is 7.000000000000001, whose ceiling is not meant.
    return n_gt + math.ceil(round(n_gt * beta, 9))


def efficiency(n_calls: int, n_gt: int, alpha: float = 0.5, beta: float = 0.5) -> float:
    """Returns R_efficiency <= 0 (PROVE §3.3, eq. 2): -alpha * max(0, n_calls - B) / B.

    Args:
        n_calls: all calls of the model, those that could not be read included.
        n_gt: the due calls, parallel ones included; at least one.
        alpha: what a whole budget of calls too many costs.
        beta: room beyond n_gt; 0 is the paper's flat variant.

    Raises:
        ValueError: without ground truth, where the budget is zero.
    """
    if n_gt < 1:
        raise ValueError(f"efficiency needs ground truth, got n_gt={n_gt}")
    budget = call_budget(n_gt, beta)
    excess = max(0, n_calls - budget)
    return -alpha * excess / budget if excess else 0.0
