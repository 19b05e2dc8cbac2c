"""The way from the last hidden states to logits, apart from the model's forward.

Computing logits only where a token is sampled or trained is what keeps the (tokens x vocabulary)
matrix from existing at once.
"""

from __future__ import annotations

from typing import Any

from torch import Tensor
from transformers import PreTrainedModel


def base_model(model: Any) -> PreTrainedModel:
    """Returns the causal language model inside a PEFT wrapper, or the model itself."""
    base: PreTrainedModel = model.get_base_model() if hasattr(model, "get_base_model") else model
    return base


def hidden_states(model: Any, **inputs: Any) -> Tensor:
    """Returns the last hidden states (B, T, H) without computing logits."""
    output: Tensor = base_model(model).model(use_cache=False, **inputs).last_hidden_state
    return output


def logits_of(model: Any, hidden: Tensor) -> Tensor:
    """Returns logits (..., V) of hidden states (..., H), with the scaling of Granite."""
    base = base_model(model)
    logits: Tensor = base.lm_head(hidden)
    scaling: float = getattr(base.config, "logits_scaling", 1.0)
    return logits if scaling == 1.0 else logits / scaling
