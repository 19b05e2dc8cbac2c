"""Whether a local folder holds a whole model, told in milliseconds before anything is loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from provelight.models.errors import ModelError
from provelight.models.safetensors_files import check_safetensors

_INDEX = "model.safetensors.index.json"
_SINGLE = "model.safetensors"
_TOKENIZERS = ("tokenizer.json", "tokenizer.model", "vocab.json")


def check_folder(folder: Path) -> dict[str, Any]:
    """Checks that configuration, weights and tokenizer are there and whole.

    Returns:
        The content of config.json.

    Raises:
        ModelError: naming the file that is missing or corrupt.
    """
    config = _read_config(folder)
    for file in _weight_files(folder):
        check_safetensors(file)
    if not any((folder / name).is_file() for name in _TOKENIZERS):
        raise ModelError(f"{folder}: no tokenizer; it needs one of {', '.join(_TOKENIZERS)}")
    return config


def _read_config(folder: Path) -> dict[str, Any]:
    file = folder / "config.json"
    if not file.is_file():
        adapter = folder / "adapter_config.json"
        if adapter.is_file():
            base = read_json(adapter).get("base_model_name_or_path")
            raise ModelError(f"{folder}: an adapter, not a model; give its base: model.path={base}")
        raise ModelError(f"{folder}: no config.json; give the folder of a transformers model")
    config = read_json(file)
    if not isinstance(config.get("model_type"), str):
        raise ModelError(f"{file}: names no model_type; it is not the config of a model")
    return config


def _weight_files(folder: Path) -> list[Path]:
    index = folder / _INDEX
    if not index.is_file():
        if (folder / _SINGLE).is_file():
            return [folder / _SINGLE]
        raise ModelError(f"{folder}: no weights; it needs {_SINGLE} or {_INDEX} with its parts")
    parts = read_json(index).get("weight_map")
    if not isinstance(parts, dict) or not parts:
        raise ModelError(f"{index}: corrupt, it has no weight_map; fetch it again")
    files = [folder / name for name in sorted(set(parts.values()))]
    missing = [file.name for file in files if not file.is_file()]
    if missing:
        raise ModelError(
            f"{folder}: {len(missing)} of {len(files)} weight files are missing: "
            f"{', '.join(missing[:3])}; fetch them again"
        )
    return files


def read_json(file: Path) -> dict[str, Any]:
    """Reads a JSON object.

    Raises:
        ModelError: where the file holds none.
    """
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{file}: corrupt, not JSON ({error}); fetch it again") from error
    if not isinstance(value, dict):
        raise ModelError(f"{file}: corrupt, not a JSON object; fetch it again")
    return value
