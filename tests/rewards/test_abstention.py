"""Abstention (PROVE §3.3): G empty."""

from __future__ import annotations

from reward_cases import FIND, TOOLS, call

from provelight.records import RewardBreakdown
from provelight.rewards import ProveReward
from provelight.rewards.abstention import abstention


def test_worked_example():
    """No call earns 1; one call, right in itself or unreadable, earns 0."""
    assert abstention([]) == 1.0
    assert abstention([call(FIND, query="x")]) == 0.0
    assert abstention([call(None)]) == 0.0


def test_components_do_not_apply():
    for calls, total in (([], 1.0), ([call(FIND, query="x")], 0.0)):
        reward = ProveReward()(calls, [], TOOLS)
        assert reward == RewardBreakdown(None, None, None, None, None, total=total)
