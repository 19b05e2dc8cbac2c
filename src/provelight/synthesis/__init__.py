"""Grounded tasks: dependency graph, sampling, state machine, teacher, replay (PROVE §3.2)."""

from provelight.synthesis.dedup import Deduplicator
from provelight.synthesis.limits import TaskLimits
from provelight.synthesis.synthesizer import Rejected, Synthesizer

__all__ = ["Deduplicator", "Rejected", "Synthesizer", "TaskLimits"]
