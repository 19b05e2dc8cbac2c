"""The product on this machine: 4-bit weights, the small model, and the servers."""

from __future__ import annotations

import time
from typing import Final

from provelight.diagnosis.finding import Finding

_TOLERANCE: Final = 1e-2
"""Of a gradient through 4-bit weights; the fault that it is there to catch makes 0.7."""

START_TIMEOUT_S: Final = 60.0
"""Twice what a run allows: a machine that is busy is not a broken one."""


def check_bitsandbytes() -> Finding:
    """Takes a gradient through a 4-bit layer that sampled before, as training does."""
    from provelight.diagnosis.four_bit import gradient_error
    from provelight.models.devices import resolve_device

    device = resolve_device()
    error = gradient_error(device)
    detail = f"NF4 on {device}: gradient within {error:.1e} of the plain one"
    if error > _TOLERANCE:
        return Finding(
            "bitsandbytes", "fail", detail, "make setup, or train with quantization=none"
        )
    return Finding("bitsandbytes", "ok", detail)


def check_small_model() -> Finding:
    """Looks for the model of the quick start."""
    from provelight.models.embedded import embedded_folder
    from provelight.models.errors import ModelError
    from provelight.models.folders import check_folder

    folder = embedded_folder()
    try:
        check_folder(folder)
    except ModelError as error:
        return Finding("small model", "fail", str(error), "make setup")
    return Finding("small model", "ok", str(folder))


def check_servers() -> Finding:
    """Starts every server as a run does, and asks each for a sign of life."""
    from mcp_servers.core import catalog
    from provelight.environments import MCPFleet, ServerStartError

    names = catalog.names()
    began = time.monotonic()
    try:
        with MCPFleet(names, start_timeout_s=START_TIMEOUT_S) as fleet:
            health = fleet.health()
            tools = len(fleet.tools)
    except ServerStartError as error:
        return Finding("servers", "fail", str(error), "provelight servers check")
    silent = [name for name, state in health.items() if not state.alive]
    if silent:
        return Finding(
            "servers", "fail", f"silent: {', '.join(silent)}", "provelight servers check"
        )
    took = time.monotonic() - began
    return Finding("servers", "ok", f"{len(names)} with {tools} tools started in {took:.1f} s")
