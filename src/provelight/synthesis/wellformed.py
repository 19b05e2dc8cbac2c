"""The validator of proposed calls: known names, and arguments that fit the schema."""

from __future__ import annotations

from collections.abc import Mapping

from jsonschema import Draft202012Validator

from provelight.records import GroundTruthCall, ToolSpec


class WellFormed:
    """Checks calls before they are executed.

    Args:
        specs: `server__tool` -> tool.
    """

    def __init__(self, specs: Mapping[str, ToolSpec]) -> None:
        self._validators = {n: Draft202012Validator(s.parameters) for n, s in specs.items()}

    def __call__(self, call: GroundTruthCall) -> bool:
        """True where the tool exists and takes these arguments."""
        validator = self._validators.get(call.name)
        return validator is not None and bool(validator.is_valid(call.arguments))
