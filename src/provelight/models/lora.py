"""LoRA adapters: attached to a base, saved, loaded, and frozen copies of them as reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from peft.tuners.tuners_utils import BaseTunerLayer
from torch import Tensor, nn
from transformers import PreTrainedModel

from provelight.models.errors import ModelError
from provelight.models.folders import read_json
from provelight.models.safetensors_files import check_safetensors

POLICY: Final = "default"
"""The adapter that is trained."""

REFERENCE: Final = "reference"
"""The frozen copy of the adapter that training started from, where it started from one."""


@dataclass(frozen=True, slots=True)
class Lora:
    """The shape of a LoRA adapter.

    Args:
        rank: of the update of each weight matrix.
        alpha: the update is scaled by alpha / rank, with `rslora` by alpha / sqrt(rank).
        dropout: on the adapter's input while training.
        targets: `all-linear` (all but the output layer), or names of layers such as `q_proj`.
        rslora: see `alpha`.

    Raises:
        ModelError: for a value that cannot be.
    """

    rank: int = 16
    alpha: float = 32.0
    dropout: float = 0.0
    targets: str | Sequence[str] = "all-linear"
    rslora: bool = False

    def __post_init__(self) -> None:
        if self.rank < 1:
            raise ModelError(f"lora.rank={self.rank} must be at least 1")
        if not self.alpha > 0:
            raise ModelError(f"lora.alpha={self.alpha} must be more than 0")
        if not 0 <= self.dropout < 1:
            raise ModelError(f"lora.dropout={self.dropout} must be in [0, 1)")
        if not self.targets:
            raise ModelError("lora.targets is empty; give all-linear or names such as [q_proj]")

    def to_peft(self) -> LoraConfig:
        """Returns the configuration for PEFT."""
        targets = self.targets if isinstance(self.targets, str) else list(self.targets)
        return LoraConfig(
            task_type="CAUSAL_LM",
            r=self.rank,
            lora_alpha=self.alpha,  # type: ignore[arg-type]  # PEFT only divides it
            lora_dropout=self.dropout,
            target_modules=targets,
            use_rslora=self.rslora,
        )


def attach_lora(model: PreTrainedModel, lora: Lora) -> PeftModel:
    """Freezes the base and adds a fresh adapter, whose update is zero at first.

    Returns:
        The wrapped model in train mode; the adapter's weights are float32 and the only ones that
        require a gradient.

    Raises:
        ModelError: where a target is no layer of the model, naming those that there are.
    """
    _check_targets(model, lora)
    return _ready(get_peft_model(model, lora.to_peft(), adapter_name=POLICY))


def load_adapter(model: PreTrainedModel, folder: str | Path) -> PeftModel:
    """Freezes the base and adds a saved adapter, to be trained on.

    Returns:
        As `attach_lora`.

    Raises:
        ModelError: where the folder holds no whole adapter, or one for another base.
    """
    folder = Path(folder).expanduser()
    if not (folder / "adapter_config.json").is_file():
        raise ModelError(f"{folder}: no adapter_config.json; give the folder of an adapter")
    read_json(folder / "adapter_config.json")
    check_safetensors(folder / "adapter_model.safetensors")
    try:
        wrapped = PeftModel.from_pretrained(model, folder, adapter_name=POLICY, is_trainable=True)
    except Exception as error:  # PEFT raises any kind for an adapter that does not belong
        raise ModelError(f"{folder}: not an adapter for this model: {error}") from error
    return _ready(wrapped)


def save_adapter(model: PeftModel, folder: str | Path) -> None:
    """Writes the trained adapter to a folder that `load_adapter` and PEFT can read.

    The embedding is not trained, and to look for changes in it PEFT would ask the hub.
    """
    model.save_pretrained(str(folder), selected_adapters=[POLICY], save_embedding_layers=False)


def add_reference(model: PeftModel) -> None:
    """Keeps the adapter as it is now, frozen, as the reference that `reference_adapter` shows.

    For training that starts from an adapter; from a fresh one the base itself is the reference.

    Raises:
        ValueError: where there is a reference already.
    """
    if REFERENCE in model.peft_config:
        raise ValueError("the model has a reference adapter already; add it once")
    model.add_adapter(REFERENCE, model.peft_config[POLICY])
    for layer in lora_layers(model):
        for weights in _adapter_weights(layer):
            weights[REFERENCE].load_state_dict(weights[POLICY].state_dict())
            weights[REFERENCE].requires_grad_(False)


def lora_layers(model: nn.Module) -> list[BaseTunerLayer]:
    """Returns the layers that carry adapters."""
    return [layer for layer in model.modules() if isinstance(layer, BaseTunerLayer)]


def is_adapter_key(name: str) -> bool:
    """Tells whether a parameter's name is one of an adapter, the reference included."""
    return ".lora_" in name


def adapter_state(model: nn.Module) -> dict[str, Tensor]:
    """Returns the adapters' part of the state, the reference included."""
    return {name: value for name, value in model.state_dict().items() if is_adapter_key(name)}


def _ready(model: PeftModel) -> PeftModel:
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            if not is_adapter_key(name):
                raise ModelError(f"the adapter trains {name}; only LoRA weights can be trained")
            parameter.data = parameter.data.to(torch.float32)
    model.train()
    return model


def _adapter_weights(layer: Any) -> list[nn.ModuleDict]:
    return [layer.lora_A, layer.lora_B]


def _check_targets(model: PreTrainedModel, lora: Lora) -> None:
    if lora.targets == "all-linear":
        return
    if isinstance(lora.targets, str):
        raise ModelError(f"lora.targets={lora.targets!r}: give all-linear or a list of names")
    linear = {
        name.rpartition(".")[2]: None
        for name, layer in model.named_modules()
        if isinstance(layer, nn.Linear)
    }
    unknown = [name for name in lora.targets if name.rpartition(".")[2] not in linear]
    if unknown:
        raise ModelError(
            f"lora.targets: the model has no layer {', '.join(unknown)}; it has {', '.join(linear)}"
        )
