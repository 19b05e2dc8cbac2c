"""Composes a configuration of `configs/` with overrides, in Hydra's language."""

from __future__ import annotations

from collections.abc import Sequence

from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException

from provelight.configuration.complaints import explain, interpolation_error, missing_error
from provelight.configuration.defaults import check_against_defaults
from provelight.configuration.resolvers import register_resolvers
from provelight.errors import ConfigError
from provelight.paths import configs_dir


def compose_config(name: str, overrides: Sequence[str] = ()) -> DictConfig:
    """Composes `configs/NAME.yaml`.

    Args:
        name: of the configuration, such as `train`.
        overrides: `key=value`, `group=option`, `+key=value`, `~key`.

    Returns:
        The configuration, unresolved; it was checked that it can be resolved, that no value is
        missing, and that each override is of its default's type.

    Raises:
        ConfigError: naming the key, the value, and what is near or would do.
    """
    register_resolvers()
    with initialize_config_dir(str(configs_dir()), version_base="1.3"):
        parsed = _parse(overrides)
        choices = [str(o.input_line) for o in parsed if _chooses_group(o)]
        defaults = _compose(name, choices, choices)
        config = _compose(name, overrides, choices, defaults)
        check_against_defaults([o for o in parsed if not _chooses_group(o)], defaults)
    _check_resolves(config)
    return config


def _compose(
    name: str,
    overrides: Sequence[str],
    choices: Sequence[str],
    defaults: DictConfig | None = None,
) -> DictConfig:
    try:
        return compose(name, overrides=list(overrides))
    except (HydraException, OmegaConfBaseException, ValueError) as error:
        raise explain(error, overrides, choices, defaults) from error


def _parse(overrides: Sequence[str]) -> list[Override]:
    parser = OverridesParser.create()
    parsed = []
    for text in overrides:
        try:
            parsed.append(parser.parse_override(text))
        except HydraException as error:
            raise ConfigError(
                f"{text!r} is no override: write key=value, without spaces around the '='; "
                "quote values with special characters: key=\"'a, b'\""
            ) from error
    return parsed


def _chooses_group(override: Override) -> bool:
    loader = GlobalHydra.instance().config_loader()
    return bool(loader.get_group_options(override.key_or_group))


def _check_resolves(config: DictConfig) -> None:
    try:
        missing = sorted(OmegaConf.missing_keys(config))
        if missing:
            raise missing_error(missing)
        OmegaConf.to_container(config, resolve=True)
    except OmegaConfBaseException as error:
        raise interpolation_error(error) from error
