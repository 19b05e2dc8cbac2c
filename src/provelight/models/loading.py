"""Loads a model and its tokenizer, from wherever they are, in the format asked for."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from provelight.models.devices import DtypeName, resolve_device, resolve_dtype
from provelight.models.errors import ModelError
from provelight.models.memory import check_fits
from provelight.models.progress import progress_bars
from provelight.models.quantization import Quantization, forbid_cpu_repacking
from provelight.models.sources import ModelSource, open_source
from provelight.models.tiny import is_tiny

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A causal language model, in train mode with its KV cache allowed, and its tokenizer."""

    model: PreTrainedModel
    tokenizer: Tokenizer


def load_model(
    path: str,
    *,
    dtype: DtypeName = "auto",
    quantization: Quantization | None = None,
    device: str = "auto",
) -> LoadedModel:
    """Loads a model.

    Args:
        path: `tiny[:ARCHITECTURE]`, a folder, a `.gguf` file, or the id of a model on the hub.
        dtype: of the weights that are not quantised, and of the computation; see `resolve_dtype`.
        quantization: of the weights; None for none.
        device: `auto`, `cpu`, `cuda` or `cuda:0`.

    Raises:
        ModelError: within seconds where the model cannot be had, is not whole, or does not fit;
            later only where weights turn out not to belong to the configuration.
    """
    quantization = quantization or Quantization()
    place = resolve_device(device)
    number_format = resolve_dtype(dtype, place)
    with open_source(path, number_format) as source:
        check_fits(path, source.config, number_format, quantization, place)
        tokenizer = _load_tokenizer(path, source)
        with progress_bars(wanted=not is_tiny(path)):
            model = _load_weights(path, source, number_format, quantization, place)
    model.config._name_or_path = path  # not where it happened to lie: adapters refer to it
    model.name_or_path = path
    _check_vocabulary(path, model, tokenizer)
    layers = forbid_cpu_repacking(model) if quantization.kind != "none" else 0
    model.config.use_cache = True
    # from_pretrained leaves every layer in eval, and Lightning would keep them so
    model.train()
    log.info("%s on %s in %s, %d layers in 4 bits", path, place, number_format, layers)
    return LoadedModel(model, tokenizer)


def _load_tokenizer(path: str, source: ModelSource) -> Tokenizer:
    try:
        tokenizer = AutoTokenizer.from_pretrained(source.location)
    except Exception as error:  # transformers and tokenizers raise any kind for a corrupt file
        raise ModelError(f"the tokenizer of {path!r} cannot be read: {error}") from error
    if not tokenizer.is_fast:
        raise ModelError(f"model {path!r} has no fast tokenizer; its folder needs tokenizer.json")
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    return tokenizer


def _load_weights(
    path: str,
    source: ModelSource,
    dtype: torch.dtype,
    quantization: Quantization,
    device: torch.device,
) -> PreTrainedModel:
    settings: dict[str, Any] = {}
    if quantization.kind != "none":
        settings["quantization_config"] = quantization.to_transformers(dtype)
    try:
        loaded: Any = AutoModelForCausalLM.from_pretrained(
            source.location,
            dtype=dtype,
            device_map={"": device},
            attn_implementation="sdpa",
            output_loading_info=True,
            **settings,
        )
    except Exception as error:  # transformers raises any kind for weights that do not belong
        raise ModelError(f"model {path!r} cannot be loaded: {error}") from error
    model, report = loaded
    missing = sorted(report["missing_keys"])
    if missing:
        raise ModelError(
            f"model {path!r} lacks {len(missing)} of the weights that its config.json asks for, "
            f"such as {missing[0]}; fetch it again"
        )
    typed: PreTrainedModel = model
    return typed


def _check_vocabulary(path: str, model: PreTrainedModel, tokenizer: Tokenizer) -> None:
    rows: Any = model.get_input_embeddings().num_embeddings
    if len(tokenizer) > rows:
        raise ModelError(
            f"model {path!r} embeds {rows} tokens, its tokenizer has {len(tokenizer)}; "
            "they do not belong together"
        )
