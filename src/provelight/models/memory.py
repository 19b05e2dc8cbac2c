"""How much memory the weights of a model take, told from its configuration alone."""

from __future__ import annotations

from typing import Any

import psutil  # type: ignore[import-untyped]
import torch
from torch import nn
from transformers import AutoConfig, AutoModelForCausalLM

from provelight.models.errors import ModelError
from provelight.models.quantization import Quantization

GIB = 2**30


def weight_bytes(config: dict[str, Any], dtype: torch.dtype, quantization: Quantization) -> int:
    """Returns the bytes of the weights, without allocating any.

    Args:
        config: the content of a config.json.
        dtype: of the weights that are not quantised.
        quantization: of the linear layers, the output layer excepted.

    Raises:
        ModelError: for a kind of model that this version of transformers does not know.
    """
    model = _on_meta(config)
    everything: int = sum(p.numel() for p in model.parameters())
    bits = quantization.bits_per_weight
    if bits is None:
        return everything * dtype.itemsize
    output = model.get_output_embeddings()
    linear = sum(
        layer.weight.numel()
        for layer in model.modules()
        if isinstance(layer, nn.Linear) and layer is not output
    )
    return int(linear * bits / 8) + (everything - linear) * dtype.itemsize


def free_bytes(device: torch.device) -> int:
    """Returns the memory that is free on the device."""
    if device.type == "cuda":
        return int(torch.cuda.mem_get_info(device)[0])
    return int(psutil.virtual_memory().available)


def check_fits(
    name: str,
    config: dict[str, Any],
    dtype: torch.dtype,
    quantization: Quantization,
    device: torch.device,
) -> None:
    """Checks that the weights alone fit, before anything is fetched or loaded.

    Raises:
        ModelError: with what they need, what is free, and what would help.
    """
    needed, free = weight_bytes(config, dtype, quantization), free_bytes(device)
    if needed <= free:
        return
    in_nf4 = weight_bytes(config, dtype, Quantization("nf4"))
    hint = "take a smaller model"
    if quantization.kind == "none":
        hint += f" or quantization=nf4 ({in_nf4 / GIB:.1f} GiB)"
    kind = "" if quantization.kind == "none" else f"{quantization.kind} and "
    raise ModelError(
        f"model {name!r} does not fit: its weights need {needed / GIB:.1f} GiB in "
        f"{kind}{str(dtype).removeprefix('torch.')}, {device} has {free / GIB:.1f} GiB free; {hint}"
    )


def _on_meta(config: dict[str, Any]) -> Any:
    try:
        settings = {key: value for key, value in config.items() if key != "model_type"}
        parsed = AutoConfig.for_model(config["model_type"], **settings)
        with torch.device("meta"):
            return AutoModelForCausalLM.from_config(parsed)  # type: ignore[no-untyped-call]
    except Exception as error:  # transformers raises any kind for a config it cannot read
        raise ModelError(
            f"a model of type {config.get('model_type')!r} cannot be made from its config.json: "
            f"{error}"
        ) from error
