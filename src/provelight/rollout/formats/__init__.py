"""How models write tool calls: one file per format, found by name."""

from __future__ import annotations

from provelight.rollout.formats.base import Parsed, ToolCallFormat
from provelight.rollout.formats.hermes import HermesFormat

__all__ = ["FORMATS", "HermesFormat", "Parsed", "ToolCallFormat", "get_format"]

FORMATS: dict[str, type[ToolCallFormat]] = {"hermes": HermesFormat}


def get_format(name: str) -> ToolCallFormat:
    """Returns the format called `name`.

    Raises:
        ValueError: naming the formats that exist.
    """
    if name not in FORMATS:
        raise ValueError(f"no tool-call format {name!r}; there are: {', '.join(sorted(FORMATS))}")
    return FORMATS[name]()
