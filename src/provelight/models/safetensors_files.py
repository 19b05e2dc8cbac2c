"""Whether safetensors files are whole, told from their headers without reading the weights."""

from __future__ import annotations

import json
import os
from pathlib import Path

from provelight.models.errors import ModelError

_LENGTH_BYTES = 8
_MAX_HEADER_BYTES = 100_000_000  # the format's own limit


def check_safetensors(file: Path) -> None:
    """Checks one file: its header can be read, and it is as long as the header says.

    Raises:
        ModelError: naming the file and what is wrong with it.
    """
    fix = "fetch it again"
    try:
        size = os.path.getsize(file)
        with open(file, "rb") as data:
            length = int.from_bytes(data.read(_LENGTH_BYTES), "little")
            header = json.loads(data.read(min(length, _MAX_HEADER_BYTES)))
        ends = [entry["data_offsets"][1] for key, entry in header.items() if key != "__metadata__"]
    except OSError as error:
        raise ModelError(f"{file}: cannot be read: {error.strerror}; {fix}") from error
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise ModelError(f"{file}: corrupt, its header is not safetensors; {fix}") from error
    expected = _LENGTH_BYTES + length + max(ends, default=0)
    if size != expected:
        raise ModelError(f"{file}: corrupt, {size} bytes where {expected} belong; {fix}")
