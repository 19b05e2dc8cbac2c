"""What `model.path` names, found and checked before anything expensive."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from provelight.models.embedded import embedded_folder
from provelight.models.errors import ModelError
from provelight.models.folders import check_folder
from provelight.models.gguf import converted_folder
from provelight.models.hub import find_on_hub
from provelight.models.tiny import architecture_of, is_tiny, write_tiny

_HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+")


@dataclass(frozen=True, slots=True)
class ModelSource:
    """Where transformers can load a model from.

    Attributes:
        location: a folder that was found whole, or the id of a model on the hub.
        config: the content of its config.json.
    """

    location: str
    config: dict[str, Any]


@contextmanager
def open_source(path: str, dtype: torch.dtype) -> Iterator[ModelSource]:
    """Finds the model that `path` names; what it leaves in a temporary folder is gone after.

    Args:
        path: `tiny[:ARCHITECTURE]`, a folder, a `.gguf` file, or the id of a model on the hub.
        dtype: in which a GGUF file is converted.

    Raises:
        ModelError: where there is no such model or it is not whole, within seconds.
    """
    if is_tiny(path):
        architecture = architecture_of(path)
        with tempfile.TemporaryDirectory(prefix="provelight-tiny-") as name:
            write_tiny(architecture, Path(name))
            yield ModelSource(name, check_folder(Path(name)))
        return
    local = Path(path).expanduser()
    if local.suffix == ".gguf":
        local = converted_folder(local, dtype)
    if local.is_dir():
        yield ModelSource(str(local), check_folder(local))
    elif local.is_file():
        raise ModelError(f"{local}: a file, but not .gguf; give the folder it is in as model.path")
    elif _HUB_ID.fullmatch(path):
        yield ModelSource(*find_on_hub(path))
    elif local.absolute() == embedded_folder():
        raise ModelError(f"{local}: the small model is not there; `make setup` fetches it")
    else:
        raise ModelError(
            f"model.path={path!r}: no such folder; give a folder, a .gguf file, the id of a model "
            "on the hub (such as Qwen/Qwen3-8B), or tiny:llama"
        )
