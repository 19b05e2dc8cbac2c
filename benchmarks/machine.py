"""The machine and the versions that a figure was measured with."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("torch", "lightning", "transformers", "peft", "bitsandbytes", "mcp")


def describe() -> str:
    """Returns one line of Markdown: processor, cores, Python, packages."""
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    cores = len(os.sched_getaffinity(0))
    return f"{_processor()}, {cores} cores; Python {platform.python_version()}, {versions}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
