"""Which model to train: what a file of configs/model/ says."""

from __future__ import annotations

from dataclasses import dataclass

from provelight.models.devices import DtypeName
from provelight.models.errors import ModelError


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model and what goes with it.

    Attributes:
        path: hub id, local folder, GGUF file, or `tiny:ARCHITECTURE`.
        tool_format: how it writes tool calls.
        learning_rate: of the LoRA adapter.
        dtype: of the weights and the computation; `auto` measures nothing and follows the device.
        device: `auto`, `cpu`, `cuda`.
        chat_template: `own` for the tokenizer's, or a file with a Jinja template.
        paper_learning_rate: the paper's, for full fine-tuning; kept for the record.
    """

    path: str
    tool_format: str = "hermes"
    learning_rate: float = 1e-4
    dtype: DtypeName = "auto"
    device: str = "auto"
    chat_template: str = "own"
    paper_learning_rate: float | None = None

    def __post_init__(self) -> None:
        if not self.path:
            raise ModelError("model.path is empty; give a hub id or a local folder")
        if self.learning_rate <= 0:
            raise ModelError(f"model.learning_rate is {self.learning_rate}; give more than 0")
