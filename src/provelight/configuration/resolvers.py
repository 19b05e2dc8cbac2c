"""What configurations can refer to beside other keys."""

from __future__ import annotations

from omegaconf import OmegaConf

from provelight.paths import data_dir


def register_resolvers() -> None:
    """Registers `${model_folder:NAME}`, where the model called NAME lies or will; idempotent."""
    OmegaConf.register_new_resolver("model_folder", model_folder, replace=True)


def model_folder(name: str) -> str:
    """Returns the folder of a model that set-up fetches."""
    return str(data_dir() / "models" / name)
