"""Holds overrides against the defaults: a number stays a number.

For keys of plain nodes. What a class takes is checked against its signature (`targets`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hydra.core.override_parser.types import Override
from omegaconf import DictConfig, OmegaConf

from provelight.errors import ConfigError

_NAMES = {bool: "true or false", int: "an integer", float: "a number", str: "a text"}


def check_against_defaults(overrides: Iterable[Override], defaults: DictConfig) -> None:
    """Checks each value that replaces a default of a plain node.

    Raises:
        ConfigError: with key and value, what the key takes, and its default.
    """
    plain = OmegaConf.to_container(defaults, resolve=False)
    for override in overrides:
        if override.is_delete() or override.is_add():
            continue
        parent, name = _parent(plain, override.key_or_group)
        if "_target_" in parent or name not in parent:
            continue
        expected = _expected(parent[name])
        value = override.value()
        if expected is not None and not _fits(value, expected):
            raise ConfigError(
                f"{override.input_line}: {override.key_or_group} takes {_NAMES[expected]}, "
                f"such as its default {_show(parent[name])}, not {_show(value)}"
            )


def _expected(default: Any) -> type | None:
    """Returns the type that the default tells; None where it tells none."""
    if isinstance(default, str) and ("${" in default or default == "???"):
        return None
    return type(default) if type(default) in _NAMES else None


def _fits(value: Any, expected: type) -> bool:
    if isinstance(value, str) and "${" in value:
        return True
    if expected is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if expected is str:
        # Hydra has its own class for quoted text
        return not isinstance(value, bool | int | float | list | dict) and value is not None
    return type(value) is expected


def _parent(config: Any, key: str) -> tuple[dict[str, Any], str]:
    *path, name = key.split(".")
    for part in path:
        config = config.get(part) if isinstance(config, dict) else None
    return (config if isinstance(config, dict) else {}), name


def _show(value: Any) -> str:
    words = {True: "true", False: "false"}
    if value is None:
        return "null"
    return words[value] if isinstance(value, bool) else str(value)
