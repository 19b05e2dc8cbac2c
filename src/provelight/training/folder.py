"""The folder of a run: unique, never overwritten, found again for a resume (P9)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from omegaconf import DictConfig, OmegaConf

from provelight.errors import ProvelightError


class RunFolderError(ProvelightError):
    """A run folder exists already, or one to resume does not."""


def create_run_folder(root: str | Path, name: str, now: datetime) -> Path:
    """Makes `root/<date>/<time>-<name>` with its subfolders.

    Raises:
        RunFolderError: where it exists.
    """
    folder = Path(root) / f"{now:%Y-%m-%d}" / f"{now:%H-%M-%S}-{name}"
    return claim_run_folder(folder)


def open_run_folder(cfg: DictConfig) -> tuple[DictConfig, Path]:
    """Makes the folder of a new run and writes the configuration there.

    Returns:
        The configuration with `run_folder` set, and the folder.

    Raises:
        RunFolderError: where it exists.
    """
    if cfg.run_folder:
        folder = claim_run_folder(Path(cfg.run_folder))
    else:
        folder = create_run_folder(cfg.output_root, cfg.name, datetime.now())
    cfg = cfg.copy()
    cfg.run_folder = str(folder)
    OmegaConf.save(cfg, folder / "config.yaml")
    return cfg, folder


def claim_run_folder(folder: Path) -> Path:
    """Makes `folder` for a new run.

    Raises:
        RunFolderError: where it exists, naming both ways out.
    """
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise RunFolderError(
            f"the run folder {folder} exists; continue that run with resume={folder}, "
            "or give another name= or run_folder="
        ) from None
    (folder / "checkpoints").mkdir()
    return folder


def find_run_folder(resume: str | Path) -> Path:
    """Returns the folder of a run to continue.

    Raises:
        RunFolderError: where it is no run folder.
    """
    folder = Path(resume)
    if not (folder / "config.yaml").is_file():
        raise RunFolderError(
            f"resume={resume}: no config.yaml there; give a folder outputs/<date>/<time>-<name>"
        )
    return folder


def load_config(folder: Path) -> DictConfig:
    """Returns the configuration of a run."""
    loaded = OmegaConf.load(folder / "config.yaml")
    if not isinstance(loaded, DictConfig):
        raise RunFolderError(f"{folder / 'config.yaml'} holds no configuration")
    return loaded
