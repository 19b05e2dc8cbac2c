"""On what a model is placed, and in which number format it computes."""

from __future__ import annotations

from typing import Literal, get_args

import torch

from provelight.models.errors import ModelError

DtypeName = Literal["auto", "float32", "bfloat16"]

_NATIVE_BFLOAT16 = ("avx512_bf16", "amx_bf16", "bf16", "sve_bf16")  # x86 twice, then ARM


def resolve_device(name: str = "auto") -> torch.device:
    """Returns the device called `name`; "auto" is CUDA where there is any, else the CPU.

    Raises:
        ModelError: for a device that is not there.
    """
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise ModelError(f"device {name!r} is none; give auto, cpu, cuda or cuda:0") from error
    if device.type not in ("cpu", "cuda"):
        raise ModelError(f"device {name!r} is not supported; give auto, cpu or cuda")
    if device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count():
        raise ModelError(
            f"device {name!r} is not there: torch {torch.__version__} sees "
            f"{torch.cuda.device_count()} CUDA devices; `provelight doctor` tells more, "
            "device=cpu works anywhere"
        )
    return device


def resolve_dtype(name: DtypeName, device: torch.device) -> torch.dtype:
    """Returns the number format called `name`.

    "auto" is bfloat16 where the device computes it natively, else float32: a CPU that emulates
    bfloat16 multiplies matrices several times slower than in float32.

    Raises:
        ModelError: for another name.
    """
    if name not in get_args(DtypeName):
        raise ModelError(f"dtype {name!r}: choose one of {', '.join(get_args(DtypeName))}")
    if name == "auto":
        return torch.bfloat16 if has_native_bfloat16(device) else torch.float32
    return torch.float32 if name == "float32" else torch.bfloat16


def has_native_bfloat16(device: torch.device) -> bool:
    """Tells whether the device has bfloat16 arithmetic in hardware."""
    if device.type == "cuda":
        return torch.cuda.get_device_capability(device) >= (8, 0)
    capabilities = torch.cpu.get_capabilities()
    return any(capabilities.get(name, False) for name in _NATIVE_BFLOAT16)
