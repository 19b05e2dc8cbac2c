"""The machine: Python, packages, processor, graphics card, memory and disk."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from provelight.diagnosis.finding import Finding
from provelight.paths import REPOSITORY, data_dir

GIB: Final = 2**30
ENOUGH_MEMORY_GIB: Final = 6.0
"""What the quick start takes on a CPU, with some to spare."""

ENOUGH_DISK_GIB: Final = 2.0
"""The small model, its wheel while it is unpacked, and runs."""

_PACKAGES = ("torch", "transformers", "peft", "bitsandbytes", "lightning", "mcp", "hydra-core")


def check_python() -> Finding:
    """Tells which Python runs."""
    return Finding("python", "ok", f"{platform.python_version()} in {sys.prefix}")


def check_packages() -> Finding:
    """Holds the versions that matter against those of constraints.txt."""
    pinned = _pinned_versions()
    found, missing, other = [], [], []
    for name in _PACKAGES:
        try:
            installed = version(name)
        except PackageNotFoundError:
            missing.append(name)
            continue
        found.append(f"{name} {installed}")
        if name in pinned and installed.partition("+")[0] != pinned[name]:
            other.append(f"{name} {installed} (tested with {pinned[name]})")
    if missing:
        return Finding("packages", "fail", f"missing: {', '.join(missing)}", "make setup")
    if other:
        return Finding("packages", "warn", "; ".join(other), "make setup")
    return Finding("packages", "ok", ", ".join(found))


def check_processor() -> Finding:
    """Tells the cores, how bfloat16 is done, and the number format that follows."""
    import torch

    from provelight.models.devices import has_native_bfloat16, resolve_dtype

    device = torch.device("cpu")
    dtype = str(resolve_dtype("auto", device)).removeprefix("torch.")
    native = "native" if has_native_bfloat16(device) else "no native"
    name = torch.cpu.get_capabilities().get("cpu_name") or platform.machine()
    detail = f"{name}, {os.cpu_count()} cores, {native} bfloat16: dtype=auto is {dtype}"
    return Finding("cpu", "ok", detail)


def check_cuda() -> Finding:
    """Tells the CUDA devices, or why there is none."""
    import torch

    if torch.cuda.is_available():
        cards = [torch.cuda.get_device_properties(i) for i in range(torch.cuda.device_count())]
        shown = ", ".join(f"{c.name} ({c.total_memory / GIB:.0f} GiB)" for c in cards)
        return Finding("cuda", "ok", f"{shown}, CUDA {torch.version.cuda}")
    if not (Path("/dev/nvidia0").exists() or shutil.which("nvidia-smi")):
        return Finding("cuda", "ok", "none; everything runs on the CPU")
    if torch.version.cuda is None:
        fix = "install the CUDA build: .venv/bin/pip install --force-reinstall torch==" + (
            _pinned_versions().get("torch", torch.__version__)
        )
        return Finding("cuda", "warn", f"a card is there, torch {torch.__version__} is not", fix)
    return Finding("cuda", "warn", "a card is there, torch cannot use it", "update its driver")


def check_memory() -> Finding:
    """Tells the memory that is free."""
    import psutil  # type: ignore[import-untyped]

    memory = psutil.virtual_memory()
    free = memory.available / GIB
    detail = f"{free:.1f} of {memory.total / GIB:.1f} GiB free"
    if free < ENOUGH_MEMORY_GIB:
        fix = f"close programs; the quick start takes up to {ENOUGH_MEMORY_GIB:.0f} GiB on a CPU"
        return Finding("memory", "warn", detail, fix)
    return Finding("memory", "ok", detail)


def check_disk() -> Finding:
    """Tells the room where models and caches go."""
    folder = data_dir()
    existing = next(p for p in (folder, *folder.parents) if p.exists())
    free = shutil.disk_usage(existing).free / GIB
    detail = f"{free:.1f} GiB free for {folder}"
    if free < ENOUGH_DISK_GIB:
        return Finding(
            "disk", "warn", detail, "free some, or set PROVELIGHT_DATA to a folder with more"
        )
    return Finding("disk", "ok", detail)


def _pinned_versions() -> dict[str, str]:
    file = REPOSITORY / "constraints.txt"
    if not file.is_file():
        return {}
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    pins = (line.partition("==") for line in lines if not line.startswith("#"))
    return {name: number for name, _, number in pins}
