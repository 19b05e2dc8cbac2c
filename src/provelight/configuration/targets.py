"""Holds every `_target_` node against the signature of what it names, before anything is built."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from difflib import get_close_matches
from pkgutil import resolve_name
from typing import Any, get_type_hints

from omegaconf import DictConfig, ListConfig, OmegaConf
from pydantic import ConfigDict, PydanticUserError, TypeAdapter, ValidationError
from pydantic_core import SchemaError

from provelight.errors import ConfigError

_KEYWORDS = {"_target_", "_partial_", "_recursive_", "_convert_", "_args_"}
_NOT_JSON = {"is_instance_of", "needs_python_object"}  # pydantic: a class that JSON cannot tell


def check_targets(config: DictConfig) -> None:
    """Checks names and types of the arguments in every node that has a `_target_`.

    Arguments that are nodes with a `_target_` themselves are checked as such; arguments without an
    annotation, or with one that JSON cannot tell, are not. Imports what the targets name.

    Raises:
        ConfigError: naming key and value, and what would do.
    """
    for key, node in _target_nodes(_resolved(config), ""):
        _check_node(key, node)


def _resolved(config: Any) -> Any:
    """Returns plain containers, without references that lead to null: a run fills those in."""
    if isinstance(config, ListConfig):
        return [_resolved(item) for item in config]
    if not isinstance(config, DictConfig):
        return config
    return {
        name: _resolved(value)
        for name, value in config.items()
        if not (value is None and OmegaConf.is_interpolation(config, str(name)))
    }


def _target_nodes(node: Any, key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from _target_nodes(item, f"{key}[{index}]")
    if isinstance(node, dict):
        if "_target_" in node:
            yield key, node
        for name, value in node.items():
            yield from _target_nodes(value, f"{key}.{name}" if key else str(name))


def _check_node(key: str, node: dict[str, Any]) -> None:
    target = _import(key, node["_target_"])
    known, hints = _known_arguments(target), _hints(target)
    for name, value in node.items():
        if name in _KEYWORDS:
            continue
        if known is not None and name not in known:
            raise _unknown(f"{key}.{name}", value, name, known, node["_target_"])
        if name in hints and not _holds_target(value):
            _check_value(f"{key}.{name}", value, hints[name])


def _import(key: str, target: Any) -> Any:
    try:
        return resolve_name(str(target))
    except Exception as error:  # importing what a user wrote can raise anything
        raise ConfigError(
            f"{key}._target_={target}: cannot be imported: {error}; "
            "give package.module.Name of something that is installed"
        ) from error


def _known_arguments(target: Any) -> list[str] | None:
    """Returns the names that the target takes; None where any will do or none can be told."""
    try:
        parameters = inspect.signature(target).parameters
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return None
    return list(parameters)


def _hints(target: Any) -> dict[str, Any]:
    function = target.__init__ if inspect.isclass(target) else target
    try:
        return get_type_hints(function)
    except (NameError, TypeError, AttributeError):  # annotations that only a type checker reads
        return {}


def _unknown(key: str, value: Any, name: str, known: list[str], target: str) -> ConfigError:
    near = get_close_matches(name, known, n=2, cutoff=0.6)
    hint = f"did you mean {' or '.join(near)}?" if near else f"it takes {', '.join(known)}"
    return ConfigError(f"{key}={value}: {target} has no argument {name!r}; {hint}")


def _holds_target(value: Any) -> bool:
    return next(_target_nodes(value, ""), None) is not None


def _check_value(key: str, value: Any, hint: Any) -> None:
    try:
        # strict, as JSON: "12" is not 12, but a list may become a tuple
        _adapter(hint).validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        told = [e for e in error.errors() if e["type"] not in _NOT_JSON]
        if all(e["type"] == "none_required" for e in told):
            return
        wanted = dict.fromkeys(e["msg"].removeprefix("Input should be ") for e in told)
        raise ConfigError(f"{key}={json.dumps(value)}: should be {' or '.join(wanted)}") from error
    except (PydanticUserError, SchemaError, TypeError, ValueError, NameError):
        return  # a hint that pydantic cannot check: the class itself will


def _adapter(hint: Any) -> TypeAdapter[Any]:
    try:
        return TypeAdapter(hint, config=ConfigDict(arbitrary_types_allowed=True))
    except PydanticUserError:  # a dataclass brings its own settings
        return TypeAdapter(hint)
