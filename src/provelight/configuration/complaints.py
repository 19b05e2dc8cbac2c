"""Hydra's and OmegaConf's errors in one plain message: key, value, what is near it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from hydra.errors import MissingConfigException
from omegaconf import DictConfig, OmegaConf

from provelight.errors import ConfigError

_NO_SUCH_KEY = re.compile(r"Could not (?:override|delete from config\.) '([^']+)'")


def explain(
    error: Exception,
    overrides: Sequence[str],
    choices: Sequence[str],
    defaults: DictConfig | None,
) -> ConfigError:
    """Returns the error to show for one that composing raised.

    Args:
        error: what was raised.
        overrides: all that were given.
        choices: those of them that choose an option of a group.
        defaults: the configuration without the other overrides; None where that failed too.
    """
    if isinstance(error, MissingConfigException) and error.missing_cfg_file:
        return _no_such_option(error)
    found = _NO_SUCH_KEY.search(str(error))
    if found and defaults is not None:
        return no_such_key(found[1], _given(found[1], overrides), defaults)
    given = " ".join(choices if defaults is None else overrides) or "the defaults"
    return ConfigError(f"{given}: {_first_line(error)}")


def no_such_key(key: str, given: str, defaults: DictConfig) -> ConfigError:
    """Returns the error for a key that the configuration has not, with near ones."""
    message = f"{given}: the configuration has no key {key!r}"
    near = near_keys(key, _all_keys(defaults))
    if near:
        return ConfigError(f"{message}; did you mean {' or '.join(near)}?")
    return ConfigError(f"{message}; --print-config shows all keys, +{key}=... adds one")


def near_keys(key: str, known: Iterable[str]) -> list[str]:
    """Returns up to two keys that look like `key`, or that end like it."""
    known = list(known)
    last = key.rpartition(".")[2]
    ends = [k for k in known if k.rpartition(".")[2] == last]
    looks = get_close_matches(key, known, n=2, cutoff=0.75)
    lasts = {k.rpartition(".")[2]: k for k in known}
    typos = [lasts[name] for name in get_close_matches(last, lasts, n=2, cutoff=0.8)]
    return list(dict.fromkeys([*ends, *looks, *typos]))[:2]


def missing_error(keys: Sequence[str]) -> ConfigError:
    """Returns the error for keys that are `???`."""
    return ConfigError(f"a value is needed for {', '.join(keys)}: give {keys[0]}=...")


def interpolation_error(error: Exception) -> ConfigError:
    """Returns the error for a `${...}` that leads nowhere."""
    key = getattr(error, "full_key", None)
    return ConfigError(f"{key or 'a value'} cannot be worked out: {_first_line(error)}")


def _no_such_option(error: MissingConfigException) -> ConfigError:
    group, _, option = str(error.missing_cfg_file).removesuffix(".yaml").rpartition("/")
    options = list(error.options or [])
    if not group:
        return ConfigError(f"there is no configuration {option!r}; there is: {', '.join(options)}")
    near = get_close_matches(option, options, n=1, cutoff=0.5)
    hint = f"did you mean {group}={near[0]}? " if near else ""
    return ConfigError(
        f"{group}={option}: no such choice; {hint}There is: {', '.join(options) or 'none'}"
    )


def _given(key: str, overrides: Sequence[str]) -> str:
    return next((text for text in overrides if text.lstrip("+~").partition("=")[0] == key), key)


def _all_keys(config: DictConfig) -> list[str]:
    def walk(node: Any, prefix: str) -> Iterable[str]:
        for name, value in node.items():
            yield f"{prefix}{name}"
            if isinstance(value, dict):
                yield from walk(value, f"{prefix}{name}.")

    return list(walk(OmegaConf.to_container(config, resolve=False), ""))


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
