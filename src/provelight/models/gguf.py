"""GGUF files: checked, and converted once to a folder of safetensors.

Quantised weights are dequantised; training and NF4 start from the plain ones.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from provelight.models.errors import ModelError
from provelight.models.folders import check_folder
from provelight.models.progress import progress_bars
from provelight.paths import data_dir

_MAGIC = b"GGUF"

Amend = Callable[[Any], None]


def check_gguf(file: Path) -> None:
    """Checks that all tensors that the file announces are in it.

    Raises:
        ModelError: for a file that is missing, something else, or cut short.
    """
    if not file.is_file():
        raise ModelError(f"{file}: no such file; give a GGUF file as model.path")
    with open(file, "rb") as data:
        if data.read(len(_MAGIC)) != _MAGIC:
            raise ModelError(f"{file}: not a GGUF file (it does not start with 'GGUF')")
    from gguf import GGUFReader

    try:
        tensors = GGUFReader(file).tensors
    except Exception as error:  # the reader raises whatever the bytes lead it to
        raise ModelError(f"{file}: corrupt or cut short ({error}); fetch it again") from error
    if not tensors:
        raise ModelError(f"{file}: holds no tensors; give the file of a model, not a vocabulary")


def converted_folder(file: Path, dtype: torch.dtype) -> Path:
    """Returns the folder with the converted model, converting first where it is not there yet.

    Raises:
        ModelError: where the file is corrupt or of a kind that transformers cannot read.
    """
    check_gguf(file)
    status = file.stat()
    identity = f"{file.resolve()} {status.st_size} {status.st_mtime_ns} {dtype}"
    key = hashlib.sha256(identity.encode()).hexdigest()[:12]
    target = data_dir() / "models" / "gguf" / f"{file.stem}-{key}"
    if not target.is_dir():
        convert_gguf(file, target, dtype)
    check_folder(target)
    return target


def convert_gguf(file: Path, target: Path, dtype: torch.dtype, amend: Amend | None = None) -> None:
    """Writes the model of a GGUF file to a folder that appears only when it is whole.

    Args:
        file: checked by `check_gguf`.
        target: must not be there; if another process makes it meanwhile, that one stays.
        dtype: of the weights written.
        amend: changes the tokenizer before it is saved.

    Raises:
        ModelError: where transformers cannot read the file.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        with progress_bars():
            model, tokenizer = _load(file, dtype)
            if amend is not None:
                amend(tokenizer)
            tokenizer.save_pretrained(building)
            model.save_pretrained(building)
        _appear(building, target)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _load(file: Path, dtype: torch.dtype) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
        model = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=dtype)
    except Exception as error:  # an unknown architecture shows as KeyError, ValueError, ...
        raise ModelError(
            f"{file}: transformers cannot read this GGUF ({error}); "
            "give the model as a folder of safetensors"
        ) from error
    # What is in memory is plain by now; save_pretrained refuses while these say otherwise.
    plain: Any = model
    del plain.config.quantization_config
    plain.hf_quantizer = None
    plain.is_quantized = False
    plain.quantization_method = None
    return plain, tokenizer


def _appear(building: Path, target: Path) -> None:
    building.chmod(0o755)
    try:
        os.rename(building, target)
    except OSError:
        if not target.is_dir():
            raise
