"""The programmatic reward of PROVE (§3.3): one pure function per equation, and the total.

Needs neither a model nor a server: it scores recorded calls. It leaves out what is done with the
reward (advantages, filters, logging).
"""

from provelight.rewards.alignment import Alignment, align
from provelight.rewards.calls import ScoredCall
from provelight.rewards.terms import Case, FunctionTerm, RewardTerm
from provelight.rewards.total import ProveReward, Weights

__all__ = [
    "Alignment",
    "Case",
    "FunctionTerm",
    "ProveReward",
    "RewardTerm",
    "ScoredCall",
    "Weights",
    "align",
]
