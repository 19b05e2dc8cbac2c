"""From the command line to one checked configuration, before anything expensive starts."""

from provelight.configuration.compose import compose_config
from provelight.configuration.targets import check_targets

__all__ = ["check_targets", "compose_config"]
