"""Where the program finds its configurations and keeps what it fetches."""

from __future__ import annotations

import os
from pathlib import Path

from provelight.errors import ProvelightError

REPOSITORY = Path(__file__).resolve().parents[2]
"""The folder that holds `src`, where the package is installed editable."""


def configs_dir() -> Path:
    """Returns the folder of the Hydra configurations; `PROVELIGHT_CONFIGS` names another.

    Raises:
        ProvelightError: where there is none, as in an installation that is not editable.
    """
    folder = Path(os.environ.get("PROVELIGHT_CONFIGS") or REPOSITORY / "configs").expanduser()
    if not folder.is_dir():
        raise ProvelightError(
            f"no configurations in {folder}; install from a clone (`make setup`), "
            "or set PROVELIGHT_CONFIGS to the configs folder of one"
        )
    return folder.resolve()


def data_dir() -> Path:
    """Returns the folder for models and caches, which may not be there yet.

    It is `data` in the clone, or in the current folder where there is no clone;
    `PROVELIGHT_DATA` names another.
    """
    given = os.environ.get("PROVELIGHT_DATA")
    if given:
        return Path(given).expanduser().resolve()
    home = REPOSITORY if (REPOSITORY / "pyproject.toml").is_file() else Path.cwd()
    return home / "data"
