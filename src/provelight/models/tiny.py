"""Random models of a few thousand weights, in the classes of the real ones.

For tests, and for trying a configuration in seconds: `model.path=tiny:qwen3`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import torch
from transformers import AutoConfig, AutoModelForCausalLM, PreTrainedModel

from provelight.models.errors import ModelError
from provelight.models.progress import progress_bars
from provelight.models.tiny_tokenizer import tiny_tokenizer

PREFIX: Final = "tiny"

_ARCHITECTURES: Final[dict[str, dict[str, Any]]] = {
    "llama": {},
    "qwen2": {},
    "qwen3": {"head_dim": 16},
    # multipliers far from 1, so that code which forgets one does not pass
    "granite": {
        "embedding_multiplier": 12.0,
        "attention_multiplier": 0.1,
        "residual_multiplier": 0.22,
        "logits_scaling": 4.0,
    },
}
ARCHITECTURES: Final = tuple(_ARCHITECTURES)
DEFAULT: Final = "llama"


def is_tiny(path: str) -> bool:
    """Tells whether `path` asks for a tiny model: `tiny` or `tiny:ARCHITECTURE`."""
    return path.partition(":")[0] == PREFIX


def architecture_of(path: str) -> str:
    """Returns the architecture that `tiny[:ARCHITECTURE]` names.

    Raises:
        ModelError: for one that there is not.
    """
    name = path.partition(":")[2] or DEFAULT
    if name not in _ARCHITECTURES:
        raise ModelError(f"no tiny model {path!r}; architectures: {', '.join(ARCHITECTURES)}")
    return name


def write_tiny(architecture: str, folder: Path, seed: int = 0) -> None:
    """Writes a tiny model and its tokenizer to `folder`, the same for the same seed."""
    tokenizer = tiny_tokenizer()
    config = AutoConfig.for_model(
        architecture,
        vocab_size=512,
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=16_384,
        tie_word_embeddings=True,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        **_ARCHITECTURES[architecture],
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = AutoModelForCausalLM.from_config(  # type: ignore[no-untyped-call]
            config, dtype=torch.float32
        )
        _randomise_biases(model)
    with progress_bars(wanted=False):
        model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _randomise_biases(model: PreTrainedModel) -> None:
    """Biases start as zeros, which would hide code that forgets them."""
    for name, parameter in model.named_parameters():
        if name.endswith("bias"):
            torch.nn.init.normal_(parameter, std=0.5)
