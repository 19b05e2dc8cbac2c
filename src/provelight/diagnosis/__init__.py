"""Whether this machine can do the job: one finding for each thing that can be amiss."""

from provelight.diagnosis.finding import Finding, examine

__all__ = ["Finding", "examine"]
